#include <fmt/format.h>

#include <cmath>

#include "report/rows/batch_table.h"
#include "report/rows/run_facts.h"

namespace hrfcheck::inline report {
namespace {

/// "2 failed, 1 error", what a reader would want to stop for.
std::string troubleText(const Tally& tally) {
  std::size_t errors = 0;
  for (const auto& [status, count] : tally.all.statuses) {
    errors += status == RowStatus::Error || status == RowStatus::Crashed ? count : 0;
  }
  std::string text;
  if (tally.all.failedRows > 0) {
    text += fmt::format(", {} failed", tally.all.failedRows);
  }
  if (errors > 0) {
    text += fmt::format(", {} error{}", errors, errors == 1 ? "" : "s");
  }
  return text;
}

}  // namespace

std::string progressLine(std::size_t done, std::size_t all, double seconds, const Tally& tally,
                         std::size_t width) {
  const std::string total = std::to_string(all);
  const std::string count = fmt::format("[{:>{}}/{}]", done, total.size(), total);
  std::string rate;
  std::string left;
  if (done > 0 && seconds > 0) {
    const double perSecond = static_cast<double>(done) / seconds;
    rate = perSecond < 9.95 ? fmt::format(", {:.1f}/s", perSecond) : fmt::format(", {:.0f}/s", perSecond);
    if (done < all) {
      left = fmt::format(", {} left", durationText(static_cast<double>(all - done) / perSecond));
    }
  }
  const std::string trouble = troubleText(tally);
  // What matters least goes first.
  for (const std::string& parts :
       {fmt::format("{}{}{}", rate, left, trouble), fmt::format("{}{}", left, trouble), trouble}) {
    // After the count there is no comma.
    if (count.size() + parts.size() <= width + (parts.empty() ? 0 : 1)) {
      return parts.empty() ? count : count + parts.substr(1);
    }
  }
  return count.substr(0, width);
}

}  // namespace hrfcheck::inline report
