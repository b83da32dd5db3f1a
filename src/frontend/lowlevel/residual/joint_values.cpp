#include "frontend/lowlevel/residual/joint_values.h"

#include <algorithm>

#include "frontend/lowlevel/residual/residual_parts.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

enum class Form : std::uint64_t { Constant, Said, SaidBy, Unary, Binary, Select };

std::uint64_t word(auto number) {
  return static_cast<std::uint64_t>(number);
}

using Held = std::map<RegisterId, JointValue>;

/// Follows the blocks of a thread with what its registers hold.
class Flow {
 public:
  Flow(const ResidualThread& thread, JointValues& values) : thread_(thread), values_(values) {
    forEachOf<KnownBarrier>(thread, [&](const KnownBarrier& barrier, const ResidualStep&) {
      if (barrier.exchange) {
        const auto mask = static_cast<std::uint32_t>(barrier.number);
        const auto [entry, fresh] = masks_.emplace(*barrier.exchange, mask);
        entry->second &= mask;
      }
    });
  }

  std::vector<std::optional<JointValue>> run() {
    std::vector<std::optional<JointValue>> conditions(thread_.blocks.size());
    before_.resize(thread_.blocks.size());
    come(0, {});
    while (!open_.empty()) {
      const std::uint32_t number = *open_.begin();
      open_.erase(open_.begin());
      const ResidualBlock& block = thread_.blocks[number];
      Held held = *before_[number];
      for (const ResidualStep& step : block.steps) {
        pass(step.operation, held);
      }
      conditions[number] = block.condition == nullptr ? std::nullopt : values_.of(*block.condition, held);
      for (const auto& next : {block.next, block.taken}) {
        if (next) {
          come(*next, held);
        }
      }
    }
    return conditions;
  }

 private:
  /// What is held on all ways there.
  void come(std::uint32_t block, const Held& held) {
    std::optional<Held>& before = before_[block];
    if (!before) {
      before = held;
      open_.insert(block);
      return;
    }
    const std::size_t lost = std::erase_if(*before, [&](const auto& entry) {
      const auto found = held.find(entry.first);
      return found == held.end() || found->second != entry.second;
    });
    if (lost != 0) {
      open_.insert(block);
    }
  }

  void pass(const ResidualOperation& operation, Held& held) {
    if (const auto* assign = std::get_if<Assign>(&operation)) {
      put(held, assign->reg, values_.of(*assign->value, held));
    } else if (const auto* take = std::get_if<TakeFromLane>(&operation)) {
      put(held, take->reg, taken(*take, held));
    } else if (const auto* say = std::get_if<GiveToLanes>(&operation)) {
      give(*say, held);
    } else {
      forEachTarget(operation, [&](RegisterId reg) { held.erase(reg); });
    }
  }

  static void put(Held& held, RegisterId reg, const std::optional<JointValue>& value) {
    held.erase(reg);
    if (value) {
      held.emplace(reg, *value);
    }
  }

  std::uint32_t maskOf(const LaneCell& cell) const {
    const auto found = masks_.find(cell.exchange);
    return found == masks_.end() ? 0 : found->second;
  }

  /// A round begins: what was said in the one before is not what the other lanes hear now.
  void give(const GiveToLanes& give, Held& held) {
    if (give.cell.lane != kJointCell) {
      std::erase_if(held,
                    [&](const auto& entry) { return values_.hangsOn(entry.second, give.cell.exchange); });
    }
    if (const auto* said = std::get_if<RegisterExpr>(&give.value->node)) {
      put(held, said->reg, values_.said(give.cell, maskOf(give.cell)));
    }
  }

  std::optional<JointValue> taken(const TakeFromLane& take, const Held& held) {
    if (take.lane == nullptr) {
      return values_.said(take.cell, maskOf(take.cell));
    }
    const std::optional<JointValue> lane = values_.of(*take.lane, held);
    return lane ? std::optional(values_.saidBy(take.cell, maskOf(take.cell), *lane)) : std::nullopt;
  }

  const ResidualThread& thread_;
  JointValues& values_;
  std::map<std::uint32_t, std::uint32_t> masks_;  ///< by exchange
  std::vector<std::optional<Held>> before_;       ///< by block
  std::set<std::uint32_t> open_;
};

}  // namespace

JointValue JointValues::numberOf(Words words, Made made) {
  const auto [entry, fresh] = numbers_.emplace(std::move(words), static_cast<JointValue>(values_.size()));
  if (fresh) {
    values_.push_back(std::move(made));
  }
  return entry->second;
}

JointValue JointValues::combined(Words words, const std::vector<JointValue>& operands) {
  Made made;
  for (const JointValue operand : operands) {
    words.push_back(operand);
    made.lanes &= values_[operand].lanes;
    made.exchanges.insert(values_[operand].exchanges.begin(), values_[operand].exchanges.end());
  }
  return numberOf(std::move(words), std::move(made));
}

JointValue JointValues::said(const LaneCell& cell, std::uint32_t mask) {
  return numberOf({word(Form::Said), cell.warp, cell.exchange, cell.lane, mask}, {mask, {cell.exchange}});
}

JointValue JointValues::saidBy(const LaneCell& cell, std::uint32_t mask, JointValue lane) {
  Made made = values_[lane];
  made.lanes &= mask;
  made.exchanges.insert(cell.exchange);
  return numberOf({word(Form::SaidBy), cell.warp, cell.exchange, lane, mask}, std::move(made));
}

std::optional<JointValue> JointValues::of(const Expr& expr,
                                          const std::map<RegisterId, JointValue>& registers) {
  const auto made = [&](Words words, const std::vector<ExprPtr>& operands) -> std::optional<JointValue> {
    std::vector<JointValue> values;
    for (const ExprPtr& operand : operands) {
      const std::optional<JointValue> value = of(*operand, registers);
      if (!value) {
        return std::nullopt;
      }
      values.push_back(*value);
    }
    return combined(std::move(words), values);
  };
  const auto with = [](Form form, auto op, const IntegerKind& kind) {
    return Words{word(form), word(op), word(kind.bits), word(kind.isSigned), word(kind.strict)};
  };
  return std::visit(
      Overloaded{[&](const ConstantExpr& e) -> std::optional<JointValue> {
                   return numberOf({word(Form::Constant), word(e.value)}, {});
                 },
                 [&](const RegisterExpr& e) {
                   const auto found = registers.find(e.reg);
                   return found == registers.end() ? std::nullopt : std::optional(found->second);
                 },
                 [&](const UnaryExpr& e) { return made(with(Form::Unary, e.op, e.kind), {e.operand}); },
                 [&](const BinaryExpr& e) {
                   return made(with(Form::Binary, e.op, e.kind), {e.left, e.right});
                 },
                 [&](const SelectExpr& e) {
                   return made({word(Form::Select)}, {e.condition, e.whenTrue, e.whenFalse});
                 }},
      expr.node);
}

std::vector<std::optional<JointValue>> jointConditions(const ResidualThread& thread, JointValues& values) {
  return Flow(thread, values).run();
}

}  // namespace hrfcheck::frontend::lowlevel
