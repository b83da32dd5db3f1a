#include <nlohmann/json.hpp>

#include "check/status_names.h"
#include "report/diagnostic_json.h"
#include "report/execution_json.h"
#include "report/termination/counterexample.h"
#include "report/termination/progress_json_parts.h"
#include "report/termination/progress_report.h"
#include "report/termination/promise_text.h"
#include "report/termination/simt_text.h"
#include "util/json_fields.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

const char* wordFor(TerminationJudgement judgement) {
  switch (judgement) {
    case TerminationJudgement::AsExpected:
      return "met";
    case TerminationJudgement::NotAsExpected:
      return "failed";
    case TerminationJudgement::Undecided:
    case TerminationJudgement::Conditional:
      break;
  }
  return "undecided";
}

Json namesOf(const Program& program, const std::vector<ThreadId>& threads) {
  return arrayOf(threads, [&](const ThreadId thread) { return program.threads[thread].name; });
}

Json stepJson(const Program& program, const ScheduleStep& step) {
  Json json{{"thread", program.threads[step.thread].name},
            {"instruction", program.instructionName(step.thread, step.instruction)},
            {"text", program.threads[step.thread].instructions[step.instruction].text}};
  putPlace(json, program, {step.thread, step.instruction});
  if (step.location) {
    json["location"] = program.locations[*step.location].name;
  }
  if (step.read) {
    json["read"] = program.valueText(*step.read);
  }
  if (step.written) {
    json["written"] = program.valueText(*step.written);
  }
  if (step.width > 1) {
    json["lanes"] = maskText(step);
  }
  putIfAny(json, "locked", step.locked);
  json["from"] = step.from;
  json["to"] = step.to;
  return json;
}

Json stepsJson(const Program& program, const std::vector<ScheduleStep>& steps) {
  return arrayOf(steps, [&](const ScheduleStep& step) { return stepJson(program, step); });
}

Json lassoJson(const Program& program, const SchedulerVerdict& verdict) {
  const Lasso& lasso = *verdict.lasso;
  return {{"kind", nameOf(lasso.kind)},
          {"why", storyOf(program, {{&verdict}})},
          {"schedule", scheduleText(lasso.stem, lasso.loop)},
          {"stem", stepsJson(program, lasso.stem)},
          {"loop", stepsJson(program, lasso.loop)},
          {"fair", namesOf(program, lasso.fair)},
          {"starved", namesOf(program, lasso.starved)},
          {"blocked", namesOf(program, lasso.blocked)},
          {"unfinished", namesOf(program, lasso.unfinished)}};
}

Json verdictJson(const ProgressResult& result, const SchedulerVerdict& verdict) {
  const Program& program = *result.program;
  Json json{{"scheduler", schedulerName(program, verdict.scheduler)}, {"answer", nameOf(verdict.answer)}};
  putIfAny(json, "promise", platformPromise(program, verdict.scheduler));
  if (verdict.answer == ProgressAnswer::Undecided) {
    json["reason"] = verdict.reason;
  }
  if (const auto expected = expectedOf(result, verdict.scheduler)) {
    json["expected"] = nameOf(*expected ? ProgressAnswer::Terminates : ProgressAnswer::MayHang);
    json["expectation"] = wordFor(*judgeVerdict(result, verdict));
  }
  if (verdict.lasso) {
    json["lasso"] = lassoJson(program, verdict);
  }
  return json;
}

Json promiseJson(const Program& program, const Promise& promise) {
  Json json{{"exact", terminationIsExact(promise)}, {"why", promiseText(program, promise)}};
  if (!terminationIsExact(promise)) {
    json["conditional"] = terminationAssumes(promise);
  }
  if (promise.kind == PromiseKind::Interleavings) {
    json["basis"] = nameOf(promise.basis);
  }
  if (promise.kind != PromiseKind::NotApplicable) {
    json["model"] = promise.model;
    json["races"] = nameOf(promise.races);
    json["racing"] = arrayOf(promise.racing, [&](const InstructionPair& pair) {
      return Json{program.instructionName(pair.first.thread, pair.first.instruction),
                  program.instructionName(pair.second.thread, pair.second.instruction)};
    });
  }
  return json;
}

Json hangJson(const Program& program, const Promise& promise) {
  Json json{{"certain", hangIsCertain(promise)}, {"why", hangText(program, promise)}};
  if (!hangIsCertain(promise)) {
    json["conditional"] = hangAssumes(promise);
  }
  if (promise.everyInterleaving) {
    json["basis"] = nameOf(*promise.everyInterleaving);
  }
  if (promise.kind != PromiseKind::NotApplicable) {
    json["model"] = promise.model;
  }
  return json;
}

