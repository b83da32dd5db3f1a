#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "cat/model/model.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// How two events may stand to each other in an interleaving, in which the halves of a read-modify-write are
/// one step: of each two events exactly one of these is true.
class Places {
 public:
  constexpr explicit Places(std::uint8_t bits = 0) : bits_(bits) {}

  friend constexpr Places operator|(Places a, Places b) {
    return Places(static_cast<std::uint8_t>(a.bits_ | b.bits_));
  }
  friend constexpr Places operator&(Places a, Places b) {
    return Places(static_cast<std::uint8_t>(a.bits_ & b.bits_));
  }
  /// Without those of b.
  friend constexpr Places operator-(Places a, Places b) {
    return Places(static_cast<std::uint8_t>(a.bits_ & ~b.bits_));
  }
  friend constexpr bool operator==(Places, Places) = default;

  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool within(Places other) const { return (*this - other).empty(); }

 private:
  std::uint8_t bits_;
};

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

/// What the definitions of a model relate in the interleavings of a program: between bounds, for all of them
/// at once. What a model chooses (`linearisations`) is chosen here as the interleaving has it.
class InterleavingOrder {
 public:
  InterleavingOrder(const Model& model, const Program& program);

  /// Where the pairs of a relation may stand.
  Places mayStand(CatNodeId relation) { return bounds(relation).may; }
  /// The relation (or set) has no members in any interleaving.
  bool isEmpty(CatNodeId node);

 private:
  struct Bounds {
    Places may;   ///< no pair stands otherwise
    Places must;  ///< each pair that stands so is in the relation
  };
  /// What is certain of a set, or of every pair of a relation.
  enum class Fact : std::uint8_t {
    Writes,       ///< of a set: its events are writes
    Initial,      ///< they are initial writes
    NotInitial,   ///< none is
    UpdateReads,  ///< they are reads of read-modify-writes
    FromWrites,   ///< of a relation: its pairs begin at writes
    FromInitial,
    ToWrites,  ///< they end at writes
    ToNotInitial,
    ToUpdateReads,
    SameLocation,
    InCoherence,      ///< its pairs are in co
    InReadsFrom,      ///< in rf
    InReadsFromBack,  ///< in rf^-1
    OfOneWrite        ///< in rf^-1 ; rf
  };
  /// The members of a sequence from left to right.
  using Members = std::vector<CatNodeId>;

  Bounds bounds(CatNodeId id);
  Bounds found(CatNodeId id);
  Bounds ofBase(const BaseNode& node) const;
  Bounds ofUnary(const UnaryNode& node);
  Bounds ofBinary(CatNodeId id, const BinaryNode& node);
  Bounds ofSequence(CatNodeId id);
  Bounds ofChoice(const ChoiceNode& node);
  Places between(const Members& members, std::size_t at);
  Places composed(const Members& members);
  void findRecursions();

  bool is(Fact fact, CatNodeId id);
  bool foundFact(Fact fact, CatNodeId id);
  bool baseFact(Fact fact, const BaseNode& node) const;
  bool tagFact(Fact fact, const TagNode& node) const;
  bool unaryFact(Fact fact, const UnaryNode& node);
  bool binaryFact(Fact fact, CatNodeId id, const BinaryNode& node);
  bool sequenceFact(Fact fact, CatNodeId id);
  bool endFact(Fact fact, const Members& members);
  bool followsCoherence(CatNodeId id);

  /// Nothing where it is too long to look at.
  std::optional<Members> membersOf(CatNodeId sequence) const;
  bool collect(CatNodeId id, Members& members) const;
  std::optional<CatNodeId> bracketed(CatNodeId id) const;
  bool isCoherenceBehindRead(const Members& members, std::size_t at);
  bool isShadowed(CatNodeId id);
  bool contained(CatNodeId inner, CatNodeId outer);
  bool setContained(CatNodeId inner, CatNodeId outer);
  bool stays(CatNodeId relation, CatNodeId set);

  template <typename T>
  const T* as(CatNodeId id) const {
    return std::get_if<T>(&model_.nodes[id].node);
  }
  const UnaryNode* unary(CatNodeId id, CatUnary op) const;
  const BinaryNode* binary(CatNodeId id, CatBinary op) const;

  const Model& model_;
  const Program& program_;
  std::map<CatNodeId, Bounds> bounds_;
  std::map<std::pair<Fact, CatNodeId>, bool> facts_;
  std::vector<std::vector<Places>> recursions_;  ///< by group and member, as far as the fixpoint has come
};

}  // namespace hrfcheck::inline check
