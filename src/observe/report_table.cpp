#include <fmt/format.h>

#include <algorithm>

#include "observe/observe_report.h"
#include "report/text/text_report.h"
#include "util/utf8.h"

namespace hrfcheck::inline observe {
namespace {

/// "1.0e9", short enough for a cell.
std::string shortNumber(double number) {
  constexpr double kPlain = 1e5;
  return number < kPlain ? fmt::format("{}", static_cast<std::uint64_t>(number))
                         : fmt::format("{:.2g}", number);
}

/// What a model says of the states that satisfy the condition.
std::string cellOf(const ObserveReport& report, const ModelVerdict& verdict) {
  const Promise& promise = verdict.judgement.promise;
  if (verdict.found()) {
    return "**broken**";
  }
  if (verdict.judgement.answer == Judgement::Answer::NothingPromised) {
    return promise.races == RaceStatus::Racy ? "racy" : "undefined";
  }
  if (promise.undecided || promise.kind == PromiseKind::Undecided) {
    return "undecided";
  }
  const bool allowed = std::ranges::any_of(
      promise.outcomes, [&](const auto& state) { return satisfiesCondition(*report.program, state); });
  return allowed ? "allowed" : "forbidden";
}

double firstSeen(const ObserveReport& report) {
  double first = report.results.seconds;
  for (const SeenState& state : report.results.states) {
    first = satisfiesCondition(*report.program, state.values) ? std::min(first, state.firstSeen) : first;
  }
  return first;
}

/// "the writer's memory: 0 of 1e9; the reader's: 5e3 of 2e9".
std::string placesOf(const ObserveReport& report) {
  std::string text;
  const auto counts = report.conditionByPlace();
  for (std::size_t place = 0; place < counts.size(); ++place) {
    if (counts[place].second > 0) {
      text +=
          fmt::format("{}{}{}: {} of {}", text.empty() ? "" : "; ", kPlaceNames.at(place),
                      text.empty() ? " memory" : "", shortNumber(static_cast<double>(counts[place].first)),
                      shortNumber(static_cast<double>(counts[place].second)));
    }
  }
  return text;
}

std::string rowOf(const ObserveReport& report) {
  const DeviceResults& results = report.results;
  const std::uint64_t seen = report.conditionCounts().first;
  std::string row = fmt::format("| `{}` |", cleaned(report.program->name, Controls::None));
  for (const ModelVerdict& verdict : report.verdicts) {
    row += fmt::format(" {} |", cellOf(report, verdict));
  }
  row += report.didNotRun() ? " – |"
         : seen == 0        ? " never |"
                     : fmt::format(" {} ({:.2g} %), after {:.3f} s |", shortNumber(static_cast<double>(seen)),
                                   100.0 * static_cast<double>(seen) / static_cast<double>(results.instances),
                                   firstSeen(report));
  row += fmt::format(" {} |", shortNumber(static_cast<double>(results.instances)));
  const double rate = results.seconds > 0 ? static_cast<double>(results.instances) / results.seconds : 0;
  row += fmt::format(" {} |", shortNumber(rate));
  std::string remarks = results.incomplete.empty() ? ""
                        : report.didNotRun()
                            ? fmt::format("did not run: {}", cleaned(results.incomplete, Controls::None))
                            : "partial";
  if (results.unfinished > 0) {
    remarks += fmt::format("{}{} did not end", remarks.empty() ? "" : ", ",
                           shortNumber(static_cast<double>(results.unfinished)));
  }
  const std::string places = placesOf(report);
  remarks += remarks.empty() || places.empty() ? places : ", " + places;
  return row + fmt::format(" {} |\n", remarks);
}

/// "NVIDIA H200; 2026-11-24; CUDA driver 13.0; nvcc 13.0.88, sm_90".
std::string deviceLine(const DeviceResults& results) {
  if (results.device.empty()) {
    return "No device\n\n";
  }
  return fmt::format("{}; {}; {}; {}\n\n", cleaned(results.device, Controls::None), dateOf(results),
                     cleaned(results.driver, Controls::None), cleaned(results.compiler, Controls::None));
}

}  // namespace

std::string observeTable(const std::vector<ObserveReport>& reports) {
  if (reports.empty()) {
    return "";
  }
  std::string head = "| test |";
  std::string line = "|---|";
  for (const ModelVerdict& verdict : reports.front().verdicts) {
    head += fmt::format(" {} |", verdict.model);
    line += "---|";
  }
  head += " condition seen | instances | a second | |\n" + line + "---|---|---|---|\n";
  std::vector<std::pair<std::string, std::string>> tables;  // by device, in the order in which they occur
  for (const ObserveReport& report : reports) {
    auto table =
        std::ranges::find(tables, report.results.device, &std::pair<std::string, std::string>::first);
    if (table == tables.end()) {
      table = tables.insert(tables.end(), {report.results.device, deviceLine(report.results) + head});
    }
    table->second += rowOf(report);
  }
  std::string text;
  for (const auto& [device, table] : tables) {
    text += (text.empty() ? "" : "\n") + table;
  }
  return text;
}

}  // namespace hrfcheck::inline observe
