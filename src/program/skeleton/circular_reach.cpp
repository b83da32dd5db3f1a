// Behind a read that depends on such values, everything in its thread counts as dependent: values, addresses,
// and whether it happens. From a write that depends on them it goes on to the reads of its locations.

#include "program/skeleton/circular_reach.h"

#include <algorithm>

#include "program/skeleton/justification_cycles.h"

namespace hrfcheck::inline program {
namespace {

class CircularSpread {
 public:
  explicit CircularSpread(const Skeleton& skeleton)
      : skeleton_(skeleton), reached_(readsBehindCycles(skeleton)) {}

  void spread() {
    while (spreadOnce()) {
    }
  }

  bool reaches(const StateVariable& variable) const {
    for (EventId e = 0; e < skeleton_.size(); ++e) {
      const Event& event = skeleton_.events()[e];
      const bool here = variable.isRegister()
                            ? event.thread == variable.thread
                            : event.kind == EventKind::Write &&
                                  std::ranges::binary_search(skeleton_.mayLocations()[e], variable.location);
      if (reached_[e] && here) {
        return true;
      }
    }
    return false;
  }

  bool reachesConflict() const {
    for (EventId a = 0; a < skeleton_.size(); ++a) {
      for (EventId b = 0; reached_[a] && b < skeleton_.size(); ++b) {
        if (conflict(a, b)) {
          return true;
        }
      }
    }
    return false;
  }

 private:
  /// Whether that has reached more.
  bool spreadOnce() {
    bool more = false;
    const auto reach = [&](EventId e, bool reached) {
      more = more || (reached && !reached_[e]);
      reached_[e] = reached_[e] || reached;
    };
    std::vector<bool> behind(skeleton_.threads().size());
    std::vector<bool> stored(skeleton_.program().locations.size());
    for (EventId e = 0; e < skeleton_.size(); ++e) {
      const Event& event = skeleton_.events()[e];
      if (event.kind != EventKind::InitialWrite) {
        reach(e, behind[event.thread]);
        behind[event.thread] = behind[event.thread] || reached_[e];
      }
      for (const LocationId l : skeleton_.mayLocations()[e]) {
        stored[l] = stored[l] || (reached_[e] && event.kind == EventKind::Write);
      }
    }
    for (EventId e = 0; e < skeleton_.size(); ++e) {
      const auto& at = skeleton_.mayLocations()[e];
      reach(e, skeleton_.events()[e].kind == EventKind::Read &&
                   std::ranges::any_of(at, [&](LocationId l) { return stored[l]; }));
    }
    return more;
  }

  bool conflict(EventId a, EventId b) const {
    const Event& one = skeleton_.events()[a];
    const Event& other = skeleton_.events()[b];
    const bool writes = one.kind == EventKind::Write || other.kind == EventKind::Write;
    const bool compatible = one.atomic && other.atomic && one.scope == other.scope;
    if (!writes || compatible || one.thread == other.thread || one.thread == kNoThread ||
        other.thread == kNoThread) {
      return false;
    }
    const auto& at = skeleton_.mayLocations()[a];
    return std::ranges::any_of(skeleton_.mayLocations()[b],
                               [&](LocationId l) { return std::ranges::binary_search(at, l); });
  }

  const Skeleton& skeleton_;
  std::vector<bool> reached_;
};

}  // namespace

CircularReach circularReach(const Skeleton& skeleton) {
  CircularSpread reach(skeleton);
  reach.spread();
  const Program& program = skeleton.program();
  std::vector<StateVariable> asked = variablesOf(*program.condition);
  if (program.filter) {
    const std::vector<StateVariable> more = variablesOf(*program.filter);
    asked.insert(asked.end(), more.begin(), more.end());
  }
  return {std::ranges::any_of(asked, [&](const StateVariable& v) { return reach.reaches(v); }),
          reach.reachesConflict()};
}

}  // namespace hrfcheck::inline program
