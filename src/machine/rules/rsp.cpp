// Remote-scope promotion: the sub-operations of Orr et al. 2015, section 4.2, numbered as there, with every
// place named where the machines of rsp_literal.cpp, rsp_char.cpp, rsp_fix.cpp and rsp_fix2.cpp part.
//
// "All remote RMWs are rm_ar regardless of what ordering the instruction specifies" (section 4.4.1).

#include "machine/rules/machine_kinds.h"

namespace hrfcheck::inline machine {
namespace {

/// Load: flush the others' releases out, invalidate, load at the target scope.
Sequence remoteAcquire(const Site& site) {
  const bool stall = site.rules[Rule::RmAcqStall];
  Sequence sequence(site);
  // rm_acq.1: "flushing all remote scope instances that are inclusive with the target scope"
  const auto flushed = site.rules[Rule::RmAcqFlushOwn] ? site.leaves() : site.remoteLeaves();
  sequence.gate().flush(flushed, stall).wait();
  // rm_acq.2: "an acquire is carried out by invalidating the requestor's scope instances"
  // rm_acq.3: "Finally, the requestor performs the actual memory operation"
  if (!site.rules[Rule::InvAfterAccess]) {
    sequence.invalidateOwn();
  }
  sequence.access();
  if (site.rules[Rule::SecondFlush]) {
    sequence.flush(flushed).wait();  // what was released behind the first marker
  }
  if (site.rules[Rule::InvAfterAccess]) {
    sequence.invalidateOwn();
  }
  if (stall) {
    sequence.unstall(site.tree.cachesUnder(site.target()));
  }
  return sequence;
}

/// Store, literally: release at the target scope, then invalidate all others; nobody is kept out.
Sequence remoteRelease(const Site& site) {
  Sequence sequence(site);
  sequence.gate().flush(site.ownLeaf()).wait();  // rm_rel.1: "a release by flushing to the target scope"
  if (site.rules[Rule::LineLock]) {
    sequence.lock();  // footnote 1: "stalling accesses to the cache line at the target scope"
  }
  sequence.access();  // rm_rel.2: "the associated memory operation proceeds at the target scope"
  sequence.sendInvalidations(false).waitInvalidations();  // rm_rel.3
  if (site.rules[Rule::LineLock]) {
    sequence.unlock();  // footnote 1: "until the remote operation completes"
  }
  return sequence;
}

/// Read-modify-write (and with rm-rel-as-rm-ar the store of a remote release, which invalidates nothing of
/// its own).
Sequence remoteAcquireRelease(const Site& site) {
  const bool stall = site.rules[Rule::RmArStall];
  const bool acquires = site.kind == Site::Kind::Rmw;
  const bool parallel = !site.rules[Rule::RmInvAfterAcks];
  const bool after = site.rules[Rule::InvAfterAccess];
  Sequence sequence(site);
  // rm_ar.1: "flush all of the remote scope instances ... The requestor also flushes its local data"
  sequence.gate().flush(site.rules[Rule::RmArFlushOwn] ? site.leaves() : site.remoteLeaves(), stall);
  // rm_ar.2: "invalidates its local data (this can occur in parallel with the first sub-operation)"
  if (acquires && parallel) {
    sequence.invalidateOwnMeanwhile();
  }
  sequence.wait();
  if (acquires && !parallel && !after) {
    sequence.invalidateOwn();
  }
  sequence.access();  // rm_ar.3: "the actual RMW operation is performed at the target scope"
  if (acquires && !parallel && after) {
    sequence.invalidateOwn();
  }
  if (stall) {
    const std::vector<MemoryNodeId>& path = site.tree.path(site.thread);
    sequence.unstall({path.begin(), path.begin() + static_cast<std::ptrdiff_t>(site.k)});
  }
  // rm_ar.4: "invalidating all of the remote scope instances"; section 4.3: it "does not stall the remote
  // acquire+release instruction" and "re-enables synchronization"
  sequence.sendInvalidations(stall);
  return sequence;
}

}  // namespace

Sequence remoteSteps(const Site& site) {
  if (!site.remote()) {
    return scopedSteps(site);
  }
  if (site.k == 0) {
    return Sequence(site).gatedAccess();
  }
  switch (site.kind) {
    case Site::Kind::Load:
      return remoteAcquire(site);
    case Site::Kind::Store:
      return site.rules[Rule::RmRelAsRmAr] ? remoteAcquireRelease(site) : remoteRelease(site);
    case Site::Kind::Rmw:
      break;
  }
  return remoteAcquireRelease(site);
}

}  // namespace hrfcheck::inline machine
