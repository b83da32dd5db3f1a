#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "engine/engine.h"
#include "engine/smt/encode/relations/relation_encoder.h"

namespace hrfcheck::inline engine::smt {

/// An unordered pair of different instructions, first < second.

/// A flag or undefined_unless of the model, ready to be asked for.
struct FlagQuestion {
  std::size_t check;
  Lit raised;  ///< true only if it is raised
  /// For flags `~empty r`: true only if r relates events of the two instructions, one way or the other.
  std::map<InstructionPair, Lit> pairs;
};

/// A way in which a thread does not complete: true only if some execution's thread ends like that.
struct IncidentQuestion {
  IncidentKind kind;
  InstructionRef where;
  Lit happens;
};

/// A test and a model as one formula, with a literal for everything that can be asked. The requirements of
/// the model are asserted; everything else is left to assumptions.
class Encoding {
 public:
  /// The formula, the structure and the model must outlive the encoding.
  /// @param observed what outcomes list
  /// @param free reads that may return what no write computes from the test's constants, or null
  Encoding(Formula& formula, const EventStructure& structure, const Model& model,
           const std::vector<StateVariable>& observed, SpinningRuns spinning,
           const FreeReads* free = nullptr);

  Formula& formula() { return formula_; }
  const CandidateFormula& candidate() const { return candidate_; }
  const std::deque<PairLiterals>& choices() const { return choices_; }
  /// The pairs of Model::definitions and the like, for tests: a node as literals.
  RelationEncoder& relations() { return relations_; }

  /// All threads complete and the filter holds: for outcomes.
  Lit eligible() const { return eligible_; }
  /// For flags: the filter holds, which it can only where all threads complete; without one, any execution.
  Lit raisesFlags() const { return raisesFlags_; }
  Lit condition() const { return condition_; }
  /// The observed variables' values; meaningful where `eligible`.
  const std::vector<GuardedValues>& observed() const { return observed_; }
  /// Encodes the flags, which an analysis may not be interested in.
  std::vector<FlagQuestion> flags();
  std::vector<IncidentQuestion> incidents();

 private:
  FlagQuestion flag(std::size_t check);
  void addPairs(FlagQuestion& question, TermId term);

  Formula& formula_;
  const Model& model_;
  CandidateFormula candidate_;
  Terms terms_;
  RelationEncoder relations_;
  std::deque<PairLiterals> choices_;
  Lit eligible_ = kTrue;
  Lit raisesFlags_ = kTrue;
  Lit condition_ = kTrue;
  std::vector<GuardedValues> observed_;
};

}  // namespace hrfcheck::inline engine::smt
