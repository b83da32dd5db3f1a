#include <fmt/format.h>

#include <algorithm>

#include "report/termination/counterexample.h"
#include "report/termination/progress_report.h"
#include "report/text/paint.h"
#include "report/text/text_layout.h"
#include "util/mapped.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

std::vector<std::string> schedulersOf(const ProgressResult& result) {
  return mapped<std::string>(result.verdicts, [&](const SchedulerVerdict& verdict) {
    return schedulerName(*result.program, verdict.scheduler);
  });
}

/// The schedulers that every test is asked about; others stand at the end of their rows.
std::vector<std::string> columnsOf(const std::vector<ProgressReport>& reports) {
  if (reports.empty()) {
    return {};
  }
  std::vector<std::string> columns = schedulersOf(reports.front().result);
  for (const ProgressReport& report : reports) {
    const std::vector<std::string> here = schedulersOf(report.result);
    std::erase_if(columns,
                  [&](const std::string& name) { return std::ranges::find(here, name) == here.end(); });
  }
  return columns;
}

const char* letterOf(ProgressAnswer answer) {
  switch (answer) {
    case ProgressAnswer::Terminates:
      return "Y";
    case ProgressAnswer::MayHang:
      return "N";
    case ProgressAnswer::Undecided:
      break;
  }
  return "?";
}

class Matrix {
 public:
  Matrix(const std::vector<ProgressReport>& reports, bool colour)
      : reports_(reports), paint_{colour}, columns_(columnsOf(reports)) {
    for (const ProgressReport& report : reports) {
      width_ = std::max(width_, characters(report.result.program->name));
    }
  }

  std::string text() {
    std::string head = padded("test", width_) + "  states  with E";
    for (const std::string& column : columns_) {
      head += "  " + column;
    }
    out_ = paint_.strong(head) + "\n";
    for (const ProgressReport& report : reports_) {
      row(report);
    }
    if (failed_) {
      out_ += "! differs from the test's expectation\n";
    }
    return std::move(out_);
  }

 private:
  void row(const ProgressReport& report) {
    const ProgressResult& result = report.result;
    std::string line =
        fmt::format("{}  {:>6}  {:>6}", padded(cleaned(result.program->name, Controls::None), width_),
                    result.baseStates, result.states);
    std::vector<std::string> names = schedulersOf(result);
    for (const std::string& column : columns_) {
      const auto at = static_cast<std::size_t>(std::ranges::find(names, column) - names.begin());
      line += "  " + cell(result, result.verdicts[at], column.size());
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (std::ranges::find(columns_, names[i]) == columns_.end()) {
        line += fmt::format("  {}: {}", names[i], cell(result, result.verdicts[i], 1));
      }
    }
    out_ += trimmed(line) + "\n";
  }

  std::string cell(const ProgressResult& result, const SchedulerVerdict& verdict, std::size_t width) {
    const bool failed = judgeVerdict(result, verdict) == TerminationJudgement::NotAsExpected;
    failed_ = failed_ || failed;
    const std::string shown = padded(std::string(letterOf(verdict.answer)) + (failed ? "!" : ""), width);
    return verdict.answer == ProgressAnswer::Terminates ? paint_.good(shown)
           : verdict.answer == ProgressAnswer::MayHang  ? paint_.bad(shown)
                                                        : paint_.doubtful(shown);
  }

  const std::vector<ProgressReport>& reports_;
  Paint paint_;
  std::vector<std::string> columns_;
  std::size_t width_ = 4;
  bool failed_ = false;
  std::string out_;
};

}  // namespace

std::string progressMatrix(const std::vector<ProgressReport>& reports, bool colour) {
  return Matrix(reports, colour).text();
}

}  // namespace hrfcheck::inline report
