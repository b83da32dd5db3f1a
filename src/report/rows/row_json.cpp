#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "check/status_names.h"
#include "report/rows/result_row.h"
#include "report/rows/row_words.h"
#include "util/json_fields.h"

// Rows as lines of a results file (docs/batch.schema.json).

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

/// What a word was read as.
/// @throws std::runtime_error where that is nothing
template <typename Value>
Value known(std::optional<Value> value, const std::string& word) {
  if (!value) {
    throw std::runtime_error("unknown word '" + word + "'");
  }
  return *std::move(value);
}

template <typename Enum, std::size_t N>
Enum named(const std::array<EnumName<Enum>, N>& words, const std::string& word) {
  return known(valueNamed(words, word), word);
}

/// Nothing for the empty word, which stands for no value.
template <typename Enum, std::size_t N>
std::optional<Enum> namedIfAny(const std::array<EnumName<Enum>, N>& words, const std::string& word) {
  return word.empty() ? std::nullopt : std::optional(named(words, word));
}

Json logJson(const LogEntry& entry) {
  Json pairs = arrayOf(entry.pairs, [&](const LoggedPair& pair) {
    return Json{pair.flag, pair.first, pair.second};
  });
  Json observed = Json::array();
  Json states = Json::array();
  for (const LoggedState& state : entry.states) {
    Json values = Json::array();
    observed = Json::array();
    for (const auto& [name, value] : state) {
      observed.push_back(name);
      values.push_back(value);
    }
    states.push_back(std::move(values));
  }
  Json json{{"test", entry.test},
            {"kind", kindText(entry.kind)},
            {"observed", std::move(observed)},
            {"states", std::move(states)},
            {"result", resultText(entry.result)},
            {"positive", entry.positive},
            {"negative", entry.negative},
            {"flags", entry.flags},
            {"pairs", std::move(pairs)},
            {"incidents", entry.incidents},
            {"condition", entry.condition},
            {"observation", nameIfAny(entry.observation)},
            {"hash", entry.hash}};
  putIfAny(json, "incomplete", entry.incomplete);
  putIfAny(json, "onlyThroughValueCycle", entry.onlyThroughValueCycle);
  putIfAny(json, "conditional", entry.conditional);
  if (entry.asked != CheckQuestion::Everything) {
    json["only"] = nameOf(entry.asked);
  }
  return json;
}

LogEntry parseEntry(const Json& json) {
  LogEntry entry;
  json.at("test").get_to(entry.test);
  if (const auto kind = json.at("kind").get<std::string>(); !kind.empty()) {
    entry.kind = known(kindNamed(kind), kind);
  }
  const auto observed = json.at("observed").get<std::vector<std::string>>();
  for (const auto& values : json.at("states").get<std::vector<std::vector<std::string>>>()) {
    if (values.size() != observed.size()) {
      throw std::runtime_error("a state has too few or too many values");
    }
    LoggedState& state = entry.states.emplace_back();
    for (std::size_t i = 0; i < values.size(); ++i) {
      state.emplace_back(observed[i], values[i]);
    }
  }
  entry.incomplete = json.value("incomplete", "");
  entry.onlyThroughValueCycle = json.value("onlyThroughValueCycle", std::vector<std::string>());
  entry.conditional = json.value("conditional", std::vector<std::string>());
  entry.asked = named(kCheckQuestionNames, json.value("only", nameOf(CheckQuestion::Everything)));
  const auto result = json.at("result").get<std::string>();
  entry.result = known(resultNamed(result), result);
  entry.positive = countAt<std::uint64_t>(json, "positive");
  entry.negative = countAt<std::uint64_t>(json, "negative");
  json.at("flags").get_to(entry.flags);
  for (const auto& pair : json.at("pairs").get<std::vector<std::array<std::string, 3>>>()) {
    entry.pairs.push_back({pair[0], pair[1], pair[2]});
  }
  json.at("incidents").get_to(entry.incidents);
  json.at("condition").get_to(entry.condition);
  entry.observation = namedIfAny(kObservationNames, json.at("observation").get<std::string>());
  json.at("hash").get_to(entry.hash);
  return entry;
}

