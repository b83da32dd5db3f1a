#include "advise/search/parts_search.h"

#include <algorithm>

#include "advise/edits/assignment_structures.h"
#include "advise/search/separable.h"
#include "advise/search/test_parts.h"
#include "program/values/value_flow.h"

namespace hrfcheck::inline advise {
namespace {

/// Something happens in the whole exactly if something happens in each part.
bool asksOnlyForNoRace(const Goal& goal) {
  return goal.raceFree && !goal.neverSatisfied && !goal.neverViolated && !goal.sometimesSatisfied &&
         !goal.sometimesViolated && !goal.outcomes && goal.happens == Happens::Completes;
}

/// The parts that can be looked at one by one; one if they cannot.
std::vector<TestPart> independentParts(const EditedTest& test, const std::vector<Demand>& demands,
                                       const SearchLimits& options) {
  // Parts are told apart without a model, and so with all values that any model lets reads return.
  if (options.narrowFirst ||
      !std::ranges::all_of(demands, [](const Demand& demand) { return asksOnlyForNoRace(demand.goal); })) {
    return {};
  }
  const EventStructure structure(test.withEveryFence(test.asWritten()), options.unroll, RoundBounds::All,
                                 options.analysis.deadline);
  std::vector<TestPart> parts = partsOf(test, structure);
  const std::vector<std::size_t> ofThread = partOfThread(parts, structure.threads().size());
  const bool separable = parts.size() > 1 && std::ranges::all_of(demands, [&](const Demand& demand) {
                           return isSeparable(*demand.model.model, structure, ofThread);
                         });
  return separable ? std::move(parts) : std::vector<TestPart>{};
}

class PartsSearch {
 public:
  PartsSearch(const EditedTest& test, const std::vector<Demand>& demands, Engine& engine,
              const SearchLimits& options)
      : test_(test), demands_(demands), engine_(engine), options_(options) {}

  SearchResult run(const std::vector<TestPart>& parts) {
    result_.best = Priced{test_.asWritten(), 0};
    result_.optimal = result_.allFound = result_.locallyMinimal = true;
    for (auto part = parts.begin(); part != parts.end() && !result_.impossible; ++part) {
      add(*part, search(*part));
    }
    if (result_.impossible) {
      result_.best.reset();
      result_.others.clear();
      result_.optimal = result_.allFound = result_.locallyMinimal = false;
      result_.stopped.reset();
    }
    result_.state.best = result_.best ? std::optional(result_.best->cost) : std::nullopt;
    return std::move(result_);
  }

 private:
  SearchResult search(const TestPart& part) {
    SearchLimits limits = options_;
    if (options_.known) {
      limits.known.emplace();
      for (const std::size_t site : part.sites) {
        limits.known->push_back((*options_.known)[site]);
      }
    }
    if (options_.progress) {
      limits.progress = [&](const SearchState& state) { options_.progress(after(state)); };
    }
    return cheapest(test_.onlyThreads(part.threads, part.sites, part.filter), demands_, engine_, limits);
  }

  /// With what was done for other parts.
  SearchState after(const SearchState& state) const {
    SearchState sum = result_.state;
    sum.lowerBound += state.lowerBound;
    sum.asked += state.asked;
    sum.boxes += state.boxes;
    return sum;
  }

  void add(const TestPart& part, const SearchResult& found) {
    result_.state = after(found.state);
    if (found.optimal) {
      result_.state.lowerBound += found.best->cost - found.state.lowerBound;
    }
    result_.impossible = result_.impossible || found.impossible;
    result_.optimal = result_.optimal && found.optimal;
    result_.locallyMinimal = result_.locallyMinimal && found.locallyMinimal;
    result_.allFound = result_.allFound && found.allFound;
    result_.upToBound = result_.upToBound || found.upToBound;
    result_.stopped = result_.stopped ? result_.stopped : found.stopped;
    if (!found.best || !result_.best) {
      result_.best.reset();
      result_.others.clear();
      return;
    }
    std::vector<Assignment> all;
    for (const Assignment& assignment : allOf(result_)) {
      for (const Assignment& more : allOf(found)) {
        all.push_back(assignment);
        for (std::size_t i = 0; i < part.sites.size(); ++i) {
          all.back()[part.sites[i]] = more[i];
        }
      }
    }
    result_.best = Priced{all.front(), result_.best->cost + found.best->cost};
    result_.others.assign(all.begin() + 1, all.end());
  }

  static std::vector<Assignment> allOf(const SearchResult& result) {
    std::vector<Assignment> all{result.best->assignment};
    all.insert(all.end(), result.others.begin(), result.others.end());
    return all;
  }

  const EditedTest& test_;
  const std::vector<Demand>& demands_;
  Engine& engine_;
  const SearchLimits& options_;
  SearchResult result_;
};

}  // namespace

SearchResult cheapestByParts(const EditedTest& test, const std::vector<Demand>& demands, Engine& engine,
                             const SearchLimits& options) {
  std::vector<TestPart> parts;
  try {
    parts = independentParts(test, demands, options);
  } catch (const OutOfTime&) {
    // The search says so.
  } catch (const TooManyValues&) {
    // Too many of them.
  }
  return parts.empty() ? cheapest(test, demands, engine, options)
                       : PartsSearch(test, demands, engine, options).run(parts);
}

}  // namespace hrfcheck::inline advise
