#include "frontend/spirv/kernel/kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/spirv/module/block_order.h"
#include "frontend/spirv/module/module.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::size_t kMostBlocks = 5000;

/// Whether an instruction hands its operands on without looking at them.
bool passesOn(spv::Op op) {
  switch (op) {
    case spv::Op::OpPhi:
    case spv::Op::OpSelect:
    case spv::Op::OpCopyObject:
    case spv::Op::OpCopyLogical:
    case spv::Op::OpCompositeConstruct:
    case spv::Op::OpCompositeExtract:
    case spv::Op::OpCompositeInsert:
    case spv::Op::OpVectorShuffle:
      return true;
    default:
      return false;
  }
}

class Preparation {
 public:
  explicit Preparation(Kernel& kernel) : kernel_(kernel), look_(kernel.deadline) {}

  bool run() {
    const std::vector<Block>& blocks = kernel_.entry.blocks;
    if (blocks.empty() || blocks.size() > kMostBlocks) {
      return fail(kernel_.entry.head,
                  blocks.empty() ? "the entry point has no code"
                                 : fmt::format("the entry point has more than {} blocks", kMostBlocks));
    }
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      kernel_.blocks.emplace(blocks[b].label, b);
    }
    if (!flow()) {
      return false;
    }
    kernel_.order = blockOrder(successors_);
    findHeads();
    for (const std::uint32_t b : kernel_.order) {
      for (const Instruction& in : blocks[b].code) {
        definedIn_[in.result] = b;
      }
    }
    for (const std::uint32_t b : kernel_.order) {
      countUses(blocks[b], b);
    }
    early();
    undefined();
    return true;
  }

 private:
  bool fail(const Instruction& in, std::string message) {
    kernel_.diagnostics.error(kernel_.originOf(in).place, std::move(message));
    return false;
  }

  void findHeads() {
    kernel_.heads.assign(successors_.size(), false);
    std::vector<bool> placed(successors_.size(), false);
    for (const std::uint32_t b : kernel_.order) {
      placed[b] = true;
      for (const std::uint32_t next : successors_[b]) {
        kernel_.heads[next] = kernel_.heads[next] || placed[next];
      }
    }
  }

  bool flow() {
    const std::vector<Block>& blocks = kernel_.entry.blocks;
    successors_.resize(blocks.size());
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      const std::vector<Instruction>& code = blocks[b].code;
      if (code.empty()) {
        return fail(kernel_.entry.head, fmt::format("block {} is empty", kernel_.nameOf(blocks[b].label)));
      }
      for (const Id label : successorsOf(code.back(), kernel_.types)) {
        const auto target = kernel_.blocks.find(label);
        if (target == kernel_.blocks.end()) {
          return fail(code.back(), fmt::format("there is no block {}", kernel_.nameOf(label)));
        }
        successors_[b].push_back(target->second);
      }
      for (const Instruction& in : code) {
        if (in.op == spv::Op::OpControlBarrier) {
          kernel_.barriers.emplace(&in, static_cast<Value>(kernel_.barriers.size()));
        }
      }
    }
    return true;
  }

  void countUses(const Block& block, std::uint32_t number) {
    for (const Instruction& in : block.code) {
      const bool phi = in.op == spv::Op::OpPhi;
      for (std::size_t i = 0; phi && i + 1 < in.operands.size(); i += 2) {
        const auto from = kernel_.blocks.find(in.operands[i + 1]);
        use(in.operands[i], from == kernel_.blocks.end() ? number : from->second);
      }
      if (!phi) {
        for (const Id id : usedBy(in)) {
          use(id, number);
        }
      }
    }
  }

  void use(Id id, std::uint32_t block) {
    Uses& uses = kernel_.uses[id];
    ++uses.count;
    const auto defined = definedIn_.find(id);
    uses.elsewhere = uses.elsewhere || defined == definedIn_.end() || defined->second != block;
  }

  /// Which values may not be defined: OpUndef, what passes it on, and what is loaded early (early()).
  void undefined() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (const std::uint32_t b : kernel_.order) {
        look_.spend(1 + kernel_.entry.blocks[b].code.size());
        for (const Instruction& in : kernel_.entry.blocks[b].code) {
          changed = (mayBeUndefined(in) && kernel_.maybeUndefined.insert(in.result).second) || changed;
        }
      }
    }
  }

  bool mayBeUndefined(const Instruction& in) const {
    if (in.op == spv::Op::OpUndef) {
      return true;
    }
    if (in.op == spv::Op::OpLoad) {
      return kernel_.readEarly.contains(kernel_.pointers.registerVariable(in.operands[0]));
    }
    return passesOn(in.op) && std::ranges::any_of(usedBy(in), [&](Id id) {
             const Instruction* definition = kernel_.types.definition(id);
             return kernel_.maybeUndefined.contains(id) ||
                    (definition != nullptr && definition->op == spv::Op::OpUndef);
           });
  }

  /// A number of a variable, by its offset.
  using Number = std::pair<Id, std::uint64_t>;
  using Numbers = std::set<Number>;

  /// Variables that some path reads before it has written them: which numbers have been written for certain
  /// is propagated along all edges.
  void early() {
    const std::size_t count = kernel_.entry.blocks.size();
    std::vector<std::optional<Numbers>> written(count);
    written[kernel_.order.front()] = Numbers{};
    bool changed = true;
    while (changed) {
      changed = false;
      for (const std::uint32_t b : kernel_.order) {
        if (written[b]) {
          Numbers after = *written[b];
          look_.spend((1 + after.size()) * (1 + successors_[b].size()) + kernel_.entry.blocks[b].code.size());
          walk(kernel_.entry.blocks[b], after);
          for (const std::uint32_t next : successors_[b]) {
            changed = meet(written[next], after) || changed;
          }
        }
      }
    }
  }

  void walk(const Block& block, Numbers& written) {
    for (const Instruction& in : block.code) {
      if (in.op == spv::Op::OpCopyMemory) {  // as a load, and a store
        walk(in.operands[1], false, written);
        walk(in.operands[0], true, written);
      } else if (in.op == spv::Op::OpLoad || in.op == spv::Op::OpStore) {
        walk(in.operands[0], in.op == spv::Op::OpStore, written);
      }
    }
  }

  void walk(Id pointer, bool stores, Numbers& written) {
    const Id variable = kernel_.pointers.registerVariable(pointer);
    if (variable == kNoId || isInitialized(variable)) {
      return;
    }
    const std::optional<Numbers> exactly = numbersAt(pointer, variable);
    if (stores && exactly) {
      written.insert(exactly->begin(), exactly->end());
    } else if (!stores && !std::ranges::includes(written, exactly ? *exactly : numbersOf(variable))) {
      kernel_.readEarly.insert(variable);
    }
  }

  bool isInitialized(Id variable) const {
    const Instruction& declaration = *kernel_.types.definition(variable);
    return declaration.operands.size() > 1 ||
           static_cast<spv::StorageClass>(declaration.operands[0]) == spv::StorageClass::Input;
  }

  /// Of what has many, one stands for all.
  Numbers numbersOf(Id variable) const {
    constexpr std::size_t kMostToldApart = 64;
    const auto leaves = kernel_.types.leaves(kernel_.types.pointeeId(kernel_.types.typeOf(variable)));
    if (!leaves || leaves->size() > kMostToldApart) {
      return {{variable, 0}};
    }
    Numbers numbers;
    for (const Leaf& leaf : *leaves) {
      numbers.emplace(variable, leaf.offset);
    }
    return numbers;
  }

  /// The numbers of a variable that a pointer is one to, where that is known.
  std::optional<Numbers> numbersAt(Id pointer, Id variable) const {
    const Numbers all = numbersOf(variable);
    if (kernel_.pointers.isWhole(pointer)) {
      return all;
    }
    const Target& target = kernel_.pointers.targetOf(pointer);
    const auto leaves = kernel_.types.leaves(kernel_.types.pointeeId(kernel_.types.typeOf(pointer)));
    if (all.size() == 1 || target.roots != std::set<Id>{variable} || target.step != 0 || !leaves) {
      return std::nullopt;
    }
    Numbers numbers;
    for (const Leaf& leaf : *leaves) {
      numbers.emplace(variable, static_cast<std::uint64_t>(target.base) + leaf.offset);
    }
    return std::ranges::includes(all, numbers) ? std::optional(numbers) : std::nullopt;
  }

  static bool meet(std::optional<Numbers>& into, const Numbers& from) {
    if (!into) {
      into = from;
      return true;
    }
    return std::erase_if(*into, [&](const Number& number) { return !from.contains(number); }) > 0;
  }

  Kernel& kernel_;
  PacedLook look_;
  std::vector<std::vector<std::uint32_t>> successors_;
  std::map<Id, std::uint32_t> definedIn_;
};

}  // namespace

