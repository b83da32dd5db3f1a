// Every node has two values: one that is contained in it whatever the annotations between the bounds are, and
// one that contains it. All operations are monotone but for difference and complement, which swap the bounds
// of what they take away. With equal bounds both values are the node's.

#include "advise/bounded_model.h"

#include <algorithm>
#include <utility>

#include "execution/cat_operators.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline advise {
namespace {

using Bounds = Between<CatValue>;

bool holdsOf(CheckKind kind, const CatValue& value) {
  if (const auto* set = std::get_if<EventSet>(&value)) {
    return set->empty();
  }
  switch (kind) {
    case CheckKind::Acyclic:
      return relationIn(value).acyclic();
    case CheckKind::Irreflexive:
      return relationIn(value).irreflexive();
    case CheckKind::Empty:
      return relationIn(value).empty();
  }
  INVARIANT(false, "a check that nobody knows");
}

}  // namespace

BoundedModel::BoundedModel(const Model& model)
    : model_(model),
      facts_(factsOf(model)),
      tags_(tagsIn(model)),
      inputs_(inputsOfNodes(model, tags_)),
      values_(model.nodes.size()) {}

const BoundedModel::Bounds& BoundedModel::value(CatNodeId node) {
  if (!values_[node]) {
    values_[node] = compute(node);
  }
  return *values_[node];
}

BoundedModel::Bounds BoundedModel::compute(CatNodeId node) {
  const Between<EventSet>& happened = bounds_->happened;
  const std::size_t size = happened.upper.size();
  const bool set = model_.nodes[node].type == CatType::Set;
  return std::visit(
      Overloaded{
          [&](const TagNode& n) { return tag(n); }, [&](const BaseNode& n) { return base(n); },
          [&](const EmptyNode&) {
            return set ? Bounds{EventSet(size), EventSet(size)} : Bounds{Relation(size), Relation(size)};
          },
          [&](const UniverseNode&) {
            return set ? Bounds{happened.lower, happened.upper}
                       : Bounds{Relation::product(happened.lower, happened.lower),
                                Relation::product(happened.upper, happened.upper)};
          },
          [&](const IdentityNode&) {
            return Bounds{Relation::identity(happened.lower), Relation::identity(happened.upper)};
          },
          [&](const UnaryNode& n) { return unary(n); }, [&](const BinaryNode& n) { return binary(n); },
          [&](const RecursionNode& n) { return recursion(n); },
          [&](const ClassVariableNode& n) {
            const EventSet& members = classOf_.at(n.variable);
            return Bounds{members & happened.lower, members & happened.upper};
          },
          [&](const ClassFoldNode& n) { return fold(n); }, [&](const ChoiceNode& n) { return choice(n); }},
      model_.nodes[node].node);
}

Relation BoundedModel::restricted(const Relation& relation, const EventSet& to) const {
  return relation.restrictedTo(to, to);
}

BoundedModel::Bounds BoundedModel::tag(const TagNode& node) {
  const auto& members =
      bounds_->tags[static_cast<std::size_t>(std::ranges::lower_bound(tags_, node.tag) - tags_.begin())];
  return {members.lower, members.upper};
}

BoundedModel::Bounds BoundedModel::base(const BaseNode& node) {
  const FixedPart& fixed = bounds_->fixed;
  const auto part = [&](const Relation& relation) {
    return Bounds{restricted(relation, bounds_->happened.lower),
                  restricted(relation, bounds_->happened.upper)};
  };
  switch (node.relation) {
    case BaseRelation::Rf:
      return part(fixed.rf);
    case BaseRelation::Co:
      return part(fixed.co);
    case BaseRelation::Addr:
      return part(fixed.addr);
    case BaseRelation::Data:
      return part(fixed.data);
    case BaseRelation::Ctrl:
      return part(fixed.ctrl);
    case BaseRelation::Loc:
      return part(fixed.loc);
    case BaseRelation::SyncBarrier:
      return part(fixed.syncBarrier);
    case BaseRelation::Static:
      break;
  }
  for (std::size_t i = 0; i < kScopeRelations.size(); ++i) {
    if (node.is(kScopeRelations[i])) {
      return {bounds_->scopes[i].lower, bounds_->scopes[i].upper};
    }
  }
  const auto found = fixed.statics.find(node.name);
  return found == fixed.statics.end() ? Bounds{Relation(fixed.size), Relation(fixed.size)}
                                      : part(found->second);
}

