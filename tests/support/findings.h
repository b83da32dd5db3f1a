#pragma once

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace hrfcheck::test {

/// What an analysis found, without witnesses: the part that two engines must agree on.
struct Findings {
  std::set<std::vector<Value>> outcomes;
  std::map<std::size_t, std::set<std::pair<InstructionRef, InstructionRef>>> flags;  ///< by check
  std::set<std::pair<IncidentKind, InstructionRef>> incidents;

  friend bool operator==(const Findings&, const Findings&) = default;
};

inline Findings findingsOf(const Analysis& analysis) {
  Findings result;
  for (const Outcome& o : analysis.outcomes) {
    result.outcomes.insert(o.values);
  }
  for (const FlagFinding& f : analysis.flags) {
    auto& pairs = result.flags[f.check];
    for (const FlagPair& p : f.pairs) {
      pairs.emplace(p.first, p.second);
    }
  }
  for (const Incident& i : analysis.incidents) {
    result.incidents.emplace(i.kind, i.where);
  }
  return result;
}

/// The findings of an analysis that was decided, but for incidents, which rounds of loops may add to.
inline Findings withoutIncidents(const Analysis& analysis) {
  REQUIRE(!analysis.undecided);
  Findings findings = findingsOf(analysis);
  findings.incidents.clear();
  return findings;
}

/// For doctest's messages.
inline doctest::String toString(const Findings& findings) {
  std::string text = "outcomes";
  for (const auto& values : findings.outcomes) {
    text += " (";
    for (Value v : values) {
      text += std::to_string(v) + " ";
    }
    text += ")";
  }
  const auto at = [](const InstructionRef& i) {
    return "P" + std::to_string(i.thread) + ":" + std::to_string(i.instruction);
  };
  for (const auto& [check, pairs] : findings.flags) {
    text += "; flag " + std::to_string(check);
    for (const auto& [first, second] : pairs) {
      text += " " + at(first) + "/" + at(second);
    }
  }
  for (const auto& [kind, where] : findings.incidents) {
    text += "; incident " + std::to_string(static_cast<int>(kind)) + " at " + at(where);
  }
  return text.c_str();
}

}  // namespace hrfcheck::test
