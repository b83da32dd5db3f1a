#include "frontend/lowlevel/operands.h"

#include <algorithm>

#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

void collect(const Number& number, std::vector<std::uint32_t>& registers) {
  if (number.op == NumberOp::Register) {
    registers.push_back(number.index);
  }
  for (const NumberPtr& operand : number.operands) {
    collect(*operand, registers);
  }
}

}  // namespace

std::vector<NumberPtr> numbersOf(const Operation& operation) {
  using Numbers = std::vector<NumberPtr>;
  Numbers numbers =
      std::visit(Overloaded{[](const Compute& o) -> Numbers {
                              return {o.value, o.guard};
                            },
                            [](const Access& o) {
                              Numbers all = o.values;
                              all.push_back(o.address);
                              all.push_back(o.expected);
                              return all;
                            },
                            [](const Require& o) -> Numbers { return {o.condition}; },
                            [](const AsyncCopy& o) -> Numbers {
                              return {o.to, o.from, o.given};
                            },
                            [](const AwaitCopies& o) -> Numbers { return {o.pending}; },
                            [](const ArriveBehindCopies& o) -> Numbers { return {o.arrival.address}; },
                            [](const BlockBarrier& o) -> Numbers {
                              return {o.number, o.count};
                            },
                            [](const BlockVote& o) -> Numbers {
                              return {o.barrier.number, o.barrier.count, o.vote};
                            },
                            [](const WarpBarrier& o) -> Numbers { return {o.mask}; },
                            [](const LaneExchange& o) -> Numbers {
                              return {o.value, o.lane, o.clamp, o.mask};
                            },
                            [](const Branch& o) -> Numbers { return {o.condition}; },
                            [](const Call& o) -> Numbers { return {o.address}; },
                            [](const auto&) -> Numbers { return {}; }},
                 operation);
  std::erase(numbers, nullptr);
  return numbers;
}

std::vector<std::uint32_t> registersRead(const Operation& operation) {
  std::vector<std::uint32_t> registers;
  for (const NumberPtr& number : numbersOf(operation)) {
    collect(*number, registers);
  }
  if (const auto* compute = std::get_if<Compute>(&operation);
      compute != nullptr && compute->guard != nullptr) {
    registers.push_back(compute->reg);
  }
  return registers;
}

}  // namespace hrfcheck::frontend::lowlevel
