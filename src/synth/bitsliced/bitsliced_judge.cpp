#include "synth/bitsliced/bitsliced_judge.h"

#include "synth/bitsliced/bitsliced_orders.h"
#include "util/diagnostic.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline synth {
namespace {

constexpr CatNodeId kNoNode = ~CatNodeId{0};

void setRows(BitslicedValue& out, std::size_t size, const std::vector<std::uint32_t>& rows) {
  out.reset(size, true);
  for (std::size_t x = 0; x < size; ++x) {
    out.setRow(x, rows[x]);
  }
}

void applyUnary(BitslicedValue& out, CatUnary op, const BitslicedValue& operand, bool isSet) {
  switch (op) {
    case CatUnary::Plus:
      return closeBitslice(out, operand);
    case CatUnary::Star:
      closeBitslice(out, operand);
      return addIdentity(out);
    case CatUnary::Optional:
      out = operand;
      return addIdentity(out);
    case CatUnary::Inverse:
      return invertBitslice(out, operand);
    case CatUnary::Complement:
      return complementBitslice(out, operand, isSet);
    case CatUnary::Bracket:
      return bracketBitslice(out, operand);
    case CatUnary::Domain:
      return domainBitslice(out, operand);
    case CatUnary::Range:
      return rangeBitslice(out, operand);
    case CatUnary::Equivalence: {
      BitslicedValue back;
      BitslicedValue bothWays;
      invertBitslice(back, operand);
      uniteBitslice(bothWays, operand, back);
      closeBitslice(out, bothWays);
      return addIdentity(out);
    }
  }
}

void applyBinary(BitslicedValue& out, CatBinary op, const BitslicedValue& left, const BitslicedValue& right) {
  switch (op) {
    case CatBinary::Union:
      return uniteBitslice(out, left, right);
    case CatBinary::Intersection:
      return intersectBitslice(out, left, right);
    case CatBinary::Difference:
      return subtractBitslice(out, left, right);
    case CatBinary::Sequence:
      return sequenceBitslice(out, left, right);
    case CatBinary::Product:
      return productBitslice(out, left, right);
  }
}

}  // namespace

BitslicedJudge::BitslicedJudge(const BitslicedPlan& plan)
    : plan_(plan),
      values_(plan.nodes().size()),
      valid_(plan.nodes().size(), 0),
      nodesOf_(32),
      variableOf_(32, kNoNode) {
  for (CatNodeId id = 0; id < plan.nodes().size(); ++id) {
    const BitslicedPlan::Node& node = plan.nodes()[id];
    forEachBit(node.depends, [&](std::size_t bit) { nodesOf_[bit].push_back(id); });
    if (const auto* variable = std::get_if<ClassVariableNode>(&node.cat.node)) {
      variableOf_[variable->variable] = id;
    }
  }
}

void BitslicedJudge::startShape(const BitslicedInputs& inputs) {
  inputs_ = &inputs;
  std::ranges::fill(valid_, 0);
}

void BitslicedJudge::startChunk() {
  forget(kBitslicedAnnotations);
}

void BitslicedJudge::startExecution(const std::vector<std::uint32_t>& rf,
                                    const std::vector<std::uint32_t>& co) {
  rf_ = &rf;
  co_ = &co;
  forget(kBitslicedExecution);
}

void BitslicedJudge::forget(BitslicedDependence bits) {
  forEachBit(bits, [&](std::size_t bit) {
    for (const CatNodeId id : nodesOf_[bit]) {
      valid_[id] = 0;
    }
  });
}

const BitslicedValue& BitslicedJudge::value(CatNodeId node) {
  if (valid_[node] == 0) {
    compute(node);
    valid_[node] = 1;
  }
  return values_[node];
}

void BitslicedJudge::compute(CatNodeId id) {
  const CatNode& node = plan_.nodes()[id].cat;
  BitslicedValue& out = values_[id];
  const std::size_t size = inputs_->events();
  const bool isSet = node.type == CatType::Set;
  std::visit(Overloaded{[&](const TagNode& n) { inputs_->tag(out, n.tag); },
                        [&](const BaseNode& n) { baseRelation(out, n); },
                        [&](const EmptyNode&) { out.reset(size, true); },
                        [&](const UniverseNode&) {
                          scratch_.reset(size, true);
                          complementBitslice(out, scratch_, isSet);
                        },
                        [&](const IdentityNode&) {
                          out.reset(size, true);
                          addIdentity(out);
                        },
                        [&](const UnaryNode& n) { applyUnary(out, n.op, value(n.operand), isSet); },
                        [&](const BinaryNode& n) {
                          const BitslicedValue& left = value(n.left);
                          applyBinary(out, n.op, left, value(n.right));
                        },
                        [&](const ClassFoldNode& n) { fold(id, n); },
                        [](const RecursionNode&) { INVARIANT(false, "plans have no recursive definitions"); },
                        [](const ClassVariableNode&) { INVARIANT(false, "a fold sets its variable"); },
                        [](const ChoiceNode&) { INVARIANT(false, "choices are made before they are used"); }},
             node.node);
}

