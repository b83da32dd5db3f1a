#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "triage/reports/formats.h"
#include "triage/reports/places.h"
#include "util/text.h"

namespace hrfcheck::inline triage {
namespace {

constexpr const char* kRacecheck = "racecheck";
constexpr std::string_view kAnalysis = "Race reported between ";
constexpr std::string_view kFurther = "and ";
constexpr std::string_view kHazardSeen = " hazard detected";
constexpr std::string_view kAccessAt = " access at";

/// Without the bar that begins each line of the tool.
std::string_view said(std::string_view line) {
  const std::size_t bar = line.find("=========");
  if (bar != std::string_view::npos) {
    line.remove_prefix(bar);
    line.remove_prefix(std::min(line.find_first_not_of('='), line.size()));
  }
  return stripped(line);
}

/// "KERNEL+0xf0 in FILE:LINE", "0x70 in FILE:LINE:KERNEL", "KERNEL+0xf0": the last one has no line.
std::optional<ReportedAccess> placeIn(std::string_view text) {
  constexpr std::string_view kIn = " in ";
  const std::size_t in = text.rfind(kIn);
  return in == std::string_view::npos ? std::nullopt : placeAt(text.substr(in + kIn.size()));
}

/// An access of a report: what it does, and where if that is said.
struct Said {
  ReportedKind kind;
  std::optional<ReportedAccess> place;
};

Said accessOf(ReportedKind kind, std::string_view where) {
  std::optional<ReportedAccess> place = placeIn(where);
  if (place) {
    place->kind = kind;
  }
  return {kind, place};
}

class RacecheckReader {
 public:
  RacecheckReader(const TextLines& lines, Report& report) : lines_(lines), report_(report) {}

  void run() {
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      const std::string_view line = said(lines_[at_]);
      if (const std::size_t analysis = line.find(kAnalysis); analysis != std::string_view::npos) {
        first_ = accessAfter(line.substr(analysis + kAnalysis.size()));
      } else if (line.starts_with(kFurther) && first_) {
        if (const auto second = accessAfter(line.substr(kFurther.size()))) {
          add(*first_, *second, hazardsIn(line));
        }
      } else if (line.find(kHazardSeen) != std::string_view::npos) {
        hazard();
      } else {
        first_.reset();
      }
    }
  }

 private:
  /// "Write access at WHERE"; WHERE may stand on the next line.
  std::optional<Said> accessAfter(std::string_view text) {
    const std::size_t end = text.find(kAccessAt);
    const auto kind = end == std::string_view::npos ? std::nullopt : kindOf(stripped(text.substr(0, end)));
    if (!kind) {
      return std::nullopt;
    }
    std::string_view where = stripped(text.substr(end + kAccessAt.size()));
    if (where.empty() && at_ + 1 < lines_.size()) {
      where = said(lines_[++at_]);
    }
    return accessOf(*kind, where);
  }

  /// The two lines behind: "Read Thread (0,0,0) at WHERE".
  void hazard() {
    std::optional<Said> both[2];
    for (std::optional<Said>& side : both) {
      const std::string_view line = at_ + 1 < lines_.size() ? said(lines_[at_ + 1]) : "";
      const std::size_t thread = line.find(" Thread (");
      const std::size_t where = line.find(") at ");
      const auto kind =
          thread == std::string_view::npos ? std::nullopt : kindOf(stripped(line.substr(0, thread)));
      if (!kind || where == std::string_view::npos) {
        return;
      }
      ++at_;
      side = accessOf(*kind, line.substr(where));
    }
    add(*both[0], *both[1], 1);
  }

  /// "[4 hazards]"; an older tool that says none has seen one.
  static std::uint64_t hazardsIn(std::string_view line) {
    const std::size_t begin = line.rfind('[');
    std::uint64_t count = 0;
    if (begin != std::string_view::npos && line.find(" hazard", begin) != std::string_view::npos) {
      std::from_chars(line.data() + begin + 1, line.data() + line.size(), count);
    }
    return std::max<std::uint64_t>(count, 1);
  }

  void add(const Said& first, const Said& second, std::uint64_t times) {
    if (!first.place || !second.place) {
      ++report_.withoutLines;
      return;
    }
    report_.pairs.push_back(inOrder({*first.place, second.place, kRacecheck, times}));
  }

  const TextLines& lines_;
  Report& report_;
  std::size_t at_ = 0;
  std::optional<Said> first_;  ///< of the analysis report at hand
};

}  // namespace

void readRacecheck(const TextLines& lines, Report& report) {
  RacecheckReader(lines, report).run();
}

}  // namespace hrfcheck::inline triage
