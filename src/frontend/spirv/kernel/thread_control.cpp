// Where a thread goes at the end of a block, and the phis that are assigned on the way.

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/folding.h"
#include "frontend/spirv/kernel/thread_writer.h"

namespace hrfcheck::frontend::spirv {
namespace {

/// A number that is assigned on an edge.
struct Copy {
  RegisterId target;
  ExprPtr value;
};

bool readsRegister(const ExprPtr& expr, RegisterId reg) {
  return std::ranges::binary_search(registersOf(*expr), reg);
}

}  // namespace

void ThreadWriter::terminator(const Block& from, const Instruction& in) {
  switch (in.op) {
    case spv::Op::OpBranch:
      leave(from, in.operands[0], in);
      return;
    case spv::Op::OpBranchConditional:
      conditional(from, in);
      return;
    case spv::Op::OpSwitch:
      choice(from, in);
      return;
    case spv::Op::OpUnreachable:
      emit(AssignOp{temporary(), unary(UnaryOp::Assert, constant(0))}, in);
      code_.jump(*end_, kernel_.originOf(in));
      return;
    case spv::Op::OpReturn:
    case spv::Op::OpReturnValue:
    case spv::Op::OpKill:
    case spv::Op::OpTerminateInvocation:
      code_.jump(*end_, kernel_.originOf(in));
      return;
    default:
      fail(in, fmt::format("{} cannot end a block", opcodeName(static_cast<std::uint16_t>(in.op))));
  }
}

void ThreadWriter::conditional(const Block& from, const Instruction& in) {
  const ExprPtr condition = scalar(in.operands[0], in);
  const Id yes = in.operands[1];
  const Id no = in.operands[2];
  const c::Origin origin = kernel_.originOf(in);
  if (const Value* known = c::constantOf(condition)) {
    leave(from, *known != 0 ? yes : no, in);
  } else if (yes == no) {
    leave(from, yes, in);
  } else if (!hasCopies(yes)) {
    wanted_[kernel_.blocks.at(yes)] = true;
    code_.branch(condition, labelOf(yes), origin);
    leave(from, no, in);
  } else if (!hasCopies(no)) {
    wanted_[kernel_.blocks.at(no)] = true;
    code_.branch(c::folded(UnaryOp::LogicalNot, condition), labelOf(no), origin);
    leave(from, yes, in);
  } else {
    const c::Label edge = code_.newLabel();
    code_.branch(condition, edge, origin);
    leave(from, no, in);
    code_.bind(edge);
    leave(from, yes, in);
  }
}

void ThreadWriter::choice(const Block& from, const Instruction& in) {
  const ExprPtr selector = kept(scalar(in.operands[0], in), in);
  const c::Origin origin = kernel_.originOf(in);
  std::vector<std::pair<c::Label, Id>> edges;
  for (const SwitchCase& one : switchCases(in, kernel_.types)) {
    const ExprPtr equal = c::folded(BinaryOp::Eq, selector, constant(one.literal));
    if (const Value* known = c::constantOf(equal)) {
      if (*known != 0) {
        leave(from, one.label, in);
        break;
      }
      continue;
    }
    edges.emplace_back(code_.newLabel(), one.label);
    code_.branch(equal, edges.back().first, origin);
  }
  if (code_.reachable()) {
    leave(from, in.operands[1], in);
  }
  for (const auto& [edge, label] : edges) {
    code_.bind(edge);
    leave(from, label, in);
  }
}

void ThreadWriter::leave(const Block& from, Id to, const Instruction& in) {
  if (!code_.reachable()) {
    return;
  }
  copyPhis(from, to, in);
  if (const std::optional<Id> next = wayThrough(from, kernel_.blocks.at(to), in)) {
    const Block& between = kernel_.entry.blocks[kernel_.blocks.at(to)];
    kernel_.open.reached.insert(to);
    for (const Instruction& each : between.code) {
      if (each.op == spv::Op::OpPhi) {
        phi(each);
      }
    }
    ++passed_;
    leave(between, *next, between.code.back());
    --passed_;
    return;
  }
  if (to != from.label && !repeating_ && isLoopTest(kernel_.blocks.at(to))) {
    repeat(kernel_.entry.blocks[kernel_.blocks.at(to)]);
    return;
  }
  wanted_[kernel_.blocks.at(to)] = true;
  code_.jump(labelOf(to), kernel_.originOf(in));
}

/// Where a block leads that does nothing but decide by a phi where to go, if that is known on the way from
/// `from`. The two ways of a loop that tests before it tries, in one block behind both of them for structured
/// control flow, are then seen to go back on their own, and the first of them to wait
/// (program/unroll/spin_loops.h). Not the head of a loop, which is entered nowhere else.
std::optional<Id> ThreadWriter::wayThrough(const Block& from, std::uint32_t block, const Instruction& in) {
  constexpr unsigned kMostPassed = 16;
  const std::vector<Instruction>& code = kernel_.entry.blocks[block].code;
  const Instruction& end = code.back();
  const bool decides = std::all_of(code.begin(), code.end() - 1, [](const Instruction& each) {
    return each.op == spv::Op::OpPhi || each.op == spv::Op::OpSelectionMerge;
  });
  if (!decides || kernel_.heads[block] || passed_ >= kMostPassed) {
    return std::nullopt;
  }
  if (end.op == spv::Op::OpBranch) {
    return end.operands[0];
  }
  const auto phi = std::ranges::find_if(code, [&](const Instruction& each) {
    return end.op == spv::Op::OpBranchConditional && each.op == spv::Op::OpPhi &&
           each.result == end.operands[0];
  });
  if (phi == code.end()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i + 1 < phi->operands.size(); i += 2) {
    if (phi->operands[i + 1] == from.label) {
      const Parts& parts = value(phi->operands[i], in);
      const Value* known = parts.size() == 1 ? c::constantOf(parts.front()) : nullptr;
      return known == nullptr ? std::nullopt : std::optional(end.operands[*known != 0 ? 1 : 2]);
    }
  }
  return std::nullopt;
}

/// Whether a block has been written, and only decides whether its loop goes on, by what is in registers.
bool ThreadWriter::isLoopTest(std::uint32_t block) const {
  constexpr std::size_t kLongest = 16;
  const std::vector<Instruction>& code = kernel_.entry.blocks[block].code;
  if (!written_[block] || code.size() > kLongest || code.back().op != spv::Op::OpBranchConditional) {
    return false;
  }
  return std::all_of(code.begin(), code.end() - 1, [&](const Instruction& in) {
    const bool ofRegisters =
        !in.operands.empty() && kernel_.pointers.registerVariable(in.operands[0]) != kNoId;
    switch (in.op) {
      case spv::Op::OpPhi:
      case spv::Op::OpLoopMerge:
      case spv::Op::OpSelectionMerge:
        return true;
      case spv::Op::OpLoad:
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
        return ofRegisters;
      default:
        return spv::Op::OpLogicalEqual <= in.op && in.op <= spv::Op::OpSLessThanEqual;
    }
  });
}

/// The test at the head of a loop is written again where the loop goes back to it, as optimizers do: a loop
/// that tests what it has just read is then seen to wait (program/unroll/spin_loops.h).
void ThreadWriter::repeat(const Block& test) {
  look_.spend(usesLeft_.size() + values_.size());
  const auto usesLeft = usesLeft_;
  const auto values = values_;
  const auto pending = pending_;
  repeating_ = true;
  block(test);
  repeating_ = false;
  usesLeft_ = usesLeft;
  values_ = values;
  pending_ = pending;
}

bool ThreadWriter::hasCopies(Id to) const {
  const std::vector<Instruction>& code = kernel_.entry.blocks[kernel_.blocks.at(to)].code;
  return std::ranges::any_of(
      code, [&](const Instruction& in) { return in.op == spv::Op::OpPhi && phis_.contains(in.result); });
}

/// All phis of a block get their values at once.
void ThreadWriter::copyPhis(const Block& from, Id to, const Instruction& in) {
  std::vector<Copy> copies;
  for (const Instruction& phi : kernel_.entry.blocks[kernel_.blocks.at(to)].code) {
    const auto cells = phi.op == spv::Op::OpPhi ? phis_.find(phi.result) : phis_.end();
    if (cells == phis_.end()) {
      continue;
    }
    look_.spend(phi.operands.size());
    Id incoming = kNoId;
    for (std::size_t i = 0; i + 1 < phi.operands.size(); i += 2) {
      incoming = phi.operands[i + 1] == from.label ? phi.operands[i] : incoming;
    }
    if (incoming == kNoId) {
      fail(phi, fmt::format("OpPhi has no value for the way from {}", kernel_.nameOf(from.label)));
    }
    const Parts parts = value(incoming, phi);
    if (parts.size() != cells->second.size()) {
      fail(phi, "a value of OpPhi is not of its type");
    }
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const Cell& cell = cells->second[p];
      const auto* maybe = std::get_if<SelectExpr>(&parts[p]->node);
      const bool early = maybe != nullptr && isUndefined(maybe->whenFalse);
      if (cell.defined) {
        copies.push_back({*cell.defined, isUndefined(parts[p]) ? constant(0)
                                         : early               ? maybe->condition
                                                               : constant(1)});
      }
      if (!isUndefined(parts[p])) {
        copies.push_back({cell.value, early ? maybe->whenTrue : parts[p]});
      }
    }
  }
  std::erase_if(copies, [](const Copy& copy) {
    const auto* reg = std::get_if<RegisterExpr>(&copy.value->node);
    return reg != nullptr && reg->reg == copy.target;
  });
  for (std::size_t i = 0; i < copies.size(); ++i) {
    for (std::size_t later = i + 1; later < copies.size(); ++later) {
      if (readsRegister(copies[later].value, copies[i].target)) {
        copies[later].value = kept(copies[later].value, in);
      }
    }
    assign(copies[i].target, copies[i].value, in);
  }
}

}  // namespace hrfcheck::frontend::spirv
