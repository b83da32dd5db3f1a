#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "frontend/lowlevel/module/module.h"
#include "frontend/lowlevel/specialize/specializer.h"

// Barriers, and what lanes of a warp say to each other.

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr std::uint64_t kLanes = 32;
constexpr std::uint64_t kMostBarriers = 16;

/// redux.sync, of two lanes.
std::uint64_t joined(LaneExchange::Kind kind, std::uint64_t a, std::uint64_t b) {
  const auto left = static_cast<std::uint32_t>(a);
  const auto right = static_cast<std::uint32_t>(b);
  const bool less = static_cast<std::int32_t>(left) < static_cast<std::int32_t>(right);
  switch (kind) {
    case LaneExchange::Kind::Least:
      return std::min(left, right);
    case LaneExchange::Kind::Most:
      return std::max(left, right);
    case LaneExchange::Kind::LeastSigned:
      return less ? left : right;
    case LaneExchange::Kind::MostSigned:
      return less ? right : left;
    case LaneExchange::Kind::And:
      return left & right;
    case LaneExchange::Kind::Or:
      return left | right;
    case LaneExchange::Kind::Xor:
      return left ^ right;
    default:
      return left + right;
  }
}

}  // namespace

std::uint32_t Specializer::lanesOfWarp() const {
  const std::uint32_t lanesOfEach = grid().subGroupSize();
  const std::uint32_t first = facts_.launches.itemOf(thread_) / lanesOfEach * lanesOfEach;
  const auto lanes = std::min(lanesOfEach, grid().itemCount() - first);
  if (lanes > kLanes) {
    refuse(fmt::format("operations of the lanes of a warp are supported where at most {} threads are in one",
                       kLanes),
           "use a smaller launch, or --sub-group 32");
  }
  return static_cast<std::uint32_t>(lowBits(lanes));
}

std::uint32_t Specializer::warp() const {
  return facts_.launches.warpOf(thread_);
}

/// PTX ISA, `barrier`: counts are of threads, and multiples of the size of a warp, since a warp arrives as a
/// whole.
KnownBarrier Specializer::barrier(const BlockBarrier& barrier) {
  KnownBarrier result;
  result.level = kGroupLevel;
  const std::uint64_t number = known(barrier.number, "the number of a barrier");
  if (number >= kMostBarriers) {
    refuse(fmt::format("there is no barrier {}", number));
  }
  result.number = static_cast<Value>(number);
  result.waits = barrier.waits;
  if (barrier.count == nullptr) {
    return result;
  }
  const std::uint64_t count = known(barrier.count, "how many threads a barrier expects");
  const std::uint64_t items = grid().itemCount();
  const std::uint64_t warps = (items + kLanes - 1) / kLanes;
  if (count == 0 || count % kLanes != 0) {
    refuse(fmt::format("a barrier expects a multiple of {} threads, not {}", kLanes, count));
  }
  if (count / kLanes == warps && barrier.waits) {
    return result;
  }
  if (items % kLanes != 0 && warps > 1) {
    refuse("a barrier of some warps of a block whose last warp is not full is not supported");
  }
  result.count = static_cast<Value>(warps == 1 ? count / kLanes * items : count);
  return result;
}

void Specializer::execute(const ScopeBarrier& barrier) {
  dropOrder();
  KnownBarrier result;
  result.level = barrier.level;
  result.number = barrier.number ? static_cast<Value>(*barrier.number)
                                 : static_cast<Value>(facts_.barriers->numberOf(state_.frames)) + 1;
  result.memoryLevel = barrier.memoryLevel == barrier.level ? std::nullopt : barrier.memoryLevel;
  result.fences = barrier.fences;
  result.order = barrier.order;
  result.unordered = !barrier.order;
  result.spaces = barrier.spaces;
  result.marks = barrier.marks;
  emit(std::move(result));
}

void Specializer::execute(const BlockVote& vote) {
  const KnownBarrier where = barrier(vote.barrier);
  if (where.count) {
    refuse("a vote of some warps of a block is not supported");
  }
  const ThreadValue own = value(vote.vote);
  emit(KnownVote{where, vote.question, registerOf(OwnRegister{state_.frames.back().function, vote.reg}),
                 expressionOf(own)});
  assignUnknown(vote.reg);
}

/// PTX ISA, `bar.warp.sync`: it also orders memory among the lanes that take part.
void Specializer::execute(const WarpBarrier& barrier) {
  const auto mask = static_cast<std::uint32_t>(known(barrier.mask, "the lanes of a barrier"));
  if ((mask >> lane() & 1) == 0) {
    refuse(fmt::format("lane {} is not among those that the barrier names ({:#x})", lane(), mask));
  }
  const std::uint32_t named = mask & lanesOfWarp();
  KnownBarrier result;
  result.level = kWaveLevel;
  if (named != lanesOfWarp()) {
    result.number = static_cast<Value>(named);
    result.amongNamed = true;
  }
  result.unordered = !barrier.orders;
  result.fences = barrier.orders;
  emit(result);
}

