#pragma once

#include <string>

#include "util/deadline.h"
#include "verify/certificate.h"
#include "verify/model_evaluation.h"

namespace hrfcheck::inline verify {

/// What an execution shows.
struct Shown {
  std::vector<std::int64_t> outcome;  ///< the observed values; meaningful where all threads complete
  bool eligible = false;              ///< all threads complete, and the filter holds
  bool condition = false;             ///< it holds; only where all threads complete
  std::map<std::string, bool> flags;  ///< by name: whether the model raises it
};

/// Checks that an execution is one of the test, as far as events tell (reads-from, coherence, final values),
/// that it passes the requirements of the model, and that it and the formula say the same of everything that
/// the legend explains.
/// @throws Refused where it does not
/// @throws OutOfTime when the deadline expires first
Shown checkExecution(const ExecutionText& execution, const EventTable& table, const FormulaText& formula,
                     const std::vector<Statement>& model, const Deadline& deadline);

}  // namespace hrfcheck::inline verify
