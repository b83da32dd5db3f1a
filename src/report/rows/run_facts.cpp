#include "report/rows/run_facts.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace hrfcheck::inline report {

std::string durationText(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole < 100) {
    return fmt::format("{} s", whole);
  }
  const std::uint64_t minutes = (whole + 59) / 60;
  return minutes < 100 ? fmt::format("{} min", minutes)
                       : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string sizeText(std::size_t bytes) {
  constexpr std::size_t kThousand = 1000;
  const auto size = static_cast<double>(bytes);
  return bytes < kThousand               ? fmt::format("{} bytes", bytes)
         : bytes < kThousand * kThousand ? fmt::format("{:.0f} kB", size / 1e3)
                                         : fmt::format("{:.1f} MB", size / 1e6);
}

std::vector<std::pair<std::string, std::string>> listed(const RunFacts& facts) {
  std::vector<std::pair<std::string, std::string>> list;
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) {
      list.emplace_back(name, text);
    }
  };
  add("Date", facts.date);
  add("Duration", facts.seconds ? durationText(*facts.seconds) : "");
  add("Version", facts.version);
  return list;
}

}  // namespace hrfcheck::inline report
