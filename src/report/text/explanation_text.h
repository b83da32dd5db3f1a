#pragma once

#include <string>

#include "check/explain/explain.h"
#include "report/text/text_report.h"

namespace hrfcheck::inline report {

/// How an explanation is printed.
struct ExplanationOptions {
  bool colour = false;
  /// How many levels of definitions are opened below each step: 0 shows the steps alone.
  unsigned depth = 2;
};

/// Why an outcome is allowed (an execution, told event by event) or forbidden (the requirements that stand in
/// its way, each with the execution it refutes and the cycle or pair it objects to, step by step, named by
/// the definitions of the model).
/// @param verdict of the same test under the same model: whether it is racy, so that anything may happen
std::string explanationText(const Verdict& verdict, const Model& model, const OutcomeExplanation& explanation,
                            const ExplanationOptions& options);

}  // namespace hrfcheck::inline report
