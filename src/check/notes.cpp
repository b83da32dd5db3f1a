#include "check/notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "cat/model/undefining_checks.h"
#include "check/models/scope_of_model.h"
#include "check/races/annotation_edit.h"
#include "check/races/races.h"
#include "program/ir/launch_place.h"

namespace hrfcheck::inline check {
namespace {

std::string incidentText(const Incident& incident, const EventStructure& structure) {
  const Program& program = structure.program();
  const std::string where = placeText(program, incident.where);
  const std::string& text = instructionAt(program, incident.where).text;
  switch (incident.kind) {
    case IncidentKind::BoundReached:
      return fmt::format("a loop was cut after {} iterations at {}: {}", structure.unrollBound(), where,
                         text);
    case IncidentKind::BarrierDivergence:
      return fmt::format("undefined behaviour: not every thread reaches the barrier at {}: {}", where, text);
    case IncidentKind::Fault:
      break;
  }
  return {};
}

std::string namesOf(const Program& program, const std::vector<InstructionRef>& instructions) {
  constexpr std::size_t kMostNamed = 6;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(instructions.size(), kMostNamed); ++i) {
    names.push_back(program.instructionName(instructions[i].thread, instructions[i].instruction));
  }
  if (instructions.size() > kMostNamed) {
    names.emplace_back("...");
  }
  return fmt::format("{}", fmt::join(names, " "));
}

bool isCut(const Incident& incident) {
  return incident.kind == IncidentKind::BoundReached;
}

bool spins(const EventStructure& structure) {
  return std::ranges::any_of(
      structure.threads(), [](const UnrolledThread& t) { return std::ranges::any_of(t.loops, &Loop::spin); });
}

bool tellsSpacesApart(const Model& model) {
  return std::ranges::any_of(model.nodes,
                             [](const CatNode& node) { return node.isTag("LOCAL") || node.isTag("GLOBAL"); });
}

/// Locations of OpenCL tests for which no address space is named, where the model tells the spaces apart.
std::string unnamedSpaceText(const Model& model, const EventStructure& structure) {
  const Program& program = structure.program();
  if (program.dialect != "OPENCL" || !tellsSpacesApart(model)) {
    return {};
  }
  std::set<LocationId> accessed;
  for (EventId e = 0; e < structure.size(); ++e) {
    if (structure.events()[e].kind != EventKind::InitialWrite) {
      accessed.insert(structure.mayLocations()[e].begin(), structure.mayLocations()[e].end());
    }
  }
  std::vector<std::string> names;
  for (const LocationId l : accessed) {
    if (program.locations[l].space == AddressSpace::Generic) {
      names.push_back(program.locations[l].name);
    }
  }
  constexpr std::size_t kMostNames = 4;
  const std::size_t more = names.size() - std::min(names.size(), kMostNames);
  names.resize(names.size() - more);
  return names.empty()
             ? ""
             : fmt::format(
                   "no address space is named for {}{}: models like opencl treat it as global memory; a model that uses GLOBAL does not include it",
                   fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

/// Where a thread spins: that it is not known whether some execution ends, if no outcome was asked for; and
/// that a filter leaves out those that do not.
std::string spinText(const Analysis& analysis, const EventStructure& structure, OutcomeSearch asked) {
  if (!spins(structure) || analysis.undecided) {
    return {};
  }
  if (structure.program().filter != nullptr) {
    return "executions in which a thread spins for ever do not reach the filter; their races are not reported";
  }
  if (!structure.program().countsIncomplete()) {
    return "executions in which a thread spins for ever are not considered: threads after `ssw` start once others have ended";
  }
  return asked == OutcomeSearch::None
             ? "whether some execution completes was not checked; a thread may spin for ever"
             : "";
}

}  // namespace

std::string placeText(const Program& program, InstructionRef where) {
  const std::string name = program.instructionName(where.thread, where.instruction);
  const Place& place = instructionAt(program, where).place;
  if (!place.known()) {
    return name;
  }
  const std::string at = launchPlaceText(program, where.thread);
  return fmt::format("{} ({}{}{}:{})", name, at, at.empty() ? "" : "; ", place.source->name(),
                     place.position().line);
}

std::string thinAirNote(const Program& program, const std::vector<InstructionRef>& instructions) {
  return fmt::format(
      "{}: the model lets reads justify each other in a cycle ({}), and not all values that they may return "
      "are known; --assume no-thin-air leaves such executions out",
      kThinAir, namesOf(program, instructions));
}

std::string circularValuesNote(const Program& program, const std::vector<InstructionRef>& instructions) {
  return fmt::format(
      "the model lets reads justify each other in a cycle ({}): of the values that thus come out of thin air, and "
      "that neither the code nor the condition distinguishes, only one is considered and listed",
      namesOf(program, instructions));
}

std::vector<std::string> notesOf(const Model& model, const Analysis& analysis,
                                 const EventStructure& structure, const AnalysisOptions& asked) {
  const Program& program = structure.program();
  std::vector<std::string> notes;
  if (const auto outside = outsideOf(model, program); !outside.empty()) {
    notes.push_back(fmt::format("not covered by the model's source: {}", fmt::join(outside, ", ")));
  }
  if (std::string text = unnamedSpaceText(model, structure); !text.empty()) {
    notes.push_back(std::move(text));
  }
  if (const auto race = std::ranges::find(model.checks, kRaceFlag, &Check::name);
      race != model.checks.end() && !race->writtenName.empty() &&
      findFlag(model, analysis, kRaceFlag) != nullptr) {
    notes.push_back(fmt::format("the model calls its races '{}'", race->writtenName));
  }
  if (!asked.flags && std::ranges::any_of(model.checks, makesUndefined)) {
    notes.push_back("races were not checked; a racy or undefined test may have any outcome");
  }
  for (const Incident& incident : analysis.incidents) {
    if (incident.kind != IncidentKind::Fault) {  // has a place of its own (Verdict::faults)
      notes.push_back(incidentText(incident, structure));
    }
  }
  if (std::ranges::any_of(analysis.incidents, &isCut)) {
    notes.push_back(fmt::format("what more iterations would show is not known; --unroll {} allows more",
                                2 * structure.unrollBound()));
  }
  if (std::string text = spinText(analysis, structure, asked.outcomes); !text.empty()) {
    notes.push_back(std::move(text));
  }
  if (const FlagFinding* finding = findFlag(model, analysis, kThirdPartyFlag)) {
    for (const FlagPair& pair : finding->pairs) {
      notes.push_back(
          fmt::format("{} and {} synchronize, or do not race, only through a promotion by a third "
                      "operation",
                      placeText(program, pair.first), placeText(program, pair.second)));
    }
  }
  return notes;
}

}  // namespace hrfcheck::inline check
