// HRF-direct-relaxed and HRF-indirect-relaxed (technical report 2014-01, Figs 9 and 12), with inclusion as
// Definition 3.1 prints it and as Orr et al. quote it. A candidate has for each location a total order of all
// accesses, loads among them, and a total order of all seq_cst atomics. Every such order is looked at.

#include <algorithm>

#include "oracle/definitions.h"

namespace hrfcheck::test {
namespace {

constexpr std::size_t kMostOrders = 4000;
constexpr std::size_t kMostAccesses = 8;  ///< of one location

enum class Inclusion { Printed, Membership };
enum class Closure { PerAgent, All };

/// A total order as the pairs it orders.
Pairs ordered(std::size_t size, const std::vector<std::size_t>& order) {
  Pairs pairs(size);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      pairs.add(order[i], order[j]);
    }
  }
  return pairs;
}

/// Every total order of the accesses of one location in which a load returns the last store before it. A
/// read-modify-write is one access, so nothing comes between its halves.
std::vector<Pairs> accessOrders(const History& h, LocationId location) {
  std::vector<std::size_t> accesses;
  for (std::size_t a = 0; a < h.size(); ++a) {
    if (h.steps[a].access() && h.steps[a].location == location) {
      accesses.push_back(a);
    }
  }
  std::vector<Pairs> orders;
  do {
    std::size_t last = h.size();
    bool returnsLast = true;
    for (const std::size_t a : accesses) {
      returnsLast = returnsLast && (!h.steps[a].reads || (last != h.size() && h.rf.has(last, a)));
      returnsLast = returnsLast && (!h.steps[a].initial() || last == h.size());
      // The order of the writes is that of the candidate: another one is another candidate's.
      returnsLast = returnsLast && (!h.steps[a].writes || last == h.size() || h.co.has(last, a));
      last = h.steps[a].writes ? a : last;
    }
    if (returnsLast) {
      orders.push_back(ordered(h.size(), accesses));
    }
  } while (std::ranges::next_permutation(accesses).found);
  return orders;
}

bool inclusive(const History& h, std::size_t a, std::size_t b, Inclusion inclusion) {
  const ScopeInstanceId s = h.steps[a].scope;
  const ScopeInstanceId t = h.steps[b].scope;
  if (s == kNoScope || t == kNoScope) {
    return false;
  }
  const bool nested = h.scopes->nested(s, t) || h.scopes->nested(t, s);
  return nested && (inclusion == Inclusion::Printed || (h.covers(a, b) && h.covers(b, a)));
}

Pairs synchronization(const History& h, const Pairs& coh, Inclusion inclusion) {
  Pairs so(h.size());
  for (const Through& x : h.releases()) {
    for (const Through& y : h.acquires()) {
      if (coh.has(x.access, y.access) && inclusive(h, x.who, y.who, inclusion)) {
        so.add(x.who, y.who);
      }
    }
  }
  return so | pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
           return h.meets.has(a, b) && inclusive(h, a, b, inclusion);
         });
}

Pairs happensBefore(const History& h, const Pairs& so, Closure closure) {
  if (closure == Closure::All) {
    return (h.po | so).closure();
  }
  Pairs hhb = h.po;
  for (ThreadId agent = 0; agent < h.scopes->threadCount(); ++agent) {
    const Pairs seen = pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
      return so.has(a, b) && h.scopes->contains(h.steps[a].scope, agent) &&
             h.scopes->contains(h.steps[b].scope, agent);
    });
    hhb = hhb | (h.po | seen).closure();
  }
  return hhb;
}

/// Some total order of the seq_cst atomics contradicts neither po nor coh.
bool hasSequentialOrder(const History& h, const Pairs& coh) {
  std::vector<std::size_t> atomics;
  for (std::size_t a = 0; a < h.size(); ++a) {
    if (h.steps[a].access() && h.steps[a].atomic && h.steps[a].seqCst()) {
      atomics.push_back(a);
    }
  }
  do {
    const Pairs sc = ordered(h.size(), atomics);
    if (sc.agreesWith(h.po) && sc.agreesWith(coh)) {
      return true;
    }
  } while (std::ranges::next_permutation(atomics).found);
  return false;
}

/// With one choice of coh, the union of the orders of all locations.
void look(const History& h, const Pairs& coh, Inclusion inclusion, Closure closure, Judgement& judgement) {
  const Pairs so = synchronization(h, coh, inclusion);
  const Pairs hhb = happensBefore(h, so, closure);
  const bool consistent =
      coh.agreesWith(h.po) && (h.po | so).acyclic() && coh.agreesWith(hhb) && hasSequentialOrder(h, coh);
  if (!consistent) {
    return;
  }
  judgement.allowed = true;
  judgement.addRaces(h, [&](std::size_t a, std::size_t b) {
    const bool atomics = h.steps[a].atomic && h.steps[b].atomic;
    return !(atomics && inclusive(h, a, b, inclusion)) && !hhb.has(a, b) && !hhb.has(b, a);
  });
}

std::optional<Judgement> judge(const History& h, Inclusion inclusion, Closure closure) {
  Judgement judgement;
  if (!h.valuesAreCaused) {
    return judgement;
  }
  std::vector<Pairs> orders{Pairs(h.size())};
  for (LocationId location = 0; location < Pairs::kMost; ++location) {
    std::vector<Pairs> longer;
    const auto here = [&](const Step& step) { return step.access() && step.location == location; };
    if (std::ranges::count_if(h.steps, here) > static_cast<std::ptrdiff_t>(kMostAccesses)) {
      return std::nullopt;
    }
    for (const Pairs& one : accessOrders(h, location)) {
      for (const Pairs& others : orders) {
        longer.push_back(one | others);
      }
    }
    orders = std::move(longer);
    if (orders.size() > kMostOrders) {
      return std::nullopt;
    }
  }
  for (const Pairs& coh : orders) {
    look(h, coh, inclusion, closure, judgement);
  }
  return judgement;
}

std::optional<Judgement> directPrinted(const History& h) {
  return judge(h, Inclusion::Printed, Closure::PerAgent);
}
std::optional<Judgement> direct(const History& h) {
  return judge(h, Inclusion::Membership, Closure::PerAgent);
}
std::optional<Judgement> indirectPrinted(const History& h) {
  return judge(h, Inclusion::Printed, Closure::All);
}
std::optional<Judgement> indirect(const History& h) {
  return judge(h, Inclusion::Membership, Closure::All);
}

}  // namespace

std::vector<Definition> relaxedDefinitions() {
  return {{"hrf-direct-relaxed-def31", directPrinted},
          {"hrf-direct-relaxed", direct},
          {"hrf-indirect-relaxed-def31", indirectPrinted},
          {"hrf-indirect-relaxed", indirect}};
}

}  // namespace hrfcheck::test
