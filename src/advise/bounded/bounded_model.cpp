// Every node has two values: one that is contained in it whatever the annotations between the bounds are, and
// one that contains it. All operations are monotone except for difference and complement, which swap the
// bounds of what they take away. With equal bounds both values are the node's.

#include "advise/bounded/bounded_model.h"

#include <algorithm>
#include <utility>

#include "execution/evaluate/cat_operators.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline advise {
namespace {

using Bounds = CatBounds;

bool holdsOf(CheckKind kind, const CatValue& value) {
  switch (kind) {
    case CheckKind::Acyclic:
      return relationIn(value).acyclic();
    case CheckKind::Irreflexive:
      return relationIn(value).irreflexive();
    case CheckKind::Empty:
      return isNothing(value);
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
  const auto& [certain, possible] = bounds_->happened;
  const CatType type = model_.nodes[node].type;
  return std::visit(
      Overloaded{[&](const TagNode& n) { return tag(n); }, [&](const BaseNode& n) { return base(n); },
                 [&](const EmptyNode&) { return none(type); },
                 [&](const UniverseNode&) {
                   return Bounds{everything(type, possible), everything(type, certain)};
                 },
                 [&](const IdentityNode&) {
                   return Bounds{Relation::identity(possible), Relation::identity(certain)};
                 },
                 [&](const UnaryNode& n) { return applied(n.op, value(n.operand), possible, certain); },
                 [&](const BinaryNode& n) { return binary(n); },
                 [&](const RecursionNode& n) { return recursion(n); },
                 [&](const ClassVariableNode& n) {
                   const EventSet& members = classOf_.at(n.variable);
                   return Bounds{members & possible, members & certain};
                 },
                 [&](const ClassFoldNode& n) { return fold(n); },
                 [&](const ChoiceNode& n) { return choice(n); }},
      model_.nodes[node].node);
}

BoundedModel::Bounds BoundedModel::none(CatType type) const {
  const std::size_t size = bounds_->happened.upper.size();
  return {nothing(type, size), nothing(type, size)};
}

Relation BoundedModel::restricted(const Relation& relation, const EventSet& to) const {
  return relation.restrictedTo(to, to);
}

BoundedModel::Bounds BoundedModel::tag(const TagNode& node) {
  const auto& members =
      bounds_->tags[static_cast<std::size_t>(std::ranges::lower_bound(tags_, node.tag) - tags_.begin())];
  return {members.upper, members.lower};
}

BoundedModel::Bounds BoundedModel::base(const BaseNode& node) {
  const FixedPart& fixed = bounds_->fixed;
  const auto part = [&](const Relation& relation) {
    return Bounds{restricted(relation, bounds_->happened.upper),
                  restricted(relation, bounds_->happened.lower)};
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
      return {bounds_->scopes[i].upper, bounds_->scopes[i].lower};
    }
  }
  const auto found = fixed.statics.find(node.name);
  return found == fixed.statics.end() ? none(CatType::Relation) : part(found->second);
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
    return combined(node.op, copy, value(node.right));
  }
  return combined(node.op, *values_[node.left], *values_[node.right]);
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
  std::vector<Bounds> current;
  for (const CatNodeId body : bodies) {
    current.push_back(none(model_.nodes[body].type));
  }
  const auto dependents = [&](CatNodeId n) { return facts_[n].groups.contains(node.group); };
  for (bool changed = true; changed;) {
    members_[node.group] = current;
    forget(dependents);
    changed = false;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      Bounds next = value(bodies[i]);
      changed = changed || next != current[i];
      current[i] = std::move(next);
    }
  }
  members_.erase(node.group);
  forget(dependents);
  return current[node.member];
}

std::optional<std::vector<EventSet>> BoundedModel::classes(CatNodeId node) {
  const Bounds& found = value(node);
  if (found.must != found.may) {
    return std::nullopt;
  }
  return classesOf(relationIn(found.must));
}

BoundedModel::Bounds BoundedModel::fold(const ClassFoldNode& node) {
  const auto all = classes(node.classesOf);
  const CatType type = model_.nodes[node.body].type;
  Bounds result = none(type);
  if (!all) {
    result.may = everything(type, bounds_->happened.upper);
    return result;
  }
  const auto dependents = [&](CatNodeId n) { return facts_[n].variables.contains(node.variable); };
  for (const EventSet& members : *all) {
    classOf_[node.variable] = members;
    forget(dependents);
    result = combined(CatBinary::Union, result, value(node.body));
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
    return anyChoice(model_.choices[node.choice], setIn(set.must), setIn(set.may));
  }
  const Relation& order = choices[node.choice];
  return {restricted(order, setIn(set.may)), restricted(order, setIn(set.must))};
}

/// Whatever order is chosen: it has what must be ordered, and not the other way around.
BoundedModel::Bounds BoundedModel::anyChoice(const Choice& choice, const EventSet& certain,
                                             const EventSet& possible) {
  Relation wanted = restricted(relationIn(value(choice.order).must), certain);
  Relation any = Relation::product(possible, possible) - Relation::identity(possible);
  if (choice.within) {
    const Bounds& within = value(*choice.within);
    wanted &= relationIn(within.must);
    any &= relationIn(within.may);
  }
  any -= wanted.inverse();
  return {std::move(any), std::move(wanted)};
}

bool BoundedModel::choicesAreGood() {
  for (std::size_t i = 0; i < model_.choices.size(); ++i) {
    const Choice& choice = model_.choices[i];
    if (i >= bounds_->fixed.choices.size()) {
      return false;
    }
    const Relation& order = bounds_->fixed.choices[i];
    const EventSet all = setIn(value(choice.set).may);
    Relation within = Relation::product(all, all);
    if (choice.within) {
      const Bounds& given = value(*choice.within);
      within = restricted(relationIn(given.may), all);
      if (within != restricted(relationIn(given.must), all)) {
        return false;
      }
    }
    const Relation wanted = restricted(relationIn(value(choice.order).may), all) & within;
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
    return holdsOf(check.kind, wanted ? tested.may : tested.must) == wanted;
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
