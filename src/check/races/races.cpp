#include "check/races/races.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "check/races/annotation_edit.h"
#include "check/races/diagnose.h"
#include "check/races/fix_search.h"
#include "check/races/race_groups.h"
#include "execution/evaluate/evaluate.h"
#include "util/invariant.h"

namespace hrfcheck::inline check {
namespace {

/// The events of an instruction pair that the flag relates in this execution, in the order of the pair.
std::optional<std::pair<EventId, EventId>> eventsOf(const EventStructure& structure, const RaisedFlag& flag,
                                                    const InstructionPair& pair) {
  for (const auto& [a, b] : flag.pairs) {
    if (structure.instructionOf(a) == pair.first && structure.instructionOf(b) == pair.second) {
      return std::pair{a, b};
    }
    if (structure.instructionOf(b) == pair.first && structure.instructionOf(a) == pair.second) {
      return std::pair{b, a};
    }
  }
  return std::nullopt;
}

std::optional<SeenRace> seenIn(const EventStructure& structure, const RaisedFlag& flag,
                               const std::vector<InstructionPair>& pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (const auto events = eventsOf(structure, flag, pairs[i])) {
      return SeenRace{i, events->first, events->second};
    }
  }
  return std::nullopt;
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
  if (!race.ordinary && !race.scopesFit) {
    return race.scopeInclusion ? 0 : 1;
  }
  if (race.followsFrom) {
    return 4;
  }
  return race.scopesFit ? 3 : 2;
}

void sortByWeight(std::vector<Race>& races) {
  std::stable_sort(races.begin(), races.end(), [](const Race& a, const Race& b) {
    return std::tuple(rank(a), a.first, a.second) < std::tuple(rank(b), b.first, b.second);
  });
}

/// What orders an earlier race between the same lines may order this one, too, when the lines are changed for
/// all threads: one mistake in code that many threads execute has one fix.
bool adoptFix(FixSearch& search, const Program& program, const std::vector<Race>& races, Race& race) {
  for (const Race& before : races) {
    if (&before == &race) {
      return false;
    }
    if (!before.fix.empty() && sameLines(program, before, race)) {
      return search.adopt(onWholeLines(program, before.fix), before, race);
    }
  }
  return false;
}

void findFix(FixSearch& search, const Program& program, std::vector<Race>& races, std::size_t number,
             std::size_t synchronizing) {
  Race& race = races[number];
  for (std::size_t i = 0; race.ordinary && i < synchronizing && !race.followsFrom; ++i) {
    if (!races[i].fix.empty() && search.orders(races[i].fix, race)) {
      race.followsFrom = i;
    }
  }
  if (!race.followsFrom && !adoptFix(search, program, races, race)) {
    search.find(race);
  }
}

/// @return how many of the races were looked at
std::size_t findFixes(FixSearch& search, const Program& program, std::vector<Race>& races) {
  std::size_t synchronizing = 0;
  std::size_t done = 0;
  try {
    for (; done < races.size() && !search.outOfTime(); ++done) {
      findFix(search, program, races, done, synchronizing);
      synchronizing += races[done].ordinary || races[done].scopesFit ? 0U : 1U;
    }
  } catch (const OutOfTime&) {
    // Of what is left, nothing is known.
  }
  return done;
}

/// What there is of a race without an explanation: most telling first, as far as that is known then.
std::vector<Race> racesOf(const EventStructure& structure, const Model& model, const Analysis& analysis,
                          const FlagFinding& finding) {
  const auto violations = pairsOf(findFlag(model, analysis, kScopeFlag));
  const bool judgesScopes =
      std::ranges::any_of(model.checks, [](const Check& check) { return check.name == kScopeFlag; });
  std::vector<Race> races;
  for (const FlagPair& pair : finding.pairs) {
    Race race;
    race.first = pair.first;
    race.second = pair.second;
    race.ordinary =
        isOrdinary(structure.program(), pair.first) || isOrdinary(structure.program(), pair.second);
    race.scopeInclusion = violations.contains({pair.first, pair.second});
    race.scopesFit = judgesScopes && !race.ordinary && !race.scopeInclusion;
    race.witness = pair.witness;
    races.push_back(std::move(race));
  }
  sortByWeight(races);
  return races;
}

/// @throws OutOfTime
void explainRace(Race& race, std::size_t check, const Model& model, Evaluator& evaluator,
                 const Deadline& deadline) {
  deadline.check();
  Race result = race;
  Execution execution = race.witness.execution();
  const auto seen = seenRace(evaluator, execution, check, {{race.first, race.second}});
  INVARIANT(seen, "the witness of a race shows the race");
  result.witness = Witness(execution);
  result.firstEvent = seen->first;
  result.secondEvent = seen->second;
  WitnessOrder order(model, execution, evaluator, deadline);
  diagnose(result, order);
  result.explained = true;
  race = std::move(result);
}

/// @return how many races have an explanation now, the first ones
std::size_t explainEach(std::vector<Race>& races, std::size_t check, const EventStructure& structure,
                        const Model& model, const Deadline& deadline) {
  std::size_t done = 0;
  try {
    Evaluator evaluator(model, structure, deadline);
    for (; done < races.size(); ++done) {
      explainRace(races[done], check, model, evaluator, deadline);
    }
  } catch (const OutOfTime&) {
    // They are races, whether or not there is time to say why.
  }
  return done;
}

std::string whyLeftOut(const CheckOptions& options) {
  return options.cancelled != nullptr && *options.cancelled ? "interrupted" : "time limit";
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

std::optional<SeenRace> seenRace(Evaluator& evaluator, Execution& execution, std::size_t check,
                                 const std::vector<InstructionPair>& pairs) {
  std::optional<SeenRace> found;
  std::vector<Relation> made;
  evaluator.forEachChoice(execution, [&](const std::vector<Relation>& choices, const Evaluation& evaluation) {
    for (const RaisedFlag& flag : evaluation.flags) {
      if (flag.check == check && !found) {
        found = seenIn(*execution.structure, flag, pairs);
      }
    }
    if (found) {
      made = choices;
    }
    return !found;
  });
  execution.choices = std::move(made);
  return found;
}

std::vector<Race> explainRaces(Engine& engine, const PreparedTest& test, const Analysis& analysis,
                               const CheckOptions& options, std::vector<std::string>& notes) {
  const EventStructure& structure = test.structure();
  const Model& model = test.model();
  const FlagFinding* finding = findFlag(model, analysis, kRaceFlag);
  if (finding == nullptr) {
    return {};
  }
  std::vector<Race> races = racesOf(structure, model, analysis, *finding);
  if (!options.explain) {
    return races;
  }
  const Deadline& deadline = options.analysis.deadline;
  const std::size_t explained = explainEach(races, finding->check, structure, model, deadline);
  if (explained < races.size()) {
    notes.push_back(fmt::format("{} of {} racing pairs are not explained, and no fix was searched for ({})",
                                races.size() - explained, races.size(), whyLeftOut(options)));
    return races;
  }
  FixSearch search(engine, test, finding->check, options);
  const std::size_t sought = findFixes(search, structure.program(), races);
  if (sought < races.size() && deadline.expired()) {
    notes.push_back(fmt::format("no fix was searched for that orders {} of {} racing pairs ({})",
                                races.size() - sought, races.size(), whyLeftOut(options)));
  }
  sortByWeight(races);
  return races;
}

}  // namespace hrfcheck::inline check
