#include "report/machine/simulation_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "machine/cost/cost.h"
#include "report/diagnostic_json.h"
#include "report/execution_json.h"
#include "report/machine/node_text.h"
#include "report/machine/simulation_report.h"
#include "report/termination/progress_json_parts.h"
#include "report/text/text_layout.h"
#include "util/json_fields.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

Json rangeJson(const CostRange& range, bool sharesKnown) {
  Json json{{"least", range.least}, {"most", nullptr}};
  putIfAny(json, "most", range.most);
  if (sharesKnown) {
    json["shares"] = Json::array();
    for (const auto& [value, share] : range.shares) {
      json["shares"].push_back({{"value", value}, {"share", share}});
    }
  }
  return json;
}

Json countersJson(const CostReport& cost, const CostOfOutcome& of) {
  Json json = Json::object();
  for (std::size_t c = 0; c < of.counters.size(); ++c) {
    json[cost.counters[c]] = rangeJson(of.counters[c], cost.sharesKnown);
  }
  return json;
}

Json outcomeJson(const Program* program, const CostReport& cost, const CostOfOutcome& of) {
  Json json = Json::object();
  if (program != nullptr) {
    json["state"] = outcomeText(*program, of.values);
  }
  if (cost.sharesKnown) {
    json["share"] = of.share;
  }
  json["counters"] = countersJson(cost, of);
  return json;
}

/// The `cost` of docs/simulation.schema.json.
Json costJson(const Program& program, const CostReport& cost) {
  Json json{{"complete", cost.incomplete.empty()}};
  putIfAny(json, "incomplete", cost.incomplete);
  if (cost.sample.executions > 0) {
    json["sample"] = {{"executions", cost.sample.executions}, {"seed", cost.sample.seed}};
  } else {
    json["states"] = cost.states;
    json["transitions"] = cost.transitions;
  }
  json["sharesKnown"] = cost.sharesKnown;
  json["unfinished"] = cost.unfinished;
  json["finalStates"] = Json::array();
  if (cost.outcomes.empty()) {
    return json;
  }
  json["all"] = outcomeJson(nullptr, cost, cost.all);
  for (const CostOfOutcome& of : cost.outcomes) {
    json["finalStates"].push_back(outcomeJson(&program, cost, of));
  }
  return json;
}

using Json = nlohmann::ordered_json;

