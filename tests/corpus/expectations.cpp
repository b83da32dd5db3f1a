#include "corpus/expectations.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace hrfcheck::corpus {
namespace {

using nlohmann::json;

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw std::runtime_error(where + ": " + what);
}

void onlyKeys(const std::string& where, const json& object, const std::set<std::string>& known) {
  for (const auto& [key, value] : object.items()) {
    if (!known.contains(key)) {
      fail(where, "unknown key " + key);
    }
  }
}

State parseState(const std::string& where, const std::string& written, std::set<std::string>& variables) {
  State state;
  std::istringstream words(written);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      fail(where, "no register and value: " + word);
    }
    const std::string variable = word.substr(0, equals);
    variables.insert(variable);
    if (const long value = std::stol(word.substr(equals + 1)); value != 0) {
      state[variable] = value;
    }
  }
  return state;
}

/// "a0/b1" through the test's table of events, or "P0:0/P1:1" as it is; the smaller instruction first.
std::string parsePair(const std::string& where, const std::string& written, const json& events) {
  const std::size_t slash = written.find('/');
  if (slash == std::string::npos) {
    fail(where, "no pair of instructions: " + written);
  }
  const auto name = [&](const std::string& side) {
    if (events.is_null()) {
      return side;
    }
    if (!events.contains(side)) {
      fail(where, "unknown event " + side);
    }
    return events.at(side).get<std::string>();
  };
  std::string first = name(written.substr(0, slash));
  std::string second = name(written.substr(slash + 1));
  if (second < first) {
    std::swap(first, second);
  }
  return first + "/" + second;
}

ExpectedVerdict parseVerdict(const std::string& where, const json& object, const json& events,
                             std::set<std::string>& variables) {
  onlyKeys(where, object, {"models", "races", "outcomes", "total"});
  ExpectedVerdict verdict;
  verdict.models = object.at("models").get<std::vector<std::string>>();
  if (object.contains("races") == object.contains("outcomes")) {
    fail(where, "a verdict has either races or outcomes");
  }
  if (object.contains("races")) {
    verdict.races.emplace();
    for (const json& pair : object.at("races")) {
      verdict.races->insert(parsePair(where, pair.get<std::string>(), events));
    }
    if (verdict.races->empty() || verdict.races->size() != object.at("races").size()) {
      fail(where, "no racing pair, or one of them twice");
    }
    return verdict;
  }
  for (const json& state : object.at("outcomes")) {
    verdict.outcomes.insert(parseState(where, state.get<std::string>(), variables));
  }
  verdict.total = object.at("total").get<std::size_t>();
  if (verdict.outcomes.size() != object.at("outcomes").size() || verdict.outcomes.size() > verdict.total) {
    fail(where, "an outcome twice, or more of them than in all");
  }
  return verdict;
}

ExpectedTest parseTest(const json& object, const std::vector<std::string>& columns) {
  ExpectedTest test;
  test.id = object.at("id").get<std::string>();
  onlyKeys(test.id, object,
           {"id", "title", "file", "note", "events", "incidents", "warnings", "solver-only", "verdicts"});
  test.file = object.at("file").get<std::string>();
  if (object.contains("incidents")) {
    test.incidents = object.at("incidents").get<std::set<std::string>>();
  }
  test.warnings = object.value("warnings", std::vector<std::string>());
  test.solverOnly = object.value("solver-only", false);
  std::set<std::string> models;
  for (const json& verdict : object.at("verdicts")) {
    test.verdicts.push_back(parseVerdict(test.id, verdict, object.value("events", json()), test.variables));
    for (const std::string& model : test.verdicts.back().models) {
      if (!models.insert(model).second) {
        fail(test.id, "two verdicts for " + model);
      }
    }
  }
  if (models != std::set<std::string>(columns.begin(), columns.end())) {
    fail(test.id, "its models are not the columns");
  }
  return test;
}

}  // namespace

std::string text(const State& state) {
  std::string out;
  for (const auto& [variable, value] : state) {
    out += (out.empty() ? "" : " ") + variable + "=" + std::to_string(value);
  }
  return out.empty() ? "all 0" : out;
}

Expectations readExpectations(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) {
    fail(file.string(), "cannot be read");
  }
  const json root = json::parse(in);
  onlyKeys(file.string(), root, {"about", "columns", "pinned", "tests"});
  Expectations expectations;
  expectations.columns = root.at("columns").get<std::vector<std::string>>();
  const auto pinned = root.value("pinned", std::set<std::string>());
  for (const std::string& column : expectations.columns) {
    if (!pinned.empty() && !pinned.contains(column)) {
      fail(file.string(), "a column that is not pinned: " + column);
    }
  }
  for (const json& test : root.at("tests")) {
    expectations.tests.push_back(parseTest(test, expectations.columns));
    expectations.tests.back().pinned = pinned;
  }
  return expectations;
}

}  // namespace hrfcheck::corpus
