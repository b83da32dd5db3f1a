#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cat/interpret/domain.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// A set of things, of which an interleaving has some: the bits of a number.
template <typename Tag>
class BitsOf {
 public:
  constexpr explicit BitsOf(std::uint16_t bits = 0) : bits_(bits) {}

  friend constexpr BitsOf operator|(BitsOf a, BitsOf b) {
    return BitsOf(static_cast<std::uint16_t>(a.bits_ | b.bits_));
  }
  friend constexpr BitsOf operator&(BitsOf a, BitsOf b) {
    return BitsOf(static_cast<std::uint16_t>(a.bits_ & b.bits_));
  }
  /// Without those of b.
  friend constexpr BitsOf operator-(BitsOf a, BitsOf b) {
    return BitsOf(static_cast<std::uint16_t>(a.bits_ & ~b.bits_));
  }
  friend constexpr bool operator==(BitsOf, BitsOf) = default;

  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool within(BitsOf other) const { return (*this - other).empty(); }

 private:
  std::uint16_t bits_;
};

/// How two events may stand to each other in an interleaving, in which the halves of a read-modify-write are
/// one step: of each two events exactly one of these is true.
using Places = BitsOf<struct PlacesTag>;

namespace places {
inline constexpr Places None{0};
inline constexpr Places Same{1};        ///< one event
inline constexpr Places HalfToHalf{2};  ///< the read of a read-modify-write, and its write
inline constexpr Places HalfBack{4};    ///< its write, and its read
inline constexpr Places Earlier{8};     ///< the first one's step comes before the second one's
inline constexpr Places Later{16};      ///< it comes after it
inline constexpr Places All{31};
inline constexpr Places Forward = HalfToHalf | Earlier;
inline constexpr Places OneStep = Same | HalfToHalf | HalfBack;
}  // namespace places

/// What is certain of a set, or of every pair of a relation.
using Facts = BitsOf<struct FactsTag>;

namespace facts {
inline constexpr Facts None{0};
inline constexpr Facts Writes{1};       ///< of a set: its events are writes
inline constexpr Facts Initial{2};      ///< they are initial writes
inline constexpr Facts NotInitial{4};   ///< none is
inline constexpr Facts UpdateReads{8};  ///< they are reads of read-modify-writes
inline constexpr Facts FromWrites{16};  ///< of a relation: its pairs begin at writes
inline constexpr Facts FromInitial{32};
inline constexpr Facts ToWrites{64};  ///< they end at writes
inline constexpr Facts ToNotInitial{128};
inline constexpr Facts ToUpdateReads{256};
inline constexpr Facts SameLocation{512};
inline constexpr Facts InCoherence{1024};      ///< its pairs are in co
inline constexpr Facts InReadsFrom{2048};      ///< in rf
inline constexpr Facts InReadsFromBack{4096};  ///< in rf^-1
inline constexpr Facts OfOneWrite{8192};       ///< in rf^-1 ; rf
inline constexpr Facts All{16383};
}  // namespace facts

/// What is known of a definition in every interleaving.
struct Interleaved {
  Places may = places::All;    ///< no pair of a relation stands otherwise
  Places must = places::None;  ///< each pair that stands so is in the relation
  Facts facts = facts::None;

  bool is(Facts fact) const { return fact.within(facts); }
  friend bool operator==(const Interleaved&, const Interleaved&) = default;
};

/// The definitions of a model in the interleavings of a program, for all of them at once. What a model
/// chooses
/// (`linearisations`) is chosen here as the interleaving has it.
class InterleavingDomain {
 public:
  using Value = Interleaved;
  using Site = CatSite<Value>;

  InterleavingDomain(const Model& model, const Program& program) : model_(model), program_(program) {}

  Value tag(const Site& at, const TagNode& node) const;
  Value base(const Site& at, const BaseNode& node) const;
  Value universe(const Site& at, CatType type) const;
  Value identity(const Site& at) const;
  Value plus(const Site& at, const Value& r) const;
  Value star(const Site& at, const Value& r) const;
  Value inverse(const Site& at, const Value& r) const;
  Value complement(const Site& at, const Value& a) const;
  Value bracket(const Site& at, const Value& s) const;
  Value domain(const Site& at, const Value& r) const;
  Value range(const Site& at, const Value& r) const;
  Value unite(const Site& at, const Value& a, const Value& b) const;
  Value intersect(const Site& at, const Value& a, const Value& b) const;
  Value subtract(const Site& at, const Value& a, const Value& b) const;
  Value sequence(const Site& at, const Value& r, const Value& s) const;
  Value product(const Site& at, const Value& s, const Value& t) const;
  Value classVariable(const Site& at, const std::vector<const Value*>& classes) const;
  Value fold(const Site& at, const Value& classesOf, const Value& body) const;
  Value choice(const Site& at, const Choice& choice, const Value& set, const Value& order,
               const Value* within) const;
  Value nothing(CatType type) const;
  bool widened(Value& old, const Value& next) const;

 private:
  /// The members of a sequence from left to right.
  using Members = std::vector<CatNodeId>;

  Value relation(Places may, Places must, Facts facts) const;
  Facts sequenceFacts(const Site& at, const Members& members) const;
  Facts endFacts(const Site& at, const Members& members, bool from) const;
  /// Nothing where it is too long to look at.
  std::optional<Members> membersOf(CatNodeId sequence) const;
  bool collect(CatNodeId id, Members& members) const;
  /// Of a node with this operator.
  std::optional<CatNodeId> operandOf(CatUnary op, CatNodeId id) const;
  std::optional<CatNodeId> bracketed(CatNodeId id) const { return operandOf(CatUnary::Bracket, id); }
  Places composedWithOptions(const Site& at, const Members& members) const;
  Places composed(const Site& at, const Members& members) const;
  Places between(const Site& at, const Members& members, std::size_t member) const;
  bool isCoherenceBehindRead(const Site& at, const Members& members, std::size_t member) const;
  bool isShadowed(const Site& at, CatNodeId id) const;

  const Model& model_;
  const Program& program_;
};
static_assert(CatDomain<InterleavingDomain>);

}  // namespace hrfcheck::inline check
