// Attributes in order, for each two blocks of a group. Neighbours would be enough, since coherence is
// transitive; but with all pairs the solver learns far sooner that a block far behind is behind (proving that
// 10 threads with a lock do not race took a fifth of the time). Where leaders are writes this is one literal
// per pair; where they are reads, every pair of writes that they must not read from at once; and of two
// compare-and-swaps that read from the same write, the second must not be the one that succeeds. All clauses
// are guarded by one literal, so that questions that are not symmetric (the condition) can be asked of the
// same formula without it.

#include "engine/smt/encode/symmetry_breaking.h"

#include <algorithm>

namespace hrfcheck::inline engine::smt {
namespace {

/// The writes that a leader's block may have its attribute from, each with the literal of that.
std::vector<std::pair<EventId, Lit>> sources(const CandidateFormula& candidate, EventId leader) {
  std::vector<std::pair<EventId, Lit>> result;
  if (candidate.structure().events()[leader].kind == EventKind::Write) {
    result.emplace_back(leader, kTrue);
    return result;
  }
  for (EventId w = 0; w < candidate.size(); ++w) {
    if (const Lit reads = candidate.rf().at(w, leader); reads != kFalse) {
      result.emplace_back(w, reads);
    }
  }
  return result;
}

class Breaking {
 public:
  Breaking(Formula& formula, const CandidateFormula& candidate)
      : formula_(formula), candidate_(candidate), guard_(formula.fresh({"representatives"})) {}

  Lit guard() const { return guard_; }

  void inOrder(EventId first, EventId second) {
    const EventId success = writeOf(first);
    for (const auto& [before, one] : sources(candidate_, first)) {
      for (const auto& [after, other] : sources(candidate_, second)) {
        const Lit wrong = candidate_.co().at(after, before);
        if (before != after && wrong != kFalse) {
          formula_.clause({-guard_, -one, -other, -wrong});
        } else if (before == after && success != kNoEvent) {
          formula_.clause(
              {-guard_, -one, -other, candidate_.exec(success), -candidate_.exec(writeOf(second))});
        }
      }
    }
  }

 private:
  /// Of a leader that is a read: the write that it is one instruction with.
  EventId writeOf(EventId leader) const {
    const Event& event = candidate_.structure().events()[leader];
    return event.kind == EventKind::Read ? event.partner : kNoEvent;
  }

  Formula& formula_;
  const CandidateFormula& candidate_;
  Lit guard_;
};

}  // namespace

Lit representativesOnly(Formula& formula, const CandidateFormula& candidate,
                        const std::vector<SymmetryGroup>& groups) {
  if (std::ranges::all_of(groups, [](const SymmetryGroup& group) { return group.leaders.empty(); })) {
    return kTrue;
  }
  Breaking breaking(formula, candidate);
  for (const SymmetryGroup& group : groups) {
    for (std::size_t j = 1; j < group.leaders.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        breaking.inOrder(group.leaders[i], group.leaders[j]);
      }
    }
  }
  return breaking.guard();
}

}  // namespace hrfcheck::inline engine::smt
