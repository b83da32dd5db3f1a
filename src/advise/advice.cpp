#include "advise/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "advise/declared/declaration_search.h"
#include "advise/search/out_of_reach.h"
#include "advise/search/parts_search.h"
#include "cat/model/undefining_checks.h"
#include "program/condition/condition.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline advise {
namespace {

bool definesRaces(const Model& model) {
  return std::ranges::any_of(model.checks, makesUndefined);
}

void requireCondition(const Program& program) {
  if (std::holds_alternative<TrueCondition>(program.condition->node)) {
    throw UserError("the test has no condition to hold, to forbid or to allow");
  }
}

Goal goalOf(RepairGoal goal, const AskedModel& model, const Program& program) {
  const bool races = definesRaces(*model.model);
  Goal result;
  result.raceFree = races && goal != RepairGoal::Allow;
  if (goal == RepairGoal::RaceFree) {
    if (!races) {
      throw UserError(fmt::format("{} defines no race", model.name),
                      program.quantifier == Quantifier::Forall ? "choose another goal: --goal hold"
                                                               : "choose another goal: --goal forbid");
    }
    return result;
  }
  requireCondition(program);
  const bool forall = program.quantifier == Quantifier::Forall;
  if (goal == RepairGoal::Forbid && forall) {
    throw UserError("the condition is a forall: --goal forbid would forbid the states that it asks for",
                    "use --goal hold to make it hold, or give the states to forbid with --exists");
  }
  if (goal == RepairGoal::Hold && !forall) {
    throw UserError("--goal hold is for a forall, which the condition of this test is not",
                    "use --goal forbid, or give what must hold with --forall");
  }
  result.neverViolated = goal == RepairGoal::Hold;
  result.neverSatisfied = goal == RepairGoal::Forbid;
  result.sometimesSatisfied = goal == RepairGoal::Allow;
  return result;
}

/// Every final state of a program, and whether that is all there is.
Analysis everything(Engine& engine, const std::shared_ptr<const Program>& program, const Model& model,
                    const SearchLimits& options) {
  Preparation preparation(program, options.unroll, Rules::Licensed, options.narrowFirst);
  AnalysisOptions question = options.analysis;
  question.outcomes = OutcomeSearch::All;
  question.flags = false;
  return engine.analyse(preparation.of(model, question.deadline), question);
}

/// The search leaves some of the time to what follows it: a fifth, and not more than is needed as a rule.
SearchLimits withTimeLeft(const SearchLimits& options) {
  constexpr double kPart = 0.2;
  constexpr double kEnough = 10;  // seconds
  constexpr double kMilliseconds = 1000;
  SearchLimits result = options;
  if (const auto left = options.analysis.deadline.millisecondsLeft()) {
    const double seconds = *left / kMilliseconds;
    result.analysis.deadline = options.analysis.deadline.atMost(seconds - std::min(seconds * kPart, kEnough));
  }
  return result;
}

/// Seconds for each engine and model that is asked beside.
constexpr double kSecondsBeside = 3;

/// What became of a forall under the models that a test is checked under beside those of the demands.
void recheckBeside(Advice& advice, const std::shared_ptr<const Program>& again, Engine& engine,
                   const SearchLimits& options) {
  if (!hasForall(*again)) {
    return;
  }
  Goal goal;
  goal.raceFree = false;
  goal.neverViolated = true;
  for (const AskedModel& model : advice.beside) {
    Preparation preparation(again, options.unroll, Rules::Licensed, options.narrowFirst);
    AnalysisOptions question = options.analysis;
    question.deadline = options.analysis.deadline.atMost(kSecondsBeside);
    Recheck result{engine.name(), model.name, false, "time limit", true};
    try {
      const Assessment found =
          assess(engine, preparation.of(*model.model, question.deadline), goal, question, 1);
      result.good = found.good;
      result.undecided = found.undecided;
    } catch (const OutOfTime&) {
      options.analysis.deadline.check();
    }
    advice.rechecks.push_back(std::move(result));
  }
}

void recheck(Advice& advice, const SearchLimits& options) {
  const auto again = advice.test->readAgain(*advice.text);
  for (const bool smt : {false, true}) {
    const auto engine = smt ? makeSmtEngine() : makeExplicitEngine();
    for (const Demand& demand : advice.demands) {
      Preparation preparation(again, options.unroll, Rules::Licensed, options.narrowFirst);
      AnalysisOptions question = options.analysis;
      const PreparedTest prepared = preparation.of(*demand.model.model, question.deadline);
      question.candidateLimit = smt ? 0 : 200'000;
      const Assessment assessment = assess(*engine, prepared, demand.goal, question, 1);
      advice.rechecks.push_back({engine->name(), demand.model.name, assessment.good, assessment.undecided});
    }
    recheckBeside(advice, again, *engine, options);
  }
}

void compareOutcomes(Advice& advice, Engine& engine, const SearchLimits& options) {
  const auto after = advice.test->programOf(advice.search.best->assignment);
  for (const Demand& demand : advice.demands) {
    const Analysis before = everything(engine, advice.original, *demand.model.model, options);
    const Analysis now = everything(engine, after, *demand.model.model, options);
    if (before.undecided || now.undecided) {
      continue;
    }
    OutcomeChange change{demand.model.name, {}, {}};
    const FinalStates old = outcomesOf(before);
    const FinalStates fresh = outcomesOf(now);
    std::ranges::set_difference(fresh, old, std::inserter(change.gained, change.gained.end()));
    std::ranges::set_difference(old, fresh, std::inserter(change.lost, change.lost.end()));
    advice.changes.push_back(std::move(change));
  }
}

/// The text, and what happens to the test; as far as there is time for it.
void follow(Advice& advice, Engine& engine, const SearchLimits& options) {
  if (!advice.search.best) {
    return;
  }
  advice.text = advice.test->textOf(advice.search.best->assignment);
  try {
    if (advice.text) {
      recheck(advice, options);
    }
    if (!advice.nothingToDo()) {
      compareOutcomes(advice, engine, options);
    }
  } catch (const OutOfTime&) {
    advice.search.stopped = advice.search.stopped.value_or("time limit");
  } catch (const UserError&) {
    advice.text.reset();
  }
}

/// That there is no repair among the edits is said only where no change of the whole program is one: such a
/// change may be out of the edits' reach.
void lookBeyond(Advice& advice, const EditKinds& kinds, Engine& engine, const SearchLimits& options) {
  if (advice.search.best) {
    return;
  }
  advice.outOfReach = outOfReach(*advice.test, kinds);
  try {
    advice.attempts = tryToRefute(*advice.test, advice.demands, kinds, engine, options);
  } catch (const OutOfTime&) {
    advice.search.stopped = advice.search.stopped.value_or("time limit");
    advice.search.impossible = false;
  }
  if (std::ranges::any_of(advice.attempts, &Attempt::achieves)) {
    advice.search.impossible = false;
  }
}

/// Weaker annotations of each place, the least cheaper ones first, up to the first that is not known to be
/// good.
void addWeakenings(Advice& advice, Engine& engine, const SearchLimits& options) {
  const std::vector<EditVariable>& sites = advice.test->sites();
  const Assignment& best = advice.search.best->assignment;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    for (std::uint32_t v = 0; v < sites[i].variants.size(); ++v) {
      if (sites[i].variants[v].cost >= sites[i].variants[best[i]].cost) {
        continue;
      }
      Assignment weaker = best;
      weaker[i] = v;
      Weakening& entry = advice.weakenings.emplace_back();
      entry.site = i;
      entry.variant = v;
      for (const Demand& demand : advice.demands) {
        Assessment assessment = assessAssignment(*advice.test, weaker, {demand}, engine, options, 1);
        entry.model = demand.model.name;
        entry.missing = assessment.missing;
        entry.undecided = assessment.undecided;
        entry.harmless = assessment.good;
        if (!assessment.findings.empty()) {
          entry.finding = std::move(assessment.findings.front());
        }
        if (!entry.harmless) {
          break;
        }
      }
    }
  }
}