void BitslicedJudge::baseRelation(BitslicedValue& out, const BaseNode& n) {
  switch (n.relation) {
    case BaseRelation::Rf:
      return setRows(out, inputs_->events(), *rf_);
    case BaseRelation::Co:
      return setRows(out, inputs_->events(), *co_);
    case BaseRelation::Loc:
      return inputs_->location(out);
    case BaseRelation::Static:
      return isAnnotated(n.name) ? inputs_->annotatedRelation(out, n.name)
                                 : inputs_->givenRelation(out, n.name);
    case BaseRelation::Addr:
    case BaseRelation::Data:
    case BaseRelation::Ctrl:
    case BaseRelation::SyncBarrier:
      return out.reset(inputs_->events(), true);  // synthesized tests have none
  }
}

/// Each class once in each lane: as that of its first event.
void BitslicedJudge::fold(CatNodeId id, const ClassFoldNode& n) {
  BitslicedValue classes = value(n.classesOf);
  const std::size_t size = classes.size();
  BitslicedValue& out = values_[id];
  out.reset(size, false);
  for (std::size_t first = 0; first < size; ++first) {
    Bitslice lanes = classes.at(first, first);
    for (std::size_t before = 0; before < first; ++before) {
      lanes -= classes.at(before, first);
    }
    if (lanes.none()) {
      continue;
    }
    forget(BitslicedDependence{1} << n.variable);
    if (const CatNodeId variable = variableOf_[n.variable]; variable != kNoNode) {
      values_[variable].reset(size, false);
      forEachBit(classes.row(first),
                 [&](std::size_t e) { values_[variable].set(0, e, classes.present(first, e) & lanes); });
      valid_[variable] = 1;
    }
    const BitslicedValue& body = value(n.body);
    for (std::size_t x = 0; x < size; ++x) {
      forEachBit(body.row(x), [&](std::size_t y) { out.add(x, y, body.present(x, y) & lanes); });
    }
  }
}

Bitslice BitslicedJudge::raised(const BitslicedCheck& check) {
  const BitslicedValue& of = value(check.node);
  Bitslice fails;
  switch (check.kind) {
    case CheckKind::Acyclic:
      closeBitslice(scratch_, of);
      fails = reflexiveBitslice(scratch_);
      break;
    case CheckKind::Irreflexive:
      fails = reflexiveBitslice(of);
      break;
    case CheckKind::Empty:
      fails = nonemptyBitslice(of);
      break;
  }
  return check.negated == check.raisedWhenItHolds ? fails : Bitslice::all() - fails;
}

bool BitslicedJudge::plainlyConsistent(std::size_t model, bool part) {
  for (const BitslicedCheck& check : plan_.models()[model].plain) {
    const bool counts = !part || (plan_.nodes()[check.node].grows && !check.negated);
    if (counts && !(raised(check) & inputs_->lanes()).none()) {
      return false;
    }
  }
  return true;
}

void BitslicedJudge::judge(std::size_t model, BitslicedAnswers& answers) {
  choose(plan_.models()[model], 0, inputs_->lanes() - answers.racy, answers);
}

/// Makes the choices from this one on, in the lanes in which no requirement has failed.
void BitslicedJudge::choose(const BitslicedModel& model, std::size_t choice, Bitslice lanes,
                            BitslicedAnswers& answers) {
  for (const BitslicedCheck& check : model.checks) {
    if (check.requirement && check.choices == choice) {
      lanes -= raised(check);
      if (lanes.none()) {
        return;
      }
    }
  }
  if (choice == model.choices.size()) {
    Bitslice racy;
    for (const BitslicedCheck& check : model.checks) {
      if (!check.requirement) {
        racy |= raised(check);
      }
    }
    answers.racy |= lanes & racy;
    answers.allowed = (answers.allowed | lanes) - answers.racy;
    return;
  }
  const BitslicedChoice& of = model.choices[choice];
  const BitslicedOrders orders{value(of.set), value(of.order), of.within ? &value(*of.within) : nullptr};
  if (withoutClasses(orders)) {
    throw UserError(of.place, "linearisations(..., ..., r) needs a symmetric and transitive r");
  }
  const std::uint32_t bit = std::get<ChoiceNode>(plan_.nodes()[of.node].cat.node).choice;
  forEachBitslicedOrder(orders, lanes, [&](const BitslicedValue& order, const Bitslice& valid) {
    const Bitslice left = valid - answers.racy;
    if (!left.none()) {
      forget(BitslicedDependence{1} << bit);
      values_[of.node] = order;
      valid_[of.node] = 1;
      choose(model, choice + 1, left, answers);
    }
    return true;
  });
}

}  // namespace hrfcheck::inline synth
