#pragma once

#include "report/rows/result_row.h"

namespace hrfcheck::fuzz {

/// A row with something in every field.
ResultRow exampleRow();

}  // namespace hrfcheck::fuzz
