// The two places where a node's value is not simply computed from its operands': least fixpoints, and
// the classes that folds run over.
//
// A group of recursive definitions starts empty and its bodies are evaluated until nothing changes; they use
// the members monotonically, so this is the least fixpoint (Kleene). A group may be nested in another one
// that is being solved: it then starts anew in every round of the outer group, on the approximation so far.

#include "execution/node_values.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck {

void NodeValues::solve(std::uint32_t index) {
  Group& group = groups_[index];
  if (group.progress != Progress::Unsolved) {
    return;
  }
  group.progress = Progress::Running;
  for (BitRows& member : group.members) {
    member.clear();
  }
  const std::vector<CatNodeId>& bodies = model_.recursions[index].bodies;
  for (bool changed = true; changed;) {
    changed = false;
    invalidate(ofGroup_[index]);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const BitRows& next = value(bodies[i]);
      if (next != group.members[i]) {
        group.members[i] = next;
        changed = true;
      }
    }
  }
  // The last round used the members as they stay, and left every node computed from them valid.
  group.progress = Progress::Solved;
}

const std::vector<EventSet>& NodeValues::classes(CatNodeId id) {
  if (ofSkeleton_ != nullptr) {
    return ofSkeleton_->classes(id);
  }
  const bool fixed = facts_[id].variables.empty();
  if (const auto known = classes_.find(id); known != classes_.end() && fixed) {
    return known->second;
  }
  const Place& place = model_.nodes[id].place;
  if ((facts_[id].inputs & ~kHappenedInput) != 0) {
    throw UserError(place, "classes(...) needs a static relation, known before anything runs");
  }
  const Relation relation = value(id).toRelation();
  if (relation.inverse() != relation || !(relation.compose(relation) - relation).empty()) {
    throw UserError(place, "classes(...) needs a symmetric and transitive relation");
  }
  std::vector<EventSet> found = classesOf(relation);
  std::vector<EventSet>& known = classes_[id];
  if (known != found) {  // a fold may be walking over them
    known = std::move(found);
  }
  return known;
}

void NodeValues::bind(ClassVariable variable, const EventSet& members) {
  if (ofSkeleton_ != nullptr) {
    ofSkeleton_->bind(variable, members);
  }
  BitRows rows = BitRows::set(skeleton_.size());
  rows.assign(members);
  rows &= happened_;
  INVARIANT(bound_.emplace(variable, std::move(rows)).second, "a class variable is bound twice");
  invalidate(ofVariable_[variable]);
}

void NodeValues::unbind(ClassVariable variable) {
  if (ofSkeleton_ != nullptr) {
    ofSkeleton_->unbind(variable);
  }
  bound_.erase(variable);
}

}  // namespace hrfcheck
