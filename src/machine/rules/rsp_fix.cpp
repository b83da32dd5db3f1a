// Remote-scope promotion, fixed: one protocol for every remote operation.
//
//   flush all leaf caches, the own too; each keeps synchronization out from the moment the marker enters it,
//   on behalf of this requester alone; wait; the access at the scope together with the own copies of its
//   line; an acquire invalidates the own caches now; the own caches may synchronize; a release invalidates
//   all others, the outer first, and each ends this requester's stall (not waited for); a load ends all its
//   stalls at once
//
// Everything else is as in `qr-fix`. No line is locked; an invalidation keeps dirty lines.

#include "machine/rules/machine_kinds.h"

namespace hrfcheck::inline machine {

MachineKind rspFixMachine() {
  MachineKind kind = qrFixMachine();
  kind.name = "rsp-fix";
  kind.title = "remote-scope promotion, fixed";
  kind.source = "Orr et al. 2015, sections 4.2-4.4, with B1-B12 fixed";
  for (const Rule rule : {Rule::RmAcqFlushOwn, Rule::RmArFlushOwn, Rule::RmInvAfterAcks, Rule::RmRelAsRmAr,
                          Rule::RmAcqStall, Rule::RmArStall, Rule::StallOnEntry, Rule::StallPerRequester}) {
    kind.rules.set(rule, true);
  }
  kind.abilities.remote = true;
  kind.abilities.model = "rsp-incl";
  kind.steps = remoteSteps;
  kind.unsupported = nothingUnsupported;
  return kind;
}

}  // namespace hrfcheck::inline machine
