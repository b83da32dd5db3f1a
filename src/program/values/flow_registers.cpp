#include "program/values/flow_registers.h"

#include <algorithm>

#include "util/diagnostic.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

constexpr std::size_t kMostCombinations = 1U << 20U;

/// Calls `visit` with every combination of values of the registers that `expr` mentions.
template <typename Visit>
void forEachCombination(const FlowRegisters& registers, const std::vector<RegisterId>& mentioned,
                        const Place& place, PacedLook& look, Visit&& visit) {
  std::size_t combinations = 1;
  for (RegisterId reg : mentioned) {
    combinations *= std::max<std::size_t>(registers[reg].values.size(), 1);
    if (combinations > kMostCombinations) {
      throw UserError(place, "too many possible values to enumerate");
    }
  }
  std::vector<Value> chosen(registers.size(), 0);
  const auto choose = [&](auto&& self, std::size_t i) -> void {
    if (i == mentioned.size()) {
      look.spend(1);
      visit(chosen);
      return;
    }
    for (Value v : registers[mentioned[i]].values.values()) {
      chosen[mentioned[i]] = v;
      self(self, i + 1);
    }
  };
  choose(choose, 0);
}

/// Of what is computed from these values of registers.
History historyOf(const std::vector<Value>& chosen, const std::vector<RegisterId>& mentioned,
                  const FlowRegisters& registers) {
  History history;
  for (const RegisterId r : mentioned) {
    history = together(history, registers[r].values.historyOf(chosen[r]));
  }
  return history;
}

void collectConstants(const Expr& expr, ValueSet& into) {
  std::visit(Overloaded{[&](const ConstantExpr& e) { into.insert(e.value); }, [](const RegisterExpr&) {},
                        [&](const UnaryExpr& e) { collectConstants(*e.operand, into); },
                        [&](const BinaryExpr& e) {
                          collectConstants(*e.left, into);
                          collectConstants(*e.right, into);
                        },
                        [&](const SelectExpr& e) {
                          collectConstants(*e.condition, into);
                          collectConstants(*e.whenTrue, into);
                          collectConstants(*e.whenFalse, into);
                        }},
             expr.node);
}

}  // namespace

TrackedValues valuesOf(const Expr& expr, const FlowRegisters& registers, const Place& place,
                       PacedLook& look) {
  const std::vector<RegisterId> mentioned = registersOf(expr);
  const bool histories =
      std::ranges::any_of(mentioned, [&](RegisterId r) { return registers[r].values.hasHistories(); });
  TrackedValues tracked;
  std::vector<Value> values;
  forEachCombination(registers, mentioned, place, look, [&](const std::vector<Value>& chosen) {
    const auto v = evaluate(expr, [&](RegisterId r) { return chosen[r]; });
    if (v && histories) {
      tracked.insert(*v, historyOf(chosen, mentioned, registers));
    } else if (v) {
      values.push_back(*v);
    }
  });
  return histories ? tracked : TrackedValues(ValueSet(std::move(values)));
}

bool dependsOnReads(const Expr& expr, const FlowRegisters& registers) {
  const std::vector<RegisterId> mentioned = registersOf(expr);
  return std::any_of(mentioned.begin(), mentioned.end(), [&](RegisterId r) { return registers[r].read; });
}

std::vector<Value> valuesNear(const Expr& condition) {
  ValueSet constants{0};
  collectConstants(condition, constants);
  std::vector<Value> near(constants.begin(), constants.end());
  for (const Value step : {1, -1}) {
    for (const Value c : constants) {
      if (const auto neighbour = apply(BinaryOp::Add, c, step)) {
        near.push_back(*neighbour);
      }
    }
  }
  return near;
}

}  // namespace hrfcheck::inline program
