#include "report/log/herd_log.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>

#include "check/status_names.h"
#include "engine/incident_name.h"
#include "report/text/text_layout.h"
#include "report/text/text_report.h"
#include "util/invariant.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

LoggedState loggedState(const Program& program, const Outcome& outcome) {
  LoggedState state;
  for (std::size_t i = 0; i < outcome.values.size(); ++i) {
    const StateVariable& v = program.observed[i];
    const std::string name = program.nameOf(v);
    std::string value = program.valueText(outcome.values[i]);
    if (value.starts_with('&')) {
      value.erase(0, 1);
    }
    state.emplace_back(v.isRegister() ? name : "[" + name + "]", std::move(value));
  }
  return state;
}

std::string stateLine(const LoggedState& state) {
  std::string line;
  for (const auto& [name, value] : state) {
    line += fmt::format("{}{}={};", line.empty() ? "" : " ", name, value);
  }
  return line;
}

/// Witnesses that satisfy the condition and that do not.
std::pair<std::uint64_t, std::uint64_t> countsOf(const Analysis& analysis, Witnesses witnesses) {
  if (witnesses == Witnesses::Executions && analysis.executionCounts) {
    return *analysis.executionCounts;
  }
  std::pair<std::uint64_t, std::uint64_t> counts{0, 0};
  for (const Outcome& outcome : analysis.outcomes) {
    ++(outcome.satisfiesCondition ? counts.first : counts.second);
  }
  return counts;
}

LoggedResult resultOf(const Verdict& verdict, CheckQuestion asked) {
  const auto& incidents = verdict.analysis.incidents;
  const bool cut = std::any_of(incidents.begin(), incidents.end(),
                               [](const Incident& i) { return i.kind == IncidentKind::BoundReached; });
  const bool bad = std::any_of(verdict.flags.begin(), verdict.flags.end(),
                               [](const NamedFlag& f) { return f.undefinedUnless; });
  const auto said = [&](ResultWord word) { return LoggedResult{word, cut}; };
  const auto open = [](const std::string& why) {
    return LoggedResult{ResultWord::Open, false, fmt::format(" ({})", why)};
  };
  if (asksNoCondition(asked)) {
    return open("condition not checked");
  }
  // A racy test promises nothing; that a state satisfies `exists` is no promise.
  if (asked == CheckQuestion::Condition && verdict.program->quantifier != Quantifier::Exists &&
      (verdict.holding == Holding::Holds || verdict.holding == Holding::Fails)) {
    return open("races not checked");
  }
  switch (verdict.holding) {
    case Holding::Holds:
      return said(bad ? ResultWord::Undef : ResultWord::Ok);
    case Holding::Fails:
      return said(bad ? ResultWord::Undef : ResultWord::No);
    case Holding::Undefined:
      return said(ResultWord::Undef);
    case Holding::Vacuous:
      return bad ? said(ResultWord::Undef) : open("vacuous");
    case Holding::Undecided:
    case Holding::NotAsked:
      break;
  }
  if (verdict.analysis.undecided || verdict.notConsidered) {
    return open(verdict.whyOpen());
  }
  // As in herd, a cut loop answers for what was unrolled, and the line says so.
  const bool exists = verdict.program->quantifier == Quantifier::Exists;
  return said(bad ? ResultWord::Undef : exists ? ResultWord::No : ResultWord::Ok);
}

/// What a verdict is an answer to. The final states alone are no entry of a log.
CheckQuestion questionOf(const Verdict& verdict) {
  const bool races = verdict.raceStatus != RaceStatus::NotAsked;
  switch (verdict.outcomesAsked) {
    case OutcomeSearch::All:
      INVARIANT(races, "an entry of every final state has every flag");
      return CheckQuestion::Everything;
    case OutcomeSearch::Condition:
      INVARIANT(!races || verdict.firstRaceAsked, "the condition is asked alone, or with a race");
      return races ? CheckQuestion::Answers : CheckQuestion::Condition;
    case OutcomeSearch::None:
      break;
  }
  INVARIANT(races, "something was asked");
  return verdict.firstRaceAsked ? CheckQuestion::Race : CheckQuestion::Races;
}

/// A search for the condition that was cut short after it had found a state of either kind is complete.
std::string whyIncomplete(const Verdict& verdict, CheckQuestion asked) {
  const bool found = asked == CheckQuestion::Condition && verdict.observation != Observation::Undecided;
  return found ? "" : verdict.analysis.undecided.value_or("");
}

/// "P0:1"; of what a compiler made of a text, "P0@12", or "P0@queue.h:12" where that is another file's line.
std::string loggedName(const Program& program, InstructionRef where) {
  const Thread& thread = program.threads[where.thread];
  const Place& place = thread.instructions[where.instruction].place;
  if (program.source == nullptr || program.source->module() == nullptr || !place.known()) {
    return program.instructionName(where.thread, where.instruction);
  }
  std::string file;
  if (place.source->name() != program.source->name()) {
    file = std::filesystem::path(place.source->name()).filename().string() + ":";
    std::ranges::replace(file, ' ', '_');
  }
  return fmt::format("{}@{}{}", thread.name, file, place.position().line);
}

