// A model on one execution: its requirements in file order, the linearisations it asks for, its flags.
//
// What a requirement needs decides when it is looked at: those that need no choice before any order is
// enumerated, the others as soon as the choices they need are made. A choice that fails one is given up with
// everything that would follow from it.

#include "execution/evaluate.h"

#include <algorithm>

#include "execution/linearise.h"
#include "execution/node_values.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck {
namespace {

using Visit = std::function<bool(const std::vector<Relation>& choices, const Evaluation&)>;

}  // namespace

struct Evaluator::State {
  State(const Model& m, const Skeleton& s)
      : model(m),
        facts(factsOf(m)),
        ofSkeleton(m, facts, s, nullptr),
        values(m, facts, s, &ofSkeleton),
        size(s.size()),
        scratch(BitRows::set(size)) {
    ofSkeleton.loadSkeleton();
    for (const Check& check : m.checks) {
      checkInputs.push_back(inputsOf(check, facts));
    }
    verdicts.resize(m.checks.size());
  }

  void load(const Execution& x) { forget(values.load(x)); }
  void setChoice(std::size_t choice, const Relation* order) { forget(values.setChoice(choice, order)); }
  void takeBackChoices() {
    for (std::size_t choice = 0; choice < model.choices.size(); ++choice) {
      setChoice(choice, nullptr);
    }
  }

  bool passes(std::size_t check);
  bool holdsForClasses(const Check& check, std::size_t binder, bool forAll);
  bool holdsHere(const Check& check);

  std::optional<std::size_t> firstFailure(std::size_t leastChoices, std::size_t mostChoices);
  std::vector<RaisedFlag> raisedFlags();
  void collectPairs(const Check& check, std::size_t binder, Relation& pairs);

  Linearisations linearisations(std::size_t choice);
  bool chooseFrom(std::size_t choice, std::vector<Relation>& choices, const Visit& visit);

  const Model& model;
  std::vector<NodeFacts> facts;
  NodeValues ofSkeleton;
  NodeValues values;
  std::vector<Inputs> checkInputs;
  std::vector<std::optional<bool>> verdicts;  ///< of requirements, while their inputs stay the same
  std::size_t size;                           ///< events of the skeleton
  BitRows scratch;

 private:
  void forget(Inputs changed) {
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      if ((checkInputs[i] & changed) != 0) {
        verdicts[i].reset();
      }
    }
  }
};

bool Evaluator::State::holdsHere(const Check& check) {
  const BitRows& rows = values.value(check.node);
  bool result = false;
  switch (check.kind) {
    case CheckKind::Acyclic:
      result = rows.acyclic(scratch);
      break;
    case CheckKind::Irreflexive:
      result = rows.irreflexive();
      break;
    case CheckKind::Empty:
      result = rows.empty();
      break;
  }
  return result != check.negated;
}

/// Whether the test holds for all (or for some) choices of the classes from `binder` on.
bool Evaluator::State::holdsForClasses(const Check& check, std::size_t binder, bool forAll) {
  if (binder == check.forall.size()) {
    return holdsHere(check);
  }
  const ClassVariable variable = check.forall[binder].variable;
  for (const EventSet& members : values.classes(check.forall[binder].classesOf)) {
    values.bind(variable, members);
    const bool holds = holdsForClasses(check, binder + 1, forAll);
    values.unbind(variable);
    if (holds != forAll) {
      return holds;
    }
  }
  return forAll;
}

bool Evaluator::State::passes(std::size_t index) {
  std::optional<bool>& verdict = verdicts[index];
  if (!verdict) {
    const Check& check = model.checks[index];
    verdict = holdsForClasses(check, 0, check.role != CheckRole::Flag);
  }
  return *verdict;
}

/// The first failing requirement, in file order, among those that need so many choices.
std::optional<std::size_t> Evaluator::State::firstFailure(std::size_t leastChoices, std::size_t mostChoices) {
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    const std::size_t needed = choicesNeeded(checkInputs[i]);
    if (model.checks[i].role == CheckRole::Require && leastChoices <= needed && needed <= mostChoices &&
        !passes(i)) {
      return i;
    }
  }
  return std::nullopt;
}

