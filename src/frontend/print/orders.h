#pragma once

#include "program/ir/instruction.h"

namespace hrfcheck::frontend {

constexpr bool acquires(Order order) {
  return order != Order::Relaxed && order != Order::Release;
}
constexpr bool releases(Order order) {
  return order == Order::Release || order == Order::AcquireRelease || order == Order::SeqCst;
}
/// What an operation that only reads does of an order, as a failed compare-and-swap.
constexpr Order readOf(Order order) {
  return order == Order::AcquireRelease ? Order::Acquire : order == Order::Release ? Order::Relaxed : order;
}

}  // namespace hrfcheck::frontend
