#include "machine/describe/machine_text.h"

#include <fmt/format.h>

#include "machine/describe/machine_words.h"
#include "machine/rules/machine_kinds.h"

namespace hrfcheck::inline machine {
namespace {

std::string textOf(const ProtocolCondition& condition, LevelWords levels) {
  if (condition.word == ProtocolCondition::Word::Rule) {
    return (condition.negated ? "without " : "with ") + nameOf(condition.rule);
  }
  const std::string text =
      (condition.negated ? "not " : "") + std::string(nameIn(kConditionWords, condition.word));
  return condition.word == ProtocolCondition::Word::Within ? text + " " + levels[condition.level] : text;
}

std::string textOf(const ProtocolConditions& conditions, LevelWords levels) {
  std::string text;
  for (const ProtocolCondition& condition : conditions) {
    text += " " + textOf(condition, levels);
  }
  return text;
}

std::string textOf(const ProtocolStep::Where& where, LevelWords levels) {
  switch (where.kind) {
    case ProtocolStep::Where::Kind::Leaf:
      return "leaf";
    case ProtocolStep::Where::Kind::Scope:
      return "scope";
    case ProtocolStep::Where::Kind::Level:
      return levels[where.level];
    case ProtocolStep::Where::Kind::Lds:
      return "lds";
  }
  return {};
}

std::string detailsOf(const ProtocolStep& step, LevelWords levels) {
  switch (step.kind) {
    case ProtocolStep::Kind::Flush:
      return fmt::format(" {}{}{}", nameIn(kCachesWords, step.caches), step.stalling ? " stalling" : "",
                         step.where == ProtocolStep::Where{} ? "" : " to " + textOf(step.where, levels));
    case ProtocolStep::Kind::Access:
      return fmt::format(" {}{}{}", textOf(step.where, levels), step.gated ? " gated" : "",
                         step.owning ? " owning" : "");
    case ProtocolStep::Kind::SendInvalidations:
      return step.stalling ? " ending-stalls" : "";
    case ProtocolStep::Kind::Unstall:
      return fmt::format(" {}", nameIn(kCachesWords, step.caches));
    case ProtocolStep::Kind::Gate:
    case ProtocolStep::Kind::Wait:
    case ProtocolStep::Kind::Invalidate:
    case ProtocolStep::Kind::InvalidateMeanwhile:
    case ProtocolStep::Kind::Lock:
    case ProtocolStep::Kind::Unlock:
    case ProtocolStep::Kind::WaitInvalidations:
    case ProtocolStep::Kind::Post:
    case ProtocolStep::Kind::Meet:
      return "";
  }
  return "";
}

std::string textOf(const ProtocolClause& clause, LevelWords levels) {
  std::string text =
      "\non" + (clause.conditions.empty() ? " anything" : textOf(clause.conditions, levels)) + "\n";
  if (!clause.refusal.empty()) {
    return text + fmt::format("  refuse \"{}\"\n", clause.refusal);
  }
  for (const ProtocolStep& step : clause.steps) {
    const std::string what = nameIn(kStepWords, step.kind) + detailsOf(step, levels);
    text += step.conditions.empty() ? fmt::format("  {}\n", what)
                                    : fmt::format("  {:<30} if{}\n", what, textOf(step.conditions, levels));
  }
  return text;
}

std::string textOf(const MachineKind::HierarchyShape& hierarchy, LevelWords levels) {
  std::string text = fmt::format("\nhierarchy {}\n",
                                 hierarchy.hierarchy ? nameIn(kHierarchyNames, *hierarchy.hierarchy) : "any");
  for (const TreeShape::Level& level : hierarchy.shape.levels) {
    text +=
        fmt::format("  {} {} \"{}\"{}\n", level.buffer ? "buffer" : "cache", levels[level.level], level.name,
                    level.buffer ? "" : std::string(" ") + nameIn(kPolicyWords, level.policy));
  }
  return text + fmt::format("  memory \"{}\"\n", hierarchy.shape.rootName);
}

std::string rulesOf(const MachineKind& kind) {
  std::string text = "\n";
  for (std::size_t r = 0; r < kRuleCount; ++r) {
    const MachineRule& rule = machineRules()[r];
    if (!rule.concerns(kind.tests)) {
      continue;
    }
    text += fmt::format("{:<27} # {}\n",
                        (kind.rules[static_cast<Rule>(r)] ? "with " : "without ") + rule.name, rule.source);
  }
  return text;
}

}  // namespace

std::string textOf(const MachineKind& kind) {
  const LevelWords levels = levelWords(kind.tests);
  std::string text = fmt::format("machine {}\ntitle \"{}\"\n", kind.name, kind.title);
  text += kind.source.empty() ? "" : fmt::format("source \"{}\"\n", kind.source);
  text += kind.model.empty() ? "" : fmt::format("model {}\n", kind.model);
  text += kind.tests == MachineTests::Hsa ? "" : fmt::format("tests {}\n", nameIn(kTestsWords, kind.tests));
  text += kind.queuesReorder ? "queues reorder\n" : "";
  text += kind.ignoresScopes ? "scopes ignored\n" : "";
  if (kind.components || kind.mixedScopes) {
    text += fmt::format("suites{}{}\n", kind.components ? " components" : "",
                        kind.mixedScopes ? " mixed-scopes" : "");
  }
  text += rulesOf(kind);
  for (const MachineKind::HierarchyShape& hierarchy : kind.hierarchies) {
    text += textOf(hierarchy, levels);
  }
  for (const ProtocolClause& clause : kind.protocol) {
    text += textOf(clause, levels);
  }
  return text;
}

}  // namespace hrfcheck::inline machine
