// QuickRelease, the baseline with scopes and without remote operations (Hechtman et al. 2014, as told by Orr
// et al. 2015, section 2.3 and Fig. 4).
//
// Every cache has a FIFO of dirty addresses; an address at the head is written to the next level.
//
//   release at S   a flush marker into the own FIFO; when it has come out at S all earlier writes are there;
//   then
//                  the store, at S
//   acquire at S   "simply invalidate all caches encompassed by the acquire's scope" (time 4 of Fig. 4), then
//   the
//                  access at S (time 5)
//   both           flush, invalidate, access; relaxed: the access at S alone
//   S is the leaf  the access, in one step: nothing is flushed or invalidated
//
// As written it has the window of B1 between times 4 and 5, and B4: an access at a wider scope passes the
// requester's own L1 by. `qr-fix`: invalidate after the access, and access with the own copies (acc-star).

#include "machine/rules/machine_kinds.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::inline machine {

TreeShape scopedCaches(Hierarchy hierarchy) {
  switch (hierarchy) {
    case Hierarchy::H2:
      return {{{kGroupLevel, "L1"}}, "L2"};
    case Hierarchy::H3:
      return {{{kGroupLevel, "L1"}, {kDeviceLevel, "L2"}}, "memory"};
    case Hierarchy::H5:
      return {{{kThreadLevel, "cache"}, {kWaveLevel, "cache"}, {kGroupLevel, "L1"}, {kDeviceLevel, "L2"}},
              "memory"};
  }
  return {};
}

Sequence scopedSteps(const Site& site) {
  Sequence sequence(site);
  if (!site.atomicity) {
    return sequence.ordinaryAccess();
  }
  if (site.k == 0) {
    return sequence.gatedAccess();
  }
  sequence.gate();
  if (site.releases()) {
    sequence.flush(site.ownLeaf());
    if (site.kind == Site::Kind::Store && !site.rules[Rule::BlockingRelease]) {
      sequence.post();
    }
    sequence.wait();
  }
  if (site.acquires() && !site.rules[Rule::InvAfterAccess]) {
    sequence.invalidateOwn();
  }
  sequence.access();
  if (site.acquires() && site.rules[Rule::InvAfterAccess]) {
    sequence.invalidateOwn();
  }
  return sequence;
}

MachineKind qrMachine() {
  MachineKind kind;
  kind.name = "qr";
  kind.title = "scoped synchronization without remote operations, as written";
  kind.source = "Orr et al. 2015, section 2.3";
  kind.rules = {Rule::BlockingRelease, Rule::KeepDirty, Rule::OuterFirst, Rule::KillFill};
  kind.abilities = {.remote = false,
                    .fences = false,
                    .onlySeqCst = false,
                    .components = true,
                    .everyDialect = false,
                    .mixedScopes = true,
                    .model = "hrf-indirect-relaxed"};
  kind.shape = scopedCaches;
  kind.steps = scopedSteps;
  kind.unsupported = noRemoteOperations;
  return kind;
}

MachineKind qrFixMachine() {
  MachineKind kind = qrMachine();
  kind.name = "qr-fix";
  kind.title = "scoped synchronization without remote operations, with B1 and B4 fixed";
  kind.source = "Orr et al. 2015, section 2.3, fixed";
  kind.rules.set(Rule::InvAfterAccess, true);
  kind.rules.set(Rule::AccessWithOwnCopies, true);
  return kind;
}

}  // namespace hrfcheck::inline machine
