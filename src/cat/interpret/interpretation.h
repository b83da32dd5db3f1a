#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "cat/interpret/domain.h"
#include "cat/interpret/meaning.h"
#include "util/overloaded.h"

namespace hrfcheck {

/// The definitions of a model as a domain reads them. Each node is looked at once, when it is asked for, and
/// once for each round of the iteration where it is part of a recursion.
template <CatDomain Domain>
class Interpretation {
 public:
  using Value = typename Domain::Value;

  /// Both must outlive the interpretation.
  Interpretation(const Model& model, Domain& domain)
      : model_(model), domain_(domain), values_(model.nodes.size()), groups_(model.recursions.size()) {
    for (const CatNode& node : model.nodes) {
      if (const auto* fold = std::get_if<ClassFoldNode>(&node.node)) {
        binders_[fold->variable].push_back(fold->classesOf);
      }
    }
    for (const Check& check : model.checks) {
      for (const ClassBinder& binder : check.forall) {
        binders_[binder.variable].push_back(binder.classesOf);
      }
    }
  }
  Interpretation(const Interpretation&) = delete;
  Interpretation& operator=(const Interpretation&) = delete;

  const Value& of(CatNodeId id) {
    if (!values_[id]) {
      Value value = compute(id);
      values_[id] = std::move(value);
      computed_.push_back(id);
    }
    return *values_[id];
  }

 private:
  struct Group {
    bool known = false;  ///< or assumed, while it is iterated
    std::vector<Value> members;
  };

  Value compute(CatNodeId id) {
    const CatSite<Value> at{id, look_};
    const CatNode& node = model_.nodes[id];
    return std::visit(
        Overloaded{
            [&](const TagNode& n) { return domain_.tag(at, n); },
            [&](const BaseNode& n) { return domain_.base(at, n); },
            [&](const EmptyNode&) { return domain_.nothing(node.type); },
            [&](const UniverseNode&) { return domain_.universe(at, node.type); },
            [&](const IdentityNode&) { return domain_.identity(at); },
            [&](const UnaryNode& n) { return meaning(n.op, domain_, node.type, of(n.operand), at); },
            [&](const BinaryNode& n) {
              const Value& left = of(n.left);
              return meaning(n.op, domain_, left, of(n.right), at);
            },
            [&](const RecursionNode& n) { return member(n); },
            [&](const ClassVariableNode& n) { return domain_.classVariable(at, equivalences(n.variable)); },
            [&](const ClassFoldNode& n) { return domain_.fold(at, of(n.classesOf), of(n.body)); },
            [&](const ChoiceNode& n) { return choice(at, model_.choices[n.choice]); },
        },
        node.node);
  }

  std::vector<const Value*> equivalences(ClassVariable variable) {
    std::vector<const Value*> result;
    for (const CatNodeId classesOf : binders_[variable]) {
      result.push_back(&of(classesOf));
    }
    return result;
  }

  Value choice(const CatSite<Value>& at, const Choice& choice) {
    const Value& set = of(choice.set);
    const Value& order = of(choice.order);
    return domain_.choice(at, choice, set, order, choice.within ? &of(*choice.within) : nullptr);
  }

  Value member(const RecursionNode& n) {
    if (!groups_[n.group].known) {
      solve(n.group);
    }
    return groups_[n.group].members[n.member];
  }

  void solve(std::uint32_t index) {
    const std::vector<CatNodeId>& bodies = model_.recursions[index].bodies;
    Group& group = groups_[index];
    group.known = true;
    for (const CatNodeId body : bodies) {
      group.members.push_back(domain_.nothing(model_.nodes[body].type));
    }
    for (bool more = true; more;) {
      const std::size_t before = computed_.size();
      const std::size_t solvedBefore = solved_.size();
      more = false;
      for (std::size_t m = 0; m < bodies.size(); ++m) {
        const Value next = of(bodies[m]);
        more = domain_.widened(group.members[m], next) || more;
      }
      forget(before, solvedBefore);
    }
    solved_.push_back(index);
  }

  /// What was computed from an assumption.
  void forget(std::size_t computedBefore, std::size_t solvedBefore) {
    for (; computed_.size() > computedBefore; computed_.pop_back()) {
      values_[computed_.back()].reset();
    }
    for (; solved_.size() > solvedBefore; solved_.pop_back()) {
      groups_[solved_.back()] = {};
    }
  }

  const Model& model_;
  Domain& domain_;
  std::vector<std::optional<Value>> values_;  ///< by node
  std::vector<CatNodeId> computed_;           ///< those that have one, in order
  std::vector<Group> groups_;
  std::vector<std::uint32_t> solved_;  ///< groups, in order
  std::map<ClassVariable, std::vector<CatNodeId>> binders_;
  std::function<const Value&(CatNodeId)> look_ = [this](CatNodeId id) -> const Value& { return of(id); };
};

}  // namespace hrfcheck
