// Linear extensions by the textbook search: append any event all of whose predecessors are placed.

#include "execution/evaluate/linearise.h"

namespace hrfcheck::inline execution {
namespace {

class Search {
 public:
  Search(const Linearisations& of, const std::function<bool(const Relation&)>& visit)
      : of_(of), before_(of.order.inverse()), visit_(visit), chosen_(of.order.size()) {}

  bool inClass(std::size_t index) {
    if (index == of_.classes.size()) {
      return visit_(chosen_);
    }
    const EventSet& members = of_.classes[index];
    // Without this, every order of the events before a cycle would be tried.
    return !of_.order.restrictedTo(members, members).acyclic() || append(index, members);
  }

 private:
  /// Places the events of `left`, the rest of the class, in every order.
  bool append(std::size_t index, const EventSet& left) {
    if (left.empty()) {
      return inClass(index + 1);
    }
    for (const EventId e : left.members()) {
      if (before_.successors(e).intersects(left)) {
        continue;
      }
      EventSet rest = left;
      rest.erase(e);
      rest.forEach([&](EventId later) { chosen_.insert(e, later); });
      if (!append(index, rest)) {
        return false;
      }
      rest.forEach([&](EventId later) { chosen_.erase(e, later); });
    }
    return true;
  }

  const Linearisations& of_;
  Relation before_;
  const std::function<bool(const Relation&)>& visit_;
  Relation chosen_;
};

}  // namespace

bool forEachLinearisation(const Linearisations& of, const std::function<bool(const Relation&)>& visit) {
  return Search(of, visit).inClass(0);
}

bool isLinearisation(const Linearisations& of, const Relation& chosen) {
  if (chosen.size() != of.order.size() || !chosen.irreflexive() ||
      !(chosen.compose(chosen) - chosen).empty()) {
    return false;
  }
  Relation comparable(chosen.size());
  for (const EventSet& members : of.classes) {
    comparable |= Relation::product(members, members);
    if (!(of.order.restrictedTo(members, members) - chosen).empty()) {
      return false;
    }
  }
  const EventSet all = comparable.domain();
  return (chosen | chosen.inverse() | Relation::identity(all)) == comparable;
}

}  // namespace hrfcheck::inline execution
