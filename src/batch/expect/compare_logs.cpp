#include "batch/expect/compare_logs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "cat/model/model.h"
#include "check/status_names.h"

namespace hrfcheck::inline batch {
namespace {

constexpr std::size_t kMostStatesShown = 8;

using State = std::map<std::string, std::string>;
using States = std::set<State>;

template <typename Set>
Set without(const Set& all, const Set& known) {
  Set rest;
  std::ranges::set_difference(all, known, std::inserter(rest, rest.end()));
  return rest;
}

template <typename Element>
std::set<Element> setOf(const std::vector<Element>& elements) {
  return {elements.begin(), elements.end()};
}

States statesOf(const LogEntry& entry) {
  States states;
  for (const LoggedState& state : entry.states) {
    states.emplace(state.begin(), state.end());
  }
  return states;
}

/// "-0:r0=0 1:r1=1", at most so many.
void addStates(std::vector<std::string>& parts, char sign, const States& states) {
  std::size_t shown = 0;
  for (const State& state : states) {
    if (shown++ == kMostStatesShown) {
      parts.push_back(fmt::format("{}{} more", sign, states.size() - kMostStatesShown));
      return;
    }
    std::vector<std::string> values;
    for (const auto& [name, value] : state) {
      values.push_back(fmt::format("{}={}", name, value));
    }
    parts.push_back(
        fmt::format("{}{}", sign, values.empty() ? "(empty)" : fmt::format("{}", fmt::join(values, " "))));
  }
}

class Comparison {
 public:
  Comparison(const LogEntry& now, const LogEntry& expected) : now_(now), expected_(expected) {}

  void states() {
    const States now = statesOf(now_);
    const States expected = statesOf(expected_);
    const States more = without(now, expected);
    const States missing = without(expected, now);
    if (more.empty() && missing.empty()) {
      return;
    }
    std::vector<std::string> parts;
    addStates(parts, '+', more);
    addStates(parts, '-', missing);
    (more.empty() ? result_.open : result_.wrong)
        .push_back(fmt::format("states: {} (+ now, - expected)", fmt::join(parts, "; ")));
  }

  void flags() { sets("flag", setOf(now_.flags), setOf(expected_.flags)); }
  void pairs() {
    const auto names = [](const std::vector<LoggedPair>& pairs) {
      std::set<std::string> result;
      for (const LoggedPair& pair : pairs) {
        result.insert(fmt::format("{} {} {}", pair.flag, pair.first, pair.second));
      }
      return result;
    };
    sets("pair", names(now_.pairs), names(expected_.pairs));
  }
  void incidents() { sets("incident", setOf(now_.incidents), setOf(expected_.incidents)); }

  void hash() {
    if (now_.hash != expected_.hash) {
      result_.wrong.emplace_back("the program has changed");
    }
  }
  /// What was cut short does not say what to expect.
  void expectedIsWhole() {
    if (!expected_.incomplete.empty()) {
      result_.wrong.push_back(fmt::format("the expected answer was cut short: {}", expected_.incomplete));
    }
  }
  void name() { text(result_.wrong, "name", now_.test, expected_.test); }
  void kind() { text(result_.wrong, "kind", kindText(now_.kind), kindText(expected_.kind)); }
  void condition() { text(result_.wrong, "condition", now_.condition, expected_.condition); }
  void observation() {
    text(result_.open, "observation", nameIfAny(now_.observation), nameIfAny(expected_.observation));
  }
  void result(const LoggedResult& now, const LoggedResult& expected) {
    text(result_.open, "result", resultText(now), resultText(expected));
  }

  LogDifferences take() { return std::move(result_); }

 private:
  static void text(std::vector<std::string>& differences, const char* what, const std::string& now,
                   const std::string& expected) {
    if (now != expected) {
      differences.push_back(fmt::format("{}: {}, expected {}", what, now.empty() ? "none" : now,
                                        expected.empty() ? "none" : expected));
    }
  }
  void sets(const char* what, const std::set<std::string>& now, const std::set<std::string>& expected) {
    for (const std::string& element : without(now, expected)) {
      result_.wrong.push_back(fmt::format("{} {}: raised, not expected", what, element));
    }
    for (const std::string& element : without(expected, now)) {
      result_.open.push_back(fmt::format("{} {}: expected, not raised", what, element));
    }
  }

