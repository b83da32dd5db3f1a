// The two places where a step's value is not simply computed from its operands': least fixpoints, and the
// classes that folds run over.
//
// A group of recursive definitions starts empty and its bodies are evaluated until nothing changes; they use
// the members monotonically, so this is the least fixpoint (Kleene), and so is each of its bounds. A group
// may be nested in another one that is being solved: it then starts anew in every round of the outer group,
// on the approximation so far.

#include "execution/evaluate/class_limits.h"
#include "execution/evaluate/node_values.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline execution {

/// A group whose bounds agree is solved once, on the lower side.
void NodeValues::solve(std::uint32_t index, Side asked) {
  const StepGroup& group = plan_.groups()[index];
  const Side side = exact_[group.members[0]] != 0 ? Side::Lower : asked;
  const std::size_t key = 2 * std::size_t{index} + static_cast<std::size_t>(side);
  const std::size_t solved = uses_.size() + key;
  if (running_[key] != 0 || isValid(solved)) {
    return;
  }
  running_[key] = 1;
  for (const StepId member : group.members) {
    shape(member, slots_[slotIndex(member, side)]);
    makeEmpty(slots_[slotIndex(member, side)]);
  }
  for (bool changed = true; changed;) {
    changed = false;
    invalidate(ofGroup_[key]);
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      const Slot& next = ensure(group.bodies[i], side);
      Slot& member = slots_[slotIndex(group.members[i], side)];
      if (*next.rows != member.own) {
        member.own = *next.rows;
        member.empty = next.empty;
        member.changedAt = ++clock_;
        changed = true;
      }
    }
  }
  // The last round used the members as they stay, and left every step computed from them valid.
  running_[key] = 0;
  setValid(solved);
}

/// On an execution of its own, in which every event happens and nothing is known but the structure.
std::vector<EventSet> NodeValues::findClasses(CatNodeId node, const ClassBinding& binding) const {
  const Place& place = model_.nodes[node].place;
  if ((facts_[node].inputs & ~kHappenedInput) != 0) {
    throw UserError(place, "classes(...) needs a static relation, which does not depend on the execution");
  }
  NodeValues ofEventStructure(model_, facts_, structure_, look_.deadline());
  const StepId step = ofEventStructure.plan_.add(node, binding);
  ofEventStructure.seal();
  ofEventStructure.lower_.happened.assign(EventSet::full(structure_.size()));
  ofEventStructure.changed(kHappenedInput, 0);
  const Relation relation = ofEventStructure.value(step).toRelation();
  if (relation.inverse() != relation || !(relation.compose(relation, look_.deadline()) - relation).empty()) {
    throw UserError(place, "classes(...) needs a symmetric and transitive relation");
  }
  return classesOf(relation);
}

std::vector<StepId> NodeValues::add(CatNodeId node, const std::vector<ClassBinder>& forall) {
  std::vector<StepId> steps;
  std::size_t choices = 0;
  addForAll(node, forall, {}, steps, choices);
  return steps;
}

void NodeValues::addForAll(CatNodeId node, const std::vector<ClassBinder>& forall,
                           const ClassBinding& binding, std::vector<StepId>& steps, std::size_t& choices) {
  if (++choices > kMostClassChoices) {
    failTooManyClasses(model_, node);
  }
  if (binding.size() == forall.size()) {
    steps.push_back(plan_.add(node, binding));
    return;
  }
  const ClassBinder& binder = forall[binding.size()];
  for (const EventSet& members : plan_.classes(binder.classesOf, binding)) {
    ClassBinding inner = binding;
    inner.emplace(binder.variable, members.members());
    addForAll(node, forall, inner, steps, choices);
  }
}

}  // namespace hrfcheck::inline execution
