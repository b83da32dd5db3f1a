#include "execution/bounds/local_refutation.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck::inline execution {
namespace {

std::vector<const Check*> plainRequirements(const Model& model) {
  std::vector<const Check*> result;
  for (const Check& check : model.checks) {
    if (check.role == CheckRole::Require && !check.negated && check.forall.empty()) {
      result.push_back(&check);
    }
  }
  return result;
}

std::vector<CatNodeId> nodesOf(const std::vector<const Check*>& checks) {
  std::vector<CatNodeId> nodes;
  for (const Check* check : checks) {
    nodes.push_back(check->node);
  }
  return nodes;
}

bool relatesToItself(EventPattern::Pairs pairs) {
  return (pairs & pattern_pairs::kDiagonal) != 0;
}

bool fails(const Check& check, EventPattern::Pairs pairs) {
  switch (check.kind) {
    case CheckKind::Acyclic:
      return relatesToItself(pattern_pairs::transitiveClosure(pairs));
    case CheckKind::Irreflexive:
      return relatesToItself(pairs);
    case CheckKind::Empty:
      return pairs != 0;
  }
  INVARIANT(false, "a check of no kind");
}

/// Whether the definition is empty on every pair of events.
bool emptyOnPairs(const EventStructure& structure, PatternValues& values, CatNodeId node, PacedLook& look) {
  std::map<PatternValues::Key, bool> known;
  const auto empty = [&](const EventPattern& pattern) {
    look.spend(1);
    const PatternValues::Key key = values.keyOf(pattern);
    auto found = known.find(key);
    if (found == known.end()) {
      values.evaluate(pattern);
      found = known.emplace(key, values.of(node).upper == 0).first;
    }
    return found->second;
  };
  for (EventId a = 0; a < structure.size(); ++a) {
    for (EventId b = a; b < structure.size(); ++b) {
      EventPattern pattern(EventPattern::Locations::AsMayBe);
      pattern.add(a);
      if (b != a) {
        pattern.add(b);
      }
      if (!empty(pattern)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

LocalRefutation::LocalRefutation(const Model& model, const EventStructure& structure)
    : requirements_(plainRequirements(model)), values_(model, structure, nodesOf(requirements_)) {}

bool LocalRefutation::forbids(const EventPattern& pattern) {
  const PatternValues::Key key = values_.keyOf(pattern);
  if (const auto known = known_.find(key); known != known_.end()) {
    return known->second;
  }
  values_.evaluate(pattern);
  const bool forbidden = std::ranges::any_of(
      requirements_, [&](const Check* check) { return fails(*check, values_.of(check->node).lower); });
  known_.emplace(key, forbidden);
  return forbidden;
}

bool mayRaiseFlags(const Model& model, const EventStructure& structure, const Deadline& deadline) {
  PacedLook look(deadline);
  return std::ranges::any_of(model.checks, [&](const Check& check) {
    if (check.role == CheckRole::Require) {
      return false;
    }
    const bool raisedByPairs =
        check.role == CheckRole::Flag && check.kind == CheckKind::Empty && check.negated;
    if (!raisedByPairs || !check.forall.empty()) {
      return true;
    }
    PatternValues values(model, structure, {check.node});
    return !emptyOnPairs(structure, values, check.node, look);
  });
}

}  // namespace hrfcheck::inline execution
