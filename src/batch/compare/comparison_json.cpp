#include "batch/compare/comparison_json.h"

#include <nlohmann/json.hpp>

#include "batch/compare/answer_groups.h"
#include "batch/compare/model_classes.h"
#include "check/status_names.h"
#include "util/json_fields.h"

namespace hrfcheck::inline batch {
namespace {

using Json = nlohmann::ordered_json;

const char* nameOf(Strength strength) {
  switch (strength) {
    case Strength::Equal:
      return "equal";
    case Strength::FirstAllowsMore:
      return "first-allows-more";
    case Strength::SecondAllowsMore:
      return "second-allows-more";
    case Strength::Incomparable:
      return "incomparable";
    case Strength::Unknown:
      break;
  }
  return "unknown";
}

Json exampleJson(const Example& example) {
  return {
      {"path", example.path}, {"threads", example.size.threads}, {"instructions", example.size.instructions}};
}

Json exampleJson(const std::optional<Example>& example) {
  return example ? exampleJson(*example) : Json(nullptr);
}

Json pairJson(const PairComparison& pair) {
  return {{"first", pair.first},
          {"second", pair.second},
          {"relation", nameOf(pair.strength)},
          {"tests", pair.tests},
          {"undecided", pair.unknown},
          {"firstAllowsMore", {{"tests", pair.firstMore}, {"smallest", exampleJson(pair.firstExample)}}},
          {"secondAllowsMore", {{"tests", pair.secondMore}, {"smallest", exampleJson(pair.secondExample)}}},
          {"both", pair.incomparable},
          {"onlyRacesDiffer", pair.racesDiffer}};
}

Json classesJson(const Comparison& comparison) {
  const ModelClasses classes(comparison);
  Json json = arrayOf(classes.all(), [&](const auto& models) {
    return Json{{"models", models}, {"allowsMoreThan", Json::array()}};
  });
  for (const ClassStep& step : classes.steps()) {
    json[step.more]["allowsMoreThan"].push_back(
        {{"class", step.less}, {"smallest", exampleJson(step.example)}});
  }
  return json;
}

Json pairsJson(const std::set<std::pair<std::string, std::string>>& pairs) {
  Json json = Json::array();
  for (const auto& [first, second] : pairs) {
    json.push_back({first, second});
  }
  return json;
}

Json answerJson(const ModelAnswer& answer) {
  Json json{{"model", answer.model}, {"status", nameOf(answer.status)}};
  putIfAny(json, "reason", answer.reason);
  if (answer.races) {
    json["races"] = nameOf(*answer.races);
  }
  if (answer.observation) {
    json["undefined"] = answer.anything;
    json["observation"] = nameOf(*answer.observation);
    json["racingPairs"] = pairsJson(answer.pairs);
    json["outcomes"] = Json::array();
    for (const auto& [state, execution] : answer.states) {
      json["outcomes"].push_back(state);
    }
  }
  return json;
}

Json modelsOf(const AnswerGroups& found, const std::vector<std::size_t>& groups) {
  Json models = Json::array();
  for (const std::size_t i : groups) {
    for (const std::string& model : found.groups[i].models) {
      models.push_back(model);
    }
  }
  return models;
}

Json differenceJson(const TestAnswers& test, Basis basis) {
  Json json{{"test", test.test},
            {"path", test.path},
            {"condition", test.condition},
            {"answers", Json::array()},
            {"onlySomeOutcomes", Json::array()},
            {"onlySomeRaces", Json::array()}};
  for (const ModelAnswer& answer : test.answers) {
    json["answers"].push_back(answerJson(answer));
  }
  const AnswerGroups found = answerGroups(test, basis);
  for (const AnswerGroups::State& state : found.states) {
    json["onlySomeOutcomes"].push_back({{"outcome", state.state},
                                        {"models", modelsOf(found, state.groups)},
                                        {"execution", state.execution}});
  }
  for (const auto& [groups, pairs] : found.pairs) {
    json["onlySomeRaces"].push_back({{"models", modelsOf(found, groups)}, {"pairs", pairsJson(pairs)}});
  }
  return json;
}

Json problemJson(const ResultRow& row) {
  Json json{{"test", row.test}, {"path", row.path}, {"status", nameOf(row.status)}, {"reason", row.reason}};
  putIfAny(json, "model", row.model);
  return json;
}

}  // namespace

std::string comparisonJson(const Comparison& comparison, std::size_t testsLeft) {
  Json json{{"format", "hrfcheck-comparison"},
            {"version", kComparisonVersion},
            {"compared", comparison.basis() == Basis::Promises ? "promises" : "candidates"},
            {"models", comparison.models()},
            {"tests",
             {{"compared", comparison.tests()},
              {"differing", comparison.differing().size()},
              {"notCompared", comparison.alone()},
              {"left", testsLeft}}},
            {"pairs", Json::array()},
            {"classes", classesJson(comparison)},
            {"differences", Json::array()},
            {"problems", Json::array()}};
  for (const PairComparison& pair : comparison.pairs()) {
    json["pairs"].push_back(pairJson(pair));
  }
  for (const auto& [place, test] : comparison.differing()) {
    json["differences"].push_back(differenceJson(test, comparison.basis()));
  }
  for (const auto& [place, row] : comparison.problems()) {
    json["problems"].push_back(problemJson(row));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline batch
