#include "synth/lanes/lane_judge.h"

#include "synth/lanes/lane_orders.h"
#include "util/diagnostic.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline synth {
namespace {

constexpr CatNodeId kNoNode = ~CatNodeId{0};

void setRows(LaneValue& out, std::size_t size, const std::vector<std::uint32_t>& rows) {
  out.reset(size, true);
  for (std::size_t x = 0; x < size; ++x) {
    out.setRow(x, rows[x]);
  }
}

void applyUnary(LaneValue& out, CatUnary op, const LaneValue& operand, bool isSet) {
  switch (op) {
    case CatUnary::Plus:
      return closeLanes(out, operand);
    case CatUnary::Star:
      closeLanes(out, operand);
      return addIdentity(out);
    case CatUnary::Optional:
      out = operand;
      return addIdentity(out);
    case CatUnary::Inverse:
      return invertLanes(out, operand);
    case CatUnary::Complement:
      return complementLanes(out, operand, isSet);
    case CatUnary::Bracket:
      return bracketLanes(out, operand);
    case CatUnary::Domain:
      return domainLanes(out, operand);
    case CatUnary::Range:
      return rangeLanes(out, operand);
    case CatUnary::Equivalence: {
      LaneValue back;
      LaneValue bothWays;
      invertLanes(back, operand);
      uniteLanes(bothWays, operand, back);
      closeLanes(out, bothWays);
      return addIdentity(out);
    }
  }
}

void applyBinary(LaneValue& out, CatBinary op, const LaneValue& left, const LaneValue& right) {
  switch (op) {
    case CatBinary::Union:
      return uniteLanes(out, left, right);
    case CatBinary::Intersection:
      return intersectLanes(out, left, right);
    case CatBinary::Difference:
      return subtractLanes(out, left, right);
    case CatBinary::Sequence:
      return sequenceLanes(out, left, right);
    case CatBinary::Product:
      return productLanes(out, left, right);
  }
}

}  // namespace

LaneJudge::LaneJudge(const LanePlan& plan)
    : plan_(plan),
      values_(plan.nodes().size()),
      valid_(plan.nodes().size(), 0),
      nodesOf_(32),
      variableOf_(32, kNoNode) {
  for (CatNodeId id = 0; id < plan.nodes().size(); ++id) {
    const LanePlan::Node& node = plan.nodes()[id];
    forEachBit(node.depends, [&](std::size_t bit) { nodesOf_[bit].push_back(id); });
    if (const auto* variable = std::get_if<ClassVariableNode>(&node.cat.node)) {
      variableOf_[variable->variable] = id;
    }
  }
}

void LaneJudge::startShape(const LaneInputs& inputs) {
  inputs_ = &inputs;
  std::ranges::fill(valid_, 0);
}

void LaneJudge::startChunk() {
  forget(kLaneAnnotations);
}

void LaneJudge::startExecution(const std::vector<std::uint32_t>& rf, const std::vector<std::uint32_t>& co) {
  rf_ = &rf;
  co_ = &co;
  forget(kLaneExecution);
}

void LaneJudge::forget(LaneDependence bits) {
  forEachBit(bits, [&](std::size_t bit) {
    for (const CatNodeId id : nodesOf_[bit]) {
      valid_[id] = 0;
    }
  });
}

const LaneValue& LaneJudge::value(CatNodeId node) {
  if (valid_[node] == 0) {
    compute(node);
    valid_[node] = 1;
  }
  return values_[node];
}

void LaneJudge::compute(CatNodeId id) {
  const CatNode& node = plan_.nodes()[id].cat;
  LaneValue& out = values_[id];
  const std::size_t size = inputs_->events();
  const bool isSet = node.type == CatType::Set;
  std::visit(Overloaded{[&](const TagNode& n) { inputs_->tag(out, n.tag); },
                        [&](const BaseNode& n) { baseRelation(out, n); },
                        [&](const EmptyNode&) { out.reset(size, true); },
                        [&](const UniverseNode&) {
                          scratch_.reset(size, true);
                          complementLanes(out, scratch_, isSet);
                        },
                        [&](const IdentityNode&) {
                          out.reset(size, true);
                          addIdentity(out);
                        },
                        [&](const UnaryNode& n) { applyUnary(out, n.op, value(n.operand), isSet); },
                        [&](const BinaryNode& n) {
                          const LaneValue& left = value(n.left);
                          applyBinary(out, n.op, left, value(n.right));
                        },
                        [&](const ClassFoldNode& n) { fold(id, n); },
                        [](const RecursionNode&) { INVARIANT(false, "plans have no recursive definitions"); },
                        [](const ClassVariableNode&) { INVARIANT(false, "a fold sets its variable"); },
                        [](const ChoiceNode&) { INVARIANT(false, "choices are made before they are used"); }},
             node.node);
}

