// OpenCL 2.0: Batty, Donaldson, Wickerson, POPL 2016, section 5, with the scoped axiom for seq_cst; and with
// the inclusion of remote-scope promotion, Wickerson et al., OOPSLA 2015.

#include "oracle/batty.h"
#include "oracle/definitions.h"

namespace hrfcheck::test {
namespace {

using Region = bool (*)(const Step&);
using Inclusion = bool (*)(const History&, std::size_t, std::size_t);

bool global(const Step& step) {
  return step.global;
}
bool local(const Step& step) {
  return step.local;
}

/// What is synchronized through lies in the region, too, and is seen beyond its work-item.
bool countsGlobally(const Step& step) {
  return step.global && !step.innermost;
}
bool countsLocally(const Step& step) {
  return step.local && !step.innermost;
}

/// Both name the same scope, and share it.
bool equalScopes(const History& h, std::size_t a, std::size_t b) {
  return h.sameScope(a, b);
}

/// Each names a scope that the other is in; of a remote operation it is enough that it does.
bool promotable(const History& h, std::size_t a, std::size_t b) {
  const bool both = h.covers(a, b) && h.covers(b, a);
  return both || (h.steps[a].remote && h.covers(a, b)) || (h.steps[b].remote && h.covers(b, a));
}

/// Synchronization by operations that belong to a region at both ends.
Pairs synchronizesIn(const History& h, Region region, const Pairs& mo, Inclusion inclusive) {
  const Pairs sw = batty::synchronizesWith(h, mo, region == global ? countsGlobally : countsLocally);
  return pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
    const bool here = region(h.steps[a]) && region(h.steps[b]);
    const bool barrier = h.meets.has(a, b) && !h.sameAgent(a, b);
    return here && (barrier || (sw.has(a, b) && inclusive(h, a, b)));
  });
}

/// Two seq_cst operations, or two fences of both regions, synchronize in one region by what they do in the
/// other.
bool crosses(const Step& a, const Step& b) {
  const bool fences = a.fence && b.fence && a.global && a.local && b.global && b.local;
  return (a.seqCst() && b.seqCst()) || fences;
}

Pairs happensBefore(const History& h, Region region, Region other, const Pairs& mo, Inclusion inclusive) {
  const Pairs there = synchronizesIn(h, other, mo, inclusive);
  const Pairs within = pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
    const bool before = h.po.has(a, b) || (h.steps[a].initial() && !h.steps[b].initial());
    return before && region(h.steps[a]) && region(h.steps[b]);
  });
  const Pairs across = pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
    return there.has(a, b) && crosses(h.steps[a], h.steps[b]);
  });
  return (within | synchronizesIn(h, region, mo, inclusive) | across).closure();
}

bool sequential(const History& h, const Pairs& order, Inclusion inclusive) {
  const Pairs scp = batty::betweenSeqCst(h, batty::withFences(h, order));
  return pairsWhere(h.size(),
                    [&](std::size_t a, std::size_t b) { return scp.has(a, b) && inclusive(h, a, b); })
      .acyclic();
}

Judgement judge(const History& h, Inclusion inclusive) {
  const Pairs mo = batty::modificationOrder(h);
  const Pairs ghb = happensBefore(h, global, local, mo, inclusive);
  const Pairs lhb = happensBefore(h, local, global, mo, inclusive);
  const bool allowed =
      ghb.irreflexive() && lhb.irreflexive() && batty::coherent(h, mo, ghb) && batty::coherent(h, mo, lhb) &&
      batty::lastWritesAreLast(h, ghb) && batty::lastWritesAreLast(h, lhb) && h.rmwsAreAtomic() &&
      batty::ordinaryReadsAreVisible(h, ghb, global) && batty::ordinaryReadsAreVisible(h, lhb, local) &&
      sequential(h, mo | batty::readsBefore(h, mo) | ghb | lhb, inclusive);
  Judgement judgement;
  if (allowed) {
    judgement.allowed = true;
    judgement.addRaces(h, [&](std::size_t a, std::size_t b) {
      const bool exempt = h.steps[a].atomic && h.steps[b].atomic && inclusive(h, a, b);
      const Pairs both = ghb | lhb;
      return !exempt && !both.has(a, b) && !both.has(b, a);
    });
  }
  return judgement;
}

std::optional<Judgement> openCl(const History& h) {
  return judge(h, equalScopes);
}
std::optional<Judgement> openClRemote(const History& h) {
  return judge(h, promotable);
}

}  // namespace

std::vector<Definition> openClDefinitions() {
  return {{"opencl", openCl}, {"opencl-rsp", openClRemote}};
}

}  // namespace hrfcheck::test
