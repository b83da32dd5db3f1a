#include "report/rows/row_finding.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/races/race_groups.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

FoundAt foundAt(const Place& place, const std::string& otherwise) {
  if (!place.known()) {
    return FoundAt{otherwise, 0};
  }
  const LineColumn position = place.position();
  return {place.source->name(), position.line, position.column, place.span.end - place.span.begin};
}

class VerdictFindings {
 public:
  explicit VerdictFindings(const Verdict& verdict) : verdict_(verdict), program_(*verdict.program) {}

  RowFinding of(const RaceGroup& group) const {
    const Race& race = verdict_.races[group.races.front()];
    std::string message = fmt::format("'{}' races with '{}' on line {}", textOf(race.first),
                                      textOf(race.second), placeOf(race.second).line);
    if (!race.explanation.empty()) {
      message += ": " + race.explanation;
    }
    if (verdict_.raceOnlyThroughValueCycle) {
      message += ", only through a value cycle";
    }
    RowFinding finding{"heterogeneous-race", std::move(message), {}};
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
