#include "check/races.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "check/diagnose.h"
#include "check/fix_search.h"
#include "check/scope_edit.h"
#include "execution/evaluate.h"
#include "util/invariant.h"

namespace hrfcheck {
namespace {

/// The events of an instruction pair that the flag relates in this execution, in the order of the pair.
std::optional<std::pair<EventId, EventId>> eventsOf(const Skeleton& skeleton, const RaisedFlag& flag,
                                                    const FlagPair& pair) {
  for (const auto& [a, b] : flag.pairs) {
    if (skeleton.instructionOf(a) == pair.first && skeleton.instructionOf(b) == pair.second) {
      return std::pair{a, b};
    }
    if (skeleton.instructionOf(b) == pair.first && skeleton.instructionOf(a) == pair.second) {
      return std::pair{b, a};
    }
  }
  return std::nullopt;
}

std::optional<std::pair<EventId, EventId>> eventsIn(const Skeleton& skeleton, const Evaluation& evaluation,
                                                    std::size_t check, const FlagPair& pair) {
  for (const RaisedFlag& flag : evaluation.flags) {
    if (flag.check == check) {
      return eventsOf(skeleton, flag, pair);
    }
  }
  return std::nullopt;
}

/// Which events of the pair's witness race: asked of the evaluator, for the pair names instructions only. The
/// witness gets the choices of the model with which they do.
std::optional<std::pair<EventId, EventId>> racingEvents(Evaluator& evaluator, Execution& witness,
                                                        std::size_t check, const FlagPair& pair) {
  std::optional<std::pair<EventId, EventId>> found;
  std::vector<Relation> made;
  evaluator.forEachChoice(witness, [&](const std::vector<Relation>& choices, const Evaluation& evaluation) {
    found = eventsIn(*witness.skeleton, evaluation, check, pair);
    if (found) {
      made = choices;
    }
    return !found;
  });
  witness.choices = std::move(made);
  return found;
}

bool isOrdinary(const Program& program, InstructionRef where) {
  return atomicityOf(instructionAt(program, where)) == nullptr;
}

std::set<std::pair<InstructionRef, InstructionRef>> pairsOf(const FlagFinding* finding) {
  std::set<std::pair<InstructionRef, InstructionRef>> result;
  if (finding != nullptr) {
    for (const FlagPair& pair : finding->pairs) {
      result.emplace(pair.first, pair.second);
    }
  }
  return result;
}

int rank(const Race& race) {
  if (!race.ordinary) {
    return race.scopeInclusion ? 0 : 1;
  }
  return race.followsFrom ? 3 : 2;
}

void sortByWeight(std::vector<Race>& races) {
  std::stable_sort(races.begin(), races.end(), [](const Race& a, const Race& b) {
    return std::tuple(rank(a), a.first, a.second) < std::tuple(rank(b), b.first, b.second);
  });
}

void findFixes(FixSearch& search, std::vector<Race>& races) {
  std::size_t synchronizing = 0;
  for (Race& race : races) {
    if (race.ordinary) {
      for (std::size_t i = 0; i < synchronizing && !race.followsFrom; ++i) {
        if (!races[i].fix.empty() && search.orders(races[i].fix, race)) {
          race.followsFrom = i;
        }
      }
    } else {
      ++synchronizing;
    }
    if (!race.followsFrom) {
      search.find(race);
    }
  }
}

}  // namespace

const FlagFinding* findFlag(const Model& model, const Analysis& analysis, const std::string& name) {
  for (const FlagFinding& finding : analysis.flags) {
    if (model.checks[finding.check].name == name && model.checks[finding.check].role == CheckRole::Flag) {
      return &finding;
    }
  }
  return nullptr;
}

std::vector<Race> explainRaces(Engine& engine, const Skeleton& skeleton, const Model& model,
                               const Analysis& analysis, const CheckOptions& options) {
  std::vector<Race> races;
  const FlagFinding* finding = findFlag(model, analysis, kRaceFlag);
  if (finding == nullptr) {
    return races;
  }
  const auto violations = pairsOf(findFlag(model, analysis, kScopeFlag));
  Evaluator evaluator(model, skeleton);
  for (const FlagPair& pair : finding->pairs) {
    Race race;
    race.first = pair.first;
    race.second = pair.second;
    race.ordinary = isOrdinary(skeleton.program(), pair.first) || isOrdinary(skeleton.program(), pair.second);
    race.scopeInclusion = violations.contains({pair.first, pair.second});
    race.witness = pair.witness.execution();
    if (options.explain) {
      const auto events = racingEvents(evaluator, race.witness, finding->check, pair);
      INVARIANT(events, "the witness of a race shows the race");
      std::tie(race.firstEvent, race.secondEvent) = *events;
      WitnessOrder order(model, race.witness, evaluator);
      diagnose(race, order);
    }
    races.push_back(std::move(race));
  }
  sortByWeight(races);
  if (options.explain) {
    FixSearch search(engine, skeleton, model, finding->check, options);
    findFixes(search, races);
    sortByWeight(races);
  }
  return races;
}

}  // namespace hrfcheck
