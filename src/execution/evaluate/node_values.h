#pragma once

#include <array>
#include <optional>
#include <vector>

#include "execution/evaluate/known_parts.h"
#include "execution/evaluate/node_plan.h"
#include "execution/execution.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline execution {

/// The values of a model's definitions between two bounds of an execution, or on one execution where nothing
/// is open. A value is kept as long as nothing that it depends on has changed; see node_values.cpp.
class NodeValues {
 public:
  /// All must outlive the values. Both bounds start empty, and everything but the choices is closed.
  /// @throws OutOfTime where values are computed, when the deadline has expired
  NodeValues(const Model& model, const std::vector<NodeFacts>& facts, const EventStructure& structure,
             const Deadline& deadline = {});
  NodeValues(const NodeValues&) = delete;
  NodeValues& operator=(const NodeValues&) = delete;

  /// Makes room for a definition, or for the definition under each choice of the given classes.
  /// @throws UserError when classes are asked for of what is not a static equivalence.
  StepId add(CatNodeId node) { return plan_.add(node, {}); }
  std::vector<StepId> add(CatNodeId node, const std::vector<ClassBinder>& forall);
  /// To be called after `add`, before anything else.
  void seal();

  KnownParts& lower() { return lower_; }
  KnownParts& upper() { return upper_; }
  /// The caller changed these inputs of the bounds.
  void changed(Inputs ofLower, Inputs ofUpper);
  void setOpen(Inputs open);
  /// Takes the parts of an execution as lower bounds; says what changed.
  Inputs load(const Execution& execution);
  /// Makes a choice, or takes it back with null.
  void setChoice(std::size_t index, const Relation* order);
  bool hasChoice(std::size_t index) const { return choices_[index].has_value(); }
  /// The inputs of a definition whose bounds may differ.
  Inputs openInputs(CatNodeId node) const { return facts_[node].inputs & (open_ | choicesOpen_); }

  /// One bound of a value. The reference is good until the next call; `changedAt` of a later one tells
  /// whether it is still the same value.
  struct Bound {
    const BitRows* rows = nullptr;
    std::uint64_t changedAt = 0;
    bool empty = true;
  };
  Bound bound(StepId step, Side side) {
    const Slot& slot = ensure(step, side);
    return {slot.rows, slot.changedAt, slot.empty};
  }
  const BitRows& value(StepId step) { return *ensure(step, Side::Lower).rows; }

  PacedLook& look() { return look_; }

  const BoundUses& uses(StepId step, Side side) const { return uses_[slotIndex(step, side)]; }
  const NodePlan& plan() const { return plan_; }
  bool isSet(StepId step) const { return model_.nodes[plan_.steps()[step].node].type == CatType::Set; }

 private:
  struct Slot {
    const BitRows* rows = nullptr;  ///< own, or a part of an execution
    BitRows own;
    std::uint64_t changedAt = 1;  ///< when the value changed last
    std::uint64_t checkedAt = 0;  ///< when it was last compared with its operands
    bool empty = true;
  };
  using Bits = std::vector<std::uint64_t>;

  static std::size_t slotIndex(StepId step, Side side) {
    return 2 * std::size_t{step} + static_cast<std::size_t>(side);
  }
  std::vector<EventSet> findClasses(CatNodeId node, const ClassBinding& binding) const;
  void addForAll(CatNodeId node, const std::vector<ClassBinder>& forall, const ClassBinding& binding,
                 std::vector<StepId>& steps, std::size_t& choices);

  void makeSlots();
  void makeDependents();
  void findExact();
  void invalidate(const Bits& dependents) {
    for (std::size_t i = 0; i < dependents.size(); ++i) {
      valid_[i] &= ~dependents[i];
    }
  }
  bool isValid(std::size_t bit) const { return ((valid_[bit / 64] >> (bit % 64)) & 1U) != 0; }
  void setValid(std::size_t bit) { valid_[bit / 64] |= std::uint64_t{1} << (bit % 64); }

  Slot& ensure(StepId step, Side side) {
    const Side at = exact_[step] != 0 ? Side::Lower : side;
    const std::size_t index = slotIndex(step, at);
    if (!isValid(index)) {
      refresh(step, at, slots_[index]);
      setValid(index);
    }
    return slots_[index];
  }
  void refresh(StepId step, Side side, Slot& slot);
  void refreshStep(StepOp op, StepId id, Side side, Slot& slot);
  template <typename Op>
  void refreshBinary(Op op, bool swapsRight, const PlanStep& step, Side side, Slot& slot);
  void refreshUnary(CatUnary op, StepId operand, Side side, Slot& slot);
  void refreshUnion(const PlanStep& step, Side side, Slot& slot);
  void refreshLeaf(StepOp op, StepId id, Side side, Slot& slot);
  void refreshChoice(const PlanStep& step, Side side, Slot& slot);
  void computeTag(StepId id, Side side, BitRows& out);
  void compute(CatBinary op, const BitRows& left, const BitRows& right, BitRows& out);
  void compute(StepPair op, const BitRows& left, const BitRows& right, BitRows& out);
  void compute(CatUnary op, const BitRows& operand, Side side, BitRows& out);
  void shape(StepId id, Slot& slot);
  BitRows& scratchFor(const Slot& slot) { return slot.own.rows() == 1 ? scratchSet_ : scratchRelation_; }
  void commit(Slot& slot);
  void makeEmpty(Slot& slot);
  void solve(std::uint32_t group, Side side);

  const BitRows& happened(Side side) const {
    return side == Side::Upper && (open_ & kHappenedInput) != 0 ? upper_.happened : lower_.happened;
  }

  const Model& model_;
  const std::vector<NodeFacts>& facts_;
  const EventStructure& structure_;
  PacedLook look_;
  NodePlan plan_;
  KnownParts lower_, upper_;
  Inputs open_ = 0;
  Inputs choicesOpen_ = 0;
  std::vector<std::optional<BitRows>> choices_;

  std::vector<BoundUses> uses_;
  std::vector<std::vector<std::uint32_t>> groupsBelow_;  ///< by slot
  std::vector<Slot> slots_;
  std::vector<char> exact_;                 ///< by step: both bounds are the lower one
  std::vector<char> running_;               ///< by group and side: being solved
  Bits valid_;                              ///< slots, then groups and sides that are solved
  std::array<Bits, 64> ofLower_, ofUpper_;  ///< what depends on an input
  std::vector<Bits> ofGroup_;               ///< by group and side
  std::uint64_t clock_ = 1;
  BitRows scratchSet_, scratchRelation_;
};

}  // namespace hrfcheck::inline execution
