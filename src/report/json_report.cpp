#include "report/json_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "check/races/race_groups.h"
#include "check/status_names.h"
#include "engine/incident_name.h"
#include "frontend/test_file.h"
#include "program/unroll/joint_waits.h"
#include "report/diagnostic_json.h"
#include "report/execution_json.h"
#include "report/log/herd_log.h"
#include "report/text/fix_text.h"
#include "report/text/order_text.h"
#include "report/text/text_report.h"
#include "report/written_edits.h"
#include "util/enum_names.h"
#include "util/json_fields.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

const char* nameOf(OutcomeSearch asked) {
  switch (asked) {
    case OutcomeSearch::None:
      return "none";
    case OutcomeSearch::Condition:
      return "condition";
    case OutcomeSearch::All:
      return "all";
  }
  return "";
}

constexpr std::array kUnorderedReasonNames{
    EnumName{UnorderedReason::OnlyLastRelease, "only-last-release"},
    EnumName{UnorderedReason::OnlyNextAcquire, "only-next-acquire"},
    EnumName{UnorderedReason::NothingToPromote, "nothing-to-promote"},
    EnumName{UnorderedReason::UnpromotedRelease, "unpromoted-release"},
    EnumName{UnorderedReason::ScopeDoesNotContain, "scope-does-not-contain"},
    EnumName{UnorderedReason::ScopesDiffer, "scopes-differ"},
    EnumName{UnorderedReason::OrderTooWeak, "order-too-weak"},
    EnumName{UnorderedReason::NotVisible, "not-visible"},
    EnumName{UnorderedReason::NoSynchronization, "no-synchronization"}};
static_assert(coversUpTo(kUnorderedReasonNames, UnorderedReason::NoSynchronization));

const char* nameOf(UnorderedReason reason) {
  return nameIn(kUnorderedReasonNames, reason);
}

std::optional<std::string> scopeOf(const Program& program, std::optional<std::uint32_t> level) {
  return level ? std::optional(program.scopes.levels()[*level]) : std::nullopt;
}

/// With the scope and the order that something is to have, where they are to change.
Json editJson(Json json, const std::optional<std::string>& scope, const std::optional<Order>& order) {
  putIfAny(json, "scope", scope);
  if (order) {
    json["order"] = orderText(*order);
  }
  return json;
}

Json fixJson(const Program& program, const Race& race) {
  return arrayOf(namedEdits(program, race.fix), [&](const NamedEdit& edit) {
    return editJson({{"instruction", edit.name}}, scopeOf(program, edit.level), edit.order);
  });
}

}  // namespace

Json raceJson(const Program& program, const Race& race) {
  Json json{{"first", instructionJson(program, race.first)},
            {"second", instructionJson(program, race.second)},
            {"ordinary", race.ordinary},
            {"scopeInclusion", race.scopeInclusion}};
  if (!race.explanation.empty()) {
    json["reason"] = nameOf(race.reason);
    json["explanation"] = race.explanation;
  }
  if (race.release) {
    json["release"] = instructionJson(program, *race.release);
  }
  if (race.acquire) {
    json["acquire"] = instructionJson(program, *race.acquire);
  }
  json["named"] =
      arrayOf(race.named, [&](const InstructionRef where) { return instructionJson(program, where); });
  json["chain"] = arrayOf(race.chain, [&](const InstructionRef where) {
    return program.instructionName(where.thread, where.instruction);
  });
  if (!race.fix.empty()) {
    json["fix"] = fixJson(program, race);
    json["fixUpToBound"] = race.fixUpToBound;
  }
  putIfAny(json, "followsFrom", race.followsFrom);
  json["explained"] = race.explained;
  if (race.explained) {
    json["witness"] = executionJson(race.witness.execution());
  }
  return json;
}

