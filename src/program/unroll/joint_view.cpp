#include "program/unroll/joint_view.h"

#include "program/ir/operands.h"
#include "program/ir/substitute.h"

namespace hrfcheck::inline program {

std::size_t JointView::phase(std::size_t t, std::size_t at) const {
  std::size_t barriers = 0;
  for (std::size_t i = 0; i < at; ++i) {
    barriers += barrierAt(t, i) != nullptr ? 1 : 0;
  }
  return barriers;
}

std::vector<const BarrierOp*> JointView::barriersOf(std::size_t t) const {
  std::vector<const BarrierOp*> result;
  for (std::size_t at = 0; at < loop(t).round.size(); ++at) {
    if (const BarrierOp* barrier = barrierAt(t, at)) {
      result.push_back(barrier);
    }
  }
  return result;
}

std::optional<Exchange> JointView::exchangeAt(std::size_t t, std::size_t at) const {
  const Operation& op = operation(t, at);
  if (accessKindOf(op) == AccessKind::None || accessKindOf(op) == AccessKind::Rmw ||
      atomicityOf(op) != nullptr) {
    return std::nullopt;
  }
  const std::optional<Value> address = constantValue(*operandsOf(op).address);
  const auto location = address ? program_.locationAt(*address) : std::nullopt;
  if (!location || program_.locations[*location].space != AddressSpace::Local) {
    return std::nullopt;
  }
  return Exchange{*address, accessKindOf(op) == AccessKind::Store};
}

}  // namespace hrfcheck::inline program
