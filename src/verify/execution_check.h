#pragma once

#include <set>
#include <string>

#include "util/process/deadline.h"
#include "verify/certificate.h"
#include "verify/model_evaluation.h"

namespace hrfcheck::inline verify {

/// What an execution shows.
struct Shown {
  std::vector<std::int64_t> finals;      ///< of all variables; empty where a thread does not complete
  bool eligible = false;                 ///< all threads complete, and the filter holds
  bool condition = false;                ///< it holds; only where all threads complete
  bool raisesFlags = false;              ///< flags of such an execution count
  std::map<std::string, bool> flags;     ///< by name: whether the model raises it
  std::set<std::string> incidents = {};  ///< "incident fault P0 3"
};

/// Checks that an execution is one of the test, as far as events show (reads-from, coherence, final values),
/// and that it passes the requirements of the model.
/// @throws Refused where it does not
/// @throws OutOfTime when the deadline expires first
Shown checkExecution(const ExecutionText& execution, const EventTable& table,
                     const std::vector<Statement>& model, const Deadline& deadline);

/// Checks that an execution solves the formula, and that the two say the same about everything that the
/// legend explains.
/// @param exact whether the certificate's executions list their incidents, and make the literal of every flag
///   true that is raised; otherwise a literal that is true needs a flag that is raised, and `shown` is given
///   the incidents that the formula sees
/// @throws Refused, OutOfTime
void checkLegend(const ExecutionText& execution, const EventTable& table, const FormulaText& formula,
                 bool exact, Shown& shown, const Deadline& deadline);

}  // namespace hrfcheck::inline verify
