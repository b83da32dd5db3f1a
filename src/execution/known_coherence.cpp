#include "execution/known_coherence.h"

#include "execution/forbidden_patterns.h"

namespace hrfcheck::inline execution {
namespace {

bool isWriteToOnePlace(const Skeleton& skeleton, EventId e) {
  return skeleton.events()[e].kind == EventKind::Write && skeleton.mayLocations()[e].size() == 1;
}

}  // namespace

Relation knownCoherence(const Model& model, const Skeleton& skeleton, const Deadline& deadline) {
  PacedLook look(deadline);
  ForbiddenPatterns patterns(model, skeleton);
  Relation known(skeleton.size());
  for (EventId first = 0; first < skeleton.size(); ++first) {
    if (!isWriteToOnePlace(skeleton, first)) {
      continue;
    }
    skeleton.po().successors(first).forEach([&](EventId second) {
      look.spend(1);
      if (!isWriteToOnePlace(skeleton, second) ||
          skeleton.mayLocations()[first] != skeleton.mayLocations()[second]) {
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
  return known.transitiveClosure(deadline) == known ? known : Relation(skeleton.size());
}

}  // namespace hrfcheck::inline execution
