#include "frontend/lowlevel/module/liveness.h"

#include "frontend/lowlevel/module/operands.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

using Registers = std::vector<bool>;

/// Backward over an instruction.
void pass(const Operation& operation, Registers& live) {
  const auto* compute = std::get_if<Compute>(&operation);
  if (compute == nullptr || compute->guard == nullptr) {
    for (const std::uint32_t reg : registersSet(operation)) {
      live[reg] = false;
    }
  }
  forEachNumber(operation, [&](const Number& number) {
    forEachRegister(number, [&](std::uint32_t reg) { live[reg] = true; });
  });
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
