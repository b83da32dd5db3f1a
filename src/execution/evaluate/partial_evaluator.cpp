// A model between two bounds, for a search: the steps and checks of the exact evaluator with some inputs open
// (node_values.cpp). With nothing open only choices of linearisations are left, and those are made one after
// another, each choice given up as soon as it refutes a requirement whatever the later ones are.
//
// Whether a check is decided is seen at one bound of its node. A relation whose lower bound has a cycle has
// one in every execution, and one whose upper bound has none has none in any: so a requirement that wants no
// cycle is watched from below, and one that wants some from above. Flags are watched for what raises them.

#include "execution/evaluate/partial_evaluator.h"

#include <algorithm>

#include "execution/evaluate/choice_sizes.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline execution {

PartialEvaluator::PartialEvaluator(const Model& model, const EventStructure& structure,
                                   const Deadline& deadline)
    : model_(model), facts_(factsOf(model)), values_(model, facts_, structure, deadline) {
  checkChoiceSizes(model, structure);
  for (const Check& check : model.checks) {
    const bool wanted = (check.role == CheckRole::Flag) != check.negated;
    Tests& tests = tests_.emplace_back(Tests{check.kind, wanted, {}});
    for (const StepId step : values_.add(check.node, check.forall)) {
      tests.all.push_back({step, wanted ? Side::Upper : Side::Lower});
    }
  }
  for (const Choice& choice : model.choices) {
    values_.add(choice.set);
    values_.add(choice.order);
    if (choice.within) {
      values_.add(*choice.within);
    }
  }
  values_.seal();
  orderRequirements();
  needed_ = findNeededUpper();
}

void PartialEvaluator::orderRequirements() {
  std::vector<std::pair<std::size_t, std::size_t>> costs;
  for (std::size_t i = 0; i < model_.checks.size(); ++i) {
    if (model_.checks[i].role == CheckRole::Require) {
      costs.emplace_back(costOf(i), i);
    }
  }
  std::ranges::sort(costs);
  for (const auto& [cost, check] : costs) {
    requirements_.push_back(check);
  }
}

/// Roughly, in passes over a relation, when reads-from or coherence moves.
std::size_t PartialEvaluator::costOf(std::size_t check) const {
  std::set<StepId> seen;
  std::vector<StepId> open;
  for (const Test& test : tests_[check].all) {
    open.push_back(test.step);
  }
  std::size_t cost = 0;
  while (!open.empty()) {
    const StepId id = open.back();
    open.pop_back();
    const BoundUses& uses = values_.uses(id, Side::Lower);
    if (((uses.lower | uses.upper) & (kRfInput | kCoInput)) == 0 || !seen.insert(id).second) {
      continue;
    }
    const PlanStep& step = values_.plan().steps()[id];
    const bool closes = step.is(CatUnary::Plus) || step.is(CatUnary::Star) || step.is(StepOp::Member);
    const bool composes = step.is(CatBinary::Sequence) || step.is(StepPair::InverseSequence);
    cost += closes ? 10 : composes ? 3 : 1;
    open.insert(open.end(), step.operands.begin(), step.operands.end());
  }
  return cost;
}

bool PartialEvaluator::decides(const Tests& tests, Test& test) {
  const NodeValues::Bound bound = values_.bound(test.step, test.side);
  if (bound.changedAt == test.seen) {
    return test.decides;
  }
  bool holds = bound.empty;
  if (!bound.empty && tests.kind == CheckKind::Acyclic) {
    holds = bound.rows->acyclic(values_.look());
  } else if (!bound.empty && tests.kind == CheckKind::Irreflexive) {
    holds = bound.rows->irreflexive();
  }
  test.seen = bound.changedAt;
  test.decides = holds == tests.wanted;
  return test.decides;
}

bool PartialEvaluator::raised(std::size_t check) {
  Tests& tests = tests_[check];
  for (Test& test : tests.all) {
    if (decides(tests, test)) {
      return true;
    }
  }
  return false;
}

bool PartialEvaluator::refuted() {
  for (const std::size_t check : requirements_) {
    if (raised(check)) {
      return true;
    }
  }
  return false;
}

Inputs PartialEvaluator::findNeededUpper() const {
  Inputs needed = 0;
  for (const std::size_t check : requirements_) {
    for (const Test& test : tests_[check].all) {
      needed |= values_.uses(test.step, test.side).upper;
    }
  }
  return needed & (choiceInput(0) - 1);
}

bool PartialEvaluator::hasPairs(std::size_t index) const {
  const Check& check = model_.checks[index];
  return check.role == CheckRole::Flag && check.kind == CheckKind::Empty && check.negated &&
         model_.nodes[check.node].type == CatType::Relation;
}

void PartialEvaluator::addPairs(std::size_t check, BitRows& pairs) {
  for (const Test& test : tests_[check].all) {
    pairs |= values_.value(test.step);
  }
}

bool PartialEvaluator::chooseFrom(std::size_t choice, const std::function<bool()>& visit,
                                  const std::function<bool()>& proceed) {
  if (refuted()) {
    return true;
  }
  if (choice == model_.choices.size()) {
    return visit();
  }
  const bool finished = forEachLinearisation(linearisations(choice), [&](const Relation& order) {
    if (!proceed()) {
      return false;
    }
    choices_.push_back(order);
    values_.setChoice(choice, &order);
    const bool goOn = chooseFrom(choice + 1, visit, proceed);
    choices_.pop_back();
    return goOn;
  });
  values_.setChoice(choice, nullptr);
  return finished;
}

Linearisations PartialEvaluator::linearisations(std::size_t index) {
  const Choice& choice = model_.choices[index];
  const auto value = [&](CatNodeId node) -> const BitRows& { return values_.value(values_.add(node)); };
  Linearisations of{value(choice.set).toSet(), value(choice.order).toRelation(), {}};
  if (!choice.within) {
    of.classes = {of.set};
    return of;
  }
  const Relation within = value(*choice.within).toRelation().restrictedTo(of.set, of.set);
  if (within.inverse() != within || !(within.compose(within) - within).empty()) {
    throw UserError(choice.place, "linearisations(..., ..., r) needs a symmetric and transitive r");
  }
  of.classes = classesOf(within);
  return of;
}

}  // namespace hrfcheck::inline execution
