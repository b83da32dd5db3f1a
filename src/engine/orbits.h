#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/arrangements.h"
#include "engine/engine.h"
#include "program/symmetry/symmetry.h"

namespace hrfcheck::inline engine {

/// What an engine needs that looks at representatives only (SymmetryGroup) and answers for all executions.
///
/// Groups without leaders have no representatives: all their executions have to be looked at. They still give
/// pairs and incidents of renamed threads.
class Orbits {
 public:
  Orbits(std::shared_ptr<const EventStructure> structure, std::vector<SymmetryGroup> groups);

  const std::vector<SymmetryGroup>& groups() const { return groups_; }

  /// What the values of a representative have to list: Program::observed in its order, then whatever the
  /// variables of that and of the condition become when threads are renamed.
  const std::vector<StateVariable>& observed() const { return observed_; }

  /// The values of those in a complete execution.
  std::vector<Value> valuesOf(const Execution& execution) const;

  bool isRepresentative(const Execution& execution) const;

  /// Sizes of the sets of blocks that tie, of all groups, those of two and more, sorted.
  using Ties = std::vector<std::uint32_t>;
  Ties tiesOf(const Execution& representative) const;

  /// Whether some renaming of a final state satisfies the condition, and whether some does not.
  struct Verdicts {
    bool satisfied = false;
    bool violated = false;
  };
  /// @param values over observed()
  Verdicts verdictsOf(const std::vector<Value>& values) const;

  /// Whether renamed final states satisfy the condition where the original does: then representatives decide
  /// it.
  bool keepCondition() const { return conditionBlocks_.empty(); }

  /// Of what satisfies the condition, and of what does not.
  using NumbersByVerdict = std::pair<std::uint64_t, std::uint64_t>;

  /// How many representatives there are, by their values over observed() and their ties.
  using Counts = std::map<std::pair<std::vector<Value>, Ties>, std::uint64_t>;
  /// Of all executions, those that satisfy the condition and those that do not. Nothing where that is more
  /// than a number can hold.
  std::optional<NumbersByVerdict> executionCounts(const Counts& counts) const;

  /// An analysis of all executions from one of the representatives. Outcomes come in with values over
  /// observed() and go out with values over Program::observed, whether they satisfy the condition found anew:
  /// all of them for OutcomeSearch::All, at most one of each kind for OutcomeSearch::Condition, none for
  /// OutcomeSearch::None. Execution counts, statistics and `undecided` are left as they are; with no groups
  /// at all, everything is.
  /// There may be far more outcomes than representatives: those beyond `mostOutcomes` are counted; "time
  /// limit" where the deadline ends that.
  Analysis expand(Analysis reduced, const AnalysisOptions& options) const;

  /// What two instructions can be renamed into, themselves included; sorted, without repetition.
  std::vector<InstructionPair> pairsLike(const InstructionPair& pair) const;
  /// The same for one instruction.
  std::vector<InstructionRef> instructionsLike(const InstructionRef& instruction) const;

 private:
  /// Where a thread is in its group; `group` is groups().size() for a thread that is in none.
  struct PlaceInGroup {
    std::size_t group;
    std::uint32_t block = 0;
    std::uint32_t position = 0;
  };
  /// An image under a renaming that takes these blocks to those.
  struct PairImage {
    InstructionPair pair;
    std::vector<std::map<std::uint32_t, std::uint32_t>> targets;  ///< by group
  };

  void findPlaces();
  void observe();
  void makeSlots();
  void findConditionBlocks();
  bool conditionKeptBy(std::size_t group) const;
  std::vector<Arrangements::BlockRef> blocksOf(const std::vector<StateVariable>& variables) const;
  StateVariable renamed(const StateVariable& variable, std::uint32_t block) const;
  InstructionRef renamed(const InstructionRef& instruction, std::uint32_t block) const;
  bool hasLeaders(ThreadId thread) const;
  std::vector<std::uint32_t> targetsOf(ThreadId thread) const;
  std::vector<PairImage> imagesOf(const InstructionPair& pair) const;
  std::vector<EventId> renamingOf(const PairImage& image) const;
  std::vector<Value> canonical(const std::vector<Value>& values) const;
  std::optional<bool> verdict(const Arrangements& arrangement) const;
  std::vector<EventId> renamingOf(const Arrangements& arrangement) const;
  /// By values over Program::observed.
  using Outcomes = std::map<std::vector<Value>, Outcome>;
  void expandOutcomes(Analysis& analysis, const AnalysisOptions& options) const;
  bool expandAll(const Outcome& outcome, const AnalysisOptions& options, Outcomes& all,
                 NumbersByVerdict& unlisted) const;
  bool expandOutcome(const Outcome& outcome, std::optional<bool> wanted, const Deadline& deadline,
                     Outcomes& all, std::uint64_t most = 0) const;
  bool addByVerdict(Arrangements& arrangement, NumbersByVerdict& sums,
                    const std::function<std::optional<std::uint64_t>()>& number) const;
  std::optional<NumbersByVerdict> renamingsOf(const std::vector<Value>& values) const;
  void expandPairs(FlagFinding& flag) const;
  void expandIncidents(Analysis& analysis) const;

  std::shared_ptr<const EventStructure> structure_;
  std::vector<SymmetryGroup> groups_;
  std::vector<PlaceInGroup> places_;  ///< by thread
  std::vector<StateVariable> observed_;
  std::map<StateVariable, std::size_t> slotOf_;         ///< in observed_
  std::vector<BlockSlots> slots_;                       ///< by group; none for groups without leaders
  std::vector<Arrangements::BlockRef> observedBlocks_;  ///< that Program::observed speaks of
  // The same for the condition: groups whose renamings keep it have neither slots nor blocks there.
  std::vector<BlockSlots> conditionSlots_;
  std::vector<Arrangements::BlockRef> conditionBlocks_;
};

}  // namespace hrfcheck::inline engine