bool prepare(Kernel& kernel) {
  return Preparation(kernel).run();
}

std::vector<SwitchCase> switchCases(const Instruction& in, Types& types) {
  constexpr unsigned kWord = 32;
  const IntegerKind kind = types.of(types.typeOf(in.operands[0])).integer;
  const std::size_t words = kind.bits > kWord ? 2 : 1;
  std::vector<SwitchCase> cases;
  for (std::size_t i = 2; i + words < in.operands.size(); i += words + 1) {
    std::uint64_t bits = in.operands[i];
    if (words > 1) {
      bits |= std::uint64_t{in.operands[i + 1]} << kWord;
    }
    cases.push_back({wrapped(static_cast<Value>(bits), kind), in.operands[i + words]});
  }
  return cases;
}

std::vector<Id> successorsOf(const Instruction& terminator, Types& types) {
  const Words& operands = terminator.operands;
  switch (terminator.op) {
    case spv::Op::OpBranch:
      return {operands[0]};
    case spv::Op::OpBranchConditional:
      return {operands[1], operands[2]};
    case spv::Op::OpSwitch: {
      std::vector<Id> labels = {operands[1]};
      for (const SwitchCase& one : switchCases(terminator, types)) {
        labels.push_back(one.label);
      }
      return labels;
    }
    default:
      return {};
  }
}

}  // namespace hrfcheck::frontend::spirv
