#include "machine/describe/read_protocol.h"

#include <fmt/format.h>

#include <algorithm>

#include "machine/describe/machine_words.h"

namespace hrfcheck::inline machine {
namespace {

template <typename Enum, std::size_t N>
std::vector<std::string> namesOf(const std::array<EnumName<Enum>, N>& names) {
  std::vector<std::string> all;
  for (const EnumName<Enum>& row : names) {
    all.emplace_back(row.name);
  }
  return all;
}

/// A level, or another word that may stand in its place.
std::uint32_t takeLevelAs(MachineLine& line, LevelWords words, const std::string& what,
                          std::vector<std::string> others) {
  const MachineLine::Word& word = line.take("a " + what);
  const auto found = std::ranges::find(words, word.text);
  if (found == words.end()) {
    others.insert(others.end(), words.begin(), words.end());
    unknownWord(word, what, others);
  }
  return static_cast<std::uint32_t>(found - words.begin());
}

ProtocolCondition takeCondition(MachineLine& line, LevelWords levels) {
  ProtocolCondition condition;
  if (line.takes("without")) {
    condition = {ProtocolCondition::Word::Rule, true, ruleNamed(takeRule(line).text)};
    return condition;
  }
  condition.negated = line.takes("not");
  const MachineLine::Word& word = line.take("a condition");
  const auto known = valueNamed(kConditionWords, word.text);
  if (!known || word.quoted || (condition.negated && *known == ProtocolCondition::Word::Rule)) {
    std::vector<std::string> names = namesOf(kConditionWords);
    names.insert(names.end(), {"without", "not"});
    unknownWord(word, "condition", names);
  }
  condition.word = *known;
  if (condition.word == ProtocolCondition::Word::Rule) {
    condition.rule = ruleNamed(takeRule(line).text);
  } else if (condition.word == ProtocolCondition::Word::Within) {
    condition.level = takeLevel(line, levels);
  }
  return condition;
}

/// To the end of the line.
ProtocolConditions takeConditions(MachineLine& line, LevelWords levels) {
  ProtocolConditions conditions;
  do {
    const Place place = line.more() ? line.peek().place : line.place();
    const ProtocolCondition condition = takeCondition(line, levels);
    ProtocolCondition opposite = condition;
    opposite.negated = !condition.negated;
    if (std::ranges::find(conditions, condition) != conditions.end()) {
      throw UserError(place, "this condition is given twice");
    }
    if (std::ranges::find(conditions, opposite) != conditions.end()) {
      throw UserError(place, "this condition and one before it exclude each other");
    }
    conditions.push_back(condition);
  } while (line.more());
  return conditions;
}

ProtocolStep::Where takeWhere(MachineLine& line, LevelWords levels) {
  if (line.takes("leaf")) {
    return {ProtocolStep::Where::Kind::Leaf};
  }
  if (line.takes("scope")) {
    return {ProtocolStep::Where::Kind::Scope};
  }
  if (line.takes("lds")) {
    return {ProtocolStep::Where::Kind::Lds};
  }
  return {ProtocolStep::Where::Kind::Level, takeLevelAs(line, levels, "place", {"leaf", "scope", "lds"})};
}

ProtocolStep::Caches takeCaches(MachineLine& line, ProtocolStep::Caches from, ProtocolStep::Caches to) {
  const MachineLine::Word& word = line.take("which caches");
  std::vector<std::string> known;
  for (const auto& row : kCachesWords) {
    if (row.value >= from && row.value <= to) {
      known.emplace_back(row.name);
    }
  }
  if (std::ranges::find(known, word.text) == known.end()) {
    unknownWord(word, "choice of caches", known);
  }
  return *valueNamed(kCachesWords, word.text);
}

/// What stands between the word of a step and its conditions.
void takeDetails(MachineLine& line, ProtocolStep& step, LevelWords levels) {
  switch (step.kind) {
    case ProtocolStep::Kind::Flush:
      step.caches = takeCaches(line, ProtocolStep::Caches::OwnLeaf, ProtocolStep::Caches::OtherLeaves);
      step.stalling = line.takes("stalling");
      if (line.takes("to")) {
        step.where = takeWhere(line, levels);
      }
      break;
    case ProtocolStep::Kind::Access:
      step.where = takeWhere(line, levels);
      step.gated = line.takes("gated");
      step.owning = line.takes("owning");
      break;
    case ProtocolStep::Kind::SendInvalidations:
      step.stalling = line.takes("ending-stalls");
      break;
    case ProtocolStep::Kind::Unstall:
      step.caches = takeCaches(line, ProtocolStep::Caches::Own, ProtocolStep::Caches::All);
      break;
    case ProtocolStep::Kind::Gate:
    case ProtocolStep::Kind::Wait:
    case ProtocolStep::Kind::Invalidate:
    case ProtocolStep::Kind::InvalidateMeanwhile:
    case ProtocolStep::Kind::Lock:
    case ProtocolStep::Kind::Unlock:
    case ProtocolStep::Kind::WaitInvalidations:
    case ProtocolStep::Kind::Post:
    case ProtocolStep::Kind::Meet:
      break;
  }
}

}  // namespace

const MachineLine::Word& takeRule(MachineLine& line) {
  const MachineLine::Word& word = line.take("the name of a rule");
  std::vector<std::string> known;
  for (const MachineRule& rule : machineRules()) {
    known.push_back(rule.name);
  }
  if (std::ranges::find(known, word.text) == known.end()) {
    unknownWord(word, "rule", known);
  }
  return word;
}

std::uint32_t takeLevel(MachineLine& line, LevelWords words) {
  return takeLevelAs(line, words, "level", {});
}

ProtocolClause readClause(MachineLine& line, LevelWords levels) {
  ProtocolClause clause;
  clause.place = line.place();
  if (line.takes("anything")) {
    line.end();
  } else {
    clause.conditions = takeConditions(line, levels);
  }
  return clause;
}

std::optional<ProtocolStep> readStep(MachineLine& line, LevelWords levels) {
  const auto kind = valueNamed(kStepWords, line.first().text);
  if (!kind || line.first().quoted) {
    return std::nullopt;
  }
  ProtocolStep step;
  step.kind = *kind;
  step.place = line.take("a step").place;
  takeDetails(line, step, levels);
  if (line.takes("if")) {
    step.conditions = takeConditions(line, levels);
  }
  line.end();
  return step;
}

std::vector<std::string> stepNames() {
  std::vector<std::string> names = namesOf(kStepWords);
  names.emplace_back("refuse");
  return names;
}

}  // namespace hrfcheck::inline machine
