#include <algorithm>
#include <array>

#include "frontend/llvm/reader/function_translator.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

// Calls of what has no body in the module: intrinsics, and functions with a meaning of their own.

namespace hrfcheck::frontend::llvm::reader {
namespace {

/// What prints has no result that anybody asks for.
constexpr std::array<std::string_view, 3> kPrinting = {"printf", "puts", "putchar"};
constexpr std::array<std::string_view, 5> kFailing = {
    "__assert_fail", "__assertfail", "abort", "__hrfcheck_assert_fail", "_Z22__hrfcheck_assert_failv"};

/// A number that is computed of constants alone.
const ir::Constant* folded(const ir::Value& value, const ir::DataLayout& layout, unsigned depth = 0) {
  if (const auto* constant = ir::dyn_cast<ir::Constant>(&value)) {
    return constant;
  }
  const auto* in = ir::dyn_cast<ir::Instruction>(&value);
  const bool computes = in != nullptr && (ir::isa<ir::BinaryOperator>(in) || ir::isa<ir::CastInst>(in) ||
                                          ir::isa<ir::CmpInst>(in) || ir::isa<ir::SelectInst>(in));
  constexpr unsigned kDeepest = 12;
  if (!computes || depth > kDeepest) {
    return nullptr;
  }
  ir::SmallVector<ir::Constant*, 4> operands;
  for (const ir::Value* operand : in->operands()) {
    const ir::Constant* known = folded(*operand, layout, depth + 1);
    if (known == nullptr) {
      return nullptr;
    }
    operands.push_back(const_cast<ir::Constant*>(known));
  }
  if (const auto* compared = ir::dyn_cast<ir::CmpInst>(in)) {
    return ir::ConstantFoldCompareInstOperands(compared->getPredicate(), operands[0], operands[1], layout);
  }
  return ir::ConstantFoldInstOperands(const_cast<ir::Instruction*>(in), operands, layout);
}

}  // namespace

void FunctionTranslator::call(const ir::CallBase& in) {
  if (in.isInlineAsm()) {
    const auto* text = ir::cast<ir::InlineAsm>(in.getCalledOperand());
    if (text->getAsmString().empty() || text->getAsmString() == "s_nop 0") {
      emit(Nothing{});  // it keeps compilers from moving code; -O0 moves none
      return;
    }
    refuse("inline assembly is not supported");
  }
  const ir::Function* callee = in.getCalledFunction();
  if (callee == nullptr) {
    refuse("a call through a pointer is not supported");
  }
  if (callee->isIntrinsic()) {
    if (!intrinsic(in, callee->getIntrinsicID())) {
      refuse("not supported");
    }
    return;
  }
  const std::string_view name = callee->getName();
  if (!callee->isDeclaration()) {
    refuse("'" + std::string(name) + "' calls itself, which is not supported");
  }
  if (std::ranges::find(kFailing, name) != kFailing.end()) {
    emit(Fault{});
  } else if (std::ranges::find(kPrinting, name) != kPrinting.end() || name.starts_with("__ockl_printf_")) {
    if (in.getType()->isVoidTy()) {
      emit(Nothing{});
    } else {
      Numbers none;
      for (const Leaf& leaf : leavesOf(in.getType())) {
        none.push_back(literal(0, leaf.bits));
      }
      define(in, none);
    }
  } else if (!ownFunction(in, name) && !laneFunction(in, name) && !functionOfMathematics(in, name) &&
             !unknownNumber(in)) {
    refuse("'" + std::string(name) + "' has no body in the module");
  }
}

std::uint64_t FunctionTranslator::constantArgument(const ir::CallBase& in, unsigned i,
                                                   std::string_view what) const {
  const ir::Constant* known = i < in.arg_size() ? folded(*in.getArgOperand(i), context_.layout()) : nullptr;
  const auto* number = ir::dyn_cast_or_null<ir::ConstantInt>(known);
  if (number == nullptr) {
    refuse(std::string(what) + " must be a constant");
  }
  return number->getZExtValue();
}

NumberPtr FunctionTranslator::builtInNumber(BuiltIn which) const {
  return std::make_shared<const Number>(
      Number{.op = NumberOp::BuiltIn, .bits = 32, .index = static_cast<std::uint32_t>(which)});
}

/// Of the dimension that the first argument says.
NumberPtr FunctionTranslator::builtInOf(const ir::CallBase& in, BuiltIn first, std::uint64_t beyond) {
  const NumberPtr dimension = kept(resized(numberOf(*in.getArgOperand(0)), 32));
  NumberPtr result = literal(beyond, 32);
  for (unsigned d = 3; d-- > 0;) {
    result = selected(numberFrom(NumberOp::Eq, 32, 1, {dimension, literal(d, 32)}),
                      builtInNumber(static_cast<BuiltIn>(static_cast<unsigned>(first) + d)), result);
  }
  return result;
}

std::uint32_t FunctionTranslator::levelOfScope(std::uint64_t scope) const {
  // OpenCL's memory_scope, as clang numbers it; behind them, a cluster.
  constexpr std::array<std::uint32_t, 6> kLevels = {kThreadLevel, kGroupLevel, kGpuLevel,
                                                    kAllLevel,    kWaveLevel,  kClusterLevel};
  if (scope >= kLevels.size()) {
    refuse("there is no scope " + std::to_string(scope));
  }
  return kLevels.at(scope);
}

FenceSpaces FunctionTranslator::spacesOf(std::uint64_t regions) {
  return {(regions & 2) != 0, (regions & 1) != 0};
}

namespace {

/// Orders as in C's headers: relaxed, consume, acquire, release, acq_rel, seq_cst. LLVM has no consume.
std::optional<Order> orderNumbered(std::uint64_t number) {
  constexpr std::array kOrders = {Order::Relaxed, Order::Acquire,        Order::Acquire,
                                  Order::Release, Order::AcquireRelease, Order::SeqCst};
  return number < kOrders.size() ? std::optional(kOrders.at(number)) : std::nullopt;
}

/// Names as C has them: of C++ without what mangling adds.
std::string_view plainName(std::string_view name) {
  const std::size_t at = name.find("__hrfcheck_");
  if (!name.starts_with("_Z") || at == std::string_view::npos) {
    return name;
  }
  std::size_t length = 0;
  for (const char c : name.substr(2, at - 2)) {
    length = c >= '0' && c <= '9' ? length * 10 + static_cast<std::size_t>(c - '0') : 0;
  }
  return name.substr(at, length);
}

}  // namespace

/// What our headers call (docs/llvm.md, "Functions of our headers").
bool FunctionTranslator::ownFunction(const ir::CallBase& in, std::string_view mangled) {
  const std::string_view name = plainName(mangled);
  struct IdRow {
    std::string_view name;
    BuiltIn first;
    std::uint64_t beyond;
    unsigned arguments = 1;
  };
  constexpr auto kIds = std::to_array<IdRow>({{"__hrfcheck_local_id", BuiltIn::ItemX, 0},
                                              {"__hrfcheck_group_id", BuiltIn::GroupX, 0},
                                              {"__hrfcheck_local_size", BuiltIn::ItemsX, 1},
                                              {"__hrfcheck_num_groups", BuiltIn::GroupsX, 1},
                                              {"__ockl_get_local_id", BuiltIn::ItemX, 0},
                                              {"__ockl_get_group_id", BuiltIn::GroupX, 0},
                                              {"__ockl_get_local_size", BuiltIn::ItemsX, 1},
                                              {"__ockl_get_num_groups", BuiltIn::GroupsX, 1},
                                              {"__hrfcheck_work_dim", BuiltIn::Dimensions, 0, 0},
                                              {"__hrfcheck_lane", BuiltIn::Lane, 0, 0},
                                              {"__hrfcheck_lanes", BuiltIn::LanesOfWarp, 0, 0},
                                              {"__hrfcheck_lanes_here", BuiltIn::LanesHere, 0, 0},
                                              {"__hrfcheck_warp", BuiltIn::Warp, 0, 0},
                                              {"__hrfcheck_warps", BuiltIn::Warps, 0, 0}});
  if (const auto* row = std::ranges::find(kIds, name, &IdRow::name); row != kIds.end()) {
    if (in.arg_size() != row->arguments || in.getType()->isVoidTy()) {
      refuse("called otherwise than declared");
    }
    define(in, row->arguments == 1 ? builtInOf(in, row->first, row->beyond) : builtInNumber(row->first));
    return true;
  }
  if (name == "__hrfcheck_barrier" || name == "__hrfcheck_sub_group_barrier") {
    ScopeBarrier barrier;
    barrier.level = name == "__hrfcheck_barrier" ? kGroupLevel : kWaveLevel;
    barrier.memoryLevel = levelOfScope(constantArgument(in, 0, "the scope of a barrier"));
    barrier.spaces = spacesOf(constantArgument(in, 1, "the memory that a barrier orders"));
    const std::uint64_t order = in.arg_size() > 2 ? constantArgument(in, 2, "the order of a barrier") : 5;
    const auto known = orderNumbered(order);
    if (!known) {
      refuse("a barrier of an order that there is not");
    }
    barrier.order = order == 0 ? std::nullopt
                    : known == Order::Acquire || known == Order::Release
                        ? known
                        : std::optional(Order::AcquireRelease);
    barrier.fences = barrier.order.has_value();
    emit(std::move(barrier));
    return true;
  }
  if (name == "__hrfcheck_fence") {
    const FenceSpaces spaces = spacesOf(constantArgument(in, 0, "the memory that a fence orders"));
    const auto order = orderNumbered(constantArgument(in, 1, "the order of a fence"));
    const std::uint32_t level = levelOfScope(constantArgument(in, 2, "the scope of a fence"));
    if (!order) {
      refuse("a fence of an order that there is not");
    }
    if (*order == Order::Relaxed) {
      emit(Nothing{});
      return true;
    }
    Fence fence{*order, level, true};
    fence.spaces = spaces;
    emit(std::move(fence));
    return true;
  }
  if (name == "__hrfcheck_grid_workspace" && in.arg_size() == 0) {
    const auto half = [&](BuiltIn which) { return resized(builtInNumber(which), 64); };
    define(in, number(NumberOp::Or, 64,
                      {number(NumberOp::Shl, 64, {half(BuiltIn::WorkspaceHigh), literal(32, 64)}),
                       half(BuiltIn::WorkspaceLow)}));
    return true;
  }
  struct VoteRow {
    std::string_view name;
    BlockVote::Question question;
  };
  constexpr std::array kVotes = {VoteRow{"__hrfcheck_vote_and", BlockVote::Question::All},
                                 VoteRow{"__hrfcheck_vote_or", BlockVote::Question::Any},
                                 VoteRow{"__hrfcheck_vote_count", BlockVote::Question::HowMany}};
  if (const auto* row = std::ranges::find(kVotes, name, &VoteRow::name);
      row != kVotes.end() && in.arg_size() == 1) {
    const NumberPtr said = numberOf(*in.getArgOperand(0));
    BlockVote vote;
    vote.barrier.number = literal(0, 32);
    vote.question = row->question;
    vote.vote = numberFrom(NumberOp::Ne, said->bits, 1, {said, literal(0, said->bits)});
    const unsigned bits = row->question == BlockVote::Question::HowMany ? 32 : 1;
    vote.reg = temporary(bits);
    const std::uint32_t reg = vote.reg;
    emit(std::move(vote));
    define(in, registerNumber(reg, bits));
    return true;
  }
  if (name.starts_with("__hrfcheck_async_copy") && in.arg_size() == 3) {
    const ir::Value& to = *in.getArgOperand(0);
    const ir::Value& from = *in.getArgOperand(1);
    AsyncCopy copy;
    copy.to = kept(resized(numberOf(to), 64));
    copy.from = kept(resized(numberOf(from), 64));
    copy.bytes = resized(numberOf(*in.getArgOperand(2)), 64);
    copy.toSpace = accessedSpace(to.getType()->getPointerAddressSpace());
    copy.fromSpace = accessedSpace(from.getType()->getPointerAddressSpace());
    emit(std::move(copy));
    emit(CommitCopies{});
    return true;
  }
  if (name == "__hrfcheck_await_copies") {
    AwaitCopies await;
    await.pending = literal(0, 32);
    emit(std::move(await));
    return true;
  }
  if (name == "__hrfcheck_written_order") {
    const auto order = orderNumbered(constantArgument(in, 0, "an order"));
    const auto failure = orderNumbered(constantArgument(in, 1, "an order"));
    if (!order) {
      refuse("an order that there is not");
    }
    WrittenOrder written{*order};
    written.failure = failure == order ? std::nullopt : failure;
    emit(written);
    return true;
  }
  return false;
}

/// A function that accesses no memory gives a number of its operands: nobody knows which. What makes a
/// sampler of a constant (clang, "OpenCL Support") is one, too.
bool FunctionTranslator::unknownNumber(const ir::CallBase& in) {
  const bool sampler = in.getCalledFunction()->getName() == "__translate_sampler_initializer";
  if ((!in.doesNotAccessMemory() && !sampler) || in.getType()->isVoidTy()) {
    return false;
  }
  Numbers given;
  for (const ir::Use& argument : in.args()) {
    for (const NumberPtr& number : numbersOf(*argument)) {
      given.push_back(resized(number, 64));
    }
  }
  Numbers result;
  for (const Leaf& leaf : leavesOf(in.getType())) {
    Numbers own = given;
    own.push_back(literal(result.size(), 64));  // of several numbers, each is another one
    result.push_back(number(NumberOp::NotComputed, leaf.bits, std::move(own)));
  }
  define(in, result);
  return true;
}

/// What `dispatch_ptr` and `implicitarg_ptr` lead to, as far as a launch says it: "User Guide for AMDGPU
/// Backend", "Kernel Dispatch" (the packet of HSA) and "Code Object V5 Metadata" (hidden arguments).
bool FunctionTranslator::knownOfLaunch(const ir::LoadInst& in) {
  const ir::DataLayout& layout = context_.layout();
  ir::APInt offset(layout.getIndexTypeSizeInBits(in.getPointerOperandType()), 0);
  const ir::Value* base = in.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  while (const auto* cast = ir::dyn_cast<ir::AddrSpaceCastOperator>(base)) {
    base = cast->getPointerOperand();
  }
  const auto* call = ir::dyn_cast<ir::CallBase>(base);
  const ir::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  const auto id = callee == nullptr ? ir::Intrinsic::not_intrinsic : callee->getIntrinsicID();
  if (id != ir::Intrinsic::amdgcn_dispatch_ptr && id != ir::Intrinsic::amdgcn_implicitarg_ptr) {
    return false;
  }
  struct Row {
    bool dispatch;
    std::uint64_t offset;
    unsigned bits;
    BuiltIn first;
  };
  constexpr auto kRows = std::to_array<Row>(
      {{true, 4, 16, BuiltIn::ItemsX}, {false, 0, 32, BuiltIn::GroupsX}, {false, 12, 16, BuiltIn::ItemsX}});
  const std::uint64_t at = offset.getZExtValue();
  const unsigned bits = widthOf(in.getType());
  const bool dispatch = id == ir::Intrinsic::amdgcn_dispatch_ptr;
  for (const Row& row : kRows) {
    const unsigned bytes = row.bits / 8;
    if (row.dispatch == dispatch && row.bits == bits && at >= row.offset && at < row.offset + 3 * bytes &&
        (at - row.offset) % bytes == 0) {
      define(in, builtInNumber(
                     static_cast<BuiltIn>(static_cast<unsigned>(row.first) + (at - row.offset) / bytes)));
      return true;
    }
  }
  if (dispatch && bits == 32 && (at == 12 || at == 16 || at == 20)) {  // the grid, in work-items
    const auto d = static_cast<unsigned>((at - 12) / 4);
    define(in, number(NumberOp::Mul, 32,
                      {builtInNumber(static_cast<BuiltIn>(static_cast<unsigned>(BuiltIn::ItemsX) + d)),
                       builtInNumber(static_cast<BuiltIn>(static_cast<unsigned>(BuiltIn::GroupsX) + d))}));
    return true;
  }
  const bool remainder = !dispatch && bits == 16 && at >= 18 && at < 24;
  const bool origin = !dispatch && bits == 64 && at >= 40 && at < 64;
  if (remainder || origin) {  // all groups are whole, and ids begin at 0
    define(in, literal(0, bits));
    return true;
  }
  refuse("what the launch says there is not supported");
}

}  // namespace hrfcheck::frontend::llvm::reader
