#include "advise/search.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace hrfcheck::inline advise {
namespace {

/// Executions looked at for each wording that fails.
constexpr std::size_t kFindings = 3;

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
      while (step()) {
      }
    } catch (const OutOfTime&) {
      result_.stopped = "time limit";
    }
    result_.state = state_;
    return std::move(result_);
  }

 private:
  /// Asks about the next wording. @returns whether there are more
  bool step() {
    const auto next = cheapestOutside(test_.sites(), boxes_, options_.analysis.deadline);
    if (!next || (result_.optimal && next->cost > result_.best->cost)) {
      result_.impossible = !next && !result_.optimal && !open_;
      result_.allFound = result_.optimal && !open_;
      return false;
    }
    state_.lowerBound = next->cost;
    if (result_.best && !result_.optimal && next->cost >= result_.best->cost) {
      // Nothing cheaper is left than what was known.
      result_.optimal = !open_;
      return false;
    }
    const bool good = achieves(next->wording);
    if (good) {
      take(*next);
    }
    tell();
    return !good || (options_.all && result_.optimal);
  }

  void take(const Priced& found) {
    if (result_.optimal) {
      result_.others.push_back(found.wording);
    } else {
      result_.best = found;
      result_.optimal = !open_;
      state_.best = found.cost;
    }
    boxes_.push_back(boxOf(found.wording));
  }

  void remember(const Wording& known) {
    result_.best = Priced{known, costOf(test_.sites(), known)};
    state_.best = result_.best->cost;
  }

  void tell() {
    state_.boxes = boxes_.size();
    if (options_.progress) {
      options_.progress(state_);
    }
  }

  bool achieves(const Wording& wording) {
    ++state_.asked;
    TestSkeletons skeletons(test_.programOf(wording), options_.unroll);
    for (std::size_t i = 0; i < demands_.size(); ++i) {
      const Model& model = *demands_[i].model.model;
      const auto skeleton = skeletons.of(model, options_.analysis.deadline);
      const Assessment assessment =
          assess(engine_, skeleton, model, demands_[i].goal, options_.analysis, kFindings);
      if (assessment.good) {
        result_.upToBound = result_.upToBound || assessment.upToBound;
        continue;
      }
      learn(assessment, wording, i);
      return false;
    }
    return true;
  }

  /// Boxes that this wording is in.
  void learn(const Assessment& assessment, const Wording& wording, std::size_t demand) {
    for (const BadExecution& finding : assessment.findings) {
      addBox(coresOf(demand, finding.execution.skeleton->spinRounds())
                 .coreOf(finding.execution, wording, finding.check));
    }
    if (assessment.findings.empty()) {
      if (assessment.undecided) {
        options_.analysis.deadline.check();
        open_ = true;
        result_.stopped = assessment.undecided;
      }
      addBox(boxOf(wording));
    }
  }

  /// A box that lies in another one says nothing.
  void addBox(WordingBox box) {
    const auto within = [](const WordingBox& inner, const WordingBox& outer) {
      return std::ranges::equal(inner, outer, [](auto a, auto b) { return (a & ~b) == 0; });
    };
    if (std::ranges::any_of(boxes_, [&](const WordingBox& other) { return within(box, other); })) {
      return;
    }
    std::erase_if(boxes_, [&](const WordingBox& other) { return within(other, box); });
    boxes_.push_back(std::move(box));
  }

  CoreFinder& coresOf(std::size_t demand, SpinRounds rounds) {
    std::unique_ptr<CoreFinder>& cores = cores_[{demand, rounds}];
    if (!cores) {
      const Model& model = *demands_[demand].model.model;
      cores = std::make_unique<CoreFinder>(test_, model, options_.unroll, rounds, options_.analysis.deadline);
    }
    return *cores;
  }

  const EditedTest& test_;
  const std::vector<Demand>& demands_;
  Engine& engine_;
  const SearchLimits& options_;
  std::map<std::pair<std::size_t, SpinRounds>, std::unique_ptr<CoreFinder>> cores_;
  std::vector<WordingBox> boxes_;
  SearchResult result_;
  SearchState state_;
  bool open_ = false;  ///< an engine did not answer about some wording that is cheaper than what is found
};

}  // namespace

SearchResult cheapest(const EditedTest& test, const std::vector<Demand>& demands, Engine& engine,
                      const SearchLimits& options) {
  return Search(test, demands, engine, options).run();
}

Assessment assessWording(const EditedTest& test, const Wording& wording, const std::vector<Demand>& demands,
                         Engine& engine, const SearchLimits& options, std::size_t most) {
  TestSkeletons skeletons(test.programOf(wording), options.unroll);
  Assessment last;
  last.good = true;
  bool upToBound = false;
  for (const Demand& demand : demands) {
    const auto skeleton = skeletons.of(*demand.model.model, options.analysis.deadline);
    last = assess(engine, skeleton, *demand.model.model, demand.goal, options.analysis, most);
    upToBound = upToBound || last.upToBound;
    if (!last.good) {
      break;
    }
  }
  last.upToBound = upToBound;
  return last;
}

}  // namespace hrfcheck::inline advise