/// The table and the answer come from one source: a weaker annotation that turns out to be as good is taken,
/// and what was found before is then not known to cost least. @returns whether there is one
bool takeHarmless(Advice& advice) {
  const auto harmless = std::ranges::find_if(advice.weakenings, &Weakening::harmless);
  if (harmless == advice.weakenings.end()) {
    return false;
  }
  Priced& best = *advice.search.best;
  best.assignment[harmless->site] = harmless->variant;
  best.cost = costOf(advice.test->sites(), best.assignment);
  advice.search.state.best = best.cost;
  advice.search.state.lowerBound = 0;
  advice.search.others.clear();
  advice.search.optimal = advice.search.allFound = false;
  advice.search.stopped = "a weaker annotation that was ruled out is as good";
  advice.weakenings.clear();
  return true;
}

/// What happens in a test as it is written: at least that stays so.
/// @param options gets to know whether values are narrowed
Happens happensAsWritten(const EditedTest& test, const Model& model, Engine& engine, SearchLimits& options) {
  Preparation preparation(test.written(), options.unroll, Rules::Licensed, options.narrowFirst);
  const PreparedTest prepared = preparation.of(model, options.analysis.deadline);
  options.narrowFirst = options.narrowFirst || prepared.structure().narrowed();
  return happensIn(engine, prepared, options.analysis);
}

