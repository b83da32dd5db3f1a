#include "advise/search/assess.h"

#include <algorithm>

#include "cat/model/undefining_checks.h"
#include "check/check.h"
#include "check/probe.h"
#include "check/thin_air/circular_values.h"
#include "execution/evaluate/evaluate.h"
#include "program/condition/condition.h"

namespace hrfcheck::inline advise {
namespace {

/// The execution with choices of the model under which it is consistent, and raises the flag; nothing if
/// there are none.
std::optional<BadExecution> withChoices(Evaluator& evaluator, Execution execution,
                                        std::optional<std::size_t> check) {
  BadExecution found;
  bool done = false;
  evaluator.forEachChoice(execution, [&](const std::vector<Relation>& choices, const Evaluation& evaluation) {
    done = evaluation.consistent() && !check;
    for (const RaisedFlag& flag : evaluation.flags) {
      if (check && flag.check == *check) {
        done = true;
        found.pair = flag.pairs.empty() ? std::nullopt : std::optional(flag.pairs.front());
      }
    }
    if (done) {
      found.execution.choices = choices;
    }
    return !done;
  });
  if (!done) {
    return std::nullopt;
  }
  execution.choices = std::move(found.execution.choices);
  return BadExecution{std::move(execution), check, found.pair};
}

class FindingList {
 public:
  FindingList(Assessment& assessment, const Model& model, const EventStructure& structure, std::size_t most,
              const Deadline& deadline)
      : assessment_(assessment), evaluator_(model, structure, deadline), most_(most) {}

  void add(const Witness& witness, std::optional<std::size_t> check) {
    assessment_.good = false;
    if (assessment_.findings.size() >= most_ || witness.empty()) {
      return;
    }
    if (auto finding = withChoices(evaluator_, witness.execution(), check)) {
      assessment_.findings.push_back(std::move(*finding));
    }
  }

 private:
  Assessment& assessment_;
  Evaluator evaluator_;
  std::size_t most_;
};

void addFlags(FindingList& list, const Model& model, const Analysis& analysis) {
  for (const FlagFinding& finding : analysis.flags) {
    if (!makesUndefined(model.checks[finding.check])) {
      continue;
    }
    for (const FlagPair& pair : finding.pairs) {
      list.add(pair.witness, finding.check);
    }
    if (finding.pairs.empty()) {
      list.add(finding.witness, finding.check);
    }
  }
  for (const Incident& incident : analysis.incidents) {
    if (incident.kind != IncidentKind::BoundReached) {
      list.add(incident.witness, std::nullopt);
    }
  }
}

void addOutcomes(FindingList& list, const Analysis& analysis, const Goal& goal) {
  for (const Outcome& outcome : analysis.outcomes) {
    const bool wrong = (goal.neverSatisfied && outcome.satisfiesCondition) ||
                       (goal.neverViolated && !outcome.satisfiesCondition) ||
                       (goal.outcomes && !goal.outcomes->contains(outcome.values));
    if (wrong) {
      list.add(outcome.witness, std::nullopt);
    }
  }
}

/// The endings that no execution of an analysis has.
std::vector<Ending> lostIn(const Analysis& analysis, const Goal& goal) {
  const FinalStates states = outcomesOf(analysis);
  std::vector<Ending> lost = endingsWanted(goal);
  std::erase_if(lost, [&](const Ending& ending) {
    return ending.state ? states.contains(*ending.state)
                        : std::ranges::any_of(analysis.outcomes, [&](const Outcome& o) {
                            return o.satisfiesCondition == ending.satisfiesCondition;
                          });
  });
  return lost;
}

OutcomeSearch searchFor(const Goal& goal) {
  const bool condition =
      goal.neverSatisfied || goal.neverViolated || goal.sometimesSatisfied || goal.sometimesViolated;
  return goal.outcomes ? OutcomeSearch::All : condition ? OutcomeSearch::Condition : OutcomeSearch::None;
}

/// Whether some execution completes; nothing where it is not known.
std::optional<bool> completes(Engine& engine, const PreparedTest& test, const AnalysisOptions& options) {
  AnalysisOptions question = options;
  question.outcomes = OutcomeSearch::Condition;
  question.flags = false;
  const Analysis analysis = engine.analyse(withoutCondition(test), question);
  return !analysis.outcomes.empty()       ? std::optional(true)
         : analysis.undecided.has_value() ? std::nullopt
                                          : std::optional(false);
}

std::optional<bool> happens(Happens what, Engine& engine, const PreparedTest& test,
                            const AnalysisOptions& options) {
  switch (what) {
    case Happens::Anything:
      return true;
    case Happens::Counts:
      return someExecutionCounts(engine, test, options);
    case Happens::Completes:
      return completes(engine, test, options);
  }
  return true;
}

}  // namespace

Happens happensIn(Engine& engine, const PreparedTest& test, const AnalysisOptions& options) {
  for (const Happens what : {Happens::Completes, Happens::Counts}) {
    const std::optional<bool> does = happens(what, engine, test, options);
    if (!does) {
      throw OutOfTime{};
    }
    if (*does) {
      return what;
    }
  }
  return Happens::Anything;
}

std::vector<Ending> endingsWanted(const Goal& goal) {
  std::vector<Ending> wanted;
  if (goal.outcomes) {
    for (const std::vector<Value>& state : *goal.outcomes) {
      wanted.push_back({state});
    }
  }
  if (goal.sometimesSatisfied) {
    wanted.push_back({std::nullopt, true});
  }
  if (goal.sometimesViolated) {
    wanted.push_back({std::nullopt, false});
  }
  return wanted;
}

FinalStates outcomesOf(const Analysis& analysis) {
  FinalStates result;
  for (const Outcome& outcome : analysis.outcomes) {
    result.insert(outcome.values);
  }
  return result;
}

Assessment assess(Engine& engine, const PreparedTest& test, const Goal& goal, const AnalysisOptions& options,
                  std::size_t most) {
  AnalysisOptions question = options;
  question.outcomes = searchFor(goal);
  question.flags = goal.raceFree;
  Analysis analysis = engine.analyse(test, question);
  if (!analysis.undecided && test.structure().circularValues() == CircularValues::Unknown) {
    analysis.undecided = kThinAir;
  }
  Assessment assessment;
  assessment.good = true;
  assessment.undecided = analysis.undecided;
  assessment.upToBound = std::ranges::any_of(
      analysis.incidents, [](const Incident& i) { return i.kind == IncidentKind::BoundReached; });
  FindingList list(assessment, test.model(), test.structure(), most, options.deadline);
  if (goal.raceFree) {
    addFlags(list, test.model(), analysis);
  }
  addOutcomes(list, analysis, goal);
  if (assessment.good && !analysis.undecided) {
    assessment.lost = lostIn(analysis, goal);
    assessment.missing = !assessment.lost.empty();
  }
  if (assessment.good && !assessment.undecided && !assessment.missing && analysis.outcomes.empty()) {
    const std::optional<bool> does = happens(goal.happens, engine, test, options);
    assessment.missing = does && !*does;
    assessment.undecided = does ? std::nullopt : std::optional<std::string>("time limit");
  }
  assessment.good = assessment.good && !assessment.missing && !assessment.undecided;
  return assessment;
}

}  // namespace hrfcheck::inline advise
