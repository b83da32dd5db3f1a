// What final states become when threads are renamed: block by block, and counted where they are not to be
// listed.

#include <algorithm>
#include <set>

#include "engine/orbits.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine {
namespace {

using Walk = Arrangements::Walk;

}  // namespace

/// Adds the renamings of an outcome; only the first one whose verdict is `wanted`, where that is given. False
/// when the deadline ended that.
/// @param most no more are added once there are so many; 0: no limit
bool Orbits::expandOutcome(const Outcome& outcome, std::optional<bool> wanted, const Deadline& deadline,
                           Outcomes& all, std::uint64_t most) const {
  bool late = false;
  std::uint64_t steps = 0;
  Arrangements arrangement(slots_, observedBlocks_, outcome.values);
  arrangement.forEach([&] {
    if (!wanted && ++steps % 256 == 0 && deadline.expired()) {
      late = true;
      return Walk::Stop;
    }
    const std::optional<bool> holds = verdict(arrangement);
    if (wanted && holds && holds != wanted) {
      return Walk::Back;
    }
    if (!arrangement.complete()) {
      return Walk::Deeper;
    }
    INVARIANT(holds, "a complete final state decides the condition");
    std::vector<Value> values;
    for (std::size_t i = 0; i < structure_->program().observed.size(); ++i) {
      values.push_back(*arrangement.values()[i]);
    }
    if (!all.contains(values)) {
      Outcome renamed{values, *holds, outcome.witness.renamed(renamingOf(arrangement))};
      all.emplace(std::move(values), std::move(renamed));
    }
    return wanted || all.size() == most ? Walk::Stop : Walk::Deeper;
  });
  return !late;
}

/// How many final states the renamings of one are: those that satisfy the condition, and those that do not.
/// Nothing where a number cannot hold that, or renamings of others may be the same: where more is observed
/// than the test lists.
std::optional<Orbits::NumbersByVerdict> Orbits::renamingsOf(const std::vector<Value>& values) const {
  if (observed_.size() != structure_->program().observed.size()) {
    return std::nullopt;
  }
  NumbersByVerdict counts{0, 0};
  Arrangements arrangement(slots_, observedBlocks_, values);
  const bool held = addByVerdict(arrangement, counts, [&] { return arrangement.completions().times(1); });
  return held ? std::optional(counts) : std::nullopt;
}

/// Adds all renamings of an outcome, or counts those that are not to be listed. False when the deadline ended
/// that.
bool Orbits::expandAll(const Outcome& outcome, const AnalysisOptions& options, Outcomes& all,
                       NumbersByVerdict& unlisted) const {
  const auto counts = options.mostOutcomes != 0 ? renamingsOf(outcome.values) : std::nullopt;
  if (!counts) {
    return expandOutcome(outcome, std::nullopt, options.deadline, all);
  }
  Outcomes fresh;
  const std::uint64_t open = options.mostOutcomes > all.size() ? options.mostOutcomes - all.size() : 0;
  if (open > 0 && !expandOutcome(outcome, std::nullopt, options.deadline, fresh, open)) {
    return false;
  }
  NumbersByVerdict listed{0, 0};
  for (const bool satisfies : {true, false}) {
    const auto alike = [&](const auto& known) { return known.second.satisfiesCondition == satisfies; };
    const std::uint64_t some = satisfies ? counts->first : counts->second;
    if (some > 0 && std::ranges::none_of(fresh, alike) && std::ranges::none_of(all, alike)) {
      expandOutcome(outcome, satisfies, options.deadline, fresh);
    }
    (satisfies ? listed.first : listed.second) =
        static_cast<std::uint64_t>(std::ranges::count_if(fresh, alike));
  }
  unlisted.first += counts->first - listed.first;
  unlisted.second += counts->second - listed.second;
  all.merge(std::move(fresh));
  return true;
}

void Orbits::expandOutcomes(Analysis& analysis, const AnalysisOptions& options) const {
  const OutcomeSearch search = options.outcomes;
  Outcomes all;
  std::set<std::vector<Value>> seen;
  Verdicts known;
  for (const Outcome& outcome : analysis.outcomes) {
    if (search == OutcomeSearch::None || !seen.insert(canonical(outcome.values)).second) {
      continue;
    }
    if (search == OutcomeSearch::All) {
      if (!expandAll(outcome, options, all, analysis.unlistedOutcomes)) {
        analysis.undecided = analysis.undecided.value_or("time limit");
        break;
      }
      continue;
    }
    const Verdicts verdicts = verdictsOf(outcome.values);
    if (verdicts.satisfied && !known.satisfied) {
      known.satisfied = true;
      expandOutcome(outcome, true, options.deadline, all);
    }
    if (verdicts.violated && !known.violated) {
      known.violated = true;
      expandOutcome(outcome, false, options.deadline, all);
    }
  }
  analysis.outcomes.clear();
  for (auto& [values, outcome] : all) {
    analysis.outcomes.push_back(std::move(outcome));
  }
}

}  // namespace hrfcheck::inline engine
