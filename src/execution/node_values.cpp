// The reference reading of cat: every node is a set or relation, computed from its operands by the operation
// its name says, on bit rows.
//
// Enumeration visits executions that differ little from one to the next (another co, the same rf and the
// same runs), so each node knows which parts of an execution it hangs on (node_facts.h), `load` compares the
// parts with those of the execution before, and only what hangs on a changed part is computed again. A
// model's static half is thus computed once per set of events that happen.
//
// The classes of a fold are those of the skeleton, where every event happens, cut down to the events that
// did. A class none of whose events happened is still visited, empty: which classes there are is a static
// fact.

#include "execution/node_values.h"

#include <fmt/format.h>

#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck {

NodeValues::NodeValues(const Model& model, const std::vector<NodeFacts>& facts, const Skeleton& skeleton,
                       NodeValues* ofSkeleton)
    : model_(model), facts_(facts), skeleton_(skeleton), ofSkeleton_(ofSkeleton) {
  happened_ = BitRows::set(skeleton.size());
  for (BitRows* part : {&loc_, &addr_, &data_, &ctrl_, &sync_, &rf_, &co_}) {
    *part = BitRows::relation(skeleton.size());
  }
  choices_.resize(model.choices.size());
  valid_.assign(model.nodes.size(), 0);
  for (CatNodeId id = 0; id < model.nodes.size(); ++id) {
    values_.push_back(empty(id));
  }
  for (const Recursion& recursion : model.recursions) {
    Group& group = groups_.emplace_back();
    for (const CatNodeId body : recursion.bodies) {
      group.members.push_back(empty(body));
    }
  }
  loadStatic(skeleton);
  findDependents();
}

BitRows NodeValues::empty(CatNodeId id) const {
  return isSet(id) ? BitRows::set(skeleton_.size()) : BitRows::relation(skeleton_.size());
}

void NodeValues::loadStatic(const Skeleton& skeleton) {
  const auto relation = [&](const Relation& r) {
    BitRows rows = BitRows::relation(skeleton.size());
    rows.assign(r);
    return rows;
  };
  static_.emplace(BaseRelation::Po, relation(skeleton.po()));
  static_.emplace(BaseRelation::Rmw, relation(skeleton.rmw()));
  static_.emplace(BaseRelation::Int, relation(skeleton.sameAgent()));
  static_.emplace(BaseRelation::Covers, relation(skeleton.covers()));
  static_.emplace(BaseRelation::Narrower, relation(skeleton.narrower()));
  static_.emplace(BaseRelation::SameScope, relation(skeleton.sameScope()));
  static_.emplace(BaseRelation::SameInstruction,
                  relation(Relation::identity(EventSet::full(skeleton.size())) | skeleton.rmw() |
                           skeleton.rmw().inverse()));
  for (const auto& [level, r] : skeleton.sameLevel()) {
    sameLevel_.emplace(level, relation(r));
  }
  for (const auto& [tag, set] : skeleton.tags()) {
    tags_.emplace(tag, BitRows::set(skeleton.size())).first->second.assign(set);
  }
}

void NodeValues::findDependents() {
  ofGroup_.resize(groups_.size());
  for (CatNodeId id = 0; id < facts_.size(); ++id) {
    for (const ClassVariable variable : facts_[id].variables) {
      ofVariable_[variable].nodes.push_back(id);
    }
    for (const std::uint32_t group : facts_[id].groups) {
      ofGroup_[group].nodes.push_back(id);
    }
  }
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    std::set<ClassVariable> variables;
    std::set<std::uint32_t> below;
    for (const CatNodeId body : model_.recursions[group].bodies) {
      variables.insert(facts_[body].variables.begin(), facts_[body].variables.end());
      below.insert(facts_[body].groups.begin(), facts_[body].groups.end());
    }
    for (const ClassVariable variable : variables) {
      ofVariable_[variable].groups.push_back(group);
    }
    for (const std::uint32_t other : below) {
      ofGroup_[other].groups.push_back(group);
    }
  }
}

