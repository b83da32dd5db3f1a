#include "check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cat/model/undefining_checks.h"
#include "check/declared_property.h"
#include "check/models/scope_of_model.h"
#include "check/not_said.h"
#include "check/notes.h"
#include "check/open_answer.h"
#include "check/prepare/preparation.h"
#include "check/probe.h"
#include "check/races/faults.h"
#include "check/races/flag_reasons.h"
#include "check/races/races.h"
#include "check/thin_air/circular_values.h"
#include "check/thin_air/value_cycles.h"
#include "check/unwritten_memory.h"
#include "program/flow/elsewhere.h"
#include "program/structure/circular_reach.h"
#include "program/structure/justification_cycles.h"
#include "program/symmetry/symmetry.h"

namespace hrfcheck::inline check {
namespace {

bool has(const Analysis& analysis, IncidentKind kind) {
  return std::any_of(analysis.incidents.begin(), analysis.incidents.end(),
                     [&](const Incident& i) { return i.kind == kind; });
}

std::optional<std::string> whyIncomplete(const Analysis& analysis) {
  if (analysis.undecided) {
    return analysis.undecided;
  }
  if (has(analysis, IncidentKind::BoundReached)) {
    return "bound reached";
  }
  return std::nullopt;
}

/// What was found is valid; what was not found is an answer only when the search was complete.
RaceStatus raceStatusOf(const Verdict& verdict, const Model& model, bool asked) {
  if (!asked) {
    return RaceStatus::NotAsked;
  }
  if (!definesRaces(model)) {
    return RaceStatus::NotDefined;
  }
  if (verdict.racy) {
    return RaceStatus::Racy;
  }
  return verdict.incomplete ? RaceStatus::Undecided : RaceStatus::RaceFree;
}

struct Counted {
  bool positive = false;
  bool negative = false;
};

Counted countOutcomes(const Analysis& analysis) {
  Counted found;
  for (const Outcome& outcome : analysis.outcomes) {
    (outcome.satisfiesCondition ? found.positive : found.negative) = true;
  }
  return found;
}

/// An engine may find more than it was asked for; a report must not depend on that.
void keepWhatWasAsked(Analysis& analysis, const AnalysisOptions& options) {
  if (!options.flags) {
    analysis.flags.clear();
  }
  if (options.outcomes == OutcomeSearch::All) {
    return;
  }
  analysis.executionCounts.reset();
  Counted kept;
  std::erase_if(analysis.outcomes, [&](const Outcome& outcome) {
    bool& seen = outcome.satisfiesCondition ? kept.positive : kept.negative;
    return options.outcomes == OutcomeSearch::None || std::exchange(seen, true);
  });
}

bool asksNothing(const Verdict& verdict) {
  return std::holds_alternative<TrueCondition>(verdict.program->condition->node);
}

/// All final states are alike to the condition: one stands for all.
bool isConstant(const Verdict& verdict) {
  return constantTruth(*verdict.program->condition).has_value();
}

Observation observationOf(Counted found, bool complete) {
  if (found.positive && found.negative) {
    return Observation::Sometimes;
  }
  if (!complete) {
    return Observation::Undecided;
  }
  return found.positive ? Observation::Always : found.negative ? Observation::Never : Observation::Vacuous;
}

Status statusOf(Counted found, bool complete) {
  if (found.positive) {
    return Status::Allowed;
  }
  return !complete ? Status::Undecided : found.negative ? Status::Forbidden : Status::Vacuous;
}

Holding holdingOf(const Verdict& verdict, Counted found, bool complete) {
  const Quantifier quantifier = verdict.program->quantifier;
  if (quantifier != Quantifier::Exists && (verdict.racy || verdict.undefined)) {
    return Holding::Undefined;
  }
  const bool witness = quantifier == Quantifier::Forall ? found.negative : found.positive;
  if (witness) {
    return quantifier == Quantifier::Exists ? Holding::Holds : Holding::Fails;
  }
  if (!complete) {
    return Holding::Undecided;
  }
  if (!found.positive && !found.negative) {
    return Holding::Vacuous;
  }
  return quantifier == Quantifier::Exists ? Holding::Fails : Holding::Holds;
}

/// @param open what is not considered might settle it the other way
void settleCondition(Verdict& verdict, bool open) {
  if (verdict.outcomesAsked == OutcomeSearch::None) {
    verdict.condition = Status::NotAsked;
    verdict.observation = Observation::NotAsked;
    verdict.holding = Holding::NotAsked;
    return;
  }
  const Counted found = countOutcomes(verdict.analysis);
  const bool one = isConstant(verdict) && (found.positive || found.negative);
  const bool complete = one || (!verdict.incomplete && !open);
  verdict.condition = statusOf(found, complete);
  verdict.observation = observationOf(found, complete);
  verdict.holding = holdingOf(verdict, found, complete);
}

/// Where something would be settled by what was not found, or all final states are listed, and that depends
/// on values that are not all known: says so. A racy or undefined test may end in any state, whatever they
/// are.
void lookForThinAir(Verdict& verdict, const EventStructure& structure, bool& openCondition) {
  if (structure.circularValues() != CircularValues::Unknown || verdict.incomplete || verdict.racy ||
      verdict.undefined) {
    return;
  }
  const CircularReach reach = circularReach(structure);
  const Counted found = countOutcomes(verdict.analysis);
  openCondition = verdict.outcomesAsked != OutcomeSearch::None && !isConstant(verdict) &&
                  found.positive != found.negative && reach.condition;
  const bool openRaces = verdict.raceStatus == RaceStatus::RaceFree && reach.conflict;
  if (openRaces) {
    verdict.raceStatus = RaceStatus::Undecided;
  }
  const bool openList = verdict.outcomesAsked == OutcomeSearch::All && reach.finalState;
  verdict.listsSomeOfAlike = verdict.listsSomeOfAlike || (openList && !openCondition && !openRaces);
  if (openCondition || openRaces || openList) {
    verdict.notConsidered = kThinAir;
    verdict.notes.push_back(thinAirNote(*verdict.program, justificationCycles(structure)));
  }
}

void noteUnwrittenMemory(Verdict& verdict, const PreparedTest& test, const Deadline& deadline) try {
  if (!verdict.racy && !verdict.undefined) {
    const std::vector<std::string> notes = notesOfUnwrittenMemory(test, deadline);
    verdict.notes.insert(verdict.notes.end(), notes.begin(), notes.end());
  }
} catch (const OutOfTime&) {
  verdict.notes.emplace_back("there was no time to check whether uninitialized local memory is read");
}

/// Something is concluded from what was not found.
bool restsOnAbsence(const Verdict& verdict) {
  const bool races = verdict.raceStatus == RaceStatus::RaceFree || verdict.raceStatus == RaceStatus::Vacuous;
  const bool condition = verdict.observation == Observation::Always ||
                         verdict.observation == Observation::Never ||
                         verdict.observation == Observation::Vacuous;
  return races || condition;
}

/// What the model's file says of it and nothing shows is what the answer assumes.
void noteDeclared(Verdict& verdict, const PreparedTest& test) {
  const bool declared = std::ranges::any_of(test.reasons(), &Reason::declared);
  if (declared && restsOnAbsence(verdict)) {
    verdict.conditional.push_back(declaredAssumption(test.model()));
  }
}

/// So is what is taken for granted of code that is not there.
void noteElsewhere(Verdict& verdict, const Program& program) {
  if (std::optional<std::string> assumed = assumedOfFunctionsElsewhere(program)) {
    verdict.conditional.push_back(std::move(*assumed));
  }
}

/// Whether there is an execution that could raise a flag: asked once, and only where somebody wants to know.
class SomeExecution {
 public:
  SomeExecution(Engine& engine, const PreparedTest& test, const AnalysisOptions& options)
      : engine_(engine), test_(test), options_(options) {}

