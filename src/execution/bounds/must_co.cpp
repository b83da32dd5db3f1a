#include "execution/bounds/must_co.h"

#include "execution/bounds/local_refutation.h"

namespace hrfcheck::inline execution {
namespace {

bool isWriteToOnePlace(const EventStructure& structure, EventId e) {
  return structure.events()[e].kind == EventKind::Write && structure.mayLocations()[e].size() == 1;
}

}  // namespace

Relation mustCo(const Model& model, const EventStructure& structure, const Deadline& deadline) {
  PacedLook look(deadline);
  LocalRefutation patterns(model, structure);
  Relation known(structure.size());
  for (EventId first = 0; first < structure.size(); ++first) {
    if (!isWriteToOnePlace(structure, first)) {
      continue;
    }
    structure.po().successors(first).forEach([&](EventId second) {
      look.spend(1);
      if (!isWriteToOnePlace(structure, second) ||
          structure.mayLocations()[first] != structure.mayLocations()[second]) {
        return;
      }
      EventPattern turned;
      const std::size_t earlier = turned.add(first);
      const std::size_t later = turned.add(second);
      turned.coherent(later, earlier);
      if (patterns.forbids(turned)) {
        known.insert(first, second);
      }
    });
  }
  // A model that knows a < b and b < c, but not a < c, gets nothing: the order must extend to all writes.
  return known.transitiveClosure(deadline) == known ? known : Relation(structure.size());
}

}  // namespace hrfcheck::inline execution
