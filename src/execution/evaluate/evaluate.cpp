// A model on one execution: its requirements in file order, the linearisations it asks for, its flags.
//
// What a requirement needs decides when it is looked at: those that need no choice before any order is
// enumerated, the others as soon as the choices they need are made. A choice that fails one is given up with
// everything that would follow from it.

#include "execution/evaluate/evaluate.h"

#include <algorithm>

#include "execution/evaluate/linearise.h"
#include "execution/evaluate/partial_evaluator.h"
#include "util/invariant.h"

namespace hrfcheck::inline execution {
namespace {

using Visit = std::function<bool(const std::vector<Relation>& choices, const Evaluation&)>;

}  // namespace

struct Evaluator::State {
  State(const Model& m, const EventStructure& s, const Deadline& deadline)
      : model(m), checks(m, s, deadline), values(checks.values()), size(s.size()) {
    for (const Check& check : m.checks) {
      choicesOf.push_back(choicesNeeded(inputsOf(check, checks.facts())));
    }
  }

  void takeBackChoices() {
    for (std::size_t choice = 0; choice < model.choices.size(); ++choice) {
      values.setChoice(choice, nullptr);
    }
  }

  std::optional<std::size_t> firstFailure(std::size_t leastChoices, std::size_t mostChoices);
  std::vector<RaisedFlag> raisedFlags();
  bool chooseFrom(std::size_t choice, std::vector<Relation>& choices, const Visit& visit);

  const Model& model;
  PartialEvaluator checks;
  NodeValues& values;
  std::vector<std::size_t> choicesOf;  ///< by check, how many it needs
  std::size_t size;                    ///< events of the structure
};

/// The first failing requirement, in file order, among those that need so many choices.
std::optional<std::size_t> Evaluator::State::firstFailure(std::size_t leastChoices, std::size_t mostChoices) {
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    if (model.checks[i].role == CheckRole::Require && leastChoices <= choicesOf[i] &&
        choicesOf[i] <= mostChoices && checks.raised(i)) {
      return i;
    }
  }
  return std::nullopt;
}

std::vector<RaisedFlag> Evaluator::State::raisedFlags() {
  std::vector<RaisedFlag> flags;
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    if (model.checks[i].role == CheckRole::Require || !checks.raised(i)) {
      continue;
    }
    RaisedFlag& flag = flags.emplace_back(RaisedFlag{i, {}});
    if (checks.hasPairs(i)) {
      BitRows pairs = BitRows::relation(size);
      checks.addPairs(i, pairs);
      flag.pairs = pairs.toRelation().pairs();
    }
  }
  return flags;
}

bool Evaluator::State::chooseFrom(std::size_t choice, std::vector<Relation>& choices, const Visit& visit) {
  if (const auto failed = firstFailure(choice, choice)) {
    return visit(choices, {failed, {}});
  }
  if (choice == model.choices.size()) {
    return visit(choices, {std::nullopt, raisedFlags()});
  }
  bool any = false;
  const bool finished = forEachLinearisation(checks.linearisations(choice), [&](const Relation& order) {
    any = true;
    choices.push_back(order);
    values.setChoice(choice, &order);
    const bool goOn = chooseFrom(choice + 1, choices, visit);
    choices.pop_back();
    return goOn;
  });
  values.setChoice(choice, nullptr);
  return any ? finished : visit(choices, {model.checks.size(), {}});
}

Evaluator::Evaluator(const Model& model, const EventStructure& structure, const Deadline& deadline)
    : state_(std::make_unique<State>(model, structure, deadline)) {}

Evaluator::~Evaluator() = default;

bool Evaluator::forEachChoice(const Execution& execution, const Visit& visit) {
  state_->values.load(execution);
  std::vector<Relation> choices;
  return state_->chooseFrom(0, choices, visit);
}

Evaluation Evaluator::evaluate(const Execution& execution) {
  State& state = *state_;
  state.values.load(execution);
  const std::size_t wanted = state.model.choices.size();
  const std::size_t given = execution.choices.size();
  std::size_t made = 0;
  while (made < std::min(wanted, given) &&
         isLinearisation(state.checks.linearisations(made), execution.choices[made])) {
    state.values.setChoice(made, &execution.choices[made]);
    ++made;
  }
  Evaluation result;
  if (made == given) {
    result.failedCheck = state.firstFailure(0, made);
  }
  if (!result.failedCheck && (made != wanted || made != given)) {
    result.failedCheck = state.model.checks.size();
  }
  if (!result.failedCheck) {
    result.flags = state.raisedFlags();
  }
  state.takeBackChoices();
  return result;
}

CatValue Evaluator::value(CatNodeId node, const Execution& execution) {
  State& state = *state_;
  const StepId step = state.values.add(node);
  state.values.seal();
  state.values.load(execution);
  const std::size_t made = std::min(execution.choices.size(), state.model.choices.size());
  for (std::size_t choice = 0; choice < made; ++choice) {
    state.values.setChoice(choice, &execution.choices[choice]);
  }
  INVARIANT(state.values.openInputs(node) == 0, "a definition depends on a choice that is not made");
  const BitRows& rows = state.values.value(step);
  CatValue result = state.values.isSet(step) ? CatValue(rows.toSet()) : CatValue(rows.toRelation());
  state.takeBackChoices();
  return result;
}

}  // namespace hrfcheck::inline execution
