#include "advise/search/search.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "advise/edits/variant_choice.h"
#include "advise/search/missing_outcomes.h"
#include "advise/search/nogood_set.h"

namespace hrfcheck::inline advise {
namespace {

/// Executions looked at for each assignment that fails.
constexpr std::size_t kFindings = 3;
/// Executions looked at of those that are known to be wrong with it.
constexpr std::size_t kMostKnown = 1;
/// Of the assignments that fail, one in so many is the first of a way to one that does not.
constexpr std::size_t kClimbEvery = 16;
/// Assignments on the way from one that fails to one that does not.
constexpr int kMostClimbed = 40;
/// Assignments that fail before the best known one is made cheaper site by site; or this share of the time.
constexpr std::size_t kDescendAfter = 64;
constexpr unsigned kShareBeforeDescent = 4;
/// To make boxes larger by one another, so many assignments may be looked at: so many more for each one that
/// fails, from this one on (most searches end before), and never only a few.
constexpr std::size_t kWidenAfter = 200;
constexpr std::size_t kWidenByStep = 20;
constexpr std::size_t kFewestToWiden = 4000;
/// Assignments that an engine is asked about for this, for one box.
constexpr std::size_t kMostAskedForBox = 32;

class Search {
 public:
  Search(const EditedTest& test, const std::vector<Demand>& demands, Engine& engine,
         const SearchLimits& options)
      : test_(test), demands_(demands), engine_(engine), options_(options) {}

  SearchResult run() {
    if (options_.known) {
      remember(*options_.known);
    }
    try {
      while (mayGoOn() && step()) {
        if (isTimeToDescend()) {
          descend();
        }
      }
    } catch (const OutOfTime&) {
      result_.stopped = "time limit";
    }
    if (options_.below && result_.best && result_.best->cost >= *options_.below) {
      result_.best.reset();
      result_.others.clear();
      result_.optimal = result_.allFound = false;
    }
    if (!result_.stopped && !result_.optimal && !result_.impossible) {
      result_.stopped = whyUndecided_;
    }
    result_.locallyMinimal = result_.best && (result_.optimal || bestIsLocal_);
    result_.state = state_;
    return std::move(result_);
  }

 private:
  bool mayGoOn() {
    if (options_.steps != 0 && steps_ >= options_.steps) {
      result_.stopped = "limit of steps";
      return false;
    }
    return true;
  }

  bool isTimeToDescend() const {
    if (!result_.best || result_.optimal || bestIsLocal_) {
      return false;
    }
    const auto left = options_.analysis.deadline.millisecondsLeft();
    const bool late = left && timeAtStart_ && *left < *timeAtStart_ - *timeAtStart_ / kShareBeforeDescent;
    return late || steps_ >= kDescendAfter;
  }

  /// Makes the best as cheap as it can be at one site after the other, for as long as that changes anything.
  void descend() {
    const std::size_t undecidedBefore = undecidedCount_;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t site = 0; site < test_.sites().size(); ++site) {
        changed = cheapenAt(site) || changed;
      }
    }
    bestIsLocal_ = undecidedCount_ == undecidedBefore;
  }

  /// Gives a site of the best the cheapest variant with which it is still good. @returns whether it changes
  bool cheapenAt(std::size_t site) {
    const std::vector<Variant>& variants = test_.sites()[site].variants;
    Assignment assignment = result_.best->assignment;
    for (const std::uint32_t v : cheaperThan(assignment[site], variants)) {
      assignment[site] = v;
      const bool good = boxes_.holding(assignment) == nullptr && achieves(assignment);
      tell();
      if (good) {
        remember(assignment);
        return true;
      }
    }
    return false;
  }

  /// Asks about the next assignment. @returns whether there are more
  bool step() {
    const auto next = cheapestOutside(test_.sites(), boxes_.all(), options_.analysis.deadline);
    if (!next || (result_.optimal && next->cost > result_.best->cost)) {
      result_.impossible = !next && !result_.best && !undecided_ && boxesHold();
      result_.optimal = result_.optimal || (result_.best && !undecidedBelow(result_.best->cost));
      result_.allFound = result_.optimal && !undecidedBelow(result_.best->cost + 1);
      return false;
    }
    state_.lowerBound = next->cost;
    if (options_.below && next->cost >= *options_.below) {
      return false;
    }
    if (result_.best && !result_.optimal && !betterThanBest(*next)) {
      // Nothing cheaper is left than what was known.
      result_.optimal = !undecidedBelow(result_.best->cost);
      return false;
    }
    const bool good = achieves(next->assignment);
    if (good) {
      take(*next);
    } else {
      mayWiden_ += steps_ >= kWidenAfter ? kWidenByStep : 0;
      if (mayWiden_ >= kFewestToWiden) {
        widen(next->assignment);
      }
      if (steps_++ % kClimbEvery == 0) {
        climb(next->assignment);
      }
    }
    tell();
    return !good || (options_.all && result_.optimal);
  }

