#include "check/add_findings.h"

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

namespace hrfcheck::inline check {
namespace {

auto keyOf(const Outcome& outcome) {
  return std::tie(outcome.values);
}
auto keyOf(const FlagPair& pair) {
  return std::tie(pair.first, pair.second);
}
auto keyOf(const FlagFinding& finding) {
  return std::tie(finding.check);
}
auto keyOf(const Incident& incident) {
  return std::tie(incident.kind, incident.where);
}

/// Adds to `into`, which is sorted by key, what `from` has besides.
template <typename T>
void unite(std::vector<T>& into, std::vector<T> from) {
  for (T& item : from) {
    const auto place = std::lower_bound(into.begin(), into.end(), item,
                                        [](const T& a, const T& b) { return keyOf(a) < keyOf(b); });
    if (place == into.end() || keyOf(*place) != keyOf(item)) {
      into.insert(place, std::move(item));
    } else if constexpr (std::is_same_v<T, FlagFinding>) {
      unite(place->pairs, std::move(item.pairs));
    }
  }
}

}  // namespace

void addFindings(Analysis& analysis, Analysis earlier) {
  unite(analysis.outcomes, std::move(earlier.outcomes));
  // Which they were is not known: some of either may be among those of the other.
  auto& [satisfying, others] = analysis.unlistedOutcomes;
  satisfying = std::max(satisfying, earlier.unlistedOutcomes.first);
  others = std::max(others, earlier.unlistedOutcomes.second);
  unite(analysis.flags, std::move(earlier.flags));
  unite(analysis.incidents, std::move(earlier.incidents));
}

}  // namespace hrfcheck::inline check
