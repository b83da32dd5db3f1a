// The definitions of a model for one structure, written out so that evaluating them meets no name, no map and
// no class variable.
//
// The classes of a fold are those of the structure, where every event happens, cut down to the events that
// did. So a fold is the union of its body over classes that are known beforehand, and its body is written out
// once for each of them: every class then keeps its value for as long as nothing it depends on changes. A
// class none of whose events happened still counts, empty: which classes there are is a static fact.
//
// A bracket beside a semicolon only cuts rows or columns away, and `r^-1 ; s` can be computed without its
// inverse: both have steps of their own, for they are the bread and butter of memory models.

#include "execution/evaluate/node_plan.h"

#include <algorithm>

#include "execution/evaluate/class_limits.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline execution {

NodePlan::NodePlan(const Model& model, const std::vector<NodeFacts>& facts, const EventStructure& structure,
                   ClassFinder findClasses)
    : model_(model), facts_(facts), structure_(structure), findClasses_(std::move(findClasses)) {}

ClassBinding NodePlan::restricted(const ClassBinding& binding, CatNodeId node) const {
  ClassBinding result;
  for (const ClassVariable variable : facts_[node].variables) {
    const auto bound = binding.find(variable);
    INVARIANT(bound != binding.end(), "a class variable is used outside of its fold");
    result.insert(*bound);
  }
  return result;
}

StepId NodePlan::push(StepWork work, CatNodeId node, std::uint32_t index, std::vector<StepId> operands) {
  if (steps_.size() >= kMostWrittenOut) {
    failTooManyClasses(model_, node);
  }
  steps_.push_back({work, node, index, std::move(operands)});
  return static_cast<StepId>(steps_.size() - 1);
}

StepId NodePlan::add(CatNodeId node, const ClassBinding& binding) {
  Key key{node, restricted(binding, node)};
  if (const auto known = known_.find(key); known != known_.end()) {
    return known->second;
  }
  const StepId step = addNode(node, key.second);
  known_.emplace(std::move(key), step);
  return step;
}

const std::vector<EventSet>& NodePlan::classes(CatNodeId node, const ClassBinding& binding) {
  Key key{node, restricted(binding, node)};
  const auto known = classes_.find(key);
  if (known != classes_.end()) {
    return known->second;
  }
  std::vector<EventSet> found = findClasses_(node, key.second);
  return classes_.emplace(std::move(key), std::move(found)).first->second;
}

StepId NodePlan::addNode(CatNodeId id, const ClassBinding& binding) {
  return std::visit(Overloaded{[&](const TagNode& n) { return addTag(n, id); },
                               [&](const BaseNode& n) { return addBase(n, id); },
                               [&](const EmptyNode&) { return push(StepOp::Empty, id); },
                               [&](const UniverseNode&) { return push(StepOp::Universe, id); },
                               [&](const IdentityNode&) { return push(StepOp::Identity, id); },
                               [&](const UnaryNode& n) {
                                 const StepId operand = add(n.operand, binding);
                                 return push(n.op, id, 0, {operand});
                               },
                               [&](const BinaryNode& n) { return addBinary(n, id, binding); },
                               [&](const RecursionNode& n) { return addRecursion(n, id, binding); },
                               [&](const ClassVariableNode& n) {
                                 return push(StepOp::Members, id, constant(binding.at(n.variable)));
                               },
                               [&](const ClassFoldNode& n) { return addFold(n, id, binding); },
                               [&](const ChoiceNode& n) { return addChoice(n, id); }},
                    model_.nodes[id].node);
}

std::uint32_t NodePlan::constant(const std::vector<EventId>& members) {
  constants_.push_back(BitRows::set(structure_.size()));
  for (const EventId e : members) {
    constants_.back().insert(e);
  }
  return static_cast<std::uint32_t>(constants_.size() - 1);
}

std::uint32_t NodePlan::constant(const Relation& relation) {
  constants_.push_back(BitRows::relation(structure_.size()));
  constants_.back().assign(relation);
  return static_cast<std::uint32_t>(constants_.size() - 1);
}

StepId NodePlan::addTag(const TagNode& node, CatNodeId id) {
  const auto tag = structure_.tags().find(node.tag);
  if (tag == structure_.tags().end()) {
    return push(StepOp::Empty, id);
  }
  const StepId step = push(StepOp::Tag, id, constant(tag->second.members()));
  const auto conditional = structure_.conditionalTags().find(node.tag);
  if (conditional != structure_.conditionalTags().end() && !conditional->second.empty()) {
    conditional_.emplace(step, conditional->second);
  }
  return step;
}

