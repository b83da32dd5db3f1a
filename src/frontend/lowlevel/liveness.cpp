#include "frontend/lowlevel/liveness.h"

#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

using Registers = std::vector<bool>;

void uses(const NumberPtr& number, Registers& live) {
  if (number == nullptr) {
    return;
  }
  if (number->op == NumberOp::Register) {
    live[number->index] = true;
  }
  for (const NumberPtr& operand : number->operands) {
    uses(operand, live);
  }
}

void defines(const std::optional<std::uint32_t>& reg, Registers& live) {
  if (reg) {
    live[*reg] = false;
  }
}

/// Backward over an instruction.
void pass(const Operation& operation, Registers& live) {
  std::visit(Overloaded{[&](const Compute& o) {
                          if (o.guard == nullptr) {
                            live[o.reg] = false;
                          }
                          uses(o.value, live);
                          uses(o.guard, live);
                        },
                        [&](const Access& o) {
                          for (const auto& target : o.targets) {
                            defines(target, live);
                          }
                          uses(o.address, live);
                          for (const NumberPtr& value : o.values) {
                            uses(value, live);
                          }
                          uses(o.expected, live);
                        },
                        [&](const Require& o) { uses(o.condition, live); },
                        [&](const AsyncCopy& o) {
                          for (const NumberPtr& number : {o.to, o.from, o.given}) {
                            uses(number, live);
                          }
                        },
                        [&](const AwaitCopies& o) { uses(o.pending, live); },
                        [&](const ArriveBehindCopies& o) { uses(o.arrival.address, live); },
                        [&](const BlockBarrier& o) {
                          uses(o.number, live);
                          uses(o.count, live);
                        },
                        [&](const BlockVote& o) {
                          live[o.reg] = false;
                          uses(o.barrier.number, live);
                          uses(o.barrier.count, live);
                          uses(o.vote, live);
                        },
                        [&](const WarpBarrier& o) { uses(o.mask, live); },
                        [&](const LaneExchange& o) {
                          defines(o.target, live);
                          defines(o.inRange, live);
                          for (const NumberPtr& number : {o.value, o.lane, o.clamp, o.mask}) {
                            uses(number, live);
                          }
                        },
                        [&](const Branch& o) { uses(o.condition, live); },
                        [&](const Call& o) { uses(o.address, live); }, [](const auto&) {}},
             operation);
}

}  // namespace

std::vector<std::uint32_t> successorsOf(const Function& function, std::uint32_t at) {
  using Numbers = std::vector<std::uint32_t>;
  return std::visit(
      Overloaded{[&](const Jump& o) -> Numbers { return {o.target}; },
                 [&](const Branch& o) -> Numbers {
                   return {at + 1, o.target};
                 },
                 [](const Return&) -> Numbers { return {}; }, [](const Exit&) -> Numbers { return {}; },
                 [](const Fault&) -> Numbers { return {}; }, [](const Refused&) -> Numbers { return {}; },
                 [&](const auto&) -> Numbers { return {at + 1}; }},
      function.code[at].operation);
}

Liveness::Liveness(const Function& function, const Deadline& deadline)
    : joins_(function.code.size() + 1, false), live_(function.code.size() + 1) {
  PacedLook look(deadline);
  const auto size = static_cast<std::uint32_t>(function.code.size());
  const Registers none(function.registers.size(), false);
  for (std::uint32_t i = 0; i < size; ++i) {
    const bool straight = successorsOf(function, i) == std::vector{i + 1};
    const bool call = std::holds_alternative<Call>(function.code[i].operation);
    for (const std::uint32_t next : successorsOf(function, i)) {
      joins_[next] = joins_[next] || !straight;
    }
    if (!straight || call) {
      live_[i + 1] = none;
    }
  }
  for (std::uint32_t i = 0; i <= size; ++i) {
    if (joins_[i] && live_[i].empty()) {
      live_[i] = none;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    Registers live = none;
    for (std::uint32_t i = size; i-- > 0;) {
      look.spend(1 + none.size() / 64);
      const std::vector<std::uint32_t> successors = successorsOf(function, i);
      if (successors != std::vector{i + 1}) {
        live = none;
        for (const std::uint32_t next : successors) {
          look.spend(none.size());
          for (std::size_t r = 0; r < none.size(); ++r) {
            live[r] = live[r] || (!live_[next].empty() && live_[next][r]);
          }
        }
      } else if (!live_[i + 1].empty()) {
        live = live_[i + 1];
      }
      pass(function.code[i].operation, live);
      if (!live_[i].empty() && live_[i] != live) {
        live_[i] = live;
        changed = true;
      }
    }
  }
}

bool Liveness::isLive(std::uint32_t instruction, std::uint32_t reg) const {
  return live_[instruction].empty() || live_[instruction][reg];
}

}  // namespace hrfcheck::frontend::lowlevel
