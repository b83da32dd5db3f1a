#include "report/machine/simulation_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "report/machine/cost_text.h"
#include "report/machine/trace_text.h"
#include "report/text/paint.h"
#include "report/text/shown_file.h"
#include "report/text/text_layout.h"
#include "report/text/text_report.h"
#include "util/invariant.h"
#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

using Values = std::vector<Value>;
enum class Look { Plain, Good, Bad, Doubtful, Faint };

struct Cell {
  std::string text;
  Look look = Look::Plain;
};

std::string painted(const Paint& paint, const Cell& cell, std::size_t width) {
  const std::string text = padded(cell.text, width);
  switch (cell.look) {
    case Look::Plain:
      return text;
    case Look::Good:
      return paint.good(text);
    case Look::Bad:
      return paint.bad(text);
    case Look::Doubtful:
      return paint.doubtful(text);
    case Look::Faint:
      return paint.faint(text);
  }
  return text;
}

/// In how many of the states the condition holds; `complete` says whether what is not there is absent.
Cell conditionCell(const Program& program, const std::vector<Values>& states, bool complete) {
  switch (observationOf(program, states, complete)) {
    case Observation::Sometimes:
      return {"Sometimes"};
    case Observation::Always:
      return {"Always"};
    case Observation::Never:
      return {"Never"};
    case Observation::Vacuous:
      return {"Never", Look::Doubtful};
    case Observation::Undecided:
    case Observation::NotAsked:
      break;
  }
  return {"undecided", Look::Doubtful};
}

class SimulationText {
 public:
  SimulationText(const SimulationReport& report, const SimulationTextOptions& options)
      : report_(report), program_(*report.program), options_(options), paint_{options.colour} {
    INVARIANT(!report.runs.empty(), "a report is about some machine");
    if (const auto& judgement = report.runs.front().judgement) {
      promise_ = &judgement->promise;
    }
  }

  std::string text() {
    header();
    table();
    verdicts();
    for (const MachineRun& run : report_.runs) {
      if (run.cost) {
        out_ += "\n" + costText(program_, run, options_.colour);
      }
    }
    for (const MachineRun& run : report_.runs) {
      if (run.trace) {
        out_ += "\n" + traceText(program_, run.options, *run.trace, options_.colour);
      }
    }
    return std::move(out_);
  }

 private:
  void header() {
    const SimulationOptions& machine = report_.runs.front().options;
    out_ += fmt::format("{}  ·  {}, {}\n\n", paint_.strong(shownFile(program_)), nameOf(machine.hierarchy),
                        nameOf(machine.environment));
  }

  bool promised() const { return promise_ != nullptr && promise_->kind == PromiseKind::Outcomes; }

  void table() {
    rows_.push_back({{"final state"}});
    if (promised()) {
      rows_.back().push_back({"model " + promise_->outcomesOf});
    }
    for (const MachineRun& run : report_.runs) {
      rows_.back().push_back({machineName(run.options)});
    }
    for (const Values& values : states()) {
      stateRow(values);
    }
    deadlockRow();
    conditionRow();
    writeRows();
  }

  std::set<Values> states() const {
    std::set<Values> states;
    if (promised()) {
      states.insert(promise_->outcomes.begin(), promise_->outcomes.end());
    }
    for (const MachineRun& run : report_.runs) {
      for (const ReachedOutcome& outcome : run.simulation.outcomes) {
        states.insert(outcome.values);
      }
    }
    return states;
  }

  void stateRow(const Values& values) {
    rows_.push_back({{values.empty() ? "(nothing is observed)" : outcomeText(program_, values)}});
    const bool allowed = promised() && promise_->allows(values);
    if (promised()) {
      rows_.back().push_back(allowed               ? Cell{"allowed"}
                             : promise_->undecided ? Cell{"?", Look::Doubtful}
                                                   : Cell{"not allowed"});
    }
    for (const MachineRun& run : report_.runs) {
      const bool reached = std::ranges::find(run.simulation.outcomes, values, &ReachedOutcome::values) !=
                           run.simulation.outcomes.end();
      const bool bad = reached && promised() && !allowed && !promise_->undecided;
      rows_.back().push_back(bad                                 ? Cell{"NOT ALLOWED", Look::Bad}
                             : reached                           ? Cell{"reached"}
                             : run.simulation.incomplete.empty() ? Cell{"-", Look::Faint}
                                                                 : Cell{"?", Look::Doubtful});
    }
  }

  void deadlockRow() {
    if (std::ranges::none_of(report_.runs,
                             [](const MachineRun& run) { return run.simulation.deadlock.has_value(); })) {
      return;
    }
    rows_.push_back({{"deadlock"}});
    if (promised()) {
      rows_.back().push_back({"not allowed"});
    }
    for (const MachineRun& run : report_.runs) {
      rows_.back().push_back(run.simulation.deadlock ? Cell{"DEADLOCK", Look::Bad} : Cell{"-", Look::Faint});
    }
  }