BoundedModel::Bounds BoundedModel::unary(const UnaryNode& node) {
  const Bounds& operand = value(node.operand);
  const Between<EventSet>& happened = bounds_->happened;
  const bool swaps = node.op == CatUnary::Complement;
  return {applied(node.op, swaps ? operand.upper : operand.lower, happened.lower),
          applied(node.op, swaps ? operand.lower : operand.upper, happened.upper)};
}

BoundedModel::Bounds BoundedModel::binary(const BinaryNode& node) {
  // A recursion in the right operand may forget the left one again, and the other way around.
  value(node.left);
  value(node.right);
  if (!values_[node.left]) {
    value(node.left);
  }
  if (!values_[node.right]) {
    const Bounds copy = value(node.left);
    return combinedBounds(node.op, copy, value(node.right));
  }
  return combinedBounds(node.op, *values_[node.left], *values_[node.right]);
}

BoundedModel::Bounds BoundedModel::combinedBounds(CatBinary op, const Bounds& left, const Bounds& right) {
  const bool swaps = op == CatBinary::Difference;
  return {combined(op, left.lower, swaps ? right.upper : right.lower),
          combined(op, left.upper, swaps ? right.lower : right.upper)};
}

template <typename Which>
void BoundedModel::forget(Which which) {
  for (CatNodeId node = 0; node < values_.size(); ++node) {
    if (which(node)) {
      values_[node].reset();
    }
  }
}

/// The least fixpoint of both bounds, from below.
BoundedModel::Bounds BoundedModel::recursion(const RecursionNode& node) {
  if (const auto solving = members_.find(node.group); solving != members_.end()) {
    return solving->second[node.member];
  }
  const std::vector<CatNodeId>& bodies = model_.recursions[node.group].bodies;
  const std::size_t size = bounds_->happened.upper.size();
  std::vector<Bounds> current;
  for (const CatNodeId body : bodies) {
    const bool set = model_.nodes[body].type == CatType::Set;
    current.push_back(set ? Bounds{EventSet(size), EventSet(size)} : Bounds{Relation(size), Relation(size)});
  }
  const auto dependents = [&](CatNodeId n) { return facts_[n].groups.contains(node.group); };
  for (bool changed = true; changed;) {
    members_[node.group] = current;
    forget(dependents);
    changed = false;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      Bounds next = value(bodies[i]);
      changed = changed || next.lower != current[i].lower || next.upper != current[i].upper;
      current[i] = std::move(next);
    }
  }
  members_.erase(node.group);
  forget(dependents);
  return current[node.member];
}

std::optional<std::vector<EventSet>> BoundedModel::classes(CatNodeId node) {
  const Bounds& found = value(node);
  if (found.lower != found.upper) {
    return std::nullopt;
  }
  return classesOf(relationIn(found.lower));
}

BoundedModel::Bounds BoundedModel::fold(const ClassFoldNode& node) {
  const auto all = classes(node.classesOf);
  const std::size_t size = bounds_->happened.upper.size();
  const bool set = model_.nodes[node.body].type == CatType::Set;
  Bounds result = set ? Bounds{EventSet(size), EventSet(size)} : Bounds{Relation(size), Relation(size)};
  if (!all) {
    const EventSet& any = bounds_->happened.upper;
    result.upper = set ? CatValue(any) : CatValue(Relation::product(any, any));
    return result;
  }
  const auto dependents = [&](CatNodeId n) { return facts_[n].variables.contains(node.variable); };
  for (const EventSet& members : *all) {
    classOf_[node.variable] = members;
    forget(dependents);
    const Bounds& one = value(node.body);
    result = {combined(CatBinary::Union, result.lower, one.lower),
              combined(CatBinary::Union, result.upper, one.upper)};
  }
  classOf_.erase(node.variable);
  forget(dependents);
  return result;
}

/// A total order of all that some program orders; each program has its part of it. Where it is not known,
/// any.
BoundedModel::Bounds BoundedModel::choice(const ChoiceNode& node) {
  const std::vector<Relation>& choices = bounds_->fixed.choices;
  const Bounds& set = value(model_.choices[node.choice].set);
  if (node.choice >= choices.size()) {
    return anyChoice(model_.choices[node.choice], setIn(set.lower), setIn(set.upper));
  }
  const Relation& order = choices[node.choice];
  return {restricted(order, setIn(set.lower)), restricted(order, setIn(set.upper))};
}

