#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "cat/model/model.h"
#include "engine/smt/encode/candidate_formula.h"
#include "execution/evaluate/node_facts.h"

namespace hrfcheck::inline engine::smt {

using TermId = std::uint32_t;

/// The operations of terms, by which the encoder builds relations.
enum class TermOp {
  Constant,  ///< `certain`, whatever happens
  Dynamic,   ///< a relation of the candidate, or a choice
  Union,
  Intersection,
  Difference,
  Complement,
  Sequence,
  Product,
  Inverse,
  Plus,
  Domain,
  Range,
  Member  ///< of a recursion; operand 0 is its body
};

/// A definition of the model on one structure: no class variables, and sets are relations on the diagonal, so
/// that [S] is S itself. Operands have smaller ids, except the bodies of members.
struct Term {
  TermOp op;
  CatType type = CatType::Relation;
  std::vector<TermId> operands;
  const PairLiterals* literals = nullptr;  ///< of Dynamic
  bool fixpoint = false;                   ///< contains Plus or Member, so that polarity matters
  bool member = false;                     ///< depends on a Member
  /// Bounds, both about pairs whose events both happen: `may` holds every pair that can be related, and only
  /// pairs that may happen together; a pair of `must` is always related.
  Relation may, must;
};

/// The definitions of a model as terms with bounds, built on demand.
class Terms {
 public:
  /// Class variables bound so far, as (variable, members).
  using Binding = std::map<ClassVariable, EventSet>;

  /// All must outlive the terms. Choices are added before they are used.
  Terms(const Model& model, const CandidateFormula& candidate);

  /// The term of a node; its bounds are computed.
  TermId of(CatNodeId node, const Binding& binding = {});
  const Term& operator[](TermId id) const { return terms_[id]; }
  const CandidateFormula& candidate() const { return candidate_; }
  const Model& model() const { return model_; }

  /// The classes of a static equivalence.
  /// @throws UserError when it is not static or no equivalence
  std::vector<EventSet> classesAt(CatNodeId classesOf, const Binding& binding);

  /// Gives the literals of the next choice (in the order of Model::choices), and the pairs they are certain
  /// about.
  void addChoice(const PairLiterals* literals) { choices_.push_back(literals); }

  /// Every Member made so far.
  const std::vector<TermId>& members() const { return members_; }
  /// The pairs of a Plus's operand that a closure has to step through: all but certain ones that follow from
  /// certain others.
  const Relation& steps(TermId operand);

 private:
  struct Operators;

  TermId make(const CatNode& node, const Binding& binding);
  TermId makeFold(const ClassFoldNode& n, CatType type, const Binding& binding);
  TermId makeBase(const BaseNode& n);
  TermId makeTag(const TagNode& n);
  TermId makeMember(const RecursionNode& n, const Binding& binding);
  TermId constant(const Relation& certain, CatType type);
  TermId made(TermOp op, CatType type, std::vector<TermId> operands);
  TermId add(Term term);
  TermId make(Term term);
  TermId sameConstant(TermId id);

  Binding relevant(CatNodeId node, const Binding& binding) const;
  void settle(TermId from);

  const Model& model_;
  const CandidateFormula& candidate_;
  std::vector<NodeFacts> facts_;
  std::vector<Term> terms_;
  std::vector<TermId> members_;
  std::vector<const PairLiterals*> choices_;
  using Key = std::pair<std::uint32_t, std::vector<std::pair<ClassVariable, std::vector<EventId>>>>;
  static Key keyOf(std::uint32_t id, const Binding& binding);
  std::map<Key, TermId> known_;
  std::map<Key, std::vector<TermId>> groups_;
  std::map<std::pair<CatType, std::size_t>, std::vector<TermId>> constants_;  ///< by type and number of pairs
  using Composition = std::tuple<TermOp, CatType, std::vector<TermId>, const PairLiterals*>;
  std::map<Composition, TermId> composed_;
  std::size_t openGroups_ = 0;
  std::map<TermId, Relation> steps_;
};

}  // namespace hrfcheck::inline engine::smt