void LaneJudge::baseRelation(LaneValue& out, const BaseNode& n) {
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
void LaneJudge::fold(CatNodeId id, const ClassFoldNode& n) {
  LaneValue classes = value(n.classesOf);
  const std::size_t size = classes.size();
  LaneValue& out = values_[id];
  out.reset(size, false);
  for (std::size_t first = 0; first < size; ++first) {
    Lanes lanes = classes.at(first, first);
    for (std::size_t before = 0; before < first; ++before) {
      lanes -= classes.at(before, first);
    }
    if (lanes.none()) {
      continue;
    }
    forget(LaneDependence{1} << n.variable);
    if (const CatNodeId variable = variableOf_[n.variable]; variable != kNoNode) {
      values_[variable].reset(size, false);
      forEachBit(classes.row(first),
                 [&](std::size_t e) { values_[variable].set(0, e, classes.present(first, e) & lanes); });
      valid_[variable] = 1;
    }
    const LaneValue& body = value(n.body);
    for (std::size_t x = 0; x < size; ++x) {
      forEachBit(body.row(x), [&](std::size_t y) { out.add(x, y, body.present(x, y) & lanes); });
    }
  }
}

Lanes LaneJudge::raised(const LaneCheck& check) {
  const LaneValue& of = value(check.node);
  Lanes fails;
  switch (check.kind) {
    case CheckKind::Acyclic:
      closeLanes(scratch_, of);
      fails = reflexiveLanes(scratch_);
      break;
    case CheckKind::Irreflexive:
      fails = reflexiveLanes(of);
      break;
    case CheckKind::Empty:
      fails = nonemptyLanes(of);
      break;
  }
  return check.negated == check.raisedWhenItHolds ? fails : Lanes::all() - fails;
}

bool LaneJudge::plainlyConsistent(std::size_t model, bool part) {
  for (const LaneCheck& check : plan_.models()[model].plain) {
    const bool counts = !part || (plan_.nodes()[check.node].grows && !check.negated);
    if (counts && !(raised(check) & inputs_->lanes()).none()) {
      return false;
    }
  }
  return true;
}

void LaneJudge::judge(std::size_t model, LaneAnswers& answers) {
  choose(plan_.models()[model], 0, inputs_->lanes() - answers.racy, answers);
}

/// Makes the choices from this one on, in the lanes in which no requirement has failed.
void LaneJudge::choose(const LaneModel& model, std::size_t choice, Lanes lanes, LaneAnswers& answers) {
  for (const LaneCheck& check : model.checks) {
    if (check.requirement && check.choices == choice) {
      lanes -= raised(check);
      if (lanes.none()) {
        return;
      }
    }
  }
  if (choice == model.choices.size()) {
    Lanes racy;
    for (const LaneCheck& check : model.checks) {
      if (!check.requirement) {
        racy |= raised(check);
      }
    }
    answers.racy |= lanes & racy;
    answers.allowed = (answers.allowed | lanes) - answers.racy;
    return;
  }
  const LaneChoice& of = model.choices[choice];
  const LaneOrders orders{value(of.set), value(of.order), of.within ? &value(*of.within) : nullptr};
  if (withoutClasses(orders)) {
    throw UserError(of.place, "linearisations(..., ..., r) needs a symmetric and transitive r");
  }
  const std::uint32_t bit = std::get<ChoiceNode>(plan_.nodes()[of.node].cat.node).choice;
  forEachLaneOrder(orders, lanes, [&](const LaneValue& order, const Lanes& valid) {
    const Lanes left = valid - answers.racy;
    if (!left.none()) {
      forget(LaneDependence{1} << bit);
      values_[of.node] = order;
      valid_[of.node] = 1;
      choose(model, choice + 1, left, answers);
    }
    return true;
  });
}

}  // namespace hrfcheck::inline synth