  void conditionRow() {
    if (std::holds_alternative<TrueCondition>(program_.condition->node)) {
      return;
    }
    rows_.push_back({{conditionText(program_)}});
    if (promised()) {
      rows_.back().push_back(conditionCell(program_, promise_->outcomes, !promise_->undecided));
    }
    for (const MachineRun& run : report_.runs) {
      const SeenOutcomes seen = seenOn(run.simulation);
      rows_.back().push_back(conditionCell(program_, seen.states, seen.incomplete.empty()));
    }
  }

  void writeRows() {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const std::vector<Cell>& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        widths[i] = std::max(widths[i], characters(row[i].text));
      }
    }
    for (const std::vector<Cell>& row : rows_) {
      std::string line = " ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        line += " " + painted(paint_, row[i], i + 1 < row.size() ? widths[i] + 1 : characters(row[i].text));
      }
      out_ += trimmed(line) + "\n";
    }
  }

  void verdicts() {
    out_ += "\n";
    if (report_.filterLeftOut) {
      out_ += "  note: the test's filter is ignored; it does not apply to machines\n";
    }
    for (const MachineRun& run : report_.runs) {
      std::string line = fmt::format("  {}: {}", paint_.strong(machineName(run.options)), judged(run));
      line += fmt::format("; {}", counted(run.simulation.states, "state"));
      if (options_.statistics) {
        line += fmt::format(", {}, {:.2f} s", counted(run.simulation.transitions, "transition"), run.seconds);
      }
      out_ += line + "\n";
    }
  }

  std::string judged(const MachineRun& run) const {
    const std::string text = judgementText(program_, run);
    if (!run.judgement) {
      return run.simulation.incomplete.empty() ? text : paint_.doubtful(text);
    }
    switch (run.judgement->answer) {
      case Judgement::Answer::Kept:
        return paint_.good(text);
      case Judgement::Answer::Broken:
        return paint_.bad(text);
      case Judgement::Answer::NothingPromised:
        return text;
      case Judgement::Answer::Undecided:
        return paint_.doubtful(text);
    }
    return text;
  }

  const SimulationReport& report_;
  const Program& program_;
  SimulationTextOptions options_;
  Paint paint_;
  const Promise* promise_ = nullptr;
  std::vector<std::vector<Cell>> rows_;
  std::string out_;
};

std::string racesText(const Program& program, const Promise& promise) {
  if (promise.racing.empty()) {
    return "";
  }
  const auto& [a, b] = promise.racing.front();
  const std::string pair = fmt::format("{} and {}", program.instructionName(a.thread, a.instruction),
                                       program.instructionName(b.thread, b.instruction));
  return promise.racing.size() == 1
             ? fmt::format(" ({})", pair)
             : fmt::format(" ({} and {} more)", pair, counted(promise.racing.size() - 1, "pair"));
}

std::string brokenText(const Judgement& judgement) {
  std::vector<std::string> parts;
  if (!judgement.outside.empty()) {
    parts.push_back(fmt::format("reaches {} that the model {} does not allow",
                                counted(judgement.outside.size(), "final state"),
                                judgement.promise.outcomesOf));
  }
  if (judgement.stuck) {
    parts.push_back("deadlocks");
  }
  return fmt::format("BUG: {}", fmt::join(parts, " and "));
}

}  // namespace

std::string simulationText(const SimulationReport& report, const SimulationTextOptions& options) {
  return SimulationText(report, options).text();
}

std::string judgementText(const Program& program, const MachineRun& run) {
  const std::string cut =
      run.simulation.incomplete.empty() ? "" : ", search incomplete: " + run.simulation.incomplete;
  if (!run.judgement) {
    return counted(run.simulation.outcomes.size(), "final state") + cut;
  }
  const Judgement& judgement = *run.judgement;
  const Promise& promise = judgement.promise;
  switch (judgement.answer) {
    case Judgement::Answer::NothingPromised:
      return fmt::format("no promise: the test is {} under {}{}{}",
                         promise.reason == PromiseReason::Racy ? "racy" : "undefined", promise.model,
                         racesText(program, promise), cut);
    case Judgement::Answer::Undecided:
      return fmt::format("undecided ({})", openText(judgement));
    case Judgement::Answer::Broken:
      return brokenText(judgement) + cut;
    case Judgement::Answer::Kept:
      return fmt::format("reaches only what the model {} allows{}", promise.outcomesOf,
                         judgement.notSeen.empty()
                             ? ", and all of it"
                             : fmt::format(", but not {} of {}", judgement.notSeen.size(),
                                           counted(promise.outcomes.size(), "final state")));
  }
  return {};
}

}  // namespace hrfcheck::inline report
