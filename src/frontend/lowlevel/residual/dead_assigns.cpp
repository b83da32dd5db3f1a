#include "frontend/lowlevel/residual/dead_assigns.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "frontend/lowlevel/residual/residual_parts.h"
#include "program/expr/further_operators.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

/// Registers that are read later.
class Live {
 public:
  explicit Live(std::size_t registers) : words_((registers + kBits - 1) / kBits, 0) {}

  bool has(RegisterId reg) const { return (words_[reg / kBits] >> reg % kBits & 1) != 0; }
  void add(RegisterId reg) { words_[reg / kBits] |= std::uint64_t{1} << reg % kBits; }
  void remove(RegisterId reg) { words_[reg / kBits] &= ~(std::uint64_t{1} << reg % kBits); }
  void add(const Live& others) {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      words_[w] |= others.words_[w];
    }
  }

  friend bool operator==(const Live&, const Live&) = default;

 private:
  static constexpr std::size_t kBits = 64;
  std::vector<std::uint64_t> words_;
};

void read(const ExprPtr& expr, Live& live) {
  for (const RegisterId reg : registersOf(*expr)) {
    live.add(reg);
  }
}

bool asserts(const Expr& expr) {
  const auto* e = std::get_if<UnaryExpr>(&expr.node);
  return e != nullptr && (e->op == UnaryOp::Assert || e->op == UnaryOp::Undefined || e->op == kKnown);
}

/// Backward over a step.
/// @return whether it is needed
bool pass(const ResidualOperation& operation, Live& live) {
  const auto* assign = std::get_if<Assign>(&operation);
  const auto* take = std::get_if<TakeFromLane>(&operation);
  if ((assign != nullptr && !live.has(assign->reg) && !asserts(*assign->value)) ||
      (take != nullptr && !live.has(take->reg))) {
    return false;
  }
  forEachTarget(operation, [&](RegisterId reg) { live.remove(reg); });
  forEachExpr(operation, [&](const ExprPtr& expr) { read(expr, live); });
  return true;
}

}  // namespace

void dropDeadAssigns(ResidualThread& thread) {
  std::vector<Live> live(thread.blocks.size(), Live(thread.registers.size()));
  const auto behind = [&](const ResidualBlock& block) {
    Live result(thread.registers.size());
    for (const auto& next : {block.next, block.taken}) {
      if (next) {
        result.add(live[*next]);
      }
    }
    if (block.condition != nullptr) {
      read(block.condition, result);
    }
    return result;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = thread.blocks.size(); b-- > 0;) {
      Live here = behind(thread.blocks[b]);
      for (auto step = thread.blocks[b].steps.rbegin(); step != thread.blocks[b].steps.rend(); ++step) {
        pass(step->operation, here);
      }
      changed = changed || here != live[b];
      live[b] = std::move(here);
    }
  }
  for (ResidualBlock& block : thread.blocks) {
    Live here = behind(block);
    std::vector<ResidualStep> kept;
    for (auto step = block.steps.rbegin(); step != block.steps.rend(); ++step) {
      if (pass(step->operation, here)) {
        kept.push_back(std::move(*step));
      }
    }
    std::ranges::reverse(kept);
    block.steps = std::move(kept);
  }
}

}  // namespace hrfcheck::frontend::lowlevel
