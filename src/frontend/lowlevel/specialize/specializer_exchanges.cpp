#include <algorithm>

#include "frontend/lowlevel/specialize/specializer.h"
#include "program/expr/further_operators.h"

// Lanes of a warp give each other numbers that are read from memory. Each writes its own into a cell of the
// exchange, all who take part meet, and who wants a number reads its cell; votes and reductions are made by
// the first lane, and the others get them at a second meeting. Models see neither cells nor meetings
// (program/flow/lane_exchanges.h).

namespace hrfcheck::frontend::lowlevel {
namespace {

using Kind = LaneExchange::Kind;

/// Two meetings of one exchange are two barriers.
constexpr Value kSecondMeeting = Value{1} << 60;
constexpr unsigned kLaneBits = 32;
constexpr std::uint64_t kLastLane = 31;

bool isShuffle(const LaneExchange& exchange) {
  return Kind::Up <= exchange.kind && exchange.kind <= Kind::Index;
}

bool isRead(const SaidByLane& said) {
  return !said.value && !said.open && !said.undefined;
}

/// The operator of `redux`.
NumberOp reductionBy(Kind kind) {
  switch (kind) {
    case Kind::Least:
      return NumberOp::MinUnsigned;
    case Kind::Most:
      return NumberOp::MaxUnsigned;
    case Kind::LeastSigned:
      return NumberOp::MinSigned;
    case Kind::MostSigned:
      return NumberOp::MaxSigned;
    case Kind::And:
      return NumberOp::And;
    case Kind::Or:
      return NumberOp::Or;
    case Kind::Xor:
      return NumberOp::Xor;
    default:
      return NumberOp::Add;
  }
}

std::uint64_t maskOf(const std::map<std::uint32_t, SaidByLane>& lanes) {
  std::uint64_t mask = 0;
  for (const auto& [lane, said] : lanes) {
    mask |= std::uint64_t{1} << lane;
  }
  return mask;
}

}  // namespace

/// All lanes that take part decide the same, for they know the same of each other.
bool Specializer::needsCells(const LaneExchange& exchange, const Lanes& lanes) {
  const auto any = [&](auto holds) {
    return std::ranges::any_of(lanes, [&](const auto& lane) { return holds(lane.second); });
  };
  if (isShuffle(exchange)) {
    return any([](const SaidByLane& said) { return isRead(said) || said.anyLane; });
  }
  return any(isRead) && !any([](const SaidByLane& said) { return said.open || said.undefined; });
}

void Specializer::exchangeInCells(const OwnPart& own, const Lanes& lanes) {
  give(lane(), own.value);
  KnownBarrier here = meeting(own.said.mask);
  here.exchange = exchangeHere();
  emit(here);
  if (!isShuffle(own.exchange) && own.exchange.kind != Kind::Match) {
    combineInCells(own, lanes);
    return;
  }
  if (isShuffle(own.exchange)) {
    shuffleInCells(own, lanes);
  } else {
    matchInCells(own, lanes);
  }
  if (inRounds() && lanes.size() > 1) {
    emit(secondMeeting(own.said.mask));  // the cells are free for the next round
  }
}

KnownBarrier Specializer::secondMeeting(std::uint64_t mask) const {
  KnownBarrier result = meeting(mask);
  result.number |= kSecondMeeting;
  result.exchange = exchangeHere();
  return result;
}

/// What nothing has written is any number to others, as long as another way gives one.
void Specializer::give(std::uint32_t lane, const ThreadValue& value) {
  result_.unwritten = result_.unwritten || value.isUndefined();
  emit(GiveToLanes{cellOf(lane), value.isUndefined() ? constant(kUnknown) : expressionOf(value)});
}

void Specializer::take(const std::optional<std::uint32_t>& target, std::uint32_t lane) {
  if (target) {
    emit(TakeFromLane{registerOf(OwnRegister{state_.frames.back().function, *target}), cellOf(lane)});
    assignUnknown(*target);
  }
}

void Specializer::giveTo(const std::optional<std::uint32_t>& target, const ThreadValue& value) {
  if (target) {
    assign(*target, value);
  }
}

void Specializer::shuffleInCells(const OwnPart& own, const Lanes& lanes) {
  if (own.offset.isOpen()) {
    giveTo(own.exchange.target, ThreadValue::ofOpen());
    giveTo(own.exchange.inRange, ThreadValue::ofOpen());
    return;
  }
  if (!own.offset.isKnown()) {
    takeFromAnyLane(own, lanes);
    return;
  }
  const auto [source, inRange] = sourceOf(own.exchange.kind, own.said.clamp, own.offset.bits);
  const auto from = lanes.find(source);
  if (source == lane()) {
    giveTo(own.exchange.target, own.value);
  } else if (from != lanes.end() && isRead(from->second)) {
    take(own.exchange.target, source);
  } else {
    ThreadValue unused;
    giveTo(own.exchange.target,
           shuffled(own.exchange, own.said, own.offset.bits, lanes, unused).value_or(ThreadValue{}));
  }
  giveTo(own.exchange.inRange, ThreadValue::known(inRange ? 1 : 0));
}

/// As sourceOf, of an offset that is read.
void Specializer::takeFromAnyLane(const OwnPart& own, const Lanes& lanes) {
  const std::uint64_t segment = own.said.clamp >> 8 & kLastLane;
  const std::uint64_t inside = ~segment & kLastLane;
  const auto known = [](std::uint64_t number) { return ThreadValue::known(number); };
  const auto made = [](NumberOp op, const ThreadValue& a, const ThreadValue& b) {
    return apply(op, kLaneBits, {a, b});
  };
  const ThreadValue most = known((lane() & segment) | (own.said.clamp & inside));
  const ThreadValue offset = made(NumberOp::And, own.offset, known(kLastLane));
  const Kind kind = own.exchange.kind;
  const ThreadValue asked = kind == Kind::Up          ? made(NumberOp::Sub, known(lane()), offset)
                            : kind == Kind::Down      ? made(NumberOp::Add, known(lane()), offset)
                            : kind == Kind::Butterfly ? made(NumberOp::Xor, known(lane()), offset)
                                                      : made(NumberOp::Or, known(lane() & segment),
                                                             made(NumberOp::And, offset, known(inside)));
  const ThreadValue inRange = kind == Kind::Up ? apply(NumberOp::LeSigned, 1, {most, asked}, kLaneBits)
                                               : apply(NumberOp::LeUnsigned, 1, {asked, most}, kLaneBits);
  const RegisterId ranges = temporary();  // the offset may be in the register that is given to
  const RegisterId source = temporary();
  emit(Assign{ranges, expressionOf(inRange)});
  emit(Assign{source, select(expressionOf(inRange), expressionOf(asked), constant(lane()))});
  if (own.exchange.target) {
    const std::uint64_t there = maskOf(lanes);
    ThreadValue takesPart = known(1);
    for (std::uint32_t other = 0; other <= kLastLane; ++other) {
      if ((there >> other & 1) == 0) {
        takesPart = made(
            NumberOp::And, takesPart,
            apply(NumberOp::Ne, 1, {ThreadValue::computed(registerRef(source)), known(other)}, kLaneBits));
      }
    }
    const ExprPtr comes = expressionOf(takesPart);
    const RegisterId taken = temporary();
    emit(TakeFromLane{taken, cellOf(lane()), select(comes, registerRef(source), constant(lane()))});
    assign(*own.exchange.target,
           ThreadValue::computed(takesPart.isKnown()
                                     ? registerRef(taken)
                                     : select(comes, registerRef(taken), expressionOf(ThreadValue{}))));
  }
  giveTo(own.exchange.inRange, ThreadValue::computed(registerRef(ranges)));
}

/// What a lane has said, to another one behind the meeting.
ThreadValue Specializer::numberOfLane(const OwnPart& own, const Lanes& lanes, std::uint32_t lane) {
  if (lane == this->lane()) {
    return own.value;
  }
  const SaidByLane& said = lanes.at(lane);
  if (said.value) {
    return ThreadValue::known(*said.value);
  }
  const RegisterId reg = temporary();
  emit(TakeFromLane{reg, cellOf(lane)});
  return ThreadValue::computed(registerRef(reg));
}

void Specializer::matchInCells(const OwnPart& own, const Lanes& lanes) {
  const unsigned width = own.exchange.value->bits;
  ThreadValue equal = ThreadValue::known(std::uint64_t{1} << lane());
  for (const auto& [other, said] : lanes) {
    if (other != lane() && own.exchange.target) {
      const ThreadValue same = apply(NumberOp::Eq, 1, {numberOfLane(own, lanes, other), own.value}, width);
      equal = apply(NumberOp::Or, kLaneBits,
                    {equal, apply(NumberOp::Shl, kLaneBits, {same, ThreadValue::known(other)})});
    }
  }
  giveTo(own.exchange.target, equal);
}

ThreadValue Specializer::combined(const OwnPart& own, const Lanes& lanes) {
  const unsigned width = own.exchange.value->bits;
  const Kind kind = own.exchange.kind;
  const bool compares = kind == Kind::VoteUniform || kind == Kind::MatchAll;
  std::optional<ThreadValue> result;
  for (const auto& [other, said] : lanes) {
    ThreadValue next = numberOfLane(own, lanes, other);
    NumberOp op = reductionBy(kind);
    unsigned bits = kLaneBits;
    if (compares) {
      op = NumberOp::And;
      bits = 1;
      next = apply(NumberOp::Eq, 1, {next, own.value}, width);
    } else if (kind == Kind::VoteAll || kind == Kind::VoteAny || kind == Kind::Ballot) {
      op = kind == Kind::VoteAll ? NumberOp::And : NumberOp::Or;
      bits = kind == Kind::Ballot ? kLaneBits : 1;
      next = apply(NumberOp::Ne, 1, {next, ThreadValue::known(0)}, width);
      next = kind == Kind::Ballot ? apply(NumberOp::Shl, kLaneBits, {next, ThreadValue::known(other)}) : next;
    }
    result = result ? apply(op, bits, {*result, next}) : next;
  }
  return *result;
}

/// The first lane puts together what all say.
void Specializer::combineInCells(const OwnPart& own, const Lanes& lanes) {
  const bool first = lane() == lanes.begin()->first;
  const RegisterId joint = temporary();
  if (first) {
    emit(Assign{joint, expressionOf(combined(own, lanes))});
  }
  if (lanes.size() > 1) {
    if (first) {
      give(kJointCell, ThreadValue::computed(registerRef(joint)));
    }
    emit(secondMeeting(own.said.mask));
    if (!first) {
      emit(TakeFromLane{joint, cellOf(kJointCell)});
    }
  }
  const ThreadValue all = ThreadValue::computed(registerRef(joint));
  if (own.exchange.kind == Kind::MatchAll) {
    const ThreadValue mask = ThreadValue::known(maskOf(lanes));
    giveTo(own.exchange.target,
           ThreadValue::computed(select(expressionOf(all), expressionOf(mask), constant(0))));
    giveTo(own.exchange.inRange, all);
  } else {
    giveTo(own.exchange.target, all);
  }
}

}  // namespace hrfcheck::frontend::lowlevel
