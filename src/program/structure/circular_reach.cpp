// Behind a read that depends on such values, everything in its thread counts as dependent: values, addresses,
// and whether it happens. From a write that depends on them it goes on to the reads of its locations.

#include "program/structure/circular_reach.h"

#include <algorithm>

#include "program/structure/justification_cycles.h"

namespace hrfcheck::inline program {
namespace {

class CircularSpread {
 public:
  explicit CircularSpread(const EventStructure& structure)
      : structure_(structure), reached_(readsBehindCycles(structure)) {}

  void spread() {
    while (spreadOnce()) {
    }
  }

  bool reaches(const StateVariable& variable) const {
    for (EventId e = 0; e < structure_.size(); ++e) {
      const Event& event = structure_.events()[e];
      const bool here = variable.isRegister()
                            ? event.thread == variable.thread
                            : event.kind == EventKind::Write &&
                                  std::ranges::binary_search(structure_.mayLocations()[e], variable.location);
      if (reached_[e] && here) {
        return true;
      }
    }
    return false;
  }

  bool reachesConflict() const {
    for (EventId a = 0; a < structure_.size(); ++a) {
      for (EventId b = 0; reached_[a] && b < structure_.size(); ++b) {
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
    std::vector<bool> behind(structure_.threads().size());
    std::vector<bool> stored(structure_.program().locations.size());
    for (EventId e = 0; e < structure_.size(); ++e) {
      const Event& event = structure_.events()[e];
      if (event.kind != EventKind::InitialWrite) {
        reach(e, behind[event.thread]);
        behind[event.thread] = behind[event.thread] || reached_[e];
      }
      for (const LocationId l : structure_.mayLocations()[e]) {
        stored[l] = stored[l] || (reached_[e] && event.kind == EventKind::Write);
      }
    }
    for (EventId e = 0; e < structure_.size(); ++e) {
      const auto& at = structure_.mayLocations()[e];
      reach(e, structure_.events()[e].kind == EventKind::Read &&
                   std::ranges::any_of(at, [&](LocationId l) { return stored[l]; }));
    }
    return more;
  }

  bool conflict(EventId a, EventId b) const {
    const Event& one = structure_.events()[a];
    const Event& other = structure_.events()[b];
    const bool writes = one.kind == EventKind::Write || other.kind == EventKind::Write;
    const bool compatible = one.atomic && other.atomic && one.scope == other.scope;
    if (!writes || compatible || one.thread == other.thread || one.thread == kNoThread ||
        other.thread == kNoThread) {
      return false;
    }
    const auto& at = structure_.mayLocations()[a];
    return std::ranges::any_of(structure_.mayLocations()[b],
                               [&](LocationId l) { return std::ranges::binary_search(at, l); });
  }

  const EventStructure& structure_;
  std::vector<bool> reached_;
};

}  // namespace

CircularReach circularReach(const EventStructure& structure) {
  CircularSpread reach(structure);
  reach.spread();
  const Program& program = structure.program();
  std::vector<StateVariable> asked = variablesOf(*program.condition);
  if (program.filter) {
    const std::vector<StateVariable> more = variablesOf(*program.filter);
    asked.insert(asked.end(), more.begin(), more.end());
  }
  const auto reaches = [&](const StateVariable& variable) { return reach.reaches(variable); };
  return {std::ranges::any_of(asked, reaches), reach.reachesConflict(),
          std::ranges::any_of(program.observed, reaches)};
}

}  // namespace hrfcheck::inline program
