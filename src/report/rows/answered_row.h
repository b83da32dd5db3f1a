#pragma once

#include "cat/model/model.h"
#include "check/check.h"
#include "report/log/herd_log.h"
#include "report/rows/result_row.h"

namespace hrfcheck::inline report {

/// Sets what a verdict says in its row: status, reason, races and log.
/// @param model that was asked
/// @param counted what the log counts
void setAnswer(ResultRow& row, const Verdict& verdict, const Model& model,
               Witnesses counted = Witnesses::States);

}  // namespace hrfcheck::inline report
