#pragma once

#include <vector>

#include "cli/arguments.h"
#include "cli/output/output.h"
#include "report/json_report.h"

namespace hrfcheck::inline cli {

/// A verdict with the time it took.
struct TimedVerdict {
  Verdict verdict;
  double seconds;
};

/// Writes reports in the format asked for, as they come (text, herd) or at the end (JSON).
class ReportWriter {
 public:
  explicit ReportWriter(const ReportArguments& arguments)
      : arguments_(arguments), output_(arguments.output), colour_(useColour(arguments)) {}

  /// All verdicts of one test.
  /// @param summary put a table of the models first
  void add(const Program& program, std::vector<TimedVerdict> verdicts, std::vector<SkippedModel> skipped,
           bool summary);
  /// Prints errors and warnings to standard error, and keeps them for JSON.
  void diagnose(const std::vector<Diagnostic>& diagnostics);
  void finish();

 private:
  void addText(const Program& program, const std::vector<TimedVerdict>& verdicts,
               const std::vector<SkippedModel>& skipped, bool summary);
  void addHerd(const std::vector<TimedVerdict>& verdicts, const std::vector<SkippedModel>& skipped);

  const ReportArguments& arguments_;
  Output output_;
  bool colour_;
  bool first_ = true;
  JsonReport json_;
};

}  // namespace hrfcheck::inline cli
