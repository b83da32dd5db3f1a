#include "oracle/batty.h"

namespace hrfcheck::test::batty {

Pairs modificationOrder(const History& h) {
  return pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
    bool atomic = h.steps[a].atomicLocation;
    for (std::size_t c = 0; c < h.size(); ++c) {
      atomic = atomic || (h.sameLocation(a, c) && h.steps[c].atomic);
    }
    return atomic && h.co.has(a, b);
  });
}

Pairs readsBefore(const History& h, const Pairs& mo) {
  const Pairs rb = h.rf.inverse().then(mo);
  return pairsWhere(h.size(), [&](std::size_t a, std::size_t b) { return a != b && rb.has(a, b); });
}

Pairs releaseSequenceReads(const History& h, const Pairs& mo) {
  const auto continues = [&](std::size_t head, std::size_t w) { return h.sameAgent(head, w) || h.isRmw(w); };
  const Pairs sequence = pairsWhere(h.size(), [&](std::size_t head, std::size_t w) {
    bool in = head == w || (mo.has(head, w) && continues(head, w));
    for (std::size_t between = 0; between < h.size(); ++between) {
      const bool ends = mo.has(head, between) && mo.has(between, w) && !continues(head, between);
      in = in && !ends;
    }
    return in && h.steps[head].writes;
  });
  return sequence.then(h.rf);
}

Pairs synchronizesWith(const History& h, const Pairs& mo, bool (*counts)(const Step&)) {
  const Pairs reads = releaseSequenceReads(h, mo);
  Pairs sw(h.size());
  for (const Through& x : h.releases()) {
    for (const Through& y : h.acquires()) {
      const Step& end = h.steps[y.who];
      const bool consumes = end.order == Order::Consume && !end.fence;
      const bool counted = counts == nullptr || (counts(h.steps[x.access]) && counts(h.steps[y.access]));
      if (counted && reads.has(x.access, y.access) && !h.sameAgent(x.who, y.who) && !consumes) {
        sw.add(x.who, y.who);
      }
    }
  }
  return sw;
}

bool coherent(const History& h, const Pairs& mo, const Pairs& hb) {
  const Pairs before = h.rf.inverse().orSame().then(mo).then(h.rf.orSame());
  return before.then(hb).irreflexive() && h.rf.then(hb).irreflexive();
}

bool ordinaryReadsAreVisible(const History& h, const Pairs& hb, bool (*region)(const Step&)) {
  for (std::size_t r = 0; r < h.size(); ++r) {
    const bool ordinary = h.steps[r].reads && !h.steps[r].atomic && region(h.steps[r]);
    for (std::size_t w = 0; ordinary && w < h.size(); ++w) {
      if (!h.rf.has(w, r)) {
        continue;
      }
      bool visible = hb.has(w, r);
      for (std::size_t other = 0; other < h.size(); ++other) {
        const bool hides = h.steps[other].writes && h.sameLocation(other, r) && hb.has(w, other);
        visible = visible && !(hides && hb.has(other, r));
      }
      if (!visible) {
        return false;
      }
    }
  }
  return true;
}

bool lastWritesAreLast(const History& h, const Pairs& hb) {
  return h.co.agreesWith(hb);
}

Pairs withFences(const History& h, const Pairs& r) {
  const Pairs in = pairsWhere(
      h.size(), [&](std::size_t a, std::size_t b) { return a == b || (h.steps[a].fence && h.po.has(a, b)); });
  const Pairs out = pairsWhere(
      h.size(), [&](std::size_t a, std::size_t b) { return a == b || (h.steps[b].fence && h.po.has(a, b)); });
  return in.then(r).then(out);
}

Pairs betweenSeqCst(const History& h, const Pairs& r) {
  return pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
    return r.has(a, b) && h.steps[a].seqCst() && h.steps[b].seqCst();
  });
}

}  // namespace hrfcheck::test::batty
