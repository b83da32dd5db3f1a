#include "advise/edits/costs.h"

#include "program/ir/orders.h"

namespace hrfcheck::inline advise {

constinit const std::array<CostRow, 13> kCostRows = {{
    {"relaxed", &Costs::relaxed, "order: relaxed"},
    {"consume", &Costs::consume, "order: consume"},
    {"acquire", &Costs::acquire, "order: acquire"},
    {"release", &Costs::release, "order: release"},
    {"acq_rel", &Costs::acquireRelease, "order: acquire and release"},
    {"seq_cst", &Costs::sequentiallyConsistent, "order: sequentially consistent"},
    {"scope", &Costs::scope, "each level of a scope"},
    {"remote", &Costs::remote, "a remote operation, on top of its order and scope"},
    {"fence", &Costs::fence, "a fence that is inserted, on top of its order and scope"},
    {"atomic", &Costs::atomic, "an ordinary access made atomic, on top of its order and scope"},
    {"barrier", &Costs::barrier,
     "each address space that a barrier orders, on top of those that it orders as written"},
    {"new_barrier", &Costs::newBarrier,
     "a barrier that is inserted, on top of the address spaces that it orders"},
    {"other", &Costs::other,
     "a change of order or scope that does not strengthen it, on top of the difference"},
}};

namespace {

/// Of an atomic compare-exchange, what it is where it fails.
Order failureOf(const Annotation& annotation) {
  return annotation.failureOrder.value_or(readOf(annotation.atomicity->order));
}

}  // namespace

Cost Costs::ofOrder(Order order) const {
  switch (order) {
    case Order::Relaxed:
      return relaxed;
    case Order::Consume:
      return consume;
    case Order::Acquire:
      return acquire;
    case Order::Release:
      return release;
    case Order::AcquireRelease:
      return acquireRelease;
    case Order::SeqCst:
      return sequentiallyConsistent;
  }
  return 0;
}

Cost Costs::ofSpaces(const FenceSpaces& from, const FenceSpaces& to) const {
  const auto one = [this](bool old, bool now) { return old == now ? Cost{0} : now ? barrier : other; };
  return one(from.global, to.global) + one(from.local, to.local);
}

Cost Costs::of(const Annotation& annotation, bool swaps) const {
  if (!annotation.atomicity) {
    return 0;
  }
  const Atomicity& a = *annotation.atomicity;
  return ofOrder(a.order) + (swaps ? ofOrder(failureOf(annotation)) : 0) + scope * a.level +
         (a.remote ? remote : 0);
}

Cost Costs::ofChange(const Annotation& from, const Annotation& to, bool swaps) const {
  if (from == to) {
    return 0;
  }
  if (!from.atomicity || !to.atomicity) {
    return atomic + of(to);
  }
  const Atomicity& a = *from.atomicity;
  const Atomicity& b = *to.atomicity;
  const auto difference = [this](Cost old, Cost now, bool changed) {
    return !changed ? Cost{0} : now > old ? now - old : old - now + other;
  };
  const Order failed = swaps ? failureOf(from) : Order::Relaxed;
  const Order fails = swaps ? failureOf(to) : Order::Relaxed;
  return difference(ofOrder(a.order), ofOrder(b.order), a.order != b.order) +
         difference(ofOrder(failed), ofOrder(fails), failed != fails) +
         difference(scope * a.level, scope * b.level, a.level != b.level) +
         difference(a.remote ? remote : 0, b.remote ? remote : 0, a.remote != b.remote);
}

}  // namespace hrfcheck::inline advise
