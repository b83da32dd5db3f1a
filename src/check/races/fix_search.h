#pragma once

#include <map>
#include <set>

#include "check/check.h"

namespace hrfcheck::inline check {

/// Finds the smallest change of scopes, and where none helps of orders, after which a pair does not race any
/// more, by asking the model itself about the changed tests. Answers are remembered, so that several races of
/// one test share the work.
class FixSearch {
 public:
  /// @param raceFlag index into model.checks of the flag whose pairs are looked at
  /// The references must outlive the search.
  FixSearch(Engine& engine, const PreparedTest& test, std::size_t raceFlag, const CheckOptions& options);

  /// Sets `race.fix` and `race.fixUpToBound`, or leaves them as they are when nothing was found in the
  /// budget.
  void find(Race& race);

  /// Sets the race's fix to these edits of whole lines, where they order this pair and one of the same lines
  /// that was looked at before. @returns whether they do
  bool adopt(const std::vector<AnnotationEdit>& edits, const Race& before, Race& race);

  /// Whether the pair is known to be gone after these edits (which some `find` has already looked at).
  bool orders(const std::vector<AnnotationEdit>& edits, const Race& race);

  /// Whether the clock has ended the search: nothing more is found. (The other functions may throw OutOfTime
  /// then.)
  bool outOfTime() const { return deadline_.expired(); }

 private:
  using Pair = std::pair<InstructionRef, InstructionRef>;
  using Edits = std::vector<AnnotationEdit>;
  struct Answer {
    std::set<Pair> racing;
    bool complete = false;  ///< no other pair races
    bool upToBound = false;
  };
  struct Candidate {
    Edits edits;
    unsigned distance;   ///< levels moved, and steps that orders are stronger, in all
    unsigned unrelated;  ///< edits of instructions that neither race nor were blamed
    unsigned narrowed;   ///< edits to a smaller scope
  };

  std::vector<AnnotationEdit> editsOf(InstructionRef where) const;
  std::vector<Candidate> singles(const Race& race) const;
  std::vector<Candidate> pairs(const Race& race) const;
  std::vector<Candidate> wholeChains(const Race& race) const;
  std::vector<AnnotationEdit> orderEditsOf(InstructionRef where) const;
  Edits atEveryCopy(const Edits& edits) const;
  std::vector<Candidate> strongerSingles(const Race& race) const;
  std::vector<Candidate> strongerPairs(const Race& race) const;
  std::vector<Candidate> strongerChains(const Race& race) const;
  Candidate candidate(const Race& race, Edits edits) const;
  bool tryAll(Race& race, std::vector<Candidate> candidates);
  const std::optional<Answer>& ask(const Edits& edits, const Race& race);
  std::optional<Answer> analyse(const Edits& edits, const Race& race);
  bool exhausted() const;

  Engine& engine_;
  const PreparedTest& test_;
  const EventStructure& structure_;
  const Model& model_;
  std::size_t raceFlag_;
  const CheckOptions& options_;
  Deadline deadline_;
  mutable PacedLook look_;
  unsigned runsLeft_;
  std::set<std::uint32_t> levelsInUse_;
  std::map<Edits, std::optional<Answer>> answers_;
};

}  // namespace hrfcheck::inline check
