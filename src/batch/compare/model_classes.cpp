#include "batch/compare/model_classes.h"

#include <algorithm>

namespace hrfcheck::inline batch {
namespace {

PairComparison turnedPair(const PairComparison& pair) {
  PairComparison other = pair;
  std::swap(other.first, other.second);
  std::swap(other.firstMore, other.secondMore);
  std::swap(other.firstExample, other.secondExample);
  other.strength = turned(pair.strength);
  return other;
}

}  // namespace

ModelClasses::ModelClasses(const Comparison& comparison) {
  const std::vector<std::string> models = comparison.models();
  const std::vector<PairComparison> pairs = comparison.pairs();
  std::size_t next = 0;
  for (std::size_t i = 0; i < models.size(); ++i) {
    for (std::size_t j = i + 1; j < models.size(); ++j) {
      pairs_[{i, j}] = pairs[next];
      pairs_[{j, i}] = turnedPair(pairs[next]);
      ++next;
    }
  }
  for (std::size_t model = 0; model < models.size(); ++model) {
    const auto same = std::ranges::find_if(members_, [&](const auto& members) {
      return std::ranges::all_of(
          members, [&](std::size_t other) { return pairOf(other, model).strength == Strength::Equal; });
    });
    const auto at = static_cast<std::size_t>(same - members_.begin());
    if (at == members_.size()) {
      members_.emplace_back();
      classes_.emplace_back();
    }
    members_[at].push_back(model);
    classes_[at].push_back(models[model]);
  }
}

const PairComparison& ModelClasses::pairOf(std::size_t first, std::size_t second) const {
  return pairs_.at({first, second});
}

Strength ModelClasses::between(std::size_t first, std::size_t second) const {
  Strength strength = Strength::Unknown;
  for (const std::size_t a : members_[first]) {
    for (const std::size_t b : members_[second]) {
      strength = joined(strength, pairOf(a, b).strength);
    }
  }
  return strength;
}

ClassStep ModelClasses::step(std::size_t more, std::size_t less) const {
  std::optional<Example> smallest;
  for (const std::size_t a : members_[more]) {
    for (const std::size_t b : members_[less]) {
      const std::optional<Example>& example = pairOf(a, b).firstExample;
      if (example && (!smallest || *example < *smallest)) {
        smallest = example;
      }
    }
  }
  return {more, less, smallest.value()};
}

Relation ModelClasses::more() const {
  Relation more(classes_.size());
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    for (std::size_t j = 0; j < classes_.size(); ++j) {
      if (i != j && between(i, j) == Strength::FirstAllowsMore) {
        more.insert(static_cast<EventId>(i), static_cast<EventId>(j));
      }
    }
  }
  return more;
}

std::vector<ClassStep> ModelClasses::steps() const {
  const Relation all = more();
  // In a circle (where pairs have different tests in common) everything would follow from everything.
  const Relation following = all.acyclic() ? all.compose(all.transitiveClosure()) : Relation(all.size());
  std::vector<ClassStep> steps;
  (all - following).forEach([&](EventId a, EventId b) { steps.push_back(step(a, b)); });
  return steps;
}

bool ModelClasses::connected(std::size_t first, std::size_t second) const {
  const Relation reach = more().transitiveClosure();
  const auto a = static_cast<EventId>(first);
  const auto b = static_cast<EventId>(second);
  return reach.contains(a, b) || reach.contains(b, a);
}

}  // namespace hrfcheck::inline batch
