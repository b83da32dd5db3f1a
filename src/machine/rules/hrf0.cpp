// The example implementation of HRF0 (Hower et al. 2013, "Sequential consistency for
// heterogeneous-race-free", section 4).
//
// A write buffer per thread, a memory per group, a global memory. Section 4.2, "Basic Operation":
//
//   Load            from the write buffer, else from group memory, else from global memory
//   Store           into the write buffer
//   Group Release   empty the write buffer, then complete the store in group memory
//   Global Release  flush the write buffer and group memory, then perform the store in global memory
//   Group Acquire   complete the load in group memory, empty the write buffer before the next access
//   Global Acquire  flush and invalidate write buffer and group memory; perform the load in global memory
//
// A flush is a marker that goes through the FIFO of the write buffer and then that of group memory. The text
// puts the invalidation before the load (and invariant 2 of section 4.1 asks no more than that it happen
// before the acquire completes): HF1. `hrf0-fix` has inv-after-access. A release that stores past the group's
// own copy (HF2) is there in both; acc-star would mend it. HRF0 has no read-modify-writes; here they are a
// release's flush and an acquire's invalidation around an access at the scope. It has no relaxed atomics and
// no remote operations.

#include "machine/rules/machine_kinds.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::inline machine {
namespace {

TreeShape buffersAndGroups(Hierarchy) {
  return {{{kThreadLevel, "buffer", true}, {kGroupLevel, "group memory", false}}, "global memory"};
}

Sequence steps(const Site& site) {
  Sequence sequence(site);
  if (!site.atomicity) {
    return sequence.ordinaryAccess();
  }
  if (site.k == 0) {
    return sequence.gatedAccess();
  }
  sequence.flush(site.ownLeaf()).wait();
  if (site.acquires() && !site.rules[Rule::InvAfterAccess]) {
    sequence.invalidateOwn();
  }
  sequence.access();
  if (site.acquires() && site.rules[Rule::InvAfterAccess]) {
    sequence.invalidateOwn();
  }
  return sequence;
}

std::string unsupported(const Site& site) {
  if (site.remote()) {
    return "HRF0 has no remote operations";
  }
  if (site.atomicity && site.atomicity->order == Order::Relaxed) {
    return "HRF0 has acquires and releases, and no relaxed atomics";
  }
  return {};
}

}  // namespace

MachineKind hrf0Machine() {
  MachineKind kind;
  kind.name = "hrf0";
  kind.title = "write buffers and group memories, as written";
  kind.source = "Hower et al. 2013, section 4.2";
  kind.rules = {Rule::BlockingRelease, Rule::KeepDirty, Rule::OuterFirst, Rule::KillFill};
  // Releases and acquires act at one level each (finding HF2): no promise for mixed scopes.
  kind.abilities = {.remote = false,
                    .fences = false,
                    .onlySeqCst = false,
                    .components = false,
                    .everyDialect = false,
                    .mixedScopes = false,
                    .model = "hrf0"};
  kind.shape = buffersAndGroups;
  kind.steps = steps;
  kind.unsupported = unsupported;
  return kind;
}

MachineKind hrf0FixMachine() {
  MachineKind kind = hrf0Machine();
  kind.name = "hrf0-fix";
  kind.title = "write buffers and group memories, invalidated after the acquire's load";
  kind.source = "Hower et al. 2013, section 4.2, with HF1 fixed";
  kind.rules.set(Rule::InvAfterAccess, true);
  return kind;
}

}  // namespace hrfcheck::inline machine