namespace {

Json lineEditsJson(const Program& program, const std::vector<AnnotationEdit>& edits) {
  return arrayOf(lineEditsOf(program, edits), [&](const LineEdit& edit) {
    return editJson({{"line", edit.line}}, scopeOf(program, edit.level), edit.order);
  });
}

/// What to write for a fix.
Json changesJson(const Program& program, const std::vector<AnnotationEdit>& fix) {
  return arrayOf(writtenEdits(program, fix), [&](const TextChange& change) {
    const LineColumn at = program.source->position(change.span.begin);
    return Json{{"line", at.line},
                {"column", at.column},
                {"length", change.span.end - change.span.begin},
                {"text", change.text}};
  });
}

Json raceGroupJson(const Program& program, const Verdict& verdict, const RaceGroup& group) {
  const Race& first = verdict.races[group.races.front()];
  Json json{{"lines", linesOf(program, {first.first, first.second})}, {"races", group.races}};
  if (!group.fix.empty()) {
    json["fix"] = lineEditsJson(program, group.fix);
    json["fixUpToBound"] = group.fixUpToBound;
  }
  const std::vector<AnnotationEdit>& fix = group.races.size() == 1 ? first.fix : group.fix;
  if (const Json changes = changesJson(program, fix); !changes.empty()) {
    json["edits"] = lineEditsJson(program, fix);
    json["changes"] = changes;
  }
  return json;
}

Json outcomeJson(const Program& program, const Outcome& outcome) {
  Json state = Json::object();
  for (std::size_t i = 0; i < outcome.values.size(); ++i) {
    state[program.nameOf(program.observed[i])] = program.valueText(outcome.values[i]);
  }
  return {{"state", std::move(state)},
          {"satisfiesCondition", outcome.satisfiesCondition},
          {"witness", executionJson(outcome.witness.execution())}};
}

Json flagJson(const Program& program, const Verdict& verdict, const NamedFlag& flag) {
  Json pairs = arrayOf(verdict.analysis.flags[flag.finding].pairs, [&](const FlagPair& pair) {
    return Json{program.instructionName(pair.first.thread, pair.first.instruction),
                program.instructionName(pair.second.thread, pair.second.instruction)};
  });
  Json json{{"name", flag.name}, {"undefinedUnless", flag.undefinedUnless}, {"pairs", std::move(pairs)}};
  if (std::ranges::any_of(flag.reasons, [](const std::string& reason) { return !reason.empty(); })) {
    json["reasons"] = flag.reasons;
  }
  return json;
}

Json conditionJson(const Verdict& verdict) {
  Json json{{"text", conditionText(*verdict.program)},
            {"status", nameOf(verdict.condition)},
            {"observation", nameOf(verdict.observation)},
            {"answer", nameOf(verdict.holding)}};
  if (verdict.conditionOnlyThroughValueCycle) {
    json["onlyThroughValueCycle"] = true;
  }
  if (const Place place = conditionPlace(*verdict.program); place.known()) {
    const LineColumn at = place.position();
    json["line"] = at.line;
    json["column"] = at.column;
    putLength(json, place);
  }
  const bool decided = verdict.holding == Holding::Holds || verdict.holding == Holding::Fails;
  json["holds"] = decided ? Json(verdict.holding == Holding::Holds) : Json(nullptr);
  if (verdict.analysis.executionCounts) {
    json["executions"] = {{"positive", verdict.analysis.executionCounts->first},
                          {"negative", verdict.analysis.executionCounts->second}};
  }
  return json;
}

/// What left something out of the test, and what licenses that.
Json rulesUsedJson(const Verdict& verdict) {
  Json used = Json::array();
  for (const Reason& reason : verdict.reasons) {
    Json json{
        {"rule", nameOf(reason.rule)},
        {"where", reason.where.thread == kNoThread ? Json(nullptr)
                                                   : Json(instructionJson(*verdict.program, reason.where))},
        {"declared", reason.declared}};
    json["licence"] = reason.licence ? Json(nameOf(*reason.licence)) : Json(nullptr);
    used.push_back(std::move(json));
  }
  return {{"plain", verdict.plain}, {"symmetry", verdict.symmetric}, {"used", std::move(used)}};
}

}  // namespace

