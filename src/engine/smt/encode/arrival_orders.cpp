#include "engine/smt/encode/arrival_orders.h"

#include <algorithm>

#include "engine/smt/formula/cardinality.h"
#include "engine/smt/formula/total_order.h"

namespace hrfcheck::inline engine::smt {

ArrivalOrders::ArrivalOrders(Formula& formula, const EventStructure& structure, const ProgramCode& code) {
  for (const auto& [arrival, passes] : code.passes) {
    const std::uint32_t barrier = structure.events()[arrival].barrier;
    if (structure.barriers()[barrier].opensEarly()) {
      arrivals_[barrier].push_back(arrival);
    }
  }
  for (const auto& [barrier, arrivals] : arrivals_) {
    order(formula, code, structure.barriers()[barrier].arrivals, arrivals);
  }
}

void ArrivalOrders::order(Formula& formula, const ProgramCode& code, std::size_t needed,
                          const std::vector<EventId>& arrivals) {
  Relation comparable(code.events.size());
  for (const EventId a : arrivals) {
    for (const EventId b : arrivals) {
      comparable.insert(a, b);
    }
  }
  const PairLiterals before = freshTotalOrder(formula, comparable, Relation(comparable.size()), "arrives");
  for (const EventId a : arrivals) {
    std::vector<Lit> earlier;
    for (const EventId b : arrivals) {
      if (a != b) {
        before_.set(b, a, before.at(b, a));
        earlier.push_back(formula.andOf(code.events[b].exec, before.at(b, a)));
      }
    }
    early_[a] = -atLeast(formula, needed, earlier);
  }
  for (const EventId a : arrivals) {
    for (const EventId b : arrivals) {
      if (a == b) {
        continue;
      }
      waitsFor_.set(a, b, formula.orOf(before.at(b, a), formula.andOf(early_[a], early_[b])));
      if (a < b) {
        formula.clause({-code.events[a].exec, -code.events[b].exec, -early_[a], -early_[b], before.at(a, b)});
      }
    }
  }
}

Lit ArrivalOrders::waitsFor(EventId arrival, EventId other) const {
  return arrival == other || !early_.contains(arrival) ? kTrue : waitsFor_.at(arrival, other);
}

LateArrivals ArrivalOrders::late(const EventStructure& structure, const ProgramCode& code,
                                 const std::function<bool(Lit)>& holds) const {
  LateArrivals late;
  for (const auto& [barrier, arrivals] : arrivals_) {
    std::vector<EventId> came;
    std::ranges::copy_if(arrivals, std::back_inserter(came),
                         [&](EventId e) { return holds(code.events[e].exec); });
    std::ranges::sort(came, [&](EventId a, EventId b) { return holds(before_.at(a, b)); });
    const std::size_t needed = structure.barriers()[barrier].arrivals;
    if (came.size() > needed) {
      late[barrier].assign(came.begin() + static_cast<std::ptrdiff_t>(needed), came.end());
    }
  }
  return late;
}

}  // namespace hrfcheck::inline engine::smt