/// Whatever order is chosen: it has what must be ordered, and not the other way around.
BoundedModel::Bounds BoundedModel::anyChoice(const Choice& choice, const EventSet& certain,
                                             const EventSet& possible) {
  Relation wanted = restricted(relationIn(value(choice.order).lower), certain);
  Relation any = Relation::product(possible, possible) - Relation::identity(possible);
  if (choice.within) {
    const Bounds& within = value(*choice.within);
    wanted &= relationIn(within.lower);
    any &= relationIn(within.upper);
  }
  any -= wanted.inverse();
  return {std::move(wanted), std::move(any)};
}

bool BoundedModel::choicesAreGood() {
  for (std::size_t i = 0; i < model_.choices.size(); ++i) {
    const Choice& choice = model_.choices[i];
    if (i >= bounds_->fixed.choices.size()) {
      return false;
    }
    const Relation& order = bounds_->fixed.choices[i];
    const EventSet all = setIn(value(choice.set).upper);
    Relation within = Relation::product(all, all);
    if (choice.within) {
      const Bounds& given = value(*choice.within);
      within = restricted(relationIn(given.upper), all);
      if (within != restricted(relationIn(given.lower), all)) {
        return false;
      }
    }
    const Relation wanted = restricted(relationIn(value(choice.order).upper), all) & within;
    const Relation total = (order | order.inverse()) | Relation::identity(all);
    const Relation here = restricted(order, all);
    if (!(wanted - order).empty() || !(within - total).empty() || !(here - within).empty()) {
      return false;
    }
  }
  return true;
}

/// Whether the check's test is known to come out as wanted for all programs, for each choice of classes
/// (everywhere) or for some.
bool BoundedModel::assertsInAll(const Check& check, std::size_t binder, bool wanted, bool everywhere) {
  if (binder == check.forall.size()) {
    const Bounds& tested = value(check.node);
    return holdsOf(check.kind, wanted ? tested.upper : tested.lower) == wanted;
  }
  const ClassVariable variable = check.forall[binder].variable;
  const auto all = classes(check.forall[binder].classesOf);
  if (!all) {
    return false;
  }
  bool result = everywhere;
  for (const EventSet& members : *all) {
    classOf_[variable] = members;
    const auto dependents = [&](CatNodeId n) { return facts_[n].variables.contains(variable); };
    forget(dependents);
    const bool one = assertsInAll(check, binder + 1, wanted, everywhere);
    forget(dependents);
    result = everywhere ? result && one : result || one;
  }
  classOf_.erase(variable);
  return result;
}

bool BoundedModel::asserts(const Check& check, bool wanted) {
  return assertsInAll(check, 0, wanted != check.negated, check.role == CheckRole::Require);
}

/// Whether a requirement fails for all programs: for some choice of classes.
bool BoundedModel::fails(const Check& check) {
  return assertsInAll(check, 0, check.negated, false);
}

/// Forgets what may have another value now.
void BoundedModel::lookAt(const BoundedExecution& bounds, const BoundChanges& changes) {
  bounds_ = &bounds;
  forget([&](CatNodeId node) { return changes.all || inputs_[node].intersects(changes.inputs); });
}

bool BoundedModel::certainlyConsistent(const BoundedExecution& bounds, const BoundChanges& changes) {
  lookAt(bounds, changes);
  if (!choicesAreGood()) {
    return false;
  }
  return std::ranges::all_of(model_.checks, [&](const Check& check) {
    return check.role != CheckRole::Require || asserts(check, true);
  });
}

bool BoundedModel::certainlyInconsistent(const BoundedExecution& bounds, const BoundChanges& changes) {
  lookAt(bounds, changes);
  return std::ranges::any_of(
      model_.checks, [&](const Check& check) { return check.role == CheckRole::Require && fails(check); });
}

bool BoundedModel::certainlyRaised(std::size_t index) {
  const Check& check = model_.checks[index];
  return asserts(check, check.role == CheckRole::Flag);
}

}  // namespace hrfcheck::inline advise
