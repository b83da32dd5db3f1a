#include "report/rows/row_finding.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/races/race_groups.h"
#include "util/mapped.h"
#include "util/utf16.h"

namespace hrfcheck::inline report {
namespace {

class VerdictFindings {
 public:
  explicit VerdictFindings(const Verdict& verdict) : verdict_(verdict), program_(*verdict.program) {}

  RowFinding of(const RaceGroup& group) const {
    const Race& race = verdict_.races[group.races.front()];
    const std::string second = fmt::format("'{}' on line {}", textOf(race.second), placeOf(race.second).line);
    std::string message = fmt::format("'{}' races with {}", textOf(race.first), second);
    if (!race.explanation.empty()) {
      message += ": " + race.explanation;
    }
    if (verdict_.raceOnlyThroughValueCycle) {
      message += ", only through a value cycle";
    }
    RowFinding finding{kRaceRule, std::move(message), {}};
    finding.second = placeOf(race.first) == placeOf(race.second) ? "" : second;
    for (const std::size_t index : group.races) {
      for (const InstructionRef& instruction : {verdict_.races[index].first, verdict_.races[index].second}) {
        if (const FoundAt place = placeOf(instruction);
            std::ranges::find(finding.where, place) == finding.where.end()) {
          finding.where.push_back(place);
        }
      }
    }
    return finding;
  }

  RowFinding of(const Fault& fault) const {
    return {"fault", fmt::format("'{}': {}", textOf(fault.where), fault.explanation), {placeOf(fault.where)}};
  }

 private:
  const Instruction& at(InstructionRef where) const {
    return program_.threads[where.thread].instructions[where.instruction];
  }
  std::string textOf(InstructionRef where) const { return at(where).text; }
  FoundAt placeOf(InstructionRef where) const {
    return foundAt(at(where).place, program_.source ? program_.source->name() : program_.name);
  }

  const Verdict& verdict_;
  const Program& program_;
};

}  // namespace

FoundAt foundAt(const Place& place, const std::string& otherwise) {
  if (!place.known() || place.source->isAppended(place.span.begin)) {
    return FoundAt{otherwise, 0};
  }
  const Source& source = *place.source;
  const auto column = [&](const LineColumn& at) {
    return static_cast<std::uint32_t>(utf16Units(source.line(at.line).substr(0, at.column - 1)) + 1);
  };
  const LineColumn begin = place.position();
  const LineColumn end = source.position(place.span.end);
  return {source.name(), begin.line, begin.column, place.span.end - place.span.begin,
          FoundRegion{column(begin), end.line, column(end)}};
}

std::vector<RowFinding> findingsOf(const Verdict& verdict) {
  const VerdictFindings findings(verdict);
  auto all =
      mapped<RowFinding>(raceGroups(verdict), [&](const RaceGroup& group) { return findings.of(group); });
  for (const Fault& fault : verdict.faults) {
    all.push_back(findings.of(fault));
  }
  return all;
}

std::vector<RowFinding> findingsOf(const UserError& error, const std::string& path) {
  std::vector<RowFinding> all;
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    const std::string hint = diagnostic.hint.empty() ? "" : fmt::format(" ({})", diagnostic.hint);
    all.push_back({"unreadable", diagnostic.message + hint, {foundAt(diagnostic.place, path)}});
  }
  return all;
}

}  // namespace hrfcheck::inline report
