// What the invocations of a sub-group do together (SPIR-V, 3.42.21 and 3.42.24): they give each other
// numbers, which orders no memory. Those take part that come to the instruction.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "frontend/spirv/translate/entry_translator.h"

namespace hrfcheck::frontend::spirv {
namespace {

using lowlevel::number;
using lowlevel::numberFrom;
using Kind = lowlevel::LaneExchange::Kind;

constexpr std::uint32_t kAllLanes = 0xffff'ffff;
constexpr std::uint32_t kLastLane = 31;

struct GroupReductionRow {
  spv::Op op;
  spv::Op computes;                         ///< of two numbers
  std::optional<Kind> kind = std::nullopt;  ///< of words of 32 bits
};
constexpr auto kGroupReductions = std::to_array<GroupReductionRow>(
    {{spv::Op::OpGroupNonUniformIAdd, spv::Op::OpIAdd, Kind::Sum},
     {spv::Op::OpGroupNonUniformFAdd, spv::Op::OpFAdd},
     {spv::Op::OpGroupNonUniformIMul, spv::Op::OpIMul},
     {spv::Op::OpGroupNonUniformFMul, spv::Op::OpFMul},
     {spv::Op::OpGroupNonUniformSMin, spv::Op::OpGroupSMin, Kind::LeastSigned},
     {spv::Op::OpGroupNonUniformUMin, spv::Op::OpGroupUMin, Kind::Least},
     {spv::Op::OpGroupNonUniformFMin, spv::Op::OpGroupFMin},
     {spv::Op::OpGroupNonUniformSMax, spv::Op::OpGroupSMax, Kind::MostSigned},
     {spv::Op::OpGroupNonUniformUMax, spv::Op::OpGroupUMax, Kind::Most},
     {spv::Op::OpGroupNonUniformFMax, spv::Op::OpGroupFMax},
     {spv::Op::OpGroupNonUniformBitwiseAnd, spv::Op::OpBitwiseAnd, Kind::And},
     {spv::Op::OpGroupNonUniformBitwiseOr, spv::Op::OpBitwiseOr, Kind::Or},
     {spv::Op::OpGroupNonUniformBitwiseXor, spv::Op::OpBitwiseXor, Kind::Xor},
     {spv::Op::OpGroupNonUniformLogicalAnd, spv::Op::OpLogicalAnd},
     {spv::Op::OpGroupNonUniformLogicalOr, spv::Op::OpLogicalOr},
     {spv::Op::OpGroupNonUniformLogicalXor, spv::Op::OpLogicalNotEqual},
     {spv::Op::OpGroupIAdd, spv::Op::OpIAdd, Kind::Sum},
     {spv::Op::OpGroupFAdd, spv::Op::OpFAdd},
     {spv::Op::OpGroupSMin, spv::Op::OpGroupSMin, Kind::LeastSigned},
     {spv::Op::OpGroupUMin, spv::Op::OpGroupUMin, Kind::Least},
     {spv::Op::OpGroupFMin, spv::Op::OpGroupFMin},
     {spv::Op::OpGroupSMax, spv::Op::OpGroupSMax, Kind::MostSigned},
     {spv::Op::OpGroupUMax, spv::Op::OpGroupUMax, Kind::Most},
     {spv::Op::OpGroupFMax, spv::Op::OpGroupFMax}});

NumberPtr equalWords(const NumberPtr& a, const NumberPtr& b) {
  return numberFrom(NumberOp::Eq, a->bits, 1, {a, b});
}

NumberPtr bitOfBallot(const NumberPtr& word, const NumberPtr& bit) {
  return lowlevel::resized(number(NumberOp::ShrUnsigned, 32, {word, bit}), 1);
}

/// The number of the lowest bit that is set.
NumberPtr lowestBitOf(const NumberPtr& word) {
  return numberFrom(NumberOp::LeadingZeros, 32, 32, {number(NumberOp::ReverseBits, 32, {word})});
}

}  // namespace

/// Lanes of the own sub-group, which the last one of a work-group may have fewer of.
NumberPtr EntryTranslator::laneCount() {
  const NumberPtr items = number(
      NumberOp::Mul, 32,
      {number(NumberOp::Mul, 32, {builtIn(lowlevel::BuiltIn::ItemsX), builtIn(lowlevel::BuiltIn::ItemsY)}),
       builtIn(lowlevel::BuiltIn::ItemsZ)});
  const NumberPtr before =
      number(NumberOp::Mul, 32, {builtIn(lowlevel::BuiltIn::Warp), builtIn(lowlevel::BuiltIn::LanesOfWarp)});
  return number(NumberOp::MinUnsigned, 32,
                {builtIn(lowlevel::BuiltIn::LanesOfWarp), number(NumberOp::Sub, 32, {items, before})});
}

bool EntryTranslator::groups() {
  const spv::Op op = here_->op;
  if (const auto* row = std::ranges::find(kGroupReductions, op, &GroupReductionRow::op);
      row != kGroupReductions.end()) {
    alone();
    reduction();
    return true;
  }
  const auto lane = [] { return builtIn(lowlevel::BuiltIn::Lane); };
  switch (op) {
    case spv::Op::OpGroupNonUniformElect:
      alone();
      defineOne(equalWords(lane(), kept(lowestBitOf(ballotOf(literal(1, 1))))));
      return true;
    case spv::Op::OpGroupAll:
    case spv::Op::OpGroupNonUniformAll:
      alone();
      defineOne(exchange(Kind::VoteAll, word(operand(1))));
      return true;
    case spv::Op::OpGroupAny:
    case spv::Op::OpGroupNonUniformAny:
      alone();
      defineOne(exchange(Kind::VoteAny, word(operand(1))));
      return true;
    case spv::Op::OpSubgroupAllKHR:
    case spv::Op::OpSubgroupAnyKHR:
      defineOne(exchange(op == spv::Op::OpSubgroupAllKHR ? Kind::VoteAll : Kind::VoteAny, word(operand(0))));
      return true;
    case spv::Op::OpGroupNonUniformAllEqual:
    case spv::Op::OpSubgroupAllEqualKHR: {
      const std::size_t at = op == spv::Op::OpSubgroupAllEqualKHR ? 0 : 1;
      NumberPtr all = literal(1, 1);
      if (at == 1) {
        alone();
      }
      for (const NumberPtr& one : Numbers(value(operand(at)))) {
        for (const NumberPtr& half : halvesOf(one)) {
          all = number(NumberOp::And, 1, {all, exchange(Kind::VoteUniform, half)});
        }
      }
      defineOne(all);
      return true;
    }
    case spv::Op::OpGroupBroadcast:
    case spv::Op::OpGroupNonUniformBroadcast:
    case spv::Op::OpGroupNonUniformShuffle:
      alone();
      shuffled(Kind::Index, 1, kept(wordAs(operand(2), 32)));
      return true;
    case spv::Op::OpSubgroupReadInvocationKHR:
      shuffled(Kind::Index, 0, kept(wordAs(operand(1), 32)));
      return true;
    case spv::Op::OpGroupNonUniformShuffleXor:
      alone();
      shuffled(Kind::Butterfly, 1, kept(wordAs(operand(2), 32)));
      return true;
    case spv::Op::OpGroupNonUniformShuffleUp:
      alone();
      shuffled(Kind::Up, 1, kept(wordAs(operand(2), 32)));
      return true;
    case spv::Op::OpGroupNonUniformShuffleDown:
      alone();
      shuffled(Kind::Down, 1, kept(wordAs(operand(2), 32)));
      return true;
    case spv::Op::OpGroupNonUniformBroadcastFirst:
      alone();
      shuffled(Kind::Index, 1, kept(lowestBitOf(ballotOf(literal(1, 1)))));
      return true;
    case spv::Op::OpSubgroupFirstInvocationKHR:
      shuffled(Kind::Index, 0, kept(lowestBitOf(ballotOf(literal(1, 1)))));
      return true;
    case spv::Op::OpGroupNonUniformQuadBroadcast: {
      const NumberPtr first = number(NumberOp::And, 32, {lane(), literal(~std::uint32_t{3}, 32)});
      shuffled(Kind::Index, 1, kept(number(NumberOp::Or, 32, {first, wordAs(operand(2), 32)})));
      return true;
    }
    case spv::Op::OpGroupNonUniformQuadSwap: {
      const std::uint64_t direction = requiredConstant(operand(2), "the direction");
      shuffled(Kind::Butterfly, 1, literal(direction + 1, 32));
      return true;
    }
    case spv::Op::OpGroupNonUniformRotateKHR: {
      const NumberPtr size = operandCount() > 3 ? wordAs(operand(3), 32) : laneCount();
      const NumberPtr below = number(NumberOp::Sub, 32, {size, literal(1, 32)});
      const NumberPtr inside =
          number(NumberOp::And, 32, {number(NumberOp::Add, 32, {lane(), wordAs(operand(2), 32)}), below});
      const NumberPtr first = number(NumberOp::And, 32, {lane(), number(NumberOp::Not, 32, {below})});
      shuffled(Kind::Index, 1, kept(number(NumberOp::Add, 32, {first, inside})));
      return true;
    }
    default:
      return ballots();
  }
}

/// Ballots are four words, of which sub-groups of up to 32 invocations use the first.
bool EntryTranslator::ballots() {
  const auto first = [&](Id id) { return value(id).at(0); };
  const NumberPtr lane = builtIn(lowlevel::BuiltIn::Lane);
  switch (here_->op) {
    case spv::Op::OpGroupNonUniformBallot:
    case spv::Op::OpSubgroupBallotKHR: {
      const NumberPtr said = word(operand(here_->op == spv::Op::OpSubgroupBallotKHR ? 0 : 1));
      const NumberPtr zero = literal(0, 32);
      define({ballotOf(said), zero, zero, zero});
      return true;
    }
    case spv::Op::OpGroupNonUniformInverseBallot:
      defineOne(bitOfBallot(first(operand(1)), lane));
      return true;
    case spv::Op::OpGroupNonUniformBallotBitExtract:
      defineOne(bitOfBallot(first(operand(1)), wordAs(operand(2), 32)));
      return true;
    case spv::Op::OpGroupNonUniformBallotBitCount: {
      const auto how = static_cast<spv::GroupOperation>(operand(1));
      const NumberPtr mask = how == spv::GroupOperation::InclusiveScan ? builtIn(lowlevel::BuiltIn::LanesUpTo)
                             : how == spv::GroupOperation::ExclusiveScan
                                 ? builtIn(lowlevel::BuiltIn::LanesBelow)
                                 : literal(kAllLanes, 32);
      const NumberPtr counted = number(NumberOp::And, 32, {first(operand(2)), mask});
      defineOne(lowlevel::resized(numberFrom(NumberOp::PopCount, 32, 32, {counted}), wordBits(here_->type)));
      return true;
    }
    case spv::Op::OpGroupNonUniformBallotFindLSB:
      defineOne(lowestBitOf(first(operand(1))));
      return true;
    case spv::Op::OpGroupNonUniformBallotFindMSB:
      defineOne(
          number(NumberOp::Sub, 32,
                 {literal(kLastLane, 32), numberFrom(NumberOp::LeadingZeros, 32, 32, {first(operand(1))})}));
      return true;
    default:
      return false;
  }
}

/// An operation of the invocations of a work-group is its own value where there is one alone, and refused
/// otherwise.
void EntryTranslator::alone() {
  const auto scope = static_cast<spv::Scope>(requiredConstant(operand(0), "a scope"));
  if (scope == spv::Scope::Subgroup) {
    return;
  }
  if (scope != spv::Scope::Workgroup) {
    refuse("operations of this scope are not supported");
  }
  const NumberPtr items = number(
      NumberOp::Mul, 32,
      {number(NumberOp::Mul, 32, {builtIn(lowlevel::BuiltIn::ItemsX), builtIn(lowlevel::BuiltIn::ItemsY)}),
       builtIn(lowlevel::BuiltIn::ItemsZ)});
  const std::size_t one = skipIf(equalWords(items, literal(1, 32)));
  emit(
      lowlevel::Refused{"operations among several invocations of a work-group are not supported: write them "
                        "with barriers and shared memory"});
  landSkip(one);
}

NumberPtr EntryTranslator::exchange(Kind kind, const NumberPtr& value, const NumberPtr& lane) {
  lowlevel::LaneExchange made;
  const bool truth = kind == Kind::VoteAll || kind == Kind::VoteAny || kind == Kind::VoteUniform;
  const unsigned bits = truth ? 1 : 32;
  const std::uint32_t target = newRegister(bits);
  made.kind = kind;
  made.target = target;
  made.value = kept(value);
  made.mask = literal(kAllLanes, 32);
  if (Kind::Up <= kind && kind <= Kind::Index) {
    made.lane = lane;
    made.clamp = literal(kind == Kind::Up ? 0 : kLastLane, 32);
    const std::uint32_t inRange = newRegister(1);
    made.inRange = inRange;
    emit(std::move(made));
    return lowlevel::selected(lowlevel::registerNumber(inRange, 1), lowlevel::registerNumber(target, bits),
                              notComputed(bits));
  }
  emit(std::move(made));
  return lowlevel::registerNumber(target, bits);
}

NumberPtr EntryTranslator::ballotOf(const NumberPtr& truth) {
  return exchange(Kind::Ballot, truth);
}

/// A number as words of 32 bits.
Numbers EntryTranslator::halvesOf(const NumberPtr& one) {
  if (one->bits <= 32) {
    return {lowlevel::resized(one, 32)};
  }
  return {lowlevel::resized(one, 32),
          lowlevel::resized(number(NumberOp::ShrUnsigned, 64, {one, literal(32, 64)}), 32)};
}

NumberPtr EntryTranslator::shuffledWord(Kind kind, const NumberPtr& one, const NumberPtr& lane) {
  Numbers halves;
  for (const NumberPtr& half : halvesOf(one)) {
    halves.push_back(kept(exchange(kind, half, lane)));
  }
  return halves.size() == 1
             ? lowlevel::resized(halves[0], one->bits)
             : kept(number(NumberOp::Or, 64,
                           {lowlevel::resized(halves[0], 64),
                            number(NumberOp::Shl, 64, {lowlevel::resized(halves[1], 64), literal(32, 64)})}));
}

void EntryTranslator::shuffled(Kind kind, std::size_t at, const NumberPtr& lane) {
  Numbers results;
  for (const NumberPtr& one : Numbers(value(operand(at)))) {
    results.push_back(shuffledWord(kind, one, lane));
  }
  define(std::move(results));
}

/// Of two numbers.
NumberPtr EntryTranslator::joined(spv::Op op, const NumberPtr& a, const NumberPtr& b, const ValueType& type) {
  const unsigned bits = a->bits;
  switch (op) {
    case spv::Op::OpGroupSMin:
      return number(NumberOp::MinSigned, bits, {a, b});
    case spv::Op::OpGroupUMin:
      return number(NumberOp::MinUnsigned, bits, {a, b});
    case spv::Op::OpGroupSMax:
      return number(NumberOp::MaxSigned, bits, {a, b});
    case spv::Op::OpGroupUMax:
      return number(NumberOp::MaxUnsigned, bits, {a, b});
    case spv::Op::OpGroupFMin:
      return floating(NumberOp::FloatMin, bits, {a, b});
    case spv::Op::OpGroupFMax:
      return floating(NumberOp::FloatMax, bits, {a, b});
    case spv::Op::OpFAdd:  // in which order is not defined
      return floating(NumberOp::FloatAdd, bits, {a, b}, true);
    case spv::Op::OpFMul:
      return floating(NumberOp::FloatMul, bits, {a, b}, true);
    default:
      return computedWord(op, {a, b}, type, type);
  }
}

/// What an exclusive scan begins with (SPIR-V, 3.28).
NumberPtr EntryTranslator::neutral(spv::Op op, unsigned bits) {
  switch (op) {
    case spv::Op::OpIMul:
      return literal(1, bits);
    case spv::Op::OpFMul:
      return floatLiteral(1, bits);
    case spv::Op::OpGroupUMin:
    case spv::Op::OpBitwiseAnd:
    case spv::Op::OpLogicalAnd:
      return literal(lowlevel::lowBits(bits), bits);
    case spv::Op::OpGroupSMin:
      return literal(lowlevel::lowBits(bits - 1), bits);
    case spv::Op::OpGroupSMax:
      return literal(std::uint64_t{1} << (bits - 1), bits);
    case spv::Op::OpGroupFMin:
      return floatLiteral(HUGE_VAL, bits);
    case spv::Op::OpGroupFMax:
      return floatLiteral(-HUGE_VAL, bits);
    default:
      return literal(0, bits);
  }
}

/// Scope, how, value, and of clusters their size.
void EntryTranslator::reduction() {
  const auto* row = std::ranges::find(kGroupReductions, here_->op, &GroupReductionRow::op);
  const auto how = static_cast<spv::GroupOperation>(operand(1));
  const bool clustered = how == spv::GroupOperation::ClusteredReduce;
  const bool scans = how == spv::GroupOperation::InclusiveScan || how == spv::GroupOperation::ExclusiveScan;
  if (!clustered && !scans && how != spv::GroupOperation::Reduce) {
    refuse();
  }
  const ValueType& type = wordType(here_->type);
  const bool isSigned = row->kind == Kind::LeastSigned || row->kind == Kind::MostSigned;
  const bool whole = how == spv::GroupOperation::Reduce && row->kind && type.bits <= 32;
  const Numbers given = value(operand(2));
  Numbers results;
  if (!whole) {
    requireAllLanes(clustered ? requiredConstant(operand(3), "the size of a cluster") : 1);
  }
  const NumberPtr lane = builtIn(lowlevel::BuiltIn::Lane);
  for (const NumberPtr& one : given) {
    if (whole) {
      const NumberPtr wide =
          isSigned ? lowlevel::signExtended(one, type.bits, 32) : lowlevel::resized(one, 32);
      results.push_back(lowlevel::resized(exchange(*row->kind, wide), type.bits));
      continue;
    }
    NumberPtr sum = kept(one);
    const std::uint64_t size = clustered ? requiredConstant(operand(3), "the size of a cluster") : 32;
    for (std::uint32_t step = 1; step < size && step < 32; step *= 2) {
      const NumberPtr other = shuffledWord(clustered ? Kind::Butterfly : Kind::Up, sum, literal(step, 32));
      const NumberPtr both = joined(row->computes, clustered ? sum : other, clustered ? other : sum, type);
      const NumberPtr reaches = numberFrom(NumberOp::LeUnsigned, 32, 1, {literal(step, 32), lane});
      sum = kept(clustered ? both : lowlevel::selected(reaches, both, sum));
    }
    if (how == spv::GroupOperation::ExclusiveScan) {
      const NumberPtr before = shuffledWord(Kind::Up, sum, literal(1, 32));
      sum = lowlevel::selected(equalWords(lane, literal(0, 32)), neutral(row->computes, type.bits), before);
    } else if (how == spv::GroupOperation::Reduce) {
      const NumberPtr last = kept(number(NumberOp::Sub, 32, {laneCount(), literal(1, 32)}));
      sum = shuffledWord(Kind::Index, sum, last);
    }
    results.push_back(sum);
  }
  define(std::move(results));
}

/// Scans and clusters go from lane to lane: all must be there.
void EntryTranslator::requireAllLanes(std::uint64_t cluster) {
  const NumberPtr count = kept(laneCount());
  const NumberPtr ballot = kept(ballotOf(literal(1, 1)));
  const NumberPtr rest =
      number(NumberOp::RemUnsigned, 32, {count, literal(std::max<std::uint64_t>(cluster, 1), 32)});
  const NumberPtr all = number(NumberOp::And, 1,
                               {equalWords(numberFrom(NumberOp::PopCount, 32, 32, {ballot}), count),
                                equalWords(rest, literal(0, 32))});
  const std::size_t good = skipIf(all);
  emit(lowlevel::Refused{"among some of the invocations of a sub-group it is not supported"});
  landSkip(good);
}

}  // namespace hrfcheck::frontend::spirv
