#pragma once

#include <string>
#include <utility>
#include <vector>

#include "check/check.h"

namespace hrfcheck::inline report {

/// How the report of a check is printed.
struct TextOptions {
  bool colour = false;
  bool statistics = false;  ///< which engine answered, what it counted, and `seconds`
  double seconds = 0;
  /// Outcomes listed before "and N more"; the herd and JSON formats list all of them.
  std::size_t maxOutcomes = 64;
};

/// The report for people: the verdict first, then races with their reasons, outcomes, the condition, notes.
/// Ends in a line break.
std::string textReport(const Verdict& verdict, const TextOptions& options = {});

/// The reports of one test under several models, those that say the same together under one header that lists
/// the models. In the order of the first of each.
std::vector<std::string> groupedTextReports(const std::vector<const Verdict*>& verdicts,
                                            const TextOptions& options = {});

/// "RACY: any outcome is possible", "race-free", "undecided (time limit)" ...
std::string headline(const Verdict& verdict);

/// "exists (1:r0=0)".
std::string conditionText(const Program& program);

/// One line of a summary: a model's verdict, or why the model was not asked.
struct SummaryRow {
  std::string model;
  const Verdict* verdict = nullptr;  ///< null when the model does not apply
  std::string notApplicable;
};

/// A table of models against verdict and condition, for one test.
std::string summaryTable(const Program& program, const std::vector<SummaryRow>& rows, bool colour = false);

}  // namespace hrfcheck::inline report
