// What the two bounds of a step are computed from. Nearly every operation is monotone: its lower bound comes
// from lower bounds and its upper one from upper ones. The right side of a difference and the operand of a
// complement come from the other side, and so do the members of a tag that depend on another event not
// happening and the order of a choice that has not been made.

#include "cat/model/operators.h"
#include "execution/evaluate/node_plan.h"
#include "util/overloaded.h"

namespace hrfcheck::inline execution {
namespace {

class UsesFinder {
 public:
  explicit UsesFinder(const NodePlan& plan) : plan_(plan), uses_(2 * plan.steps().size()) {}

  /// Recursion makes uses flow in circles, so they are computed until nothing changes.
  std::vector<BoundUses> run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (StepId step = 0; step < plan_.steps().size(); ++step) {
        for (const Side side : {Side::Lower, Side::Upper}) {
          BoundUses uses = usesOf(step, side);
          BoundUses& known = uses_[2 * std::size_t{step} + static_cast<std::size_t>(side)];
          if (uses != known) {
            known = std::move(uses);
            changed = true;
          }
        }
      }
    }
    return std::move(uses_);
  }

 private:
  static void give(BoundUses& uses, Inputs inputs, Side side) {
    (side == Side::Lower ? uses.lower : uses.upper) |= inputs;
  }

  void add(BoundUses& uses, StepId step, Side side) const {
    const BoundUses& more = uses_[2 * std::size_t{step} + static_cast<std::size_t>(side)];
    uses.lower |= more.lower;
    uses.upper |= more.upper;
    uses.groups.insert(more.groups.begin(), more.groups.end());
  }

  BoundUses usesOf(StepId id, Side side) const {
    const PlanStep& step = plan_.steps()[id];
    BoundUses uses;
    bool swapsLast = false;
    std::visit(Overloaded{[&](StepOp op) { addOwn(uses, op, id, side); }, [](StepPair) {},
                          [&](CatUnary op) {
                            give(uses, about(op).adds ? kHappenedInput : 0, side);
                            swapsLast = about(op).swaps;
                          },
                          [&](CatBinary op) { swapsLast = about(op).swapsRight; }},
               step.work);
    for (const StepId& operand : step.operands) {
      add(uses, operand, swapsLast && &operand == &step.operands.back() ? other(side) : side);
    }
    return uses;
  }

  /// What does not come from operands.
  void addOwn(BoundUses& uses, StepOp op, StepId id, Side side) const {
    const std::uint32_t index = plan_.steps()[id].index;
    switch (op) {
      case StepOp::Part:
        return give(uses, kPartInputs[index], side);
      case StepOp::Tag:
        give(uses, plan_.isConditional(id) ? kHappenedInput : 0, other(side));
        return give(uses, kHappenedInput, side);
      case StepOp::Constant:
      case StepOp::Members:
      case StepOp::Universe:
      case StepOp::Identity:
        return give(uses, kHappenedInput, side);
      case StepOp::Member:
        uses.groups.insert(2 * index + static_cast<std::uint32_t>(side));
        for (const StepId body : plan_.groups()[index].bodies) {
          add(uses, body, side);
        }
        return;
      case StepOp::Choice:
        uses.lower |= choiceInput(index);
        uses.upper |= choiceInput(index);
        return add(uses, id, Side::Lower);
      case StepOp::Empty:
      case StepOp::Union:
        return;
    }
  }

  const NodePlan& plan_;
  std::vector<BoundUses> uses_;
};

}  // namespace

std::vector<BoundUses> boundUses(const NodePlan& plan) {
  return UsesFinder(plan).run();
}

}  // namespace hrfcheck::inline execution
