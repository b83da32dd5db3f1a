// Remote-scope promotion as the text has it (Orr et al. 2015, sections 4.2 to 4.4), on top of the baseline of
// qr.cpp:
//
//   rm_acq  load     flush all leaf caches but the own; wait; invalidate the own; load at the scope
//   rm_rel  store    flush the own; wait; lock the line at the scope; store; invalidate all others; wait;
//   unlock rm_ar   any RMW  flush all leaf caches, which then keep synchronization out; meanwhile invalidate
//   the own; wait;
//                    RMW at the scope; let the own synchronize; invalidate all others, which lets them
//                    synchronize
//
// What the text leaves open is read in the plainest way: the stall begins when the marker comes out of the
// FIFO
// ("when they begin processing the flush marker"), it is one bit, and an invalidation keeps dirty lines.
// `rsp-lit-drop` takes "carried out by invalidating dirty data" (section 3.2) at its word: it drops them.

#include "machine/rules/machine_kinds.h"

namespace hrfcheck::inline machine {

MachineKind rspLitMachine() {
  MachineKind kind;
  kind.name = "rsp-lit";
  kind.title = "remote-scope promotion, as written";
  kind.source = "Orr et al. 2015, sections 4.2-4.4";
  kind.rules = {Rule::BlockingRelease, Rule::RmArFlushOwn, Rule::RmArStall, Rule::LineLock,
                Rule::KeepDirty,       Rule::OuterFirst,   Rule::KillFill};
  kind.abilities = {.remote = true,
                    .fences = false,
                    .onlySeqCst = false,
                    .components = true,
                    .everyDialect = false,
                    .mixedScopes = true,
                    .model = "rsp-incl"};
  kind.shape = scopedCaches;
  kind.steps = remoteSteps;
  kind.unsupported = nothingUnsupported;
  return kind;
}

MachineKind rspLitDropMachine() {
  MachineKind kind = rspLitMachine();
  kind.name = "rsp-lit-drop";
  kind.title = "remote-scope promotion, as written; invalidations drop dirty lines";
  kind.source = "Orr et al. 2015, sections 3.2 and 4.2-4.4";
  kind.rules.set(Rule::KeepDirty, false);
  return kind;
}

}  // namespace hrfcheck::inline machine
