#include "differential/compare.h"

#include <fmt/format.h>

namespace hrfcheck {
namespace {

std::string outcomeText(const Program& program, const std::vector<Value>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += fmt::format("{}{}={}", i == 0 ? "" : " ", program.nameOf(program.observed[i]), values[i]);
  }
  return text;
}

std::string refText(const Program& program, const InstructionRef& ref) {
  return program.instructionName(ref.thread, ref.instruction);
}

const char* incidentText(IncidentKind kind) {
  switch (kind) {
    case IncidentKind::BoundReached:
      return "bound reached";
    case IncidentKind::BarrierDivergence:
      return "barrier divergence";
    case IncidentKind::Fault:
      return "fault";
  }
  return "";
}

/// "only A: ...; only B: ..." for two sets.
template <typename Set, typename Text>
void describeSets(std::string& into, const std::string& what, const std::string& nameA, const Set& a,
                  const std::string& nameB, const Set& b, Text&& text) {
  const auto oneWay = [&](const std::string& name, const Set& has, const Set& lacks) {
    for (const auto& member : has) {
      if (!lacks.contains(member)) {
        into += fmt::format("  {} only for {}: {}\n", what, name, text(member));
      }
    }
  };
  oneWay(nameA, a, b);
  oneWay(nameB, b, a);
}

}  // namespace

EngineAnswer answerOf(const Analysis& analysis, const Model& model) {
  EngineAnswer answer;
  answer.undecided = analysis.undecided.has_value();
  for (const Outcome& outcome : analysis.outcomes) {
    answer.outcomes.insert(outcome.values);
  }
  for (const FlagFinding& finding : analysis.flags) {
    auto& pairs = answer.flags[model.checks[finding.check].name];
    for (const FlagPair& pair : finding.pairs) {
      pairs.emplace(pair.first, pair.second);
    }
  }
  for (const Incident& incident : analysis.incidents) {
    answer.incidents.emplace(incident.kind, incident.where);
  }
  return answer;
}

std::optional<std::string> difference(const Program& program, const std::string& nameA, const EngineAnswer& a,
                                      const std::string& nameB, const EngineAnswer& b) {
  if (a == b) {
    return std::nullopt;
  }
  std::string text;
  describeSets(text, "outcome", nameA, a.outcomes, nameB, b.outcomes,
               [&](const auto& values) { return outcomeText(program, values); });
  std::set<std::string> flagsA;
  std::set<std::string> flagsB;
  for (const auto& [flag, pairs] : a.flags) {
    flagsA.insert(flag);
  }
  for (const auto& [flag, pairs] : b.flags) {
    flagsB.insert(flag);
    if (const auto other = a.flags.find(flag); other != a.flags.end()) {
      describeSets(text, flag, nameA, other->second, nameB, pairs, [&](const auto& pair) {
        return refText(program, pair.first) + " " + refText(program, pair.second);
      });
    }
  }
  describeSets(text, "flag", nameA, flagsA, nameB, flagsB, [](const std::string& name) { return name; });
  describeSets(text, "incident", nameA, a.incidents, nameB, b.incidents, [&](const auto& incident) {
    return fmt::format("{} at {}", incidentText(incident.first), refText(program, incident.second));
  });
  if (a.undecided != b.undecided) {
    text += fmt::format("  undecided only for {}\n", a.undecided ? nameA : nameB);
  }
  return text;
}

}  // namespace hrfcheck