Json verdictJson(const Verdict& verdict, bool statistics) {
  const Program& program = *verdict.program;
  Json json{{"file", program.source ? program.source->name() : ""},
            {"test", program.name},
            {"hash", programHash(*writtenOf(verdict.program))},
            {"dialect", program.dialect},
            {"model", verdict.model},
            {"engine", verdict.engine},
            {"unrollBound", verdict.unrollBound},
            {"loops", arrayOf(verdict.loops,
                              [&](const LoopUse& loop) {
                                Json use{{"head", instructionJson(program, loop.head)}, {"spin", loop.spin}};
                                putIfAny(use, "bounded", loop.bounded);
                                return use;
                              })},
            {"events", verdict.events},
            {"headline", headline(verdict)},
            {"raceStatus", nameOf(verdict.raceStatus)},
            {"undefined", verdict.undefined},
            {"settled", verdict.settled()},
            {"standing", nameOf(verdict.standing())}};
  putIfAny(json, "testInFile", program.testInFile);
  if (program.launched()) {
    json["launchedThreads"] = launchedThreadsJson(program);
  }
  json["incomplete"] = verdict.incomplete ? Json(*verdict.incomplete) : Json(nullptr);
  json["notConsidered"] = verdict.notConsidered ? Json(*verdict.notConsidered) : Json(nullptr);
  if (verdict.raceOnlyThroughValueCycle) {
    json["onlyThroughValueCycle"] = true;
  }
  json["rules"] = rulesUsedJson(verdict);
  putIfAny(json, "conditional", verdict.conditional);
  json["outcomesAsked"] = nameOf(verdict.outcomesAsked);
  json["condition"] = conditionJson(verdict);
  json["races"] = arrayOf(verdict.races, [&](const Race& r) { return raceJson(program, r); });
  json["raceGroups"] =
      arrayOf(raceGroups(verdict), [&](const RaceGroup& g) { return raceGroupJson(program, verdict, g); });
  json["flags"] = arrayOf(verdict.flags, [&](const NamedFlag& f) { return flagJson(program, verdict, f); });
  json["outcomes"] =
      arrayOf(verdict.analysis.outcomes, [&](const Outcome& o) { return outcomeJson(program, o); });
  json["incidents"] = arrayOf(verdict.analysis.incidents, [&](const Incident& i) {
    Json incident{{"kind", nameOf(i.kind)},
                  {"where", instructionJson(program, i.where)},
                  {"witness", executionJson(i.witness.execution())}};
    if (std::ranges::find(verdict.incidentsOnlyThroughValueCycle, std::pair(i.kind, i.where)) !=
        verdict.incidentsOnlyThroughValueCycle.end()) {
      incident["onlyThroughValueCycle"] = true;
    }
    return incident;
  });
  json["faults"] = arrayOf(verdict.faults, [&](const Fault& f) {
    return Json{{"where", instructionJson(program, f.where)},
                {"explanation", f.explanation},
                {"execution", f.execution}};
  });
  json["notes"] = verdict.notes;
  if (statistics) {
    json["statistics"] = Json::object();
    for (const auto& [name, count] : verdict.analysis.statistics) {
      json["statistics"][name] = count;
    }
  }
  return json;
}

std::string jsonReport(const JsonReport& report, bool statistics) {
  Json json{{"format", "hrfcheck-report"}, {"version", kReportVersion}};
  json["results"] = arrayOf(report.verdicts, [&](const Verdict& v) { return verdictJson(v, statistics); });
  json["notApplicable"] = arrayOf(report.skipped, [](const SkippedModel& s) {
    return Json{{"file", s.file}, {"model", s.model}, {"reason", s.reason}};
  });
  json["diagnostics"] = diagnosticsJson(report.diagnostics);
  // A name from a broken input file may hold any bytes.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline report