/// Adds the pairs of a flag `~empty r`, for all classes it ranges over.
void Evaluator::State::collectPairs(const Check& check, std::size_t binder, Relation& pairs) {
  if (binder == check.forall.size()) {
    pairs |= values.value(check.node).toRelation();
    return;
  }
  const ClassVariable variable = check.forall[binder].variable;
  for (const EventSet& members : values.classes(check.forall[binder].classesOf)) {
    values.bind(variable, members);
    collectPairs(check, binder + 1, pairs);
    values.unbind(variable);
  }
}

std::vector<RaisedFlag> Evaluator::State::raisedFlags() {
  std::vector<RaisedFlag> flags;
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    const Check& check = model.checks[i];
    if (check.role == CheckRole::Require || passes(i) != (check.role == CheckRole::Flag)) {
      continue;
    }
    RaisedFlag& flag = flags.emplace_back(RaisedFlag{i, {}});
    if (check.role == CheckRole::Flag && check.kind == CheckKind::Empty && check.negated &&
        !values.isSet(check.node)) {
      Relation pairs(size);
      collectPairs(check, 0, pairs);
      flag.pairs = pairs.pairs();
    }
  }
  return flags;
}

Linearisations Evaluator::State::linearisations(std::size_t index) {
  const Choice& choice = model.choices[index];
  Linearisations of{values.value(choice.set).toSet(), values.value(choice.order).toRelation(), {}};
  if (!choice.within) {
    of.classes = {of.set};
    return of;
  }
  const Relation within = values.value(*choice.within).toRelation().restrictedTo(of.set, of.set);
  if (within.inverse() != within || !(within.compose(within) - within).empty()) {
    throw UserError(choice.place, "linearisations(..., ..., r) needs a symmetric and transitive r");
  }
  of.classes = classesOf(within);
  return of;
}

bool Evaluator::State::chooseFrom(std::size_t choice, std::vector<Relation>& choices, const Visit& visit) {
  if (const auto failed = firstFailure(choice, choice)) {
    return visit(choices, {failed, {}});
  }
  if (choice == model.choices.size()) {
    return visit(choices, {std::nullopt, raisedFlags()});
  }
  bool any = false;
  const bool finished = forEachLinearisation(linearisations(choice), [&](const Relation& order) {
    any = true;
    choices.push_back(order);
    setChoice(choice, &order);
    const bool goOn = chooseFrom(choice + 1, choices, visit);
    choices.pop_back();
    return goOn;
  });
  setChoice(choice, nullptr);
  return any ? finished : visit(choices, {model.checks.size(), {}});
}

Evaluator::Evaluator(const Model& model, const Skeleton& skeleton)
    : state_(std::make_unique<State>(model, skeleton)) {}

Evaluator::~Evaluator() = default;

bool Evaluator::forEachChoice(const Execution& execution, const Visit& visit) {
  state_->load(execution);
  std::vector<Relation> choices;
  return state_->chooseFrom(0, choices, visit);
}

Evaluation Evaluator::evaluate(const Execution& execution) {
  State& state = *state_;
  state.load(execution);
  const std::size_t wanted = state.model.choices.size();
  const std::size_t given = execution.choices.size();
  std::size_t made = 0;
  while (made < std::min(wanted, given) &&
         isLinearisation(state.linearisations(made), execution.choices[made])) {
    state.setChoice(made, &execution.choices[made]);
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
  state.load(execution);
  const std::size_t made = std::min(execution.choices.size(), state.model.choices.size());
  for (std::size_t choice = 0; choice < made; ++choice) {
    state.setChoice(choice, &execution.choices[choice]);
  }
  const BitRows& rows = state.values.value(node);
  CatValue result = state.values.isSet(node) ? CatValue(rows.toSet()) : CatValue(rows.toRelation());
  state.takeBackChoices();
  return result;
}

}  // namespace hrfcheck
