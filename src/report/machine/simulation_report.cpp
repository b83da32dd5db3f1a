#include "report/machine/simulation_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "util/enum_names.h"

namespace hrfcheck::inline report {

std::string outcomeText(const Program& program, const std::vector<Value>& values) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    parts.push_back(program.nameOf(program.observed[i]) + "=" + program.valueText(values[i]));
  }
  return fmt::format("{}", fmt::join(parts, " "));
}

std::string machineName(const SimulationOptions& options) {
  std::string name = options.machine;
  for (const std::string& rule : options.without) {
    name += " without " + rule;
  }
  for (const std::string& rule : options.with) {
    name += " with " + rule;
  }
  return name;
}

const char* nameOf(Hierarchy hierarchy) {
  switch (hierarchy) {
    case Hierarchy::H2:
      return "h2";
    case Hierarchy::H3:
      return "h3";
    case Hierarchy::H5:
      return "h5";
  }
  return "";
}

const char* nameOf(Environment environment) {
  switch (environment) {
    case Environment::Fifo:
      return "fifo";
    case Environment::Evict:
      return "evict";
    case Environment::Full:
      return "full";
  }
  return "";
}

constexpr std::array kJudgementAnswerNames{EnumName{Judgement::Answer::Kept, "sound"},
                                           EnumName{Judgement::Answer::Broken, "broken"},
                                           EnumName{Judgement::Answer::NothingPromised, "nothing-promised"},
                                           EnumName{Judgement::Answer::Undecided, "undecided"}};
static_assert(coversUpTo(kJudgementAnswerNames, Judgement::Answer::Undecided));

const char* nameOf(Judgement::Answer answer) {
  return nameIn(kJudgementAnswerNames, answer);
}

std::string openText(const Judgement& judgement) {
  switch (judgement.open) {
    case Judgement::Open::No:
      return "";
    case Judgement::Open::Promise:
      return "the model: " + judgement.reason;
    case Judgement::Open::Outcomes:
      return judgement.reason;
    case Judgement::Open::Vacuous:
      return "vacuous: neither the model nor the machine has a final state";
  }
  return "";
}

SeenOutcomes seenOn(const Simulation& simulation) {
  SeenOutcomes seen{{}, simulation.deadlock.has_value(), simulation.incomplete};
  for (const ReachedOutcome& outcome : simulation.outcomes) {
    seen.states.push_back(outcome.values);
  }
  return seen;
}

}  // namespace hrfcheck::inline report
