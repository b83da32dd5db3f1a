#include "program/values/flow_registers.h"

#include <algorithm>

#include "program/expr/expr_parts.h"
#include "program/values/value_flow.h"

namespace hrfcheck::inline program {
namespace {

constexpr std::size_t kMostCombinations = 1U << 20U;
/// Beyond this, expressions in which each register occurs once are folded operand by operand.
constexpr std::size_t kManyCombinations = 1U << 12U;

[[noreturn]] void tooMany(const Place& place) {
  throw TooManyValues(place, "too many possible values to enumerate");
}

/// How many combinations of values the registers have; kMostCombinations + 1 where there are more than that.
std::size_t combinationsOf(const FlowRegisters& registers, const std::vector<RegisterId>& mentioned) {
  std::size_t combinations = 1;
  for (const RegisterId reg : mentioned) {
    combinations *= std::max<std::size_t>(registers[reg].values.size(), 1);
    if (combinations > kMostCombinations) {
      return kMostCombinations + 1;
    }
  }
  return combinations;
}

/// Calls `visit` with every combination of values of the registers that `expr` mentions.
template <typename Visit>
void forEachCombination(const FlowRegisters& registers, const std::vector<RegisterId>& mentioned,
                        PacedLook& look, Visit&& visit) {
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

/// The values of an expression from those of its operands, as if these had nothing to do with each other:
/// exact where no register occurs twice, otherwise perhaps more. A sum of flags has few values, but many
/// combinations of them.
class OperandByOperand {
 public:
  OperandByOperand(const FlowRegisters& registers, const Place& place, PacedLook& look)
      : registers_(registers), place_(place), look_(look) {}

  Provenance of(const Expr& expr) const {
    return std::visit(Overloaded{[](const ConstantExpr& e) { return Provenance(ValueSet{e.value}); },
                                 [&](const RegisterExpr& e) { return registers_[e.reg].values; },
                                 [&](const UnaryExpr& e) { return unary(e); },
                                 [&](const BinaryExpr& e) { return binary(e, of(*e.left), of(*e.right)); },
                                 [&](const SelectExpr& e) { return select(e); }},
                      expr.node);
  }

 private:
  Provenance unary(const UnaryExpr& e) const {
    const Provenance operand = of(*e.operand);
    Provenance result;
    for (const Value v : operand.values()) {
      if (const auto value = apply(e.op, v, e.kind)) {
        result.insert(*value, operand.historyOf(v));
      }
    }
    return result;
  }

  Provenance binary(const BinaryExpr& e, const Provenance& left, const Provenance& right) const {
    if (left.size() * right.size() > kMostCombinations) {
      tooMany(place_);
    }
    Provenance result;
    for (const Value a : left.values()) {
      look_.spend(1 + right.size());
      if (const auto alone = decidedByLeft(e.op, a)) {
        result.insert(*alone, left.historyOf(a));
        continue;
      }
      for (const Value b : right.values()) {
        if (const auto value = apply(e.op, a, b, e.kind)) {
          result.insert(*value, together(left.historyOf(a), right.historyOf(b)));
        }
      }
    }
    return result;
  }

  Provenance select(const SelectExpr& e) const {
    const Provenance condition = of(*e.condition);
    const Provenance whenTrue = of(*e.whenTrue);
    const Provenance whenFalse = of(*e.whenFalse);
    Provenance result;
    for (const Value c : condition.values()) {
      const Provenance& chosen = c != 0 ? whenTrue : whenFalse;
      look_.spend(1 + chosen.size());
      for (const Value v : chosen.values()) {
        result.insert(v, together(condition.historyOf(c), chosen.historyOf(v)));
      }
    }
    return result;
  }

  const FlowRegisters& registers_;
  const Place& place_;
  PacedLook& look_;
};

/// How often registers are mentioned, each time counted.
std::size_t mentionsIn(const Expr& expr) {
  std::size_t mentions = 0;
  forEachPart(expr,
              [&](const Expr& part) { mentions += std::holds_alternative<RegisterExpr>(part.node) ? 1 : 0; });
  return mentions;
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

}  // namespace

Provenance valuesOf(const Expr& expr, const FlowRegisters& registers, const Place& place, PacedLook& look) {
  const std::vector<RegisterId> mentioned = registersOf(expr);
  const std::size_t combinations = combinationsOf(registers, mentioned);
  if (combinations > kMostCombinations ||
      (combinations > kManyCombinations && mentionsIn(expr) == mentioned.size())) {
    return OperandByOperand(registers, place, look).of(expr);
  }
  const bool histories =
      std::ranges::any_of(mentioned, [&](RegisterId r) { return registers[r].values.hasHistories(); });
  Provenance tracked;
  std::vector<Value> values;
  forEachCombination(registers, mentioned, look, [&](const std::vector<Value>& chosen) {
    const auto v = evaluate(expr, [&](RegisterId r) { return chosen[r]; });
    if (v && histories) {
      tracked.insert(*v, historyOf(chosen, mentioned, registers));
    } else if (v) {
      values.push_back(*v);
    }
  });
  return histories ? tracked : Provenance(ValueSet(std::move(values)));
}

bool hasMoreCombinations(const Expr& expr, const FlowRegisters& registers, std::size_t most) {
  return combinationsOf(registers, registersOf(expr)) > most;
}

bool dependsOnReads(const Expr& expr, const FlowRegisters& registers) {
  const std::vector<RegisterId> mentioned = registersOf(expr);
  return std::any_of(mentioned.begin(), mentioned.end(), [&](RegisterId r) { return registers[r].read; });
}

std::vector<Value> valuesNear(const Expr& condition) {
  ValueSet constants{0};
  forEachPart(condition, [&](const Expr& part) {
    if (const auto* constant = std::get_if<ConstantExpr>(&part.node)) {
      constants.insert(constant->value);
    }
  });
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