std::vector<LoggedPair> loggedPairs(const Verdict& verdict) {
  const Program& program = *verdict.program;
  std::vector<LoggedPair> pairs;
  std::set<LoggedPair> known;
  for (const NamedFlag& flag : verdict.flags) {
    for (const FlagPair& pair : verdict.analysis.flags[flag.finding].pairs) {
      LoggedPair logged{flag.name, loggedName(program, pair.first), loggedName(program, pair.second)};
      if (known.insert(logged).second) {
        pairs.push_back(std::move(logged));
      }
    }
  }
  return pairs;
}

std::vector<std::string> loggedIncidents(const Verdict& verdict) {
  std::vector<std::string> incidents;
  for (const Incident& incident : verdict.analysis.incidents) {
    std::string logged =
        fmt::format("{} {}", nameOf(incident.kind), loggedName(*verdict.program, incident.where));
    if (std::ranges::find(incidents, logged) == incidents.end()) {
      incidents.push_back(std::move(logged));
    }
  }
  return incidents;
}

void clean(std::string& text) {
  text = cleaned(text, Controls::None);
}

/// An entry comes from a results file, too: nothing in it may pass for a line of its own.
LogEntry cleanedEntry(LogEntry entry) {
  for (std::string* text : {&entry.test, &entry.result.why, &entry.condition, &entry.hash}) {
    clean(*text);
  }
  for (std::vector<std::string>* texts :
       {&entry.models, &entry.flags, &entry.incidents, &entry.onlyThroughValueCycle, &entry.conditional}) {
    std::ranges::for_each(*texts, clean);
  }
  for (LoggedPair& pair : entry.pairs) {
    for (std::string* text : {&pair.flag, &pair.first, &pair.second}) {
      clean(*text);
    }
  }
  for (LoggedState& state : entry.states) {
    for (auto& [name, value] : state) {
      clean(name);
      clean(value);
    }
  }
  return entry;
}

}  // namespace

LogEntry logEntry(const Verdict& verdict, Witnesses witnesses) {
  const Program& program = *verdict.program;
  LogEntry entry;
  entry.test = program.name;
  entry.asked = questionOf(verdict);
  entry.kind = program.quantifier;
  entry.pairs = loggedPairs(verdict);
  entry.incidents = loggedIncidents(verdict);
  entry.incomplete = whyIncomplete(verdict, entry.asked);
  if (verdict.raceOnlyThroughValueCycle) {
    entry.onlyThroughValueCycle.emplace_back("race");
  }
  if (verdict.conditionOnlyThroughValueCycle) {
    entry.onlyThroughValueCycle.emplace_back("condition");
  }
  if (verdict.listsSomeOfAlike && entry.asked == CheckQuestion::Everything) {
    entry.onlyThroughValueCycle.emplace_back(kSomeStates);
  }
  entry.conditional = verdict.conditional;
  if (entry.asked == CheckQuestion::Everything) {
    for (const Outcome& outcome : verdict.analysis.outcomes) {
      entry.states.push_back(loggedState(program, outcome));
    }
  }
  entry.result = resultOf(verdict, entry.asked);
  std::tie(entry.positive, entry.negative) = countsOf(verdict.analysis, witnesses);
  for (const NamedFlag& flag : verdict.flags) {
    entry.flags.push_back(flag.name);
  }
  entry.condition = conditionText(program);
  entry.observation = verdict.observation;
  entry.hash = programHash(program);
  return entry;
}

std::string printLog(const LogEntry& raw) {
  INVARIANT(raw.asked == CheckQuestion::Everything, "a log lists every final state and every flag");
  const LogEntry entry = cleanedEntry(raw);
  std::string log = trimmed(fmt::format("Test {} {}", entry.test, kindText(entry.kind))) + "\n";
  if (!entry.models.empty()) {
    log += fmt::format("Models {}\n", fmt::join(entry.models, " "));
  }
  for (const LoggedPair& pair : entry.pairs) {
    log += fmt::format("Pair {} {} {}\n", pair.flag, pair.first, pair.second);
  }
  for (const std::string& incident : entry.incidents) {
    log += fmt::format("Incident {}\n", incident);
  }
  if (!entry.incomplete.empty()) {
    log += fmt::format("Incomplete {}\n", entry.incomplete);
  }
  if (!entry.onlyThroughValueCycle.empty()) {
    log += fmt::format("OnlyThroughValueCycle {}\n", fmt::join(entry.onlyThroughValueCycle, " "));
  }
  for (const std::string& assumption : entry.conditional) {
    log += fmt::format("Conditional {}\n", assumption);
  }
  log += fmt::format("States {}\n", entry.states.size());
  for (const LoggedState& state : entry.states) {
    log += stateLine(state) + "\n";
  }
  const bool swap = entry.kind == Quantifier::NotExists;
  log += fmt::format("{}\nWitnesses\nPositive: {} Negative: {}\n", resultText(entry.result),
                     swap ? entry.negative : entry.positive, swap ? entry.positive : entry.negative);
  for (const std::string& flag : entry.flags) {
    log += fmt::format("Flag {}\n", flag);
  }
  log += fmt::format("Condition {}\n", entry.condition);
  log += fmt::format("Observation {} {} {} {}\n", entry.test, nameIfAny(entry.observation), entry.positive,
                     entry.negative);
  log += fmt::format("Time {} {:.2f}\nHash={}\n\n", entry.test, entry.seconds, entry.hash);
  return log;
}

std::string herdLog(const Verdict& verdict, double seconds) {
  LogEntry entry = logEntry(verdict);
  entry.seconds = seconds;
  return printLog(entry);
}

}  // namespace hrfcheck::inline report