Inputs NodeValues::load(const Execution& x) {
  Inputs changed = 0;
  changed |= happened_.assign(x.happened) ? kHappenedInput : 0;
  changed |= loc_.assign(x.loc) ? kLocInput : 0;
  changed |= addr_.assign(x.addr) ? kAddrInput : 0;
  changed |= data_.assign(x.data) ? kDataInput : 0;
  changed |= ctrl_.assign(x.ctrl) ? kCtrlInput : 0;
  changed |= sync_.assign(x.syncBarrier) ? kSyncInput : 0;
  changed |= rf_.assign(x.rf) ? kRfInput : 0;
  changed |= co_.assign(x.co) ? kCoInput : 0;
  invalidate(changed);
  return changed;
}

void NodeValues::loadSkeleton() {
  if (happened_.assign(EventSet::full(skeleton_.size()))) {
    invalidate(kHappenedInput);
  }
}

Inputs NodeValues::setChoice(std::size_t index, const Relation* order) {
  std::optional<BitRows>& choice = choices_[index];
  bool changed = choice.has_value() != (order != nullptr);
  if (order == nullptr) {
    choice.reset();
  } else {
    if (!choice) {
      choice = BitRows::relation(skeleton_.size());
    }
    changed |= choice->assign(*order);
  }
  const Inputs inputs = changed ? choiceInput(index) : 0;
  invalidate(inputs);
  return inputs;
}

void NodeValues::invalidate(Inputs changed) {
  if (changed == 0) {
    return;
  }
  for (CatNodeId id = 0; id < valid_.size(); ++id) {
    if ((facts_[id].inputs & changed) != 0) {
      valid_[id] = 0;
    }
  }
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    for (const CatNodeId body : model_.recursions[group].bodies) {
      if ((facts_[body].inputs & changed) != 0) {
        groups_[group].progress = Progress::Unsolved;
      }
    }
  }
}

void NodeValues::invalidate(const Dependents& dependents) {
  for (const CatNodeId id : dependents.nodes) {
    valid_[id] = 0;
  }
  for (const std::uint32_t group : dependents.groups) {
    if (groups_[group].progress == Progress::Solved) {
      groups_[group].progress = Progress::Unsolved;
    }
  }
}

/// Groups below a node are solved before the node is looked at, so that no operand changes its value while
/// another one is being computed.
const BitRows& NodeValues::value(CatNodeId id) {
  if (valid_[id]) {
    return values_[id];
  }
  for (const std::uint32_t group : facts_[id].groups) {
    solve(group);
  }
  if (const auto* recursion = std::get_if<RecursionNode>(&model_.nodes[id].node)) {
    return groups_[recursion->group].members[recursion->member];
  }
  compute(id, values_[id]);
  valid_[id] = 1;
  return values_[id];
}

void NodeValues::compute(CatNodeId id, BitRows& out) {
  std::visit(
      Overloaded{[&](const TagNode& n) { computeTag(n, out); },
                 [&](const BaseNode& n) { computeBase(n, out); }, [&](const EmptyNode&) { out.clear(); },
                 [&](const UniverseNode&) {
                   if (isSet(id)) {
                     out = happened_;
                   } else {
                     out.productOf(happened_, happened_);
                   }
                 },
                 [&](const IdentityNode&) {
                   out.clear();
                   out.addIdentity(happened_);
                 },
                 [&](const UnaryNode& n) { computeUnary(n, isSet(id), out); },
                 [&](const BinaryNode& n) { computeBinary(n, out); },
                 [&](const RecursionNode&) { INVARIANT(false, "a recursion has no value of its own"); },
                 [&](const ClassVariableNode& n) {
                   const auto bound = bound_.find(n.variable);
                   INVARIANT(bound != bound_.end(), "a class variable is used outside of its fold");
                   out = bound->second;
                 },
                 [&](const ClassFoldNode& n) { computeFold(n, out); },
                 [&](const ChoiceNode& n) {
                   INVARIANT(choices_[n.choice], "a definition hangs on a choice that is not made");
                   out = *choices_[n.choice];
                 }},
      model_.nodes[id].node);
}

