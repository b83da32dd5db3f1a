#include "engine/explicit/found_flags.h"

#include <algorithm>
#include <optional>

#include "execution/evaluate/node_facts.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine {
namespace {

std::optional<IncidentKind> incidentOf(ThreadEnd end) {
  switch (end) {
    case ThreadEnd::Completed:
    case ThreadEnd::Spinning:
      return std::nullopt;
    case ThreadEnd::BoundReached:
      return IncidentKind::BoundReached;
    case ThreadEnd::Blocked:
      return IncidentKind::BarrierDivergence;
    case ThreadEnd::Fault:
      return IncidentKind::Fault;
  }
  INVARIANT(false, "a thread's end without a meaning");
}

bool othersWaitForIt(const Ending& ending) {
  return ending.end == ThreadEnd::BoundReached || ending.end == ThreadEnd::Fault ||
         ending.end == ThreadEnd::Spinning;
}

}  // namespace

std::vector<std::pair<IncidentKind, InstructionRef>> incidentsOf(const std::vector<Ending>& endings) {
  std::vector<std::pair<IncidentKind, InstructionRef>> incidents;
  const bool someWait = std::ranges::any_of(endings, othersWaitForIt);
  for (ThreadId t = 0; t < endings.size(); ++t) {
    const std::optional<IncidentKind> kind = incidentOf(endings[t].end);
    if (kind && (!someWait || kind != IncidentKind::BarrierDivergence)) {
      incidents.push_back({*kind, {t, endings[t].lastInstruction}});
    }
  }
  return incidents;
}

void FoundFlags::moveTo(Analysis& analysis) {
  for (auto& [check, flag] : flags) {
    FlagFinding& finding = analysis.flags.emplace_back(FlagFinding{check, {}, std::move(flag.witness)});
    for (auto& [pair, witness] : flag.pairs) {
      finding.pairs.push_back({pair.first, pair.second, std::move(witness)});
    }
  }
  for (auto& [key, witness] : incidents) {
    analysis.incidents.push_back({key.first, key.second, std::move(witness)});
  }
  flags.clear();
  incidents.clear();
}

bool flagsHangOnChoices(const Model& model) {
  const std::vector<NodeFacts> facts = factsOf(model);
  return std::ranges::any_of(model.checks, [&](const Check& check) {
    return check.role != CheckRole::Require && choicesNeeded(inputsOf(check, facts)) > 0;
  });
}

}  // namespace hrfcheck::inline engine
