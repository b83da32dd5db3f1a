// The example implementation of HRF-Relaxed (Gaster, Hower and Howes, section 4.5 and Fig. 11).
//
// A write buffer per agent, an L1 per work-group, an L2 per device, memory. c(S), the caches between an agent
// and scope S: sub-group none; work-group the write buffer; device also the L1; system also the L2. C(S),
// where an operation of scope S completes: write buffer, L1, L2, memory.
//
//   ordinary and relaxed load    the first valid copy outward, left in the caches on the way
//   ordinary and relaxed store   into the write buffer
//   relaxed RMW                  at C(S)
//   seq_cst load                 flush and invalidate c(S), then as a load
//   seq_cst store                flush c(S), then as a store
//   seq_cst RMW                  flush and invalidate c(S), then at C(S)
//
// Write buffers drain in order; requests to different lines may overtake each other in cache queues, but
// never a flush. Requests to one line stay in order, so a read-modify-write that goes to C(S) takes the
// agent's own copies of its line along (acc-star). Fig. 11 has no acquire or release that is not seq_cst.

#include "machine/rules/machine_kinds.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::inline machine {
namespace {

TreeShape buffersAndCaches(Hierarchy) {
  return {{{kThreadLevel, "buffer", true}, {kGroupLevel, "L1", false}, {kDeviceLevel, "L2", false}},
          "memory"};
}

Sequence steps(const Site& site) {
  Sequence sequence(site);
  if (!site.atomicity) {
    return sequence.ordinaryAccess();
  }
  const bool rmw = site.kind == Site::Kind::Rmw;
  if (site.atomicity->order == Order::Relaxed || site.k == 0) {
    return rmw ? sequence.access() : sequence.accessFromLeaf();
  }
  sequence.flush(site.ownLeaf()).wait();
  if (site.acquires() && !site.rules[Rule::InvAfterAccess]) {
    sequence.invalidateOwn();
  }
  if (rmw) {
    sequence.access();
  } else {
    sequence.accessFromLeaf();
  }
  if (site.acquires() && site.rules[Rule::InvAfterAccess]) {
    sequence.invalidateOwn();
  }
  return sequence;
}

std::string unsupported(const Site& site) {
  if (site.remote()) {
    return "HRF-Relaxed has no remote operations";
  }
  if (site.atomicity && site.atomicity->order != Order::Relaxed && site.atomicity->order != Order::SeqCst) {
    return "its atomics are relaxed or seq_cst (HRF-Relaxed, Fig. 11)";
  }
  return {};
}

}  // namespace

MachineKind hrfrMachine() {
  MachineKind kind;
  kind.name = "hrfr";
  kind.title = "the example implementation of HRF-Relaxed";
  kind.source = "HRF-Relaxed, section 4.5, Fig. 11";
  kind.rules = {Rule::AccessWithOwnCopies, Rule::BlockingRelease, Rule::KeepDirty, Rule::OuterFirst,
                Rule::KillFill};
  kind.abilities = {.remote = false,
                    .fences = false,
                    .onlySeqCst = true,
                    .components = true,
                    .everyDialect = false,
                    .mixedScopes = true,
                    .model = "hrf-indirect-relaxed"};
  kind.shape = buffersAndCaches;
  kind.steps = steps;
  kind.unsupported = unsupported;
  kind.queuesReorder = true;
  return kind;
}

}  // namespace hrfcheck::inline machine