/// @param json gets what the answers are worth under each model
void addModels(Json& json, const ProgressReport& report) {
  const Program& program = *report.result.program;
  json["models"] = Json::array();
  json["mayHang"] = Json::array();
  for (const Promise& promise : report.models) {
    if (someTerminate(report.result)) {
      json["models"].push_back(promiseJson(program, promise));
    }
    if (someMayHang(report.result)) {
      json["mayHang"].push_back(hangJson(program, promise));
    }
  }
}

Json finalStatesJson(const ProgressResult& result) {
  Json states = Json::array();
  for (const std::vector<Value>& values : result.finalStates) {
    Json state = Json::object();
    for (std::size_t i = 0; i < values.size(); ++i) {
      state[result.program->nameOf(result.finalVariables[i])] = result.program->valueText(values[i]);
    }
    states.push_back(std::move(state));
  }
  return states;
}

Json causeJson(const Program& program, const Cause& cause) {
  return {{"kind", nameOf(cause.kind)},
          {"must", cause.must},
          {"alias", cause.alias},
          {"lane", program.threads[cause.lane].name},
          {"instruction", program.instructionName(cause.lane, cause.instruction)},
          {"active", namesOf(program, cause.active)},
          {"masked", namesOf(program, cause.masked)},
          {"text", causeText(program, cause)}};
}

Json reportJson(const ProgressReport& report, bool statistics) {
  const ProgressResult& result = report.result;
  const Program& program = *result.program;
  Json json = testJson(program);
  json["threads"] = result.agents;
  json["states"] = result.states;
  json["steps"] = result.edges;
  json["baseStates"] = result.baseStates;
  json["baseSteps"] = result.baseEdges;
  json["explored"] = result.explored;
  if (result.explored) {
    json["stuck"] = result.stuck;
  }
  json["verdicts"] =
      arrayOf(result.verdicts, [&](const SchedulerVerdict& verdict) { return verdictJson(result, verdict); });
  addModels(json, report);
  json["ordinarySpins"] = arrayOf(result.ordinarySpins, [&](const OrdinarySpin& spin) {
    return program.instructionName(spin.thread, spin.load);
  });
  json["finalStates"] = finalStatesJson(result);
  putIfAny(json, "conditionHolds", result.conditionHolds);
  json["simt"] = nameIn(kSimtModeNames, result.simt);
  json["causes"] = arrayOf(result.causes, [&](const Cause& cause) { return causeJson(program, cause); });
  json["findings"] = arrayOf(result.findings, [&](const Finding& finding) {
    return Json{{"kind", nameIn(kFindingNames, finding.kind)},
                {"instruction", program.instructionName(finding.thread, finding.instruction)},
                {"text", findingText(program, finding)},
                {"trace", stepsJson(program, finding.trace)}};
  });
  json["findingsComplete"] = result.findingsComplete;
  if (statistics) {
    json["seconds"] = report.seconds;
  }
  return json;
}

Json replayJson(const Program& program, const Replay& replay) {
  Json json = testJson(program);
  json["rounds"] = replay.rounds;
  json["stem"] = stepsJson(program, replay.stem);
  json["loop"] = stepsJson(program, replay.loop);
  json["schedulers"] = arrayOf(replay.allowed, [&](const Replay::Allowed& allowed) {
    return Json{{"scheduler", schedulerName(program, allowed.scheduler)},
                {"accepted", allowed.legal},
                {"neglected", namesOf(program, allowed.neglected)}};
  });
  return json;
}

}  // namespace

std::string progressJson(const std::vector<ProgressReport>& reports,
                         const std::vector<Diagnostic>& diagnostics, bool statistics) {
  Json json{{"format", "hrfcheck-progress"}, {"version", kProgressVersion}, {"results", Json::array()}};
  for (const ProgressReport& report : reports) {
    json["results"].push_back(reportJson(report, statistics));
  }
  json["diagnostics"] = diagnosticsJson(diagnostics);
  return documentText(json);
}

std::string replaysJson(const std::vector<std::pair<std::shared_ptr<const Program>, Replay>>& replays,
                        const std::string& schedule, const std::vector<Diagnostic>& diagnostics) {
  Json json{{"format", "hrfcheck-progress"},
            {"version", kProgressVersion},
            {"schedule", schedule},
            {"replays", Json::array()}};
  for (const auto& [program, replay] : replays) {
    json["replays"].push_back(replayJson(*program, replay));
  }
  json["diagnostics"] = diagnosticsJson(diagnostics);
  return documentText(json);
}

}  // namespace hrfcheck::inline report
