#include "program/unroll/dominators.h"

#include <array>

namespace hrfcheck::inline program {

Dominators::Dominators(const UnrolledThread& thread, PacedLook& look) : before_(thread.nodes.size()) {
  for (NodeId n = 0; n < thread.nodes.size(); ++n) {
    look.spend(1 + thread.nodes.size() / 64);
    if (n == thread.start) {
      before_[n] = EventSet(thread.nodes.size());
    }
    if (!before_[n]) {
      continue;
    }
    EventSet onward = *before_[n];
    onward.insert(n);
    for (const NodeId to : std::array{thread.nodes[n].next, thread.nodes[n].taken}) {
      if (to < thread.nodes.size()) {
        before_[to] = before_[to] ? *before_[to] & onward : onward;
      }
    }
  }
}

}  // namespace hrfcheck::inline program
