#include "suite/examiner.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "check/prepare/preparation.h"
#include "suite/corpus/program_text.h"
#include "suite/machine_run.h"

// The properties (docs/machines.md, "The property") of one program. Whether it is race-free is asked of the
// model, and what SC allows of sc.cat, both through the explicit engine; what the machine does, of the
// machine. The two sides have nothing in common but the program. What is owed to a race-free program is SC
// and not the model's own outcomes: that is the promise of the models that the machines were built for, and a
// model that allowed more to a race-free program would itself be a finding.
//
// A racy program is run, too: a suite on which the machine never shows anything but SC would prove nothing
// (P3).
//
// Machines of models that allow race-free programs more than SC, as `amdgpu` does, owe what their model
// allows, and need not reach all of it: of them, P2 is not asked.

namespace hrfcheck::inline suite {
namespace {

using Kind = SuiteFinding::Kind;

/// Programs of suites have no loops that could be longer.
constexpr unsigned kUnrollOfSuites = 4;

AnalysisOptions optionsFor(OutcomeSearch outcomes, bool flags, double timeout) {
  AnalysisOptions options;
  options.outcomes = outcomes;
  options.flags = flags;
  options.deadline = Deadline::after(timeout);
  return options;
}

std::string stateText(const Program& program, const std::vector<Value>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += fmt::format("{}{}={}", i == 0 ? "" : " ", program.nameOf(program.observed[i]), values[i]);
  }
  return text;
}

}  // namespace

/// A program in work; what is known of it is found out once for all machines.
struct SuiteExaminer::Subject {
  const SuiteProgram& suite;
  std::shared_ptr<const Program> program;
  std::shared_ptr<Preparation> preparation;
  std::optional<Promise> sc;     ///< what is owed, were it race-free; or what it is compared with (P3)
  std::optional<Promise> model;  ///< what is owed, where that is what the model allows
  bool owed = true;              ///< no exception is made

  SuiteFinding finding(Kind kind, const std::string& rule, const std::string& what) const {
    return {kind, suite.number, rule, what, litmusOf(suite)};
  }
  SuiteFinding finding(Kind kind, const std::string& rule, const std::vector<Value>& state) const {
    return {kind, suite.number, rule, stateText(*program, state), litmusAsking(suite, state)};
  }
};

SuiteExaminer::SuiteExaminer(const SuiteQuestion& question)
    : question_(question), engine_(makeExplicitEngine()) {}

PromiseKind SuiteExaminer::promiseOf(const Subject& subject, const Model& model) const {
  const AnalysisOptions options = optionsFor(OutcomeSearch::None, true, question_.timeout);
  return promiseByFlags(model, engine_->analyse(subject.preparation->of(model, options.deadline), options))
      .kind;
}

void SuiteExaminer::examine(const SuiteProgram& suite, const std::vector<bool>& alive, SuiteTally& into) {
  const auto program = programOf(suite);
  Subject subject{suite,        program,      std::make_shared<Preparation>(program, kUnrollOfSuites),
                  std::nullopt, std::nullopt, true};
  subject.owed = !question_.exceptMixedScopes || !mixesScopes(suite);
  ++into.counts.programs;
  if (question_.models.size() == 2) {
    difference(subject, into);
    return;
  }
  const PromiseKind promise = promiseOf(subject, *question_.models.front());
  into.counts.raceFree += promise == PromiseKind::Outcomes ? 1 : 0;
  into.counts.racy += promise == PromiseKind::Nothing ? 1 : 0;
  if (promise == PromiseKind::Undecided) {
    into.add(subject.finding(Kind::Undecided, "", "the model: time limit"));
    return;
  }
  for (std::size_t m = 0; m < question_.machines.size(); ++m) {
    const SuiteMachine& machine = question_.machines[m];
    if (alive[m] && (promise == PromiseKind::Outcomes || machine.rule.empty())) {
      run(subject, promise, machine, into);
    }
  }
}