  std::optional<bool> counts() {
    if (!asked_) {
      answer_ = someExecutionCounts(engine_, test_, options_);
      asked_ = true;
    }
    return answer_;
  }

 private:
  Engine& engine_;
  const PreparedTest& test_;
  const AnalysisOptions& options_;
  bool asked_ = false;
  std::optional<bool> answer_;
};

/// A model finds no race where there is nothing that could race.
void refuseVacuousRaces(Verdict& verdict, SomeExecution& some, const CheckOptions& options) {
  if (verdict.raceStatus != RaceStatus::RaceFree || !verdict.analysis.outcomes.empty()) {
    return;
  }
  const std::optional<bool> counts = some.counts();
  if (!counts) {
    verdict.incomplete = options.cancelled != nullptr && *options.cancelled ? "interrupted" : "time limit";
    verdict.raceStatus = RaceStatus::Undecided;
  } else if (!*counts) {
    verdict.raceStatus = RaceStatus::Vacuous;
  }
}

/// Why there is no final state, where loops may spin: an execution that spins was found, or there is none.
void noteNoFinalState(Verdict& verdict, const PreparedTest& test, SomeExecution& some) {
  const Analysis& analysis = verdict.analysis;
  if (!test.structure().hasSpinLoops() || verdict.outcomesAsked == OutcomeSearch::None ||
      analysis.undecided || !analysis.outcomes.empty() || !analysis.incidents.empty() ||
      !verdict.program->countsIncomplete()) {
    return;
  }
  const std::optional<bool> spins = some.counts();
  verdict.notes.emplace_back(
      !spins   ? "no execution completes; whether there is one in which a thread spins for ever is undecided"
      : *spins ? "no execution completes: some thread spins for ever"
               : "no execution is consistent");
}

void nameFlags(Verdict& verdict, const Model& model) {
  for (std::size_t i = 0; i < verdict.analysis.flags.size(); ++i) {
    const Check& check = model.checks[verdict.analysis.flags[i].check];
    verdict.flags.push_back({check.name, check.role == CheckRole::UndefinedUnless, i});
  }
}

std::optional<std::string> whyBounded(const PreparedTest& test, InstructionRef head) {
  const auto found = std::ranges::find(test.bounded(), head, &BoundedLoop::head);
  return found == test.bounded().end() ? std::nullopt : std::optional(found->why);
}

std::vector<LoopUse> loopsOf(const PreparedTest& test) {
  std::vector<LoopUse> loops;
  for (ThreadId t = 0; t < test.structure().threads().size(); ++t) {
    for (const Loop& loop : test.structure().threads()[t].loops) {
      loops.push_back({{t, loop.head}, loop.spin, loop.earlierRounds, whyBounded(test, {t, loop.head})});
    }
  }
  return loops;
}

/// With the flag that is enough, where one race is.
AnalysisOptions analysisOptions(const Model& model, const CheckOptions& options) {
  AnalysisOptions analysis = options.analysis;
  const auto race = std::ranges::find_if(model.checks, isRaceFlag);
  if (options.firstRace && race != model.checks.end()) {
    analysis.until = {static_cast<std::size_t>(race - model.checks.begin()), std::nullopt};
  }
  return analysis;
}

bool leavesUndefined(const Verdict& verdict) {
  return has(verdict.analysis, IncidentKind::BarrierDivergence) ||
         has(verdict.analysis, IncidentKind::Fault) ||
         std::any_of(verdict.flags.begin(), verdict.flags.end(),
                     [](const NamedFlag& f) { return f.undefinedUnless; });
}

}  // namespace

std::string declaredAssumption(const Model& model) {
  return fmt::format("updates hand on what their sources do, as {} declares", model.name);
}

Standing Verdict::standing() const {
  const bool conditionAlone = outcomesAsked == OutcomeSearch::Condition && raceStatus == RaceStatus::NotAsked;
  const bool finished = !analysis.undecided || (conditionAlone && observation != Observation::Undecided);
  const bool statesAlone =
      asksNothing(*this) && outcomesAsked == OutcomeSearch::All && raceStatus == RaceStatus::NotDefined;
  if (!finished || raceStatus == RaceStatus::Undecided || holding == Holding::Undecided ||
      (statesAlone && incomplete && !undefined)) {
    return Standing::Undecided;
  }
  if (racy || undefined) {
    return Standing::Answered;
  }
  const bool noFinalState = observation == Observation::Vacuous && !asksNothing(*this);
  const bool nothing = observation == Observation::Vacuous && raceStatus != RaceStatus::RaceFree;
  return raceStatus == RaceStatus::Vacuous || noFinalState || nothing ? Standing::Vacuous
                                                                      : Standing::Answered;
}

std::string Verdict::whyOpen() const {
  return incomplete ? *incomplete : notConsidered.value_or("");
}

std::optional<std::string> Verdict::whyMoreOutcomes() const {
  return incomplete      ? incomplete
         : notConsidered ? notConsidered
                         : (listsSomeOfAlike ? std::optional<std::string>(kThinAir) : std::nullopt);
}

bool Verdict::breaksExpectation() const {
  if (program->quantifier == Quantifier::Exists) {
    return false;
  }
  switch (holding) {
    case Holding::Fails:
    case Holding::Vacuous:
    case Holding::Undefined:
      return true;
    case Holding::Holds:
    case Holding::Undecided:
    case Holding::NotAsked:
      break;
  }
  return false;
}

namespace {

Verdict checkOne(Engine& engine, const PreparedTest& test, const CheckOptions& options) {
  const EventStructure& structure = test.structure();
  const Model& model = test.model();
  Verdict verdict;
  verdict.program = structure.programPtr();
  verdict.model = model.name;
  verdict.modelTitle = model.header.title;
  verdict.unrollBound = structure.unrollBound();
  verdict.loops = loopsOf(test);
  verdict.events = structure.size();
  verdict.reasons = test.reasons();
  verdict.symmetric = options.analysis.symmetry && !symmetriesOf(structure).empty();
  verdict.plain = test.plain();
  verdict.outcomesAsked = options.analysis.outcomes;
  verdict.firstRaceAsked = options.firstRace;
  verdict.analysis = engine.analyse(test, analysisOptions(model, options));
  if (!structure.moreValues().empty()) {
    verdict.analysis.executionCounts.reset();  // one of these stands for any number
    verdict.listsSomeOfAlike = true;
    verdict.notes.push_back(circularValuesNote(*verdict.program, justificationCycles(structure)));
  }
  if (options.firstRace && verdict.analysis.foundUntil) {
    verdict.analysis.undecided.reset();  // what is left open was not asked
  }
  keepWhatWasAsked(verdict.analysis, options.analysis);
  verdict.engine = engine.name();
  const UndefTaint open = undefTaint(structure);
  const bool foundAll = options.firstRace && verdict.analysis.foundUntil;
  const NotSaid notSaid = setAsideWhatNothingSays(verdict.analysis, structure);
  if (!verdict.analysis.undecided && !foundAll) {
    verdict.analysis.undecided = whyOnlySomeValues(structure, open);
  }
  if (!verdict.analysis.undecided && !foundAll) {
    verdict.analysis.undecided = notSaid.everything;
  }
  if (verdict.analysis.undecided && options.cancelled != nullptr && *options.cancelled) {
    verdict.analysis.undecided = "interrupted";
  }
  verdict.incomplete = whyIncomplete(verdict.analysis);
  verdict.racy = findFlag(model, verdict.analysis, kRaceFlag) != nullptr;
  verdict.raceStatus = raceStatusOf(verdict, model, options.analysis.flags);
  nameFlags(verdict, model);
  verdict.undefined = leavesUndefined(verdict);
  SomeExecution some(engine, test, options.analysis);
  refuseVacuousRaces(verdict, some, options);
  noteNoFinalState(verdict, test, some);
  bool openCondition = false;
  lookForThinAir(verdict, structure, openCondition);
  if (notSaid.condition && !verdict.incomplete && verdict.outcomesAsked != OutcomeSearch::None) {
    openCondition = true;
    verdict.notConsidered = verdict.notConsidered ? verdict.notConsidered : notSaid.condition;
  }
  settleCondition(verdict, openCondition);
  noteDeclared(verdict, test);
  noteElsewhere(verdict, test.program());
  noteValueCycles(verdict, engine, test, options.analysis);
  noteAssumption(verdict, engine, test, options.analysis);
  std::vector<std::string> unexplained;
  verdict.races = explainRaces(engine, test, verdict.analysis, options, unexplained);
  for (NamedFlag& flag : verdict.flags) {
    if (options.explain && flag.name != kRaceFlag) {
      flag.reasons = flagReasons(model, verdict.analysis.flags[flag.finding], options.analysis.deadline);
    }
  }
  for (const Incident& incident : verdict.analysis.incidents) {
    if (incident.kind == IncidentKind::Fault) {
      verdict.faults.push_back(explainFault(incident, structure, options.analysis.deadline));
      if (std::ranges::find(verdict.incidentsOnlyThroughValueCycle,
                            std::pair(incident.kind, incident.where)) !=
          verdict.incidentsOnlyThroughValueCycle.end()) {
        verdict.faults.back().explanation += ", only through a value cycle";
      }
    }
  }
  const std::vector<std::string> notes = notesOf(model, verdict.analysis, structure, options.analysis);
  verdict.notes.insert(verdict.notes.begin(), notes.begin(), notes.end());
  for (const BoundedLoop& loop : test.bounded()) {
    verdict.notes.push_back(
        fmt::format("the loop at {} is bounded: {}", placeText(*verdict.program, loop.head), loop.why));
  }
  const std::vector<std::string> beyond = notesOfOpenMemory(*verdict.program, open);
  verdict.notes.insert(verdict.notes.end(), beyond.begin(), beyond.end());
  verdict.notes.insert(verdict.notes.end(), unexplained.begin(), unexplained.end());
  noteUnwrittenMemory(verdict, test, options.analysis.deadline);
  verdict.outsideOfModel = !outsideOf(model, *verdict.program).empty();
  return verdict;
}

/// Whether the verdict reports a race, or that the condition can hold or fail.
bool findsSomething(const Verdict& verdict) {
  return verdict.racy || (!verdict.undefined && !asksNothing(verdict) &&
                          (verdict.holding == Holding::Holds || verdict.holding == Holding::Fails));
}

/// What is found with other values of what nothing says is an answer, too; that the code goes out of bounds
/// with some of them, for instance, is none.
std::optional<Verdict> answerOfVariant(Engine& engine, const PreparedTest& test,
                                       const CheckOptions& options) {
  for (const std::shared_ptr<const Program>& variant : test.program().variants) {
    try {
      const Deadline& deadline = options.analysis.deadline;
      Verdict verdict = checkOne(engine, preparedVariant(test, variant, deadline), options);
      if (findsSomething(verdict)) {
        verdict.notes.insert(verdict.notes.begin(), variant->openValues);
        return verdict;
      }
    } catch (const UserError&) {
      continue;  // too large, or too many values, with this one
    } catch (const OutOfTime&) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

Verdict checkProgram(Engine& engine, const PreparedTest& test, const CheckOptions& options) {
  Verdict verdict = checkOne(engine, test, options);
  if (!verdict.settled() && !findsSomething(verdict)) {
    if (std::optional<Verdict> other = answerOfVariant(engine, test, options)) {
      return std::move(*other);
    }
  }
  return verdict;
}

}  // namespace hrfcheck::inline check
