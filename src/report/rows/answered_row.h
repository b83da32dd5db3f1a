#pragma once

#include "cat/model/model.h"
#include "check/check.h"
#include "report/rows/result_row.h"

namespace hrfcheck::inline report {

/// Sets what a verdict says in its row: status, reason, races and log.
/// @param model that was asked
void setAnswer(ResultRow& row, const Verdict& verdict, const Model& model);

}  // namespace hrfcheck::inline report