/// The number of the exchange that the thread comes to.
std::uint32_t Specializer::exchangeHere() const {
  return inRounds() ? facts_.places->numberOf(state_.frames) : state_.exchanges;
}

/// Different ways to one exchange: what is said on each may differ.
void Specializer::say(const SaidByLane& own) {
  const auto [entry, fresh] = result_.said[{warp(), exchangeHere()}].emplace(lane(), own);
  SaidByLane& said = entry->second;
  if (fresh || said == own) {
    return;
  }
  if (said.value != own.value || said.open != own.open || said.undefined != own.undefined) {
    said.value.reset();
  }
  said.open = said.open && own.open;
  said.undefined = said.undefined && own.undefined;
  said.anyLane = said.anyLane || own.anyLane;
  said.differs = said.differs || said.mask != own.mask || said.clamp != own.clamp ||
                 said.exchange == nullptr || said.exchange->kind != own.exchange->kind;
}

KnownBarrier Specializer::meeting(std::uint64_t mask) const {
  KnownBarrier result;
  result.level = kWaveLevel;
  const auto named = static_cast<std::uint32_t>(mask) & lanesOfWarp();
  result.number = (static_cast<Value>(exchangeHere()) + 1) << 32 | static_cast<Value>(named);
  result.meetsAlone = true;
  return result;
}

/// What lanes say is known when the code of all has been written before; then so is the answer, or who gives
/// it where it is read from memory.
void Specializer::execute(const LaneExchange& exchange) {
  SaidByLane own;
  own.exchange = &exchange;
  own.mask = known(exchange.mask, "the lanes that take part") & lowBits(32);
  own.clamp = exchange.clamp == nullptr ? 0 : known(exchange.clamp, "the range of lanes");
  if ((own.mask >> lane() & 1) == 0) {
    fault();  // PTX ISA, `shfl.sync`: undefined
    return;
  }
  const ThreadValue said = value(exchange.value);
  const ThreadValue offset = exchange.lane == nullptr ? ThreadValue::known(0) : value(exchange.lane);
  own.value = said.isKnown() ? std::optional(said.bits) : std::nullopt;
  own.undefined = said.isUndefined();
  own.open = said.isOpen();
  own.anyLane = offset.isComputed();
  say(own);
  if (facts_.settled && state_.exchanges >= *facts_.settled) {
    throw WaitsForLanes{};
  }
  if (somebodyStops(own.mask)) {
    throw HangsOnOpen{};
  }
  const std::optional<Lanes> lanes = lanesAt(exchange, own);
  if (lanes && needsCells(exchange, *lanes)) {
    exchangeInCells({exchange, own, said, offset}, *lanes);
    state_.exchanges += inRounds() ? 0 : 1;
    return;
  }
  emit(meeting(own.mask));
  ThreadValue inRange;
  const std::optional<ThreadValue> result =
      lanes ? exchanged(exchange, own, offset, *lanes, inRange) : std::nullopt;
  if (!result) {
    result_.openExchange = instructionHere().origin;
  }
  state_.exchanges += inRounds() ? 0 : 1;
  const auto give = [&](const std::optional<std::uint32_t>& target, const ThreadValue& given) {
    if (target && result) {
      assign(*target, given);
    } else if (target) {
      assignUnknown(*target);
    }
  };
  give(exchange.target, result.value_or(ThreadValue{}));
  give(exchange.inRange, inRange);
}

/// Whether some lane that takes part stops before, for what it does depends on unspecified values.
bool Specializer::somebodyStops(std::uint64_t mask) const {
  const auto begin = facts_.exchanges.lower_bound({warp(), 0});
  const auto end = facts_.exchanges.upper_bound({warp(), inRounds() ? kNoExchange : state_.exchanges});
  return std::any_of(begin, end, [&](const auto& exchange) {
    return std::ranges::any_of(exchange.second, [&](const auto& said) {
      return said.second.stopped && (mask >> said.first & 1) != 0;
    });
  });
}

/// The lanes that take part, with what they say. Nothing where that is not known yet, or they do not take
/// part in one operation.
std::optional<Specializer::Lanes> Specializer::lanesAt(const LaneExchange& exchange,
                                                       const SaidByLane& own) const {
  const auto found = facts_.exchanges.find({warp(), exchangeHere()});
  if (found == facts_.exchanges.end() || !found->second.contains(lane())) {
    return std::nullopt;
  }
  Lanes lanes;
  for (const auto& [other, said] : found->second) {
    if ((own.mask >> other & 1) == 0) {
      continue;
    }
    if (said.differs || said.mask != own.mask || said.clamp != own.clamp ||
        said.exchange->kind != exchange.kind) {
      return std::nullopt;
    }
    lanes[other] = said;
  }
  return lanes;
}