  /// That nothing is left rests on the boxes, which hold more assignments than engines were asked about: of
  /// each box, they are asked about the one with the strongest annotations. @returns whether it fails as it
  /// should
  bool boxesHold() {
    for (const Nogood& box : boxes_.all()) {
      Assignment assignment;
      for (std::size_t i = 0; i < box.size(); ++i) {
        assignment.push_back(strongest(test_.sites()[i], box[i]));
      }
      const Assessment again = assessAssignment(test_, assignment, demands_, engine_, options_, 1);
      ++state_.asked;
      tell();
      if (again.good) {
        remember(assignment);
        whyUndecided_ = "edits that were ruled out achieve the goal";
        return false;
      }
      if (again.findings.empty() && !again.missing) {
        whyUndecided_ = again.undecided;
        return false;
      }
    }
    return true;
  }

  /// Makes a box that holds a assignment as large as all boxes together, and all that is known of executions,
  /// make it: site by site, the cheapest ways out first.
  void widen(const Assignment& assignment) {
    const Nogood* holding = boxes_.holding(assignment);
    if (holding == nullptr) {
      return;
    }
    Nogood box = *holding;
    const std::size_t mostAsked = state_.asked + kMostAskedForBox;
    for (const std::size_t i : sitesByExit(box, test_.sites())) {
      for (std::uint64_t out = everyVariant(test_.sites()[i]) & ~box[i]; out != 0;) {
        Nogood slice = box;
        slice[i] = out;
        const auto left = notKnownToFail(slice, mostAsked);
        if (!left) {
          box[i] |= out;
          boxes_.add(box);
          break;
        }
        out &= ~(std::uint64_t{1} << (*left)[i]);
      }
    }
  }

  /// A assignment of a box of which it is not known that it fails; nothing where there is none.
  std::optional<Assignment> notKnownToFail(const Nogood& box, std::size_t mostAsked) {
    PacedLook look(options_.analysis.deadline);
    std::optional<Assignment> left = boxes_.outside(box, look);
    for (; left && mayWiden_ > 0 && fails(*left, mostAsked); --mayWiden_) {
      left = boxes_.outside(box, look);
    }
    return left;
  }

  /// @param mostAsked an engine is asked as long as it has been asked about fewer assignments
  bool fails(const Assignment& assignment, std::size_t mostAsked) {
    if (state_.asked >= mostAsked) {
      return isKnownToFail(assignment);
    }
    const bool good = achieves(assignment);
    if (good) {
      rememberIfCheaper(assignment);
    }
    tell();
    return !good;
  }

  /// From a assignment that fails to one that leaves all boxes that are learnt on the way, by the strongest
  /// annotations at all sites where they can be left: their boxes have little in common. Where it ends in one
  /// that achieves the goal, that is the best so far.
  void climb(Assignment assignment) {
    for (int round = 0; round < kMostClimbed; ++round) {
      if (!leaveBoxes(assignment)) {
        return;
      }
      if (achieves(assignment)) {
        rememberIfCheaper(assignment);
        return;
      }
      tell();
    }
  }

  /// @returns false where a box cannot be left
  bool leaveBoxes(Assignment& assignment) const {
    for (const Nogood& box : boxes_.all()) {
      if (!contains(box, assignment)) {
        continue;
      }
      bool left = false;
      for (std::size_t i = 0; i < box.size(); ++i) {
        const std::uint64_t out = everyVariant(test_.sites()[i]) & ~box[i];
        if (out != 0) {
          assignment[i] = strongest(test_.sites()[i], out);
          left = true;
        }
      }
      if (!left) {
        return false;
      }
    }
    return std::ranges::none_of(boxes_.all(), [&](const Nogood& box) { return contains(box, assignment); });
  }

  void take(const Priced& found) {
    if (result_.optimal) {
      result_.others.push_back(found.assignment);
    } else {
      result_.best = found;
      result_.optimal = !undecidedBelow(found.cost);
      state_.best = found.cost;
    }
    boxes_.add(boxOf(found.assignment));
  }

  /// By cost, and then by what is changed of what is written.
  std::pair<Cost, Cost> weightOf(const Priced& priced) const {
    Cost change = 0;
    for (std::size_t i = 0; i < priced.assignment.size(); ++i) {
      change += test_.sites()[i].variants[priced.assignment[i]].change;
    }
    return {priced.cost, change};
  }

  /// Or as good, where all of those are asked for.
  bool betterThanBest(const Priced& found) const {
    return options_.all ? found.cost <= result_.best->cost : weightOf(found) < weightOf(*result_.best);
  }

  bool undecidedBelow(Cost cost) const { return undecided_ && *undecided_ < cost; }

  void rememberIfCheaper(const Assignment& assignment) {
    if (!result_.best || costOf(test_.sites(), assignment) < result_.best->cost) {
      remember(assignment);
    }
  }

  void remember(const Assignment& known) {
    result_.best = Priced{known, costOf(test_.sites(), known)};
    state_.best = result_.best->cost;
    bestIsLocal_ = false;
  }

  void tell() {
    state_.boxes = boxes_.all().size();
    if (options_.progress) {
      options_.progress(state_);
    }
  }

