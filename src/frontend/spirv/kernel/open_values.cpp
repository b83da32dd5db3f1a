#include "frontend/spirv/kernel/open_values.h"

#include <algorithm>

#include "frontend/spirv/module/module.h"

namespace hrfcheck::frontend::spirv {
namespace {

class OpenFlow {
 public:
  OpenFlow(const OpenValues& values, const Function& entry, const Pointers& pointers, Types& types,
           const Deadline& deadline)
      : values_(values),
        entry_(entry),
        pointers_(pointers),
        types_(types),
        look_(deadline),
        open_(values.parameters) {
    effects_.contents = values.stored;
    effects_.contents.insert(values.inputs.begin(), values.inputs.end());
  }

  OpenEffects run() {
    bool changed = true;
    while (changed && !effects_.branches) {
      changed = false;
      for (const Block& block : entry_.blocks) {
        if (values_.reached.empty() || values_.reached.contains(block.label)) {
          for (const Instruction& in : block.code) {
            look_.spend(1 + in.operands.size());
            changed = take(in) || changed;
          }
        }
      }
    }
    return std::move(effects_);
  }

 private:
  bool isOpen(Id id) const { return open_.contains(id); }

  bool take(const Instruction& in) {
    if (isAccessChain(in.op)) {
      return chain(in);
    }
    if (accessedOperand(in.op)) {
      return access(in);
    }
    const std::vector<Id> used = usedBy(in);
    const bool open = std::ranges::any_of(used, [&](Id id) { return isOpen(id); });
    const bool behindFirst =
        used.size() > 1 && std::any_of(used.begin() + 1, used.end(), [&](Id id) { return isOpen(id); });
    if (open && (in.op == spv::Op::OpBranchConditional || in.op == spv::Op::OpSwitch)) {
      effects_.branches = effects_.control = true;
    }
    if (behindFirst && mayFault(in.op)) {
      effects_.control = true;
    }
    if (in.op == spv::Op::OpCopyMemory) {
      effects_.control = effects_.control || isOpen(in.operands[0]) || isOpen(in.operands[1]);
      return isOpen(in.operands[1]) || holdsOpen(in.operands[1]) ? taint(in.operands[0]) : false;
    }
    return open && in.result != kNoId && open_.insert(in.result).second;
  }

  /// Division by what may be zero, and shifts by what may be too far.
  static bool mayFault(spv::Op op) {
    switch (op) {
      case spv::Op::OpUDiv:
      case spv::Op::OpSDiv:
      case spv::Op::OpUMod:
      case spv::Op::OpSRem:
      case spv::Op::OpSMod:
      case spv::Op::OpShiftLeftLogical:
      case spv::Op::OpShiftRightLogical:
      case spv::Op::OpShiftRightArithmetic:
      case spv::Op::OpVectorExtractDynamic:
      case spv::Op::OpVectorInsertDynamic:
        return true;
      default:
        return false;
    }
  }

  /// An index that is open leads anywhere, unless it is into a variable of push constants; which of its
  /// numbers a chain leads to is known where the indices are.
  bool chain(const Instruction& in) {
    if (std::any_of(in.operands.begin() + 1, in.operands.end(), [&](Id id) { return isOpen(id); })) {
      effects_.control = true;
    }
    const auto steps = stepsOf(in, types_.typeOf(in.operands[0]), types_);
    std::optional<std::size_t> first = firstOf(in.operands[0]);
    for (const ChainStep& step : steps.value_or(std::vector<ChainStep>{})) {
      first = first && step.index == kNoId ? std::optional(*first + step.leaves) : std::nullopt;
    }
    if (first) {
      first_[in.result] = *first;
    }
    return isOpen(in.operands[0]) && open_.insert(in.result).second;
  }

  std::optional<std::size_t> firstOf(Id pointer) const {
    if (pointers_.isWhole(pointer)) {
      return 0;
    }
    const auto found = first_.find(pointer);
    return found == first_.end() ? std::nullopt : std::optional(found->second);
  }

  bool access(const Instruction& in) {
    const Id pointer = in.operands[0];
    if (isOpen(pointer)) {
      effects_.control = true;
    }
    bool changed = false;
    const bool compares =
        in.op == spv::Op::OpAtomicCompareExchange || in.op == spv::Op::OpAtomicCompareExchangeWeak;
    constexpr std::size_t kComparator = 5;
    if (compares && (holdsOpen(pointer) || isOpen(in.operands[kComparator]))) {
      effects_.control = true;  // whether it writes
    }
    const std::vector<Id> used = usedBy(in);
    if (std::any_of(used.begin() + 1, used.end(), [&](Id id) { return isOpen(id); })) {
      changed = taint(pointer);
    }
    if (in.result != kNoId && holdsOpen(pointer)) {
      changed = open_.insert(in.result).second || changed;
    }
    return changed;
  }

  /// What a pointer points to may have an open content now.
  bool taint(Id pointer) {
    if (const Id variable = pointers_.registerVariable(pointer); variable != kNoId) {
      return variables_.insert(variable).second;
    }
    const std::set<Id>& roots = pointers_.targetOf(pointer).roots;
    const std::size_t before = effects_.contents.size();
    effects_.contents.insert(roots.begin(), roots.end());
    return effects_.contents.size() != before;
  }

  bool holdsOpen(Id pointer) const {
    const Id variable = pointers_.registerVariable(pointer);
    if (variable == kNoId) {
      return std::ranges::any_of(pointers_.targetOf(pointer).roots,
                                 [&](Id root) { return effects_.contents.contains(root); });
    }
    const auto pushed = values_.pushed.find(variable);
    if (pushed == values_.pushed.end()) {
      return variables_.contains(variable);
    }
    const auto first = firstOf(pointer);
    const std::size_t count = types_.leafCount(types_.pointeeId(types_.typeOf(pointer)));
    return !first || std::ranges::any_of(pushed->second, [&](std::size_t number) {
      return *first <= number && number < *first + count;
    });
  }

  const OpenValues& values_;
  const Function& entry_;
  const Pointers& pointers_;
  Types& types_;
  PacedLook look_;
  std::set<Id> open_;
  std::set<Id> variables_;  ///< in registers
  std::map<Id, std::size_t> first_;
  OpenEffects effects_;
};

}  // namespace

OpenEffects effectsOf(const OpenValues& open, const Function& entry, const Pointers& pointers, Types& types,
                      const Deadline& deadline) {
  return OpenFlow(open, entry, pointers, types, deadline).run();
}

}  // namespace hrfcheck::frontend::spirv
