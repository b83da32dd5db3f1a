#pragma once

#include <vector>

#include "cat/interpret/domain.h"
#include "execution/bounds/pair_bounds.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// What leaving out some events of an execution of a test may do to a definition, among the other events.
struct EliminationValue {
  CatValue lost;    ///< what may be there with them, and not without
  CatValue gained;  ///< and the other way round
};

/// The spin loop around a node of a thread, null for none; no loop is inside of one.
const Loop* spinLoopOf(const UnrolledThread& thread, NodeId node);

/// *Deletion* (cat/licence/licences.h) for certain events of one test, pair by pair. A pair is not lost that
/// is certainly there whatever other events there are (pair_bounds.h).
class EliminationDomain {
 public:
  using Value = EliminationValue;
  using Site = CatSite<Value>;

  /// All must outlive the domain.
  /// @param leftOut the events
  EliminationDomain(const Model& model, const EventStructure& structure, std::vector<EventId> leftOut,
                    PairBounds& bounds, const Deadline& deadline);

  Value tag(const Site& at, const TagNode& tag) const;
  Value base(const Site& at, const BaseNode& base);
  Value universe(const Site& at, CatType type) const;
  Value identity(const Site& at) const;

  Value plus(const Site& at, const Value& operand);
  Value star(const Site& at, const Value& operand);
  Value optional(const Site& at, const Value& operand) const;
  Value inverse(const Site& at, const Value& operand) const;
  Value complement(const Site& at, const Value& operand) const;
  Value bracket(const Site& at, const Value& operand) const;
  Value domain(const Site& at, const Value& operand);
  Value range(const Site& at, const Value& operand);
  /// Of an operator that others define: as if every pair were due to what is left out.
  Value defined(const Site& at, const Value& operand);

  Value unite(const Site& at, const Value& left, const Value& right);
  Value intersect(const Site& at, const Value& left, const Value& right);
  Value subtract(const Site& at, const Value& left, const Value& right);
  Value sequence(const Site& at, const Value& left, const Value& right);
  Value product(const Site& at, const Value& left, const Value& right);

  Value classVariable(const Site& at, const std::vector<const Value*>& equivalences) const;
  Value fold(const Site& at, const Value& classesOf, const Value& body) const;
  Value choice(const Site& at, const Choice& choice, const Value& set, const Value& order,
               const Value* within);

  Value nothing(CatType type) const;
  bool widened(Value& old, const Value& next) const;

  /// Whether what is left of each order that an execution chooses is a choice of its own.
  bool keeps(const Choice& choice, const Value& set, const Value& order, const Value* within);

 private:
  CatNodeId operandOf(CatNodeId id) const;
  const CatValue& may(CatNodeId id) { return bounds_.of(id).may; }
  const CatValue& must(CatNodeId id) { return bounds_.of(id).must; }
  Value certain(CatNodeId id, Value value);
  EventSet others(EventSet events, EventId m) const;
  bool allCertain(const EventSet& from, const EventSet& to, const Relation& certain);
  void addThrough(Relation& lost, EventId m, const Relation& toM, const Relation& fromM);
  Value ends(const Site& at, const Value& operand, bool range);
  EventSet givenOnlyBy(CatNodeId id, CatNodeId operand, bool range);
  bool givenByEveryRound(EventId m, const EventSet& given, const Relation& must) const;
  bool everyRoundBeginsWith(const Event& event) const;

  const Model& model_;
  const EventStructure& structure_;
  std::vector<EventId> leftOut_;
  PairBounds& bounds_;
  PacedLook look_;
  EventSet all_;
};
static_assert(CatDomain<EliminationDomain>);

}  // namespace hrfcheck::inline execution
