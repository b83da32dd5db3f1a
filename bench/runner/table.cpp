#include <fmt/format.h>

#include "bench/runner/output.h"

namespace hrfcheck::bench {
namespace {

constexpr const char* kLine = "{:<44} {:>10} {:>10} {:>10} {:>9} {:>7} {:>9} {:>9} {:>9} {:>9}  {}\n";

std::string countOf(const Result& result, const char* name) {
  const auto found = result.counts.find(name);
  return found == result.counts.end() ? "-" : std::to_string(found->second);
}

std::string remark(const Result& result) {
  const std::optional<bool> met = meetsTarget(result);
  if (!met) {
    return result.problem;
  }
  const std::string target =
      fmt::format("{} target {} {}", *met ? "meets" : "MISSES",
                  result.target->atLeast ? ">=" : "<=", quantity(result.target->bound, result.unit));
  return result.problem.empty() ? target : result.problem + ", " + target;
}

}  // namespace

std::string quantity(double value, Unit unit) {
  switch (unit) {
    case Unit::Seconds:
      return value < 0.0995 ? fmt::format("{:.3g} ms", 1000 * value) : fmt::format("{:.3g} s", value);
    case Unit::Megabytes:
      return fmt::format("{:.0f} MB", value);
    case Unit::Ratio:
      break;
  }
  return fmt::format("{:.2f}x", value);
}

std::string tableHead() {
  return fmt::format(kLine, "row", "median", "min", "max", "peak", "events", "outcomes", "variables",
                     "clauses", "solver", "");
}

std::string tableLine(const Result& result) {
  const auto shown = [&](double value) { return quantity(value, result.unit); };
  const bool none = result.values.empty();
  return fmt::format(kLine, result.name, none ? "-" : shown(median(result.values)),
                     none ? "-" : shown(result.values.front()), none ? "-" : shown(result.values.back()),
                     quantity(result.peakMegabytes, Unit::Megabytes), countOf(result, "events"),
                     countOf(result, "outcomes"), countOf(result, "variables"), countOf(result, "clauses"),
                     result.solverSeconds ? quantity(*result.solverSeconds, Unit::Seconds) : "-",
                     remark(result));
}

}  // namespace hrfcheck::bench