Json expectationJson(const ExpectationResult& result) {
  Json json{{"source", result.source}, {"property", result.property}, {"outcome", nameOf(result.outcome)}};
  putIfAny(json, "scheduler", result.scheduler);
  putIfAny(json, "message", result.message);
  putIfAny(json, "expected", result.expected);
  return json;
}

Json progressJson(const ProgressLine& line) {
  Json json{{"scheduler", line.scheduler}, {"answer", nameOf(line.answer)}};
  putIfAny(json, "reason", line.reason);
  putIfAny(json, "conditional", line.conditional);
  if (line.expected) {
    json["expected"] = line.expected->terminates;
    json["line"] = line.expected->line;
  }
  return json;
}

ProgressLine parseProgress(const Json& json) {
  ProgressLine line{json.at("scheduler").get<std::string>(),
                    named(kProgressAnswerNames, json.at("answer").get<std::string>()),
                    json.value("reason", ""), json.value("conditional", "")};
  if (json.contains("expected")) {
    line.expected = {json["expected"].get<bool>(), countAt<std::uint32_t>(json, "line")};
  }
  return line;
}

Json placeJson(const FoundAt& place) {
  Json at{{"file", place.file}, {"line", place.line}};
  if (place.column > 0) {
    at["column"] = place.column;
    at["length"] = place.length;
  }
  if (place.region) {
    at["region"] = {{"startColumn", place.region->column},
                    {"endLine", place.region->endLine},
                    {"endColumn", place.region->endColumn}};
  }
  return at;
}

FoundAt parsePlace(const Json& place) {
  FoundAt at{place.at("file").get<std::string>(), countAt<std::uint32_t>(place, "line")};
  if (place.contains("column")) {
    at.column = countAt<std::uint32_t>(place, "column");
    at.length = countAt<std::uint32_t>(place, "length");
  }
  if (place.contains("region")) {
    const Json& region = place["region"];
    at.region = {countAt<std::uint32_t>(region, "startColumn"), countAt<std::uint32_t>(region, "endLine"),
                 countAt<std::uint32_t>(region, "endColumn")};
  }
  return at;
}

std::optional<FoundAt> placeIn(const Json& json, const char* name) {
  return json.contains(name) ? std::optional(parsePlace(json.at(name))) : std::nullopt;
}

Json statementJson(const RowStatement& statement) {
  Json json{{"answer", textOf(statement.stated)}, {"line", statement.line}};
  if (statement.at) {
    json["at"] = placeJson(*statement.at);
  }
  return json;
}

RowStatement parseStatement(const Json& json) {
  const auto text = json.at("answer").get<std::string>();
  return {known(statedAnswerNamed(text), text), countAt<std::uint32_t>(json, "line"), placeIn(json, "at")};
}

Json findingJson(const RowFinding& finding) {
  Json json{
      {"rule", finding.rule}, {"message", finding.message}, {"where", arrayOf(finding.where, placeJson)}};
  putIfAny(json, "second", finding.second);
  return json;
}

RowFinding parseFinding(const Json& json) {
  RowFinding finding{json.at("rule").get<std::string>(), json.at("message").get<std::string>(), {}};
  for (const Json& place : json.at("where")) {
    finding.where.push_back(parsePlace(place));
  }
  if (finding.where.empty()) {
    throw std::runtime_error("a finding has no place");
  }
  finding.second = json.value("second", "");
  return finding;
}

Json repairJson(const RowRepair& repair) {
  Json json{{"optimal", repair.optimal}};
  if (repair.cost) {
    json["cost"] = *repair.cost;
    json["text"] = repair.text;
  }
  putIfAny(json, "reason", repair.reason);
  return json;
}

RowRepair parseRepair(const Json& json) {
  RowRepair repair;
  json.at("optimal").get_to(repair.optimal);
  repair.reason = json.value("reason", "");
  if (json.contains("cost")) {
    repair.cost = countAt<std::uint64_t>(json, "cost");
    json.at("text").get_to(repair.text);
  }
  return repair;
}

