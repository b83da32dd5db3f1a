#pragma once

#include <set>
#include <vector>

#include "cat/model/model.h"
#include "engine/smt/encode/relations/terms.h"

namespace hrfcheck::inline engine::smt {

/// The terms whose union has a cycle exactly if this one has: closures and unions are looked through, a|b+
/// has a cycle exactly if a|b has one.
std::vector<TermId> cycleParts(const Terms& terms, TermId term);

/// Terms that have no cycle in any execution that meets the requirements of a model.
class AcyclicTerms {
 public:
  /// None.
  AcyclicTerms() = default;
  /// Those that the requirements name: of `acyclic r`, of `irreflexive r+`, and of compositions like
  /// `irreflexive r+ ; s?`, which ask no less.
  /// @throws UserError when a check has too many instances, or is about classes of what is no equivalence
  AcyclicTerms(Terms& terms, const Model& model);

  /// Whether the term is known to be one of them. Incomplete.
  bool contains(const Terms& terms, TermId term) const;

 private:
  void add(const Terms& terms, TermId acyclic);
  void addIrreflexive(const Terms& terms, TermId irreflexive);

  std::vector<std::set<TermId>> unions_;
};

}  // namespace hrfcheck::inline engine::smt
