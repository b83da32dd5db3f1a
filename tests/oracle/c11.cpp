// C11: Batty et al., POPL 2011, for everything but seq_cst; for that the simplified axiom of Batty,
// Donaldson, Wickerson, POPL 2016, or the total order S of the 2011 standard, every one of which is looked
// at.

#include <algorithm>

#include "oracle/batty.h"
#include "oracle/definitions.h"

namespace hrfcheck::test {
namespace {

constexpr std::size_t kMostSeqCst = 7;

/// A release to a consume of another agent that reads from its release sequence, and on to what depends on
/// it.
Pairs dependencyOrdered(const History& h, const Pairs& mo) {
  const Pairs reads = batty::releaseSequenceReads(h, mo);
  const Pairs carries = ((h.rf & h.po) | h.addressOrData).closure();
  const Pairs toConsume = pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
    const bool consumes = h.steps[b].reads && h.steps[b].atomic && h.steps[b].order == Order::Consume;
    return h.steps[a].releases() && h.steps[a].atomic && consumes && reads.has(a, b) && !h.sameAgent(a, b);
  });
  return toConsume | toConsume.then(carries);
}

/// Happens-before: program order, or inter-thread, in which dependencies are not followed by program order.
Pairs happensBefore(const History& h, const Pairs& mo) {
  const Pairs initial = pairsWhere(
      h.size(), [&](std::size_t a, std::size_t b) { return h.steps[a].initial() && !h.steps[b].initial(); });
  const Pairs sw = batty::synchronizesWith(h, mo) | initial;
  const Pairs step = sw | dependencyOrdered(h, mo) | sw.then(h.po);
  return h.po | (step | h.po.then(step)).closure();
}

bool simplified(const History& h, const Pairs& mo, const Pairs& hb) {
  const Pairs order = mo | batty::readsBefore(h, mo) | hb;
  return batty::betweenSeqCst(h, batty::withFences(h, order)).acyclic();
}

/// The seven rules, as relations that S must not contradict.
Pairs rulesOfS(const History& h, const Pairs& mo, const Pairs& hb) {
  const Pairs rb = batty::readsBefore(h, mo);
  const auto fence = [&](std::size_t a) { return h.steps[a].fence; };
  const Pairs fenceBefore =
      pairsWhere(h.size(), [&](std::size_t a, std::size_t b) { return fence(a) && h.po.has(a, b); });
  const Pairs fenceBehind =
      pairsWhere(h.size(), [&](std::size_t a, std::size_t b) { return fence(b) && h.po.has(a, b); });
  const Pairs seqCstOnly =
      pairsWhere(h.size(), [&](std::size_t a, std::size_t b) { return a == b && h.steps[a].seqCst(); });
  const Pairs later = pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
    return hb.has(a, b) && h.sameLocation(a, b) && h.steps[b].writes;
  });
  const Pairs back = h.rf.inverse();
  return hb | batty::withFences(h, mo) | back.then(seqCstOnly).then(mo) | back.then(later) |
         fenceBefore.then(rb) | rb.then(fenceBehind) | fenceBefore.then(rb).then(fenceBehind);
}

/// Some total order of the seq_cst operations contradicts no rule. Nothing when there are too many to try.
std::optional<bool> hasOrderS(const History& h, const Pairs& rules) {
  std::vector<std::size_t> operations;
  for (std::size_t a = 0; a < h.size(); ++a) {
    if (h.steps[a].seqCst()) {
      operations.push_back(a);
    }
  }
  if (operations.size() > kMostSeqCst) {
    return std::nullopt;
  }
  do {
    bool kept = true;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      for (std::size_t j = i + 1; j < operations.size(); ++j) {
        kept = kept && !rules.has(operations[j], operations[i]);
      }
    }
    if (kept) {
      return true;
    }
  } while (std::ranges::next_permutation(operations).found);
  return false;
}

bool consistentButForSeqCst(const History& h, const Pairs& mo, const Pairs& hb) {
  return hb.acyclic() && batty::coherent(h, mo, hb) && h.rmwsAreAtomic() && batty::lastWritesAreLast(h, hb) &&
         batty::ordinaryReadsAreVisible(h, hb, [](const Step&) { return true; });
}

Judgement withRaces(const History& h, const Pairs& hb) {
  Judgement judgement;
  judgement.allowed = true;
  judgement.addRaces(h, [&](std::size_t a, std::size_t b) {
    return !(h.steps[a].atomic && h.steps[b].atomic) && !hb.has(a, b) && !hb.has(b, a);
  });
  return judgement;
}

std::optional<Judgement> c11(const History& h) {
  const Pairs mo = batty::modificationOrder(h);
  const Pairs hb = happensBefore(h, mo);
  const bool allowed = consistentButForSeqCst(h, mo, hb) && simplified(h, mo, hb);
  return allowed ? withRaces(h, hb) : Judgement{};
}

std::optional<Judgement> c11Standard(const History& h) {
  const Pairs mo = batty::modificationOrder(h);
  const Pairs hb = happensBefore(h, mo);
  if (!consistentButForSeqCst(h, mo, hb)) {
    return Judgement{};
  }
  const std::optional<bool> ordered = hasOrderS(h, rulesOfS(h, mo, hb));
  if (!ordered) {
    return std::nullopt;
  }
  return *ordered ? withRaces(h, hb) : Judgement{};
}

}  // namespace

std::vector<Definition> c11Definitions() {
  return {{"c11", c11}, {"c11-partialsc", c11Standard}};
}

}  // namespace hrfcheck::test