ExpectationResult parseExpectation(const Json& json) {
  return {json.at("source").get<std::string>(),
          json.at("property").get<std::string>(),
          json.value("scheduler", ""),
          named(kOutcomeNames, json.at("outcome").get<std::string>()),
          json.value("message", ""),
          json.value("expected", "")};
}

double secondsAt(const Json& json) {
  const double seconds = json.value("seconds", 0.0);
  if (!std::isfinite(seconds) || seconds < 0) {
    throw std::runtime_error("'seconds' is not a time");
  }
  return seconds;
}

}  // namespace

std::string rowJson(const ResultRow& row, bool times) {
  Json json{{"test", row.test}, {"column", row.column}, {"columns", row.columns},
            {"path", row.path}, {"model", row.model},   {"status", nameOf(row.status)}};
  const auto unlessEmpty = [&](const char* key, const std::string& value) {
    if (!value.empty()) {
      json[key] = value;
    }
  };
  unlessEmpty("reason", row.reason);
  unlessEmpty("races", nameIfAny(row.races));
  unlessEmpty("source", row.sourceHash);
  unlessEmpty("device", row.device);
  if (row.log) {
    json["log"] = logJson(*row.log);
  }
  for (const ProgressLine& line : row.progress) {
    json["progress"].push_back(progressJson(line));
  }
  for (const RowStatement& statement : row.expected) {
    json["expected"].push_back(statementJson(statement));
  }
  if (row.condition) {
    json["conditionAt"] = placeJson(*row.condition);
  }
  json["expectations"] =
      arrayOf(row.expectations, [&](const ExpectationResult& result) { return expectationJson(result); });
  for (const RowFinding& finding : row.findings) {
    json["findings"].push_back(findingJson(finding));
  }
  if (row.repair) {
    json["repair"] = repairJson(*row.repair);
  }
  putIfAny(json, "executions", row.executions);
  unlessEmpty("report", row.report);
  for (const RowText& file : row.texts) {
    json["texts"].push_back({{"file", file.file}, {"text", file.text}});
  }
  unlessEmpty("picture", row.picture);
  if (times) {
    json["seconds"] = row.seconds;
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ResultRow parseRow(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    ResultRow row;
    row.test = countAt(json, "test");
    row.column = countAt(json, "column");
    row.columns = countAt(json, "columns");
    json.at("path").get_to(row.path);
    json.at("model").get_to(row.model);
    row.status = named(kStatusNames, json.at("status").get<std::string>());
    row.reason = json.value("reason", "");
    row.races = namedIfAny(kRaceStatusNames, json.value("races", ""));
    row.sourceHash = json.value("source", "");
    row.device = json.value("device", "");
    if (json.contains("log")) {
      row.log = parseEntry(json["log"]);
    }
    for (const Json& line : json.value("progress", Json::array())) {
      row.progress.push_back(parseProgress(line));
    }
    for (const Json& statement : json.value("expected", Json::array())) {
      row.expected.push_back(parseStatement(statement));
    }
    row.condition = placeIn(json, "conditionAt");
    for (const Json& result : json.at("expectations")) {
      row.expectations.push_back(parseExpectation(result));
    }
    for (const Json& finding : json.value("findings", Json::array())) {
      row.findings.push_back(parseFinding(finding));
    }
    if (json.contains("repair")) {
      row.repair = parseRepair(json["repair"]);
    }
    if (json.contains("executions")) {
      json["executions"].get_to(row.executions);
    }
    row.report = json.value("report", "");
    for (const Json& file : json.value("texts", Json::array())) {
      row.texts.push_back({file.at("file").get<std::string>(), file.at("text").get<std::string>()});
    }
    row.picture = json.value("picture", "");
    row.seconds = secondsAt(json);
    return row;
  } catch (const Json::exception& error) {
    throw std::runtime_error(error.what());
  }
}

}  // namespace hrfcheck::inline report
