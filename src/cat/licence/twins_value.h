#pragma once

#include "cat/licence/event_kinds.h"
#include "cat/licence/possible.h"

namespace hrfcheck::cat {

// Two executions, which are the same except for two reads of one, r1 and r2, and one read of the other, r. r1
// and r2 are of one instruction, r2 directly follows r1 in its thread, they read the same write, and nothing
// depends on which of them it was. r stands for both of them. Other events, which both executions have, are
// called third ones.

/// Of third events: whether it holds in the execution with r (bit 0), and in the one with r1 and r2 (bit 1).
using OfThird = Possible<2>;
/// Of a third event and a read, or of a read alone: with r (0), with r1 (1), with r2 (2).
using OfRead = Possible<3>;
/// Of reads: (r, r) (0), (r1, r1) (1), (r1, r2) (2), (r2, r1) (3), (r2, r2) (4).
using OfReads = Possible<5>;

/// What is known of a definition in the two executions.
struct TwinsValue {
  // Of a relation
  ByKinds<OfThird> third{};
  ByKind<OfRead> into{};  ///< from a third event to a read
  ByKind<OfRead> from{};
  OfReads reads;
  bool transitive = false;
  // Of a set
  ByKind<OfThird> thirdMembers{};
  OfRead readMembers;

  friend bool operator==(const TwinsValue&, const TwinsValue&) = default;
};

/// The execution with r, and the one with r1 and r2, agree on everything, and r1 and r2 are alike.
bool isAlike(const TwinsValue& value);

/// With something done to each part of a value, or of two.
template <typename Change>
TwinsValue changed(const TwinsValue& value, Change change) {
  TwinsValue result;
  for (std::size_t a = 0; a < kKinds; ++a) {
    result.into[a] = change(value.into[a]);
    result.from[a] = change(value.from[a]);
    result.thirdMembers[a] = change(value.thirdMembers[a]);
    for (std::size_t b = 0; b < kKinds; ++b) {
      result.third[a][b] = change(value.third[a][b]);
    }
  }
  result.reads = change(value.reads);
  result.readMembers = change(value.readMembers);
  return result;
}

template <typename Combine>
TwinsValue partwise(const TwinsValue& left, const TwinsValue& right, Combine combine) {
  TwinsValue result;
  for (std::size_t a = 0; a < kKinds; ++a) {
    result.into[a] = combine(left.into[a], right.into[a]);
    result.from[a] = combine(left.from[a], right.from[a]);
    result.thirdMembers[a] = combine(left.thirdMembers[a], right.thirdMembers[a]);
    for (std::size_t b = 0; b < kKinds; ++b) {
      result.third[a][b] = combine(left.third[a][b], right.third[a][b]);
    }
  }
  result.reads = combine(left.reads, right.reads);
  result.readMembers = combine(left.readMembers, right.readMembers);
  return result;
}

TwinsValue anythingOfTwins();
TwinsValue identityOfTwins();
TwinsValue inverted(const TwinsValue& operand);
TwinsValue eitherOf(const TwinsValue& a, const TwinsValue& b);
TwinsValue composed(const TwinsValue& left, const TwinsValue& right);
/// `id | operand`, with itself as often as one likes.
TwinsValue reflexiveClosure(const TwinsValue& operand);
/// Without what contradicts that a relation is transitive and has, or has not, its pairs of the two reads.
void closeOver(TwinsValue& value);

/// From a third event to a third one, and on to a read; to a read, and on; from a read to a third event, and
/// back.
OfRead onToRead(OfThird first, OfRead into);
OfThird throughReads(OfRead into, OfRead from);
OfReads aroundThird(OfRead from, OfRead into);

/// Makes the first value allow what the second one allows, too; says whether that is more.
bool join(TwinsValue& old, const TwinsValue& next);

/// Whether a truth value of all vectors is set.
template <unsigned N>
bool always(Possible<N> part, unsigned index) {
  return part.all([&](unsigned v) { return bit(v, index); });
}

constexpr unsigned vectorOf(bool a, bool b) {
  return (a ? 1U : 0U) | (b ? 2U : 0U);
}
constexpr unsigned vectorOf(bool a, bool b, bool c) {
  return vectorOf(a, b) | (c ? 4U : 0U);
}
constexpr unsigned vectorOf(bool a, bool b, bool c, bool d, bool e) {
  return vectorOf(a, b, c) | (d ? 8U : 0U) | (e ? 16U : 0U);
}

/// Of two of the reads: each is related to itself, or the first to the second.
inline constexpr unsigned kWithThemselves = vectorOf(true, true, false, false, true);
inline constexpr unsigned kFirstToSecond = 4U;

}  // namespace hrfcheck::cat