void NodeValues::computeTag(const TagNode& node, BitRows& out) {
  const auto tag = tags_.find(node.tag);
  if (tag == tags_.end()) {
    out.clear();
    return;
  }
  out = tag->second;
  const auto conditional = skeleton_.conditionalTags().find(node.tag);
  if (conditional != skeleton_.conditionalTags().end()) {
    for (const auto& [event, other, whenHappens] : conditional->second) {
      if (happened_.contains(0, other) == whenHappens) {
        out.insert(event);
      }
    }
  }
  out &= happened_;
}

void NodeValues::computeBase(const BaseNode& node, BitRows& out) {
  switch (node.relation) {
    case BaseRelation::Rf:
      out = rf_;
      return;
    case BaseRelation::Co:
      out = co_;
      return;
    case BaseRelation::Addr:
      out = addr_;
      return;
    case BaseRelation::Data:
      out = data_;
      return;
    case BaseRelation::Ctrl:
      out = ctrl_;
      return;
    case BaseRelation::Loc:
      out = loc_;
      return;
    case BaseRelation::SyncBarrier:
      out = sync_;
      return;
    case BaseRelation::SameLevel: {
      const auto level = sameLevel_.find(node.level);
      if (level == sameLevel_.end()) {
        out.clear();
        return;
      }
      out = level->second;
      break;
    }
    case BaseRelation::Po:
    case BaseRelation::Rmw:
    case BaseRelation::Int:
    case BaseRelation::SameInstruction:
    case BaseRelation::Covers:
    case BaseRelation::Narrower:
    case BaseRelation::SameScope:
      out = static_.at(node.relation);
      break;
  }
  out.restrictTo(happened_);
}

void NodeValues::computeUnary(const UnaryNode& node, bool isSet, BitRows& out) {
  const BitRows& operand = value(node.operand);
  switch (node.op) {
    case CatUnary::Plus:
      out = operand;
      out.close();
      return;
    case CatUnary::Star:
      out = operand;
      out.close();
      out.addIdentity(happened_);
      return;
    case CatUnary::Optional:
      out = operand;
      out.addIdentity(happened_);
      return;
    case CatUnary::Inverse:
      out.inverseOf(operand);
      return;
    case CatUnary::Complement:
      if (isSet) {
        out = happened_;
      } else {
        out.productOf(happened_, happened_);
      }
      out -= operand;
      return;
    case CatUnary::Bracket:
      out.clear();
      out.addIdentity(operand);
      return;
    case CatUnary::Domain:
      out.domainOf(operand);
      return;
    case CatUnary::Range:
      out.rangeOf(operand);
      return;
  }
}

void NodeValues::computeBinary(const BinaryNode& node, BitRows& out) {
  const BitRows& left = value(node.left);
  const BitRows& right = value(node.right);
  switch (node.op) {
    case CatBinary::Union:
      out = left;
      out |= right;
      return;
    case CatBinary::Intersection:
      out = left;
      out &= right;
      return;
    case CatBinary::Difference:
      out = left;
      out -= right;
      return;
    case CatBinary::Sequence:
      out.composeOf(left, right);
      return;
    case CatBinary::Product:
      out.productOf(left, right);
      return;
  }
}

void NodeValues::computeFold(const ClassFoldNode& node, BitRows& out) {
  out.clear();
  for (const EventSet& members : classes(node.classesOf)) {
    bind(node.variable, members);
    out |= value(node.body);
    unbind(node.variable);
  }
}

}  // namespace hrfcheck
