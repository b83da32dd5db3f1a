#include "check/notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "check/races.h"
#include "check/scope_edit.h"
#include "check/scope_of_model.h"

namespace hrfcheck {
namespace {

std::string incidentText(const Incident& incident, const Skeleton& skeleton) {
  const Program& program = skeleton.program();
  const std::string where = placeText(program, incident.where);
  const std::string& text = instructionAt(program, incident.where).text;
  switch (incident.kind) {
    case IncidentKind::BoundReached:
      return fmt::format("a loop was cut after {} iterations at {}: {}", skeleton.unrollBound(), where, text);
    case IncidentKind::BarrierDivergence:
      return fmt::format("undefined behaviour: not every thread reaches the barrier at {}: {}", where, text);
    case IncidentKind::Fault:
      break;
  }
  return {};
}

bool spins(const Skeleton& skeleton) {
  return std::ranges::any_of(
      skeleton.threads(), [](const UnrolledThread& t) { return std::ranges::any_of(t.loops, &Loop::spin); });
}

bool canMakeOutcomesVoid(const Check& check) {
  return check.role == CheckRole::UndefinedUnless ||
         (check.role == CheckRole::Flag && check.name == kRaceFlag);
}

/// Whether some execution ends, where a thread spins: nothing to say if one does, and nothing known if no
/// outcome was asked for.
std::string spinText(const Analysis& analysis, const Skeleton& skeleton, OutcomeSearch asked) {
  if (!spins(skeleton) || analysis.undecided) {
    return {};
  }
  if (asked == OutcomeSearch::None) {
    return "races of executions in which a thread waits in a loop for ever are not looked for; whether some "
           "execution ends was not asked";
  }
  const bool none =
      analysis.outcomes.empty() && analysis.incidents.empty() && skeleton.program().filter == nullptr;
  return none ? "no execution ends: some thread waits in a loop for ever; races of such executions are not "
                "looked for"
              : "";
}

}  // namespace

std::string placeText(const Program& program, InstructionRef where) {
  const std::string name = program.instructionName(where.thread, where.instruction);
  const Place& place = instructionAt(program, where).place;
  if (!place.known()) {
    return name;
  }
  return fmt::format("{} ({}:{})", name, place.source->name(), place.position().line);
}

std::vector<std::string> notesOf(const Model& model, const Analysis& analysis, const Skeleton& skeleton,
                                 const AnalysisOptions& asked) {
  const Program& program = skeleton.program();
  std::vector<std::string> notes;
  if (const auto outside = outsideOf(model, program); !outside.empty()) {
    notes.push_back(fmt::format("outside of what the model's source defines: {}", fmt::join(outside, ", ")));
  }
  if (!asked.flags && std::ranges::any_of(model.checks, canMakeOutcomesVoid)) {
    notes.push_back("races were not looked for; a racy or undefined test may have any outcome");
  }
  for (const Incident& incident : analysis.incidents) {
    if (incident.kind != IncidentKind::Fault) {  // has a place of its own (Verdict::faults)
      notes.push_back(incidentText(incident, skeleton));
    }
  }
  if (std::string text = spinText(analysis, skeleton, asked.outcomes); !text.empty()) {
    notes.push_back(std::move(text));
  }
  if (const FlagFinding* finding = findFlag(model, analysis, kThirdPartyFlag)) {
    for (const FlagPair& pair : finding->pairs) {
      notes.push_back(fmt::format("{} and {} synchronize only through a promotion by a third thread",
                                  placeText(program, pair.first), placeText(program, pair.second)));
    }
  }
  return notes;
}

}  // namespace hrfcheck
