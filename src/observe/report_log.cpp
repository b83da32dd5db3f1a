#include <fmt/format.h>

#include "observe/observe_report.h"
#include "report/log/herd_log.h"
#include "report/text/text_report.h"
#include "util/utf8.h"

namespace hrfcheck::inline observe {
namespace {

LoggedState loggedState(const Program& program, const std::vector<Value>& values) {
  LoggedState state;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string name = program.nameOf(program.observed[i]);
    state.emplace_back(program.observed[i].isRegister() ? name : "[" + name + "]", std::to_string(values[i]));
  }
  return state;
}

Observation observed(std::uint64_t positive, std::uint64_t negative) {
  return positive == 0 && negative == 0 ? Observation::Vacuous
         : positive == 0                ? Observation::Never
         : negative == 0                ? Observation::Always
                                        : Observation::Sometimes;
}

/// `exists`: something satisfies it; `forall`: everything does; `~exists`: nothing does.
bool holds(Quantifier quantifier, std::uint64_t positive, std::uint64_t negative) {
  switch (quantifier) {
    case Quantifier::Exists:
      return positive > 0;
    case Quantifier::NotExists:
      return positive == 0;
    case Quantifier::Forall:
      break;
  }
  return negative == 0;
}

std::string cleanName(const ObserveReport& report) {
  return cleaned(report.program->name, Controls::None);
}

}  // namespace

LogEntry observedEntry(const ObserveReport& report) {
  const Program& program = *report.program;
  LogEntry entry;
  entry.test = program.name;
  entry.kind = program.quantifier;
  entry.incomplete = report.results.incomplete;
  for (const SeenState& state : report.results.states) {
    entry.states.push_back(loggedState(program, state.values));
  }
  std::tie(entry.positive, entry.negative) = report.conditionCounts();
  entry.result.word =
      holds(program.quantifier, entry.positive, entry.negative) ? ResultWord::Ok : ResultWord::No;
  entry.condition = conditionText(program);
  entry.observation = observed(entry.positive, entry.negative);
  entry.seconds = report.results.seconds;
  entry.hash = programHash(program);
  return entry;
}

std::string observeHerdLog(const ObserveReport& report) {
  return printLog(observedEntry(report));
}

std::string observeLitmusLog(const ObserveReport& report) {
  const Program& program = *report.program;
  const auto [positive, negative] = report.conditionCounts();
  const bool swap = program.quantifier == Quantifier::NotExists;
  const bool good = holds(program.quantifier, positive, negative);
  std::string log = fmt::format("Test {} {}\nHistogram ({} states)\n", cleanName(report),
                                kindText(program.quantifier), report.results.states.size());
  for (const SeenState& state : report.results.states) {
    std::string line;
    for (const auto& [name, value] : loggedState(program, state.values)) {
      line += fmt::format("{}{}={};", line.empty() ? "" : " ", name, value);
    }
    log +=
        fmt::format("{:<8}{}>{}\n", state.count, satisfiesCondition(program, state.values) ? '*' : ':', line);
  }
  log += fmt::format("{}\n\nWitnesses\nPositive: {}, Negative: {}\n", good ? "Ok" : "No",
                     swap ? negative : positive, swap ? positive : negative);
  log += fmt::format("Condition {} is {}validated\nHash={}\n", conditionText(program), good ? "" : "NOT ",
                     programHash(program));
  log += fmt::format("Observation {} {} {} {}\nTime {} {:.2f}\n\n", cleanName(report),
                     positive == 0   ? "Never"
                     : negative == 0 ? "Always"
                                     : "Sometimes",
                     positive, negative, cleanName(report), report.results.seconds);
  return log;
}

}  // namespace hrfcheck::inline observe
