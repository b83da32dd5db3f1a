#include <algorithm>
#include <array>

#include "frontend/llvm/reader/function_translator.h"

// What lanes of a wavefront (sub-group) do together, and barriers that are written in pieces.

namespace hrfcheck::frontend::llvm::reader {
namespace {

constexpr unsigned kLanes = 32;

struct LaneRow {
  std::string_view name;
  LaneExchange::Kind kind;
  bool shuffles = false;  ///< (value, lane, width, mask)
  bool maskFirst = false;
};
/// With `__hrfcheck_` in front.
constexpr auto kLaneRows =
    std::to_array<LaneRow>({{"shuffle_idx_u32", LaneExchange::Kind::Index, true},
                            {"shuffle_idx_u64", LaneExchange::Kind::Index, true},
                            {"shuffle_up_u32", LaneExchange::Kind::Up, true},
                            {"shuffle_up_u64", LaneExchange::Kind::Up, true},
                            {"shuffle_down_u32", LaneExchange::Kind::Down, true},
                            {"shuffle_down_u64", LaneExchange::Kind::Down, true},
                            {"shuffle_xor_u32", LaneExchange::Kind::Butterfly, true},
                            {"shuffle_xor_u64", LaneExchange::Kind::Butterfly, true},
                            {"ballot", LaneExchange::Kind::Ballot, false, true},
                            {"match_any", LaneExchange::Kind::Match, false, true},
                            {"match_all", LaneExchange::Kind::MatchAll, false, true},
                            {"any", LaneExchange::Kind::VoteAny, false, true},
                            {"all", LaneExchange::Kind::VoteAll, false, true},
                            {"reduce_add_u32", LaneExchange::Kind::Sum, false, true},
                            {"reduce_min_u32", LaneExchange::Kind::Least, false, true},
                            {"reduce_max_u32", LaneExchange::Kind::Most, false, true},
                            {"reduce_min_s32", LaneExchange::Kind::LeastSigned, false, true},
                            {"reduce_max_s32", LaneExchange::Kind::MostSigned, false, true},
                            {"reduce_and_u32", LaneExchange::Kind::And, false, true},
                            {"reduce_or_u32", LaneExchange::Kind::Or, false, true},
                            {"reduce_xor_u32", LaneExchange::Kind::Xor, false, true}});

}  // namespace

/// @param mask null: all lanes that are there
/// @param bits of what a lane gets in one exchange; numbers of 64 bits take two
void FunctionTranslator::exchange(const ir::CallBase& in, LaneExchange::Kind kind, const NumberPtr& value,
                                  const NumberPtr& lane, const NumberPtr& clamp, const NumberPtr& mask,
                                  unsigned bits) {
  const NumberPtr lanes = mask == nullptr ? literal(~std::uint64_t{0}, 32) : resized(mask, 32);
  const bool vote = kind >= LaneExchange::Kind::VoteAll && kind <= LaneExchange::Kind::Ballot;
  Numbers parts;
  for (unsigned from = 0; from < bits; from += kLanes) {
    LaneExchange made;
    made.kind = kind;
    const NumberPtr part =
        from == 0 ? value : number(NumberOp::ShrUnsigned, value->bits, {value, literal(from, value->bits)});
    const bool matches = kind == LaneExchange::Kind::Match || kind == LaneExchange::Kind::MatchAll;
    made.value = matches ? value
                 : vote && value->bits != 1
                     ? numberFrom(NumberOp::Ne, value->bits, 1, {value, literal(0, value->bits)})
                 : vote ? value
                        : resized(part, 32);
    made.lane = lane == nullptr ? nullptr : resized(lane, 32);
    made.clamp = clamp;
    made.mask = lanes;
    const bool truth = kind == LaneExchange::Kind::VoteAll || kind == LaneExchange::Kind::VoteAny;
    const std::uint32_t reg = temporary(truth ? 1 : 32);
    made.target = reg;
    emit(std::move(made));
    parts.push_back(registerNumber(reg, truth ? 1 : 32));
  }
  NumberPtr whole = parts.front();
  if (parts.size() > 1) {
    whole =
        number(NumberOp::Or, 64,
               {resized(whole, 64), number(NumberOp::Shl, 64, {resized(parts[1], 64), literal(kLanes, 64)})});
  }
  define(in, resized(whole, widthOf(in.getType())));
}

bool FunctionTranslator::laneFunction(const ir::CallBase& in, std::string_view name) {
  constexpr std::string_view kPrefix = "__hrfcheck_";
  if (!name.starts_with(kPrefix)) {
    return false;
  }
  name.remove_prefix(kPrefix.size());
  if (name == "wave_barrier" && in.arg_size() == 1) {  // it orders nothing; fences beside it do
    emit(WarpBarrier{resized(numberOf(*in.getArgOperand(0)), 32), false});
    return true;
  }
  if (name == "bpermute" && in.arg_size() == 3) {
    const NumberPtr address = numberOf(*in.getArgOperand(1));
    const NumberPtr lane =
        number(NumberOp::And, 32,
               {number(NumberOp::ShrUnsigned, 32, {address, literal(2, 32)}), literal(kLanes - 1, 32)});
    exchange(in, LaneExchange::Kind::Index, numberOf(*in.getArgOperand(2)), lane, literal(kLanes - 1, 32),
             numberOf(*in.getArgOperand(0)), 32);
    return true;
  }
  const auto* row = std::ranges::find(kLaneRows, name, &LaneRow::name);
  if (row == kLaneRows.end() || in.arg_size() != (row->shuffles ? 4U : 2U)) {
    return false;
  }
  if (!row->shuffles) {
    exchange(in, row->kind, kept(numberOf(*in.getArgOperand(1))), nullptr, nullptr,
             numberOf(*in.getArgOperand(0)), 32);
    return true;
  }
  // As PTX has it: the highest bits of a lane's number stay, and a bound. At most 32 lanes are there.
  const std::uint64_t width = constantArgument(in, 2, "the width of a shuffle");
  if (width == 0 || (width & (width - 1)) != 0) {
    refuse("the width of a shuffle is a power of two");
  }
  const std::uint64_t own = std::min<std::uint64_t>(width, kLanes);
  const std::uint64_t clamp = (kLanes - own) << 8U | (row->kind == LaneExchange::Kind::Up ? 0 : kLanes - 1);
  exchange(in, row->kind, kept(numberOf(*in.getArgOperand(0))), numberOf(*in.getArgOperand(1)),
           literal(clamp, 32), numberOf(*in.getArgOperand(3)), name.ends_with("_u64") ? 64 : 32);
  return true;
}

/// HIP's `__syncthreads()` is a release fence, `s_barrier` and an acquire fence of one scope (HIP,
/// amd_device_functions.h): together, a barrier that orders memory. Models of AMD's take that apart again
/// (program/ir/amdgpu_form.h), into the same three.
void FunctionTranslator::uniteBarriers() {
  std::vector<bool> target(made_.code.size() + 1, false);
  for (const lowlevel::Instruction& in : made_.code) {
    if (const auto* jump = std::get_if<Jump>(&in.operation)) {
      target[jump->target] = true;
    } else if (const auto* branch = std::get_if<Branch>(&in.operation)) {
      target[branch->target] = true;
    }
  }
  for (std::size_t i = 0; i + 2 < made_.code.size(); ++i) {
    const auto* before = std::get_if<Fence>(&made_.code[i].operation);
    auto* barrier = std::get_if<ScopeBarrier>(&made_.code[i + 1].operation);
    const auto* behind = std::get_if<Fence>(&made_.code[i + 2].operation);
    const bool bare = before != nullptr && barrier != nullptr && behind != nullptr && !barrier->order;
    if (!bare || target[i + 1] || target[i + 2] || before->order != Order::Release ||
        behind->order != Order::Acquire || before->level != behind->level ||
        before->spaces.global != behind->spaces.global || before->spaces.local != behind->spaces.local ||
        !before->marks.empty() || !behind->marks.empty()) {
      continue;
    }
    barrier->order = Order::AcquireRelease;
    barrier->fences = true;
    barrier->memoryLevel = before->level;
    barrier->spaces = before->spaces;
    made_.code[i].operation = Nothing{};
    made_.code[i + 2].operation = Nothing{};
  }
}

}  // namespace hrfcheck::frontend::llvm::reader
