#include "frontend/spirv/module/inline_calls.h"

#include <algorithm>

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::size_t kMostInstructions = 100'000;
constexpr std::size_t kMostNestedCalls = 64;

/// More code than any kernel has.
struct TooLarge {};

/// Whether an operand is an id: literals are not. (Of OpSwitch: isSwitchId.)
bool isIdOperand(const Instruction& in, std::size_t operand) {
  switch (in.op) {
    case spv::Op::OpCompositeExtract:
    case spv::Op::OpArrayLength:
      return operand == 0;
    case spv::Op::OpCompositeInsert:
    case spv::Op::OpVectorShuffle:
      return operand < 2;
    case spv::Op::OpExtInst:
      return operand != 1;
    case spv::Op::OpVariable:
      return operand != 0;
    case spv::Op::OpLoad:  // memory operands: what follows their mask and an alignment are scopes, which are
                           // global
      return operand == 0;
    case spv::Op::OpStore:
    case spv::Op::OpCopyMemory:
      return operand < 2;
    case spv::Op::OpSelectionMerge:
      return operand == 0;
    case spv::Op::OpLoopMerge:
      return operand < 2;
    case spv::Op::OpBranchConditional:
      return operand < 3;
    case spv::Op::OpLifetimeStart:
    case spv::Op::OpLifetimeStop:
      return operand == 0;
    default:
      return true;
  }
}

class Inliner {
 public:
  Inliner(const Module& module, Id next) : module_(module), types_(module), next_(next) {
    for (const Function& function : module.functions) {
      types_.add(function);
    }
  }

  InlinedFunction run(const Function& entry) {
    result_.function.head = entry.head;
    result_.function.parameters = entry.parameters;
    calls_.push_back(entry.head.result);
    result_.function.blocks = expanded(entry.blocks);
    return std::move(result_);
  }

 private:
  using Renaming = std::map<Id, Id>;

  /// Blocks whose calls are replaced.
  std::vector<Block> expanded(const std::vector<Block>& blocks) {
    std::vector<Block> out;
    std::map<Id, Id> ends;  // of blocks that are cut in several: the label of the last part
    for (const Block& block : blocks) {
      const Id label = block.label;
      out.push_back({label, {}});
      for (const Instruction& in : block.code) {
        count();
        const Function* callee = in.op == spv::Op::OpFunctionCall ? inlinable(in) : nullptr;
        if (callee == nullptr) {
          out.back().code.push_back(in);
        } else {
          ends[label] = replace(in, *callee, out);
        }
      }
    }
    for (Block& block : out) {
      for (Instruction& in : block.code) {
        for (std::size_t i = 1; in.op == spv::Op::OpPhi && i < in.operands.size(); i += 2) {
          const auto end = ends.find(in.operands[i]);
          in.operands[i] = end == ends.end() ? in.operands[i] : end->second;
        }
      }
    }
    return out;
  }

  const Function* inlinable(const Instruction& call) const {
    const Function* callee = module_.function(call.operands[0]);
    const bool good = callee != nullptr && !callee->blocks.empty() &&
                      callee->parameters.size() == call.operands.size() - 1 &&
                      calls_.size() < kMostNestedCalls &&
                      std::ranges::find(calls_, call.operands[0]) == calls_.end();
    return good ? callee : nullptr;
  }

  void count() {
    if (++instructions_ > kMostInstructions) {
      throw TooLarge{};
    }
  }

  Id fresh(Id of) {
    const auto original = result_.copies.find(of);
    result_.copies[next_] = original == result_.copies.end() ? of : original->second;
    return next_++;
  }

  static Instruction branch(Id label, const Instruction& like) {
    return {spv::Op::OpBranch, kNoId, kNoId, {label}, like.origin, 0};
  }