/// Nothing where something that it depends on is not known (yet).
std::optional<ThreadValue> Specializer::exchanged(const LaneExchange& exchange, const SaidByLane& own,
                                                  const ThreadValue& offset, const Lanes& lanes,
                                                  ThreadValue& inRange) {
  using Kind = LaneExchange::Kind;
  inRange = ThreadValue::known(1);
  if (Kind::Up <= exchange.kind && exchange.kind <= Kind::Index) {
    if (!offset.isKnown()) {
      inRange = ThreadValue::ofOpen();
      return ThreadValue::ofOpen();
    }
    return shuffled(exchange, own, offset.bits, lanes, inRange);
  }
  std::uint64_t ballot = 0;
  std::uint64_t equal = 0;
  std::optional<std::uint64_t> reduced;
  for (const auto& [other, said] : lanes) {
    if (said.undefined || own.undefined) {
      return ThreadValue{};
    }
    if (said.open || own.open) {
      inRange = ThreadValue::ofOpen();
      return ThreadValue::ofOpen();
    }
    if (!said.value || !own.value) {
      return std::nullopt;
    }
    ballot |= *said.value != 0 ? std::uint64_t{1} << other : 0;
    equal |= *said.value == *own.value ? std::uint64_t{1} << other : 0;
    reduced = reduced ? joined(exchange.kind, *reduced, *said.value) : *said.value;
  }
  const auto all = static_cast<int>(lanes.size());
  switch (exchange.kind) {
    case Kind::VoteAll:
      return ThreadValue::known(std::popcount(ballot) == all ? 1 : 0);
    case Kind::VoteAny:
      return ThreadValue::known(ballot != 0 ? 1 : 0);
    case Kind::VoteUniform:
      return ThreadValue::known(std::popcount(equal) == all ? 1 : 0);
    case Kind::Ballot:
      return ThreadValue::known(ballot);
    case Kind::Match:
      return ThreadValue::known(equal);
    case Kind::MatchAll:
      inRange = ThreadValue::known(std::popcount(equal) == all ? 1 : 0);
      return ThreadValue::known(std::popcount(equal) == all ? equal : 0);
    default:
      return ThreadValue::known(reduced.value_or(0));
  }
}

/// PTX ISA, `shfl.sync`: the lane that is asked, and whether it is in range.
std::pair<std::uint32_t, bool> Specializer::sourceOf(LaneExchange::Kind kind, std::uint64_t clamp,
                                                     std::uint64_t offset) const {
  using Kind = LaneExchange::Kind;
  const auto b = static_cast<std::uint32_t>(offset) & 31U;
  const auto segment = static_cast<std::uint32_t>(clamp >> 8) & 31U;
  const auto c = static_cast<std::uint32_t>(clamp) & 31U;
  const std::uint32_t most = (lane() & segment) | (c & ~segment & 31U);
  const std::uint32_t least = lane() & segment;
  std::int64_t source = lane();
  bool inRange = false;
  if (kind == Kind::Up) {
    source = static_cast<std::int64_t>(lane()) - b;
    inRange = source >= static_cast<std::int64_t>(most);
  } else {
    source = kind == Kind::Down        ? static_cast<std::int64_t>(lane()) + b
             : kind == Kind::Butterfly ? static_cast<std::int64_t>(lane() ^ b)
                                       : static_cast<std::int64_t>(least | (b & ~segment & 31U));
    inRange = source <= static_cast<std::int64_t>(most);
  }
  return {inRange ? static_cast<std::uint32_t>(source) : lane(), inRange};
}

/// What a lane gives that takes no part is not defined.
std::optional<ThreadValue> Specializer::shuffled(const LaneExchange& exchange, const SaidByLane& own,
                                                 std::uint64_t offset, const Lanes& lanes,
                                                 ThreadValue& inRange) const {
  const auto [source, isInRange] = sourceOf(exchange.kind, own.clamp, offset);
  inRange = ThreadValue::known(isInRange ? 1 : 0);
  const auto from = lanes.find(source);
  if (from == lanes.end() || from->second.undefined) {
    return ThreadValue{};
  }
  if (from->second.open) {
    return ThreadValue::open();
  }
  return from->second.value ? std::optional(ThreadValue::known(*from->second.value)) : std::nullopt;
}

}  // namespace hrfcheck::frontend::lowlevel
