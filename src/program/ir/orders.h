#pragma once

#include "program/ir/instruction.h"

namespace hrfcheck::inline program {

/// Whether an access of this order acquires; `consume` is taken for `acquire`.
constexpr bool acquires(Order order) {
  return order != Order::Relaxed && order != Order::Release;
}
constexpr bool releases(Order order) {
  return order == Order::Release || order == Order::AcquireRelease || order == Order::SeqCst;
}
/// The weakest order that does what both do.
constexpr Order joined(Order a, Order b) {
  if (a == b) {
    return a;
  }
  if (a == Order::SeqCst || b == Order::SeqCst) {
    return Order::SeqCst;
  }
  const bool acquiring = acquires(a) || acquires(b);
  const bool releasing = releases(a) || releases(b);
  return acquiring && releasing ? Order::AcquireRelease
         : releasing            ? Order::Release
         : acquiring            ? Order::Acquire
                                : Order::Relaxed;
}
/// What an operation that only reads does of an order, as a failed compare-and-swap.
constexpr Order readOf(Order order) {
  return order == Order::AcquireRelease ? Order::Acquire : order == Order::Release ? Order::Relaxed : order;
}
/// What an operation that only writes does of an order.
constexpr Order writeOf(Order order) {
  return order == Order::AcquireRelease              ? Order::Release
         : acquires(order) && order != Order::SeqCst ? Order::Relaxed
                                                     : order;
}

}  // namespace hrfcheck::inline program