Goal kept(Keep keep, const AskedModel& model, const EditedTest& test, Engine& engine, SearchLimits options) {
  const std::shared_ptr<const Program>& program = test.written();
  Goal goal;
  goal.raceFree = definesRaces(*model.model);
  if (keep == Keep::RaceFreedom) {
    if (!goal.raceFree) {
      throw UserError(fmt::format("{} defines no race", model.name), "keep something else: --keep outcomes");
    }
    goal.happens = happensAsWritten(test, *model.model, engine, options);
    return goal;
  }
  const Analysis analysis = everything(engine, program, *model.model, options);
  if (analysis.undecided) {
    throw OutOfTime{};
  }
  if (keep == Keep::AllOutcomes) {
    goal.outcomes = outcomesOf(analysis);
    return goal;
  }
  requireCondition(*program);
  const auto some = [&](bool satisfies) {
    return std::ranges::any_of(analysis.outcomes,
                               [&](const Outcome& o) { return o.satisfiesCondition == satisfies; });
  };
  goal.sometimesSatisfied = some(true);
  goal.sometimesViolated = some(false);
  goal.neverSatisfied = !goal.sometimesSatisfied;
  goal.neverViolated = !goal.sometimesViolated;
  return goal;
}

}  // namespace

namespace {

/// The cheapest edits of a program, without what follows.
/// @param below only what costs less is of interest
/// @param request gets to know whether values are narrowed
Advice repairOf(AdviceRequest& request, const std::shared_ptr<const Program>& program, Engine& engine,
                std::optional<Cost> below) {
  Advice advice;
  advice.original = request.program;
  advice.goal = request.goal;
  advice.beside = request.beside;
  advice.test = std::make_shared<const EditedTest>(program, request.read, request.kinds, request.costs,
                                                   Purpose::Repair, request.search.analysis.deadline);
  for (const AskedModel& model : request.models) {
    advice.demands.push_back({model, goalOf(request.goal, model, *program)});
  }
  try {
    for (Demand& demand : advice.demands) {
      demand.goal.happens = happensAsWritten(*advice.test, *demand.model.model, engine, request.search);
    }
  } catch (const OutOfTime&) {
    advice.search.stopped = "time limit";
    return advice;
  }
  SearchLimits limits = withTimeLeft(request.search);
  limits.below = below;
  advice.search = cheapestByParts(*advice.test, advice.demands, engine, limits);
  return advice;
}

}  // namespace

bool hasForall(const Program& program) {
  return program.quantifier == Quantifier::Forall &&
         !std::holds_alternative<TrueCondition>(program.condition->node);
}

bool Advice::proved() const {
  return !rechecks.empty() &&
         std::ranges::all_of(rechecks, [](const Recheck& check) { return check.good || check.beside; });
}

namespace {

/// Reads each text once: what declares other words is compiled to see what they mean, and then edited
/// further.
TestReader readingOnce(TestReader read) {
  auto known = std::make_shared<std::map<std::string, std::shared_ptr<const Program>>>();
  return [read = std::move(read), known](const SourcePtr& source) {
    const auto found = known->find(source->text());
    if (found != known->end()) {
      return found->second;
    }
    return known->emplace(source->text(), read(source)).first->second;
  };
}

}  // namespace

