#include "report/explanation_json.h"

#include <nlohmann/json.hpp>

#include "check/status_names.h"
#include "report/execution_json.h"
#include "report/text/execution_line.h"
#include "util/enum_names.h"
#include "util/json_fields.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kDerivationKindNames{
    EnumName{Derivation::Kind::Fact, "fact"}, EnumName{Derivation::Kind::Path, "path"},
    EnumName{Derivation::Kind::Conjunction, "conjunction"}, EnumName{Derivation::Kind::Name, "name"},
    EnumName{Derivation::Kind::Inverse, "inverse"}};
static_assert(coversUpTo(kDerivationKindNames, Derivation::Kind::Inverse));

const char* nameOf(Derivation::Kind kind) {
  return nameIn(kDerivationKindNames, kind);
}

const char* nameOf(EventOrder::Respects respects) {
  switch (respects) {
    case EventOrder::Respects::Interleaving:
      return "interleaving";
    case EventOrder::Respects::ReadsFrom:
      return "reads-from";
    case EventOrder::Respects::ProgramOrder:
      return "program-order";
  }
  return "";
}

Json stepJson(const Execution& execution, const Derivation& step) {
  Json json{{"by", step.by},
            {"kind", nameOf(step.kind)},
            {"from", eventName(execution, step.from)},
            {"to", eventName(execution, step.to)}};
  if (!step.parts.empty()) {
    json["parts"] = arrayOf(step.parts, [&](const Derivation& part) { return stepJson(execution, part); });
  }
  return json;
}

Json exampleJson(const ExampleExecution& example) {
  return {{"execution", executionJson(example.execution)},
          {"told", toldExecution(example.execution, example.order.events)},
          {"respects", nameOf(example.order.respects)},
          {"switches", example.order.switches},
          {"compared", example.compared},
          {"simplest", example.all}};
}

Json refutationJson(const Model& model, const Refutation& refutation) {
  Json json{{"requirement", refutation.name}, {"isOrder", refutation.check == model.checks.size()}};
  if (refutation.check < model.checks.size()) {
    const Place& place = model.checks[refutation.check].place;
    if (place.known()) {
      json["file"] = place.source->name();
      json["line"] = place.position().line;
    }
  }
  json["execution"] = executionJson(refutation.execution);
  json["othersHold"] = refutation.othersHold;
  json["steps"] =
      arrayOf(refutation.steps, [&](const Derivation& step) { return stepJson(refutation.execution, step); });
  if (refutation.member) {
    json["member"] = eventName(refutation.execution, *refutation.member);
  }
  return json;
}

Json explanationJson(const ExplainedModel& explained) {
  const OutcomeExplanation& explanation = explained.explanation;
  Json json{{"model", explained.verdict.model},
            {"races", nameOf(explained.verdict.raceStatus)},
            {"defined", !explained.verdict.racy && !explained.verdict.undefined},
            {"status", nameOf(explanation.status)}};
  putIfAny(json, "undecided", explanation.undecided);
  if (explanation.example) {
    json["example"] = exampleJson(*explanation.example);
  }
  if (explanation.forbidden && !explanation.undecided) {
    json["noCandidate"] = explanation.forbidden->noCandidate;
    json["smallest"] = explanation.forbidden->smallest;
    json["refutations"] = arrayOf(explanation.forbidden->refutations, [&](const Refutation& refutation) {
      return refutationJson(*explained.model, refutation);
    });
  }
  return json;
}

Json documentOf(const std::string& file, const std::string& test, const std::string& outcome) {
  return {{"format", "hrfcheck-explanation"},
          {"version", kExplanationVersion},
          {"file", file},
          {"test", test},
          {"outcome", outcome},
          {"explanations", Json::array()}};
}

void addUndecided(Json& json, const UnexplainedModel& one) {
  Json entry{{"reason", one.reason}};
  putIfAny(entry, "model", one.model);
  json["undecided"].push_back(std::move(entry));
}

std::string textOf(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string explanationsJson(const std::string& file, const UnexplainedModel& undecided) {
  Json json = documentOf(file, "", "");
  addUndecided(json, undecided);
  return textOf(json);
}

std::string explanationsJson(const Program& program, const std::vector<ExplainedModel>& models,
                             const std::vector<UnexplainedModel>& undecided) {
  Json json = documentOf(program.source ? program.source->name() : "", program.name, program.conditionText);
  if (program.launched()) {
    json["launchedThreads"] = launchedThreadsJson(program);
  }
  for (const ExplainedModel& explained : models) {
    json["explanations"].push_back(explanationJson(explained));
  }
  for (const UnexplainedModel& one : undecided) {
    addUndecided(json, one);
  }
  return textOf(json);
}

}  // namespace hrfcheck::inline report