  /// Appends the code of a call; what comes behind it begins in a new block, whose label is the result.
  Id replace(const Instruction& call, const Function& callee, std::vector<Block>& out) {
    Renaming names;
    for (std::size_t p = 0; p < callee.parameters.size(); ++p) {
      names[callee.parameters[p].result] = call.operands[p + 1];
    }
    for (const Block& block : callee.blocks) {
      names[block.label] = fresh(block.label);
      for (const Instruction& in : block.code) {
        if (in.result != kNoId) {
          names[in.result] = fresh(in.result);
        }
      }
    }
    std::vector<Block> body;
    for (const Block& block : callee.blocks) {
      body.push_back({names[block.label], {}});
      for (const Instruction& in : block.code) {
        body.back().code.push_back(renamed(in, names));
        initialize(body.back());
      }
    }
    calls_.push_back(call.operands[0]);
    body = expanded(body);
    calls_.pop_back();
    out.back().code.push_back(branch(body.front().label, call));
    const Id behind = fresh(call.result);
    Instruction value{spv::Op::OpPhi, call.type, call.result, {}, call.origin, 0};
    for (Block& block : body) {
      if (!block.code.empty()) {
        leave(block, behind, value);
      }
    }
    std::ranges::move(body, std::back_inserter(out));
    out.push_back({behind, {}});
    if (!value.operands.empty()) {
      out.back().code.push_back(std::move(value));
    }
    return behind;
  }

  /// A variable begins with its value at every call.
  void initialize(Block& block) {
    Instruction& variable = block.code.back();
    if (variable.op == spv::Op::OpVariable && variable.operands.size() > 1) {
      const Instruction store{spv::Op::OpStore, kNoId, kNoId, {variable.result, variable.operands[1]},
                              variable.origin,  0};
      variable.operands.resize(1);
      block.code.push_back(store);
    }
  }

  static void leave(Block& block, Id behind, Instruction& value) {
    Instruction& last = block.code.back();
    if (last.op == spv::Op::OpReturnValue) {
      value.operands.push_back(last.operands[0]);
      value.operands.push_back(block.label);
    }
    if (last.op == spv::Op::OpReturn || last.op == spv::Op::OpReturnValue) {
      last = branch(behind, last);
    }
  }

  /// Selector and default, then literals and labels.
  bool isSwitchId(const Instruction& in, std::size_t operand) {
    constexpr unsigned kWord = 32;
    const std::size_t words = types_.of(types_.typeOf(in.operands[0])).integer.bits > kWord ? 2 : 1;
    return operand < 2 || (operand - 2) % (words + 1) == words;
  }

  Instruction renamed(Instruction in, const Renaming& names) {
    const auto rename = [&](Id& id) {
      const auto found = names.find(id);
      id = found == names.end() ? id : found->second;
    };
    const Instruction original = in;
    if (in.result != kNoId) {
      rename(in.result);
    }
    for (std::size_t i = 0; i < in.operands.size(); ++i) {
      if (in.op == spv::Op::OpSwitch ? isSwitchId(original, i) : isIdOperand(in, i)) {
        rename(in.operands[i]);
      }
    }
    return in;
  }

  const Module& module_;
  Types types_;
  Id next_;
  InlinedFunction result_;
  std::vector<Id> calls_;
  std::size_t instructions_ = 0;
};

/// Sizes of functions with what they call, each computed once.
class InlinedSizes {
 public:
  InlinedSizes(const Module& module, std::size_t most) : most_(most) {
    for (const Function& function : module.functions) {
      functions_.emplace(function.head.result, &function);
    }
  }

  std::size_t of(Id id, std::size_t depth = 0) {
    const auto function = functions_.find(id);
    const auto [size, fresh] = sizes_.try_emplace(id, 0);
    if (!fresh || function == functions_.end()) {
      return size->second;  // 0 where it calls itself
    }
    if (depth > kMostNestedCalls) {
      return most_ + 1;
    }
    std::size_t sum = 0;
    for (const Block& block : function->second->blocks) {
      for (const Instruction& in : block.code) {
        sum += in.op == spv::Op::OpFunctionCall ? of(in.operands[0], depth + 1) : 1;
        sum = std::min(sum, most_ + 1);
      }
    }
    sizes_[id] = sum;
    return sum;
  }

 private:
  std::size_t most_;
  std::map<Id, const Function*> functions_;
  std::map<Id, std::size_t> sizes_;
};

}  // namespace

std::optional<InlinedFunction> withoutCalls(const Module& module, const Function& entry, Id bound) {
  try {
    return Inliner(module, bound).run(entry);
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

std::size_t inlinedSize(const Module& module, std::size_t most) {
  InlinedSizes sizes(module, most);
  std::size_t sum = 0;
  for (const EntryPoint& entry : module.entryPoints) {
    sum = std::min(sum + sizes.of(entry.function), most + 1);
  }
  return sum;
}

}  // namespace hrfcheck::frontend::spirv