  const LogEntry& now_;
  const LogEntry& expected_;
  LogDifferences result_;
};

/// "Ok" of "Loop Ok"; litmus7's words as herd's.
LoggedResult plainResult(LoggedResult result) {
  result.loop = false;
  result.word = result.word == ResultWord::Succeeded ? ResultWord::Ok
                : result.word == ResultWord::Failed  ? ResultWord::No
                                                     : result.word;
  return result;
}

/// herd answers from the final states alone, racy or not, and where there is none; we say `Undef` or that the
/// answer is vacuous.
LoggedResult resultAsHerd(const LogEntry& entry) {
  const bool undefined =
      std::ranges::find(entry.flags, kRaceFlag) != entry.flags.end() || hasUndefinedIncident(entry);
  if (entry.observation != Observation::Vacuous && !(entry.result.word == ResultWord::Undef && undefined)) {
    return plainResult(entry.result);
  }
  const bool ok = entry.kind == Quantifier::Forall      ? entry.negative == 0
                  : entry.kind == Quantifier::NotExists ? entry.positive == 0
                                                        : entry.positive > 0;
  return {ok ? ResultWord::Ok : ResultWord::No};
}

/// Of no final state herd says that none satisfies the condition.
LogEntry observedAsHerd(LogEntry entry) {
  if (entry.observation == Observation::Vacuous) {
    entry.observation = Observation::Never;
  }
  return entry;
}

/// Whether herd calls the behaviour undefined, so that its `Undef` and ours are compared as they are.
bool saysUndefined(const LogEntry& entry) {
  return entry.result.word == ResultWord::Undef;
}

}  // namespace

LogDifferences compareLogs(const LogEntry& now, const LogEntry& expected) {
  Comparison comparison(now, expected);
  comparison.expectedIsWhole();
  comparison.hash();
  comparison.name();
  if (!asksNoCondition(now.asked)) {
    comparison.kind();
  }
  if (now.asked == CheckQuestion::Everything) {
    comparison.states();
    comparison.result(now.result, expected.result);
  }
  if (now.asked != CheckQuestion::Condition) {
    comparison.flags();
    comparison.pairs();
    comparison.incidents();
  }
  if (!asksNoCondition(now.asked)) {
    comparison.condition();
    comparison.observation();
  }
  return comparison.take();
}

std::optional<LogDifferences> compareWithHerd(const LogEntry& ours, const LogEntry& expected,
                                              const LogParts& parts) {
  const bool condition = !asksNoCondition(ours.asked);
  const bool races = ours.asked != CheckQuestion::Condition;
  if ((!races && !expected.observation) || (!condition && !parts.flags && !parts.pairs && !parts.incidents)) {
    return std::nullopt;
  }
  const LogEntry now = expected.observation == Observation::Vacuous ? ours : observedAsHerd(ours);
  Comparison comparison(now, expected);
  comparison.expectedIsWhole();
  if (expected.kind && condition) {
    comparison.kind();
  }
  if (condition && races) {
    comparison.states();
    const bool asWritten = saysUndefined(expected) || expected.observation == Observation::Vacuous;
    comparison.result(asWritten ? plainResult(ours.result) : resultAsHerd(ours),
                      plainResult(expected.result));
  }
  if (expected.observation && condition) {
    comparison.observation();
  }
  if (parts.flags && races) {
    comparison.flags();
  }
  if (parts.pairs && races) {
    comparison.pairs();
  }
  if (parts.incidents && races) {
    comparison.incidents();
  }
  return comparison.take();
}

std::string describe(const std::vector<std::string>& differences) {
  std::vector<std::string> sorted = differences;
  std::ranges::stable_sort(sorted, {}, &std::string::size);
  return fmt::format("{}", fmt::join(sorted, "; "));
}

}  // namespace hrfcheck::inline batch