namespace {

/// The cheapest edits, of declarations as well where others do not suffice, without what follows.
Advice cheapest(AdviceRequest& asked, Engine& engine) {
  Advice advice = repairOf(asked, asked.program, engine, std::nullopt);
  if (!advice.search.best && !advice.search.stopped) {
    const auto repairWith = [&](const std::shared_ptr<const Program>& program, const EditKinds& kinds,
                                std::optional<Cost> below) {
      const EditKinds before = std::exchange(asked.kinds, kinds);
      Advice found = repairOf(asked, program, engine, below);
      asked.kinds = before;
      return found;
    };
    editDeclarations(advice, asked, engine, repairWith, withTimeLeft(asked.search).analysis.deadline);
  }
  return advice;
}

/// Where the cheapest edits that remove all races also make the forall hold, nothing cheaper does both: that
/// is found out first, since few edits need be ruled out for it. @returns nothing where they do not, or where
/// not all models define races
std::optional<Advice> holdingWithoutRaces(AdviceRequest& asked, Engine& engine) {
  if (asked.search.all || !std::ranges::all_of(asked.models, [](const AskedModel& model) {
        return definesRaces(*model.model);
      })) {
    return std::nullopt;
  }
  asked.goal = RepairGoal::RaceFree;
  Advice advice = cheapest(asked, engine);
  asked.goal = advice.goal = RepairGoal::Hold;
  for (Demand& demand : advice.demands) {
    demand.goal.neverViolated = true;
  }
  if (!advice.search.best) {
    return advice;  // what is impossible without races is impossible
  }
  try {
    if (assessAssignment(*advice.test, advice.search.best->assignment, advice.demands, engine, asked.search,
                         1)
            .good) {
      return advice;
    }
  } catch (const OutOfTime&) {
    // Not known.
  }
  return std::nullopt;
}

}  // namespace

Advice repair(const AdviceRequest& request, Engine& engine) {
  AdviceRequest asked = request;
  asked.read = readingOnce(request.read);
  std::optional<Advice> found;
  if (asked.goal == RepairGoal::Hold) {
    for (const AskedModel& model : asked.models) {
      goalOf(asked.goal, model, *asked.program);  // whether it can be asked for
    }
    found = holdingWithoutRaces(asked, engine);
  }
  Advice advice = found ? std::move(*found) : cheapest(asked, engine);
  lookBeyond(advice, asked.kinds, engine, asked.search);
  follow(advice, engine, asked.search);
  return advice;
}

Advice narrow(const AdviceRequest& request, Engine& engine) {
  Advice advice;
  advice.original = request.program;
  advice.purpose = Purpose::Narrow;
  advice.test =
      std::make_shared<const EditedTest>(request.program, request.read, request.kinds, request.costs,
                                         Purpose::Narrow, request.search.analysis.deadline);
  try {
    for (const AskedModel& model : request.models) {
      advice.demands.push_back({model, kept(request.keep, model, *advice.test, engine, request.search)});
    }
    SearchLimits options = request.search;
    options.known = advice.test->asWritten();
    const Assessment before =
        assessAssignment(*advice.test, advice.test->asWritten(), advice.demands, engine, options, 1);
    if (!before.good) {
      // A race that was found is one, however the search for others ended.
      advice.notAsWritten = !before.findings.empty() || !before.undecided;
      advice.search.stopped = advice.notAsWritten ? std::nullopt : before.undecided;
      return advice;
    }
    advice.search = cheapestByParts(*advice.test, advice.demands, engine, withTimeLeft(options));
    if (request.weakenings && advice.search.best) {
      addWeakenings(advice, engine, request.search);
      while (takeHarmless(advice)) {
        addWeakenings(advice, engine, request.search);
      }
    }
    follow(advice, engine, request.search);
  } catch (const OutOfTime&) {
    advice.search.stopped = advice.search.stopped.value_or("time limit");
  }
  return advice;
}

}  // namespace hrfcheck::inline advise