std::string written(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// What the program is under the model, as far as the promise goes.
const char* programWord(const Promise& promise) {
  switch (promise.kind) {
    case PromiseKind::Interleavings:
    case PromiseKind::Outcomes:
      return "race-free";
    case PromiseKind::Nothing:
      return promise.reason == PromiseReason::Racy ? "racy" : "undefined";
    case PromiseKind::Undecided:
    case PromiseKind::NotApplicable:
      break;
  }
  return "undecided";
}

Json pairJson(const Program& program, const InstructionPair& pair) {
  return Json::array({program.instructionName(pair.first.thread, pair.first.instruction),
                      program.instructionName(pair.second.thread, pair.second.instruction)});
}

Json statesJson(const Program& program, const std::vector<std::vector<Value>>& states) {
  return arrayOf(states, [&](const std::vector<Value>& values) { return outcomeText(program, values); });
}

Json promiseJson(const Program& program, const Promise& promise) {
  Json json{{"model", promise.model}, {"program", programWord(promise)}};
  if (promise.reason == PromiseReason::Racy) {
    json["races"] =
        arrayOf(promise.racing, [&](const InstructionPair& pair) { return pairJson(program, pair); });
  }
  if (promise.kind == PromiseKind::Outcomes) {
    json["finalStatesOf"] = promise.outcomesOf;
    json["finalStates"] = statesJson(program, promise.outcomes);
  }
  putIfAny(json, "undecided", promise.undecided);
  return json;
}

Json nodeJson(const Program& program, const NodeView& node) {
  Json json{{"node", node.name}, {"lines", Json::array()}, {"fifo", node.fifo}};
  for (const NodeView::Line& line : node.lines) {
    json["lines"].push_back({{"location", program.locations[line.location].name},
                             {"value", program.valueText(line.value)},
                             {"dirty", line.dirty}});
  }
  json["stalledBy"] = arrayOf(node.stalledBy, [&](const ThreadId t) { return program.threads[t].name; });
  json["locks"] = Json::array();
  for (const auto& [location, holder] : node.locks) {
    json["locks"].push_back(
        {{"location", program.locations[location].name}, {"by", program.threads[holder].name}});
  }
  return json;
}

Json stepJson(const Program& program, const MachineTrace& trace, std::size_t i) {
  const MicroStep& step = trace.steps[i];
  Json json{{"rule", nameOf(step.rule)}, {"text", step.text}, {"environment", step.environment}};
  if (const std::string instruction = stepInstruction(program, step); !instruction.empty()) {
    json["instruction"] = instruction;
    if (step.instruction) {
      putPlace(json, program, {step.thread, *step.instruction});
    }
  }
  json["node"] = trace.initial[step.node].name;
  if (step.target) {
    json["target"] = trace.initial[*step.target].name;
  }
  json["changed"] = arrayOf(changedNodes(i == 0 ? trace.initial : trace.states[i - 1], trace.states[i]),
                            [&](const std::size_t n) { return nodeJson(program, trace.states[i][n]); });
  return json;
}

Json traceJson(const Program& program, const ToldTrace& told) {
  Json json{{"finalState", told.end}, {"shortest", told.shortest}, {"initial", Json::array()}};
  for (const NodeView& node : told.trace.initial) {
    json["initial"].push_back(nodeJson(program, node));
  }
  json["steps"] = Json::array();
  for (std::size_t i = 0; i < told.trace.steps.size(); ++i) {
    json["steps"].push_back(stepJson(program, told.trace, i));
  }
  if (told.badStep) {
    json["badStep"] = *told.badStep;
    json["badText"] = told.badText;
  }
  return json;
}

Json reachedJson(const Program& program, const MachineRun& run) {
  Json json = Json::array();
  for (std::size_t i = 0; i < run.simulation.outcomes.size(); ++i) {
    Json state{{"state", outcomeText(program, run.simulation.outcomes[i].values)}};
    if (run.judgement && run.judgement->promise.kind == PromiseKind::Outcomes) {
      const auto in = [&](const std::vector<std::size_t>& indices) {
        return std::ranges::find(indices, i) != indices.end();
      };
      state["standing"] = in(run.judgement->outside)   ? "not-allowed"
                          : in(run.judgement->unknown) ? "unknown"
                                                       : "allowed";
    }
    json.push_back(std::move(state));
  }
  return json;
}

Json runJson(const Program& program, const MachineRun& run, bool statistics) {
  Json json{{"machine", run.options.machine},
            {"without", run.options.without},
            {"with", run.options.with},
            {"hierarchy", nameOf(run.options.hierarchy)},
            {"environment", nameOf(run.options.environment)},
            {"complete", run.simulation.incomplete.empty()}};
  putIfAny(json, "incomplete", run.simulation.incomplete);
  json["states"] = run.simulation.states;
  json["transitions"] = run.simulation.transitions;
  json["deadlock"] = run.simulation.deadlock.has_value();
  json["finalStates"] = reachedJson(program, run);
  if (run.judgement) {
    json["answer"] = nameOf(run.judgement->answer);
    json["notReached"] = statesJson(program, run.judgement->notSeen);
    if (run.judgement->open != Judgement::Open::No) {
      json["undecided"] = openText(*run.judgement);
    }
  }
  if (run.cost) {
    json["cost"] = costJson(program, *run.cost);
  }
  if (run.trace) {
    json["trace"] = traceJson(program, *run.trace);
  }
  if (statistics) {
    json["seconds"] = run.seconds;
  }
  return json;
}

Json reportJson(const SimulationReport& report, bool statistics) {
  const Program& program = *report.program;
  Json json{{"file", program.source ? program.source->name() : ""},
            {"test", program.name},
            {"filterLeftOut", report.filterLeftOut},
            {"observed", Json::array()}};
  if (program.launched()) {
    json["launchedThreads"] = launchedThreadsJson(program);
  }
  for (const StateVariable& v : program.observed) {
    json["observed"].push_back(program.nameOf(v));
  }
  if (!report.runs.empty() && report.runs.front().judgement) {
    json["against"] = promiseJson(program, report.runs.front().judgement->promise);
  }
  json["machines"] =
      arrayOf(report.runs, [&](const MachineRun& run) { return runJson(program, run, statistics); });
  return json;
}

std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

}  // namespace

std::string simulationsJson(const std::vector<SimulationReport>& reports, bool statistics,
                            const std::vector<Diagnostic>& diagnostics) {
  Json json{{"format", "hrfcheck-simulation"}, {"version", kSimulationVersion}, {"tests", Json::array()}};
  for (const SimulationReport& report : reports) {
    json["tests"].push_back(reportJson(report, statistics));
  }
  json["diagnostics"] = diagnosticsJson(diagnostics);
  return written(json);
}

std::string machinesJson(const std::vector<MachineInfo>& machines, const std::vector<MachineRule>& rules) {
  Json json{{"machines", Json::array()}, {"rules", Json::array()}};
  for (const MachineInfo& m : machines) {
    json["machines"].push_back(
        {{"name", m.name}, {"title", m.title}, {"source", m.source}, {"rules", m.rules}});
  }
  for (const MachineRule& r : rules) {
    json["rules"].push_back({{"name", r.name}, {"summary", r.summary}, {"source", r.source}});
  }
  return written(json);
}

std::string machinesText(const std::vector<MachineInfo>& machines, const std::vector<MachineRule>& rules) {
  std::string text = "machines, with the rules that are enabled\n";
  for (const MachineInfo& m : machines) {
    text += fmt::format("  {}: {}\n      {}\n", m.name, m.title, m.source) + wrapped(m.rules, "      ");
  }
  text += "\nrules, for --with and --without\n";
  for (const MachineRule& r : rules) {
    text += fmt::format("  {}\n", r.name) + wrapped(wordsOf(r.summary), "      ") +
            wrapped(wordsOf(r.source), "      ");
  }
  return text;
}

}  // namespace hrfcheck::inline report