namespace {

MachineRun runOn(const SuiteMachine& machine, const std::shared_ptr<const Program>& program, double timeout,
                 const Promise& promise) {
  SimulationOptions options = machine.simulation;
  options.traces = false;
  options.deadline = Deadline::after(timeout);
  return runOnMachine(program, options, promise, TracesTo::Nowhere);
}

}  // namespace

void SuiteExaminer::run(Subject& subject, PromiseKind promise, const SuiteMachine& machine,
                        SuiteTally& into) {
  const bool owesModel = question_.owesModel && promise == PromiseKind::Outcomes;
  std::optional<Promise>& owed = owesModel ? subject.model : subject.sc;
  if (!owed) {
    const Model& model = owesModel ? *question_.models.front() : *question_.sc;
    const AnalysisOptions options = optionsFor(OutcomeSearch::All, false, question_.timeout);
    owed = promiseOfOutcomes(model.name,
                             engine_->analyse(subject.preparation->of(model, options.deadline), options));
  }
  const MachineRun done = runOn(machine, subject.program, question_.timeout, *owed);
  const Judgement& judgement = *done.judgement;
  into.counts.states += done.simulation.states;
  const auto say = [&](Kind kind, const auto& what) {
    into.add(subject.finding(subject.owed ? kind : Kind::Excepted, machine.rule, what));
  };
  if (promise == PromiseKind::Nothing) {
    if (!judgement.outside.empty()) {
      const auto& values = done.simulation.outcomes[judgement.outside.front()].values;
      into.add(subject.finding(Kind::NotSc, machine.rule, values));
    } else if (judgement.answer == Judgement::Answer::Undecided) {
      into.add(subject.finding(Kind::Undecided, machine.rule, openText(judgement)));
    }
  } else if (!judgement.outside.empty()) {
    say(Kind::Outside, done.simulation.outcomes[judgement.outside.front()].values);
  } else if (judgement.stuck) {
    say(Kind::Deadlock, std::string("deadlock"));
  } else if (judgement.answer == Judgement::Answer::Undecided) {
    into.add(subject.finding(Kind::Undecided, machine.rule, openText(judgement)));
  } else if (!judgement.notSeen.empty() && !owesModel) {
    say(Kind::NotReached, judgement.notSeen.front());
  } else if (judgement.notSeen.empty()) {
    ++into.counts.sound;
  }
}

void SuiteExaminer::difference(Subject& subject, SuiteTally& into) {
  const PromiseKind first = promiseOf(subject, *question_.models[0]);
  const PromiseKind second = promiseOf(subject, *question_.models[1]);
  if (first == PromiseKind::Undecided || second == PromiseKind::Undecided) {
    into.add(subject.finding(Kind::Undecided, "", "the model: time limit"));
    return;
  }
  if (first == second) {
    into.counts.raceFree += first == PromiseKind::Outcomes ? 1 : 0;
    into.counts.racy += first == PromiseKind::Nothing ? 1 : 0;
    return;
  }
  SuiteTally ran;
  run(subject, PromiseKind::Nothing, question_.machines.front(), ran);
  into.counts.states += ran.counts.states;
  const bool onlyFirst = first == PromiseKind::Outcomes;
  if (ran.found(Kind::Undecided) > 0) {
    ran.counts = {};
    into.add(ran);
    return;
  }
  const auto weak = ran.findings(Kind::NotSc);
  SuiteFinding finding =
      weak.empty() ? subject.finding(Kind::OnlyFirst, "", std::string("SC")) : weak.front();
  finding.kind = onlyFirst ? (weak.empty() ? Kind::OnlyFirst : Kind::OnlyFirstNotSc)
                           : (weak.empty() ? Kind::OnlySecond : Kind::OnlySecondNotSc);
  into.add(std::move(finding));
}

bool mixesScopes(const SuiteProgram& program) {
  std::map<std::uint32_t, std::uint32_t> levels;
  bool mixed = false;
  for (const auto& thread : program.threads) {
    for (const SuiteOperation& operation : thread) {
      const std::uint32_t level = operation.atomicity ? operation.atomicity->level : 0;
      mixed = mixed || levels.emplace(operation.location, level).first->second != level;
    }
  }
  return mixed;
}

}  // namespace hrfcheck::inline suite