StepId NodePlan::addBase(const BaseNode& node, CatNodeId id) {
  const Inputs inputs = facts_[id].inputs;
  for (std::uint32_t part = 0; part < std::size(kPartInputs); ++part) {
    if (inputs == kPartInputs[part]) {
      return push(StepOp::Part, id, part);
    }
  }
  const Relation* relation = structure_.staticRelation(node.name);
  return relation == nullptr || relation->empty() ? push(StepOp::Empty, id)
                                                  : push(StepOp::Constant, id, constant(*relation));
}

StepId NodePlan::addBinary(const BinaryNode& node, CatNodeId id, const ClassBinding& binding) {
  if (node.op == CatBinary::Sequence) {
    return addSequence(node, id, binding);
  }
  const StepId left = add(node.left, binding);
  const StepId right = add(node.right, binding);
  return node.op == CatBinary::Union ? addUnion(id, {left, right}) : push(node.op, id, 0, {left, right});
}

StepId NodePlan::addSequence(const BinaryNode& node, CatNodeId id, const ClassBinding& binding) {
  StepWork work = CatBinary::Sequence;
  CatNodeId first = node.left;
  CatNodeId second = node.right;
  if (const UnaryNode* starts = model_.nodes[node.left].as(CatUnary::Bracket)) {
    work = StepPair::RestrictDomain;
    first = starts->operand;
  } else if (const UnaryNode* ends = model_.nodes[node.right].as(CatUnary::Bracket)) {
    work = StepPair::RestrictRange;
    second = ends->operand;
  } else if (const UnaryNode* inverse = model_.nodes[node.left].as(CatUnary::Inverse)) {
    work = StepPair::InverseSequence;
    first = inverse->operand;
  }
  const StepId a = add(first, binding);
  const StepId b = add(second, binding);
  return push(work, id, 0, {a, b});
}

/// The members come first, so that the bodies find them.
StepId NodePlan::addRecursion(const RecursionNode& node, CatNodeId id, const ClassBinding& binding) {
  std::pair key{node.group, binding};
  const auto known = knownGroups_.find(key);
  if (known != knownGroups_.end()) {
    return groups_[known->second].members[node.member];
  }
  const std::vector<CatNodeId>& bodies = model_.recursions[node.group].bodies;
  const auto index = static_cast<std::uint32_t>(groups_.size());
  knownGroups_.emplace(std::move(key), index);
  groups_.emplace_back();
  for (std::size_t member = 0; member < bodies.size(); ++member) {
    groups_[index].members.push_back(
        push(StepOp::Member, member == node.member ? id : bodies[member], index));
  }
  for (const CatNodeId body : bodies) {
    const StepId step = add(body, binding);
    groups_[index].bodies.push_back(step);
  }
  return groups_[index].members[node.member];
}

StepId NodePlan::addFold(const ClassFoldNode& node, CatNodeId id, const ClassBinding& binding) {
  std::vector<StepId> bodies;
  for (const EventSet& members : classes(node.classesOf, binding)) {
    ClassBinding inner = binding;
    inner.insert_or_assign(node.variable, members.members());
    const StepId body = add(node.body, inner);
    if (std::ranges::find(bodies, body) == bodies.end()) {
      bodies.push_back(body);
    }
  }
  return addUnion(id, bodies);
}

/// Unions of unions become one, so that a moving part costs one pass however deep it lies.
StepId NodePlan::addUnion(CatNodeId id, const std::vector<StepId>& parts) {
  std::vector<StepId> operands;
  const auto take = [&](StepId part) {
    if (!steps_[part].is(StepOp::Empty) && std::ranges::find(operands, part) == operands.end()) {
      operands.push_back(part);
    }
  };
  for (const StepId part : parts) {
    if (steps_[part].is(StepOp::Union)) {
      std::ranges::for_each(steps_[part].operands, take);
    } else {
      take(part);
    }
  }
  return push(StepOp::Union, id, 0, std::move(operands));
}

StepId NodePlan::addChoice(const ChoiceNode& node, CatNodeId id) {
  const Choice& choice = model_.choices[node.choice];
  std::vector<StepId> operands{add(choice.set, {}), add(choice.order, {})};
  if (choice.within) {
    operands.push_back(add(*choice.within, {}));
  }
  return push(StepOp::Choice, id, node.choice, std::move(operands));
}

}  // namespace hrfcheck::inline execution