  /// Executions that were found with other assignments are as wrong with this one; the boxes are learnt.
  bool isKnownToFail(const Assignment& assignment) {
    bool fails = false;
    for (const auto& [demandAndRounds, cores] : cores_) {
      for (Nogood& box : cores->knownCoresOf(assignment, kMostKnown)) {
        boxes_.add(std::move(box));
        fails = true;
      }
    }
    for (auto& [demand, endings] : endings_) {
      if (auto box = endings.knownBoxOf(assignment)) {
        boxes_.add(std::move(*box));
        fails = true;
      }
    }
    return fails;
  }

  bool achieves(const Assignment& assignment) {
    if (isKnownToFail(assignment)) {
      return false;
    }
    ++state_.asked;
    Preparation preparation(test_.programOf(assignment), options_.unroll, Rules::Licensed,
                            options_.narrowFirst);
    for (std::size_t i = 0; i < demands_.size(); ++i) {
      const Model& model = *demands_[i].model.model;
      const PreparedTest prepared = preparation.of(model, options_.analysis.deadline);
      const Assessment assessment = assess(engine_, prepared, demands_[i].goal, options_.analysis, kFindings);
      if (assessment.good) {
        result_.upToBound = result_.upToBound || assessment.upToBound;
        continue;
      }
      learn(assessment, assignment, i);
      return false;
    }
    return true;
  }

  /// Boxes that this assignment is in.
  void learn(const Assessment& assessment, const Assignment& assignment, std::size_t demand) {
    for (const BadExecution& finding : assessment.findings) {
      boxes_.add(coresOf(demand, finding.execution.structure->loopReading())
                     .coreOf(finding.execution, assignment, finding.check));
    }
    if (assessment.findings.empty()) {
      if (assessment.undecided) {
        options_.analysis.deadline.check();
        undecided_ = std::min(undecided_.value_or(costOf(test_.sites(), assignment)),
                              costOf(test_.sites(), assignment));
        whyUndecided_ = assessment.undecided;
        ++undecidedCount_;
      }
      if (!learnLost(assessment, assignment, demand)) {
        boxes_.add(boxOf(assignment));
      }
    }
  }

  /// Boxes of assignments in which endings are lost, too. @returns whether there are any
  bool learnLost(const Assessment& assessment, const Assignment& assignment, std::size_t demand) {
    bool learnt = false;
    for (const Ending& ending : assessment.lost) {
      auto box = endingsOf(demand).boxOf(ending, assignment);
      if (box) {
        boxes_.add(std::move(*box));
        learnt = true;
      }
    }
    return learnt;
  }

  MissingOutcomes& endingsOf(std::size_t demand) {
    const auto& [model, goal] = demands_[demand];
    return endings_
        .try_emplace(demand, test_, *model.model, endingsWanted(goal), options_.unroll,
                     options_.analysis.deadline)
        .first->second;
  }

  CoreFinder& coresOf(std::size_t demand, LoopReading loops) {
    std::unique_ptr<CoreFinder>& cores = cores_[{demand, loops}];
    if (!cores) {
      const Model& model = *demands_[demand].model.model;
      const ReadValues values = options_.narrowFirst ? ReadValues::LeftOut : ReadValues::Inferred;
      cores = std::make_unique<CoreFinder>(test_, model, options_.unroll, loops, values,
                                           options_.analysis.deadline);
    }
    return *cores;
  }

  const EditedTest& test_;
  const std::vector<Demand>& demands_;
  Engine& engine_;
  const SearchLimits& options_;
  std::map<std::pair<std::size_t, LoopReading>, std::unique_ptr<CoreFinder>> cores_;
  std::map<std::size_t, MissingOutcomes> endings_;  ///< by demand
  BoxSet boxes_;
  SearchResult result_;
  SearchState state_;
  std::size_t steps_ = 0;
  bool bestIsLocal_ = false;        ///< it cannot be made cheaper at one site
  std::size_t undecidedCount_ = 0;  ///< assignments about which an engine did not answer
  const std::optional<unsigned> timeAtStart_ = options_.analysis.deadline.millisecondsLeft();
  std::size_t mayWiden_ = 0;  ///< assignments that may be looked at for larger boxes
  std::optional<std::string> whyUndecided_;
  std::optional<Cost> undecided_;  ///< of the cheapest assignment about which an engine did not answer
};

}  // namespace

SearchResult cheapest(const EditedTest& test, const std::vector<Demand>& demands, Engine& engine,
                      const SearchLimits& options) {
  return Search(test, demands, engine, options).run();
}

Assessment assessAssignment(const EditedTest& test, const Assignment& assignment,
                            const std::vector<Demand>& demands, Engine& engine, const SearchLimits& options,
                            std::size_t most) {
  Preparation preparation(test.programOf(assignment), options.unroll, Rules::Licensed, options.narrowFirst);
  Assessment last;
  last.good = true;
  bool upToBound = false;
  for (const Demand& demand : demands) {
    const PreparedTest prepared = preparation.of(*demand.model.model, options.analysis.deadline);
    last = assess(engine, prepared, demand.goal, options.analysis, most);
    upToBound = upToBound || last.upToBound;
    if (!last.good) {
      break;
    }
  }
  last.upToBound = upToBound;
  return last;
}

}  // namespace hrfcheck::inline advise
