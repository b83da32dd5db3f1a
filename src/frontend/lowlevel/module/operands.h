#pragma once

#include <vector>

#include "frontend/lowlevel/module/module.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {

/// Calls with the numbers that an instruction uses.
template <typename Visit>
void forEachNumber(const Operation& operation, Visit&& visit) {
  const auto all = [&](const auto&... numbers) { ((numbers != nullptr ? visit(*numbers) : void()), ...); };
  std::visit(Overloaded{[&](const Compute& o) { all(o.value, o.guard); },
                        [&](const Access& o) {
                          for (const NumberPtr& value : o.values) {
                            all(value);
                          }
                          all(o.address, o.expected);
                        },
                        [&](const MapAddress& o) { all(o.address, o.rank); },
                        [&](const Require& o) { all(o.condition); },
                        [&](const AsyncCopy& o) {
                          all(o.to, o.from, o.bytes, o.given,
                              o.completion ? o.completion->address : NumberPtr{});
                        },
                        [&](const AsyncStore& o) {
                          for (const NumberPtr& value : o.values) {
                            all(value);
                          }
                          all(o.made.to, o.made.completion ? o.made.completion->address : NumberPtr{});
                        },
                        [&](const AwaitCopies& o) { all(o.pending); },
                        [&](const ArriveBehindCopies& o) { all(o.arrival.address); },
                        [&](const BlockBarrier& o) { all(o.number, o.count); },
                        [&](const BlockVote& o) { all(o.barrier.number, o.barrier.count, o.vote); },
                        [&](const WarpBarrier& o) { all(o.mask); },
                        [&](const LaneExchange& o) { all(o.value, o.lane, o.clamp, o.mask); },
                        [&](const Branch& o) { all(o.condition); }, [&](const Call& o) { all(o.address); },
                        []<OneOf<Nothing, CommitCopies, Fence, ScopeBarrier, WrittenOrder, ClusterArrive,
                                 ClusterWait, Jump, Return, Exit, Fault, Forget, Refused>
                               O>(const O&) {}},
             operation);
}

/// Calls with the registers in a number.
template <typename Visit>
void forEachRegister(const Number& number, Visit&& visit) {
  if (number.op == NumberOp::Register) {
    visit(number.index);
  }
  for (const NumberPtr& operand : number.operands) {
    forEachRegister(*operand, visit);
  }
}

/// The registers that an instruction reads: also one that keeps what it has where a guard fails.
std::vector<std::uint32_t> registersRead(const Operation& operation);

/// The registers that an instruction sets, whatever its guard.
std::vector<std::uint32_t> registersSet(const Operation& operation);

}  // namespace hrfcheck::frontend::lowlevel
