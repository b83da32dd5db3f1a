#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "advise/declared/declared_edits.h"
#include "advise/search/refute.h"
#include "advise/search/search.h"
#include "util/enum_names.h"

namespace hrfcheck::inline advise {

/// What `repair` is to achieve.
enum class RepairGoal {
  RaceFree,
  Hold,    ///< every final state satisfies the condition, a `forall`
  Forbid,  ///< the condition's final states are forbidden
  Allow    ///< some final state of the condition is allowed
};

constexpr std::array kRepairGoalWords{
    EnumName{RepairGoal::RaceFree, "race-free"}, EnumName{RepairGoal::Hold, "hold"},
    EnumName{RepairGoal::Forbid, "forbid"}, EnumName{RepairGoal::Allow, "allow"}};
static_assert(coversUpTo(kRepairGoalWords, RepairGoal::Allow));

/// Whether a test has a `forall` that somebody wrote.
bool hasForall(const Program& program);

/// What `narrow` keeps, beside the absence of races.
enum class Keep { AllOutcomes, Condition, RaceFreedom };

/// What an engine says of the text with its edits, read again.
struct Recheck {
  std::string engine;
  std::string model;
  bool good = false;
  std::optional<std::string> undecided;
  bool beside =
      false;  ///< not asked for: whether the forall holds, under a model that the test is checked under
};

/// Final states before and after the edits, under a model.
struct OutcomeChange {
  std::string model;
  FinalStates gained;
  FinalStates lost;
};

/// A weaker annotation of one place, and what it would bring about: under the first model where that is not
/// good, else under none.
struct Weakening {
  std::size_t site = 0;
  std::uint32_t variant = 0;
  std::string model;
  std::optional<BadExecution> finding;   ///< an execution that would appear
  bool missing = false;                  ///< a final state would be missing
  std::optional<std::string> undecided;  ///< not known
  bool harmless = false;                 ///< nothing: it is good as well
};

/// What to write instead, and why.
struct Advice {
  Purpose purpose = Purpose::Repair;
  RepairGoal goal = RepairGoal::RaceFree;   ///< of repair
  std::shared_ptr<const Program> original;  ///< as its file has it
  DeclaredChoice
      declared;  ///< repair: edits of declarations, which the test and the cost of the best include
  std::shared_ptr<const EditedTest> test;
  std::vector<Demand> demands;
  std::vector<AskedModel> beside;
  bool notAsWritten =
      false;  ///< narrow: there is nothing to keep, since the test as written does not achieve the goal
  SearchResult search;
  std::vector<Attempt> attempts;        ///< repair, where nothing was found
  std::vector<std::string> outOfReach;  ///< the same: what edits cannot change (out_of_reach.h)
  std::optional<std::string>
      text;  ///< of the file, with the edits of the best; nothing where it cannot be written
  std::vector<Recheck> rechecks;
  std::vector<OutcomeChange> changes;
  std::vector<Weakening> weakenings;  ///< of the best, where they were asked for

  /// Nothing need be changed.
  bool nothingToDo() const {
    return search.best && search.optimal && declared.empty() && search.best->assignment == test->asWritten();
  }
  /// There is neither an answer nor a proof that there is none.
  bool notFound() const { return !notAsWritten && !search.best && !search.impossible; }
  /// Both engines agree on the text.
  bool proved() const;
};

/// What is asked for.
struct AdviceRequest {
  std::shared_ptr<const Program> program;
  TestReader read;
  std::vector<AskedModel> models;
  std::vector<AskedModel> beside = {};  ///< the repaired text is checked under them, too
  EditKinds kinds;
  Costs costs;
  RepairGoal goal = RepairGoal::RaceFree;  ///< of repair
  Keep keep = Keep::AllOutcomes;           ///< of narrow
  bool weakenings = false;                 ///< narrow: what each weaker annotation would bring about
  SearchLimits search;
};

/// The cheapest edits that achieve the goal.
/// @throws UserError where it cannot be asked for: a model without races, a test without a condition
Advice repair(const AdviceRequest& request, Engine& engine);

/// The cheapest annotations that keep what the test does.
/// @throws UserError as above
Advice narrow(const AdviceRequest& request, Engine& engine);

}  // namespace hrfcheck::inline advise
