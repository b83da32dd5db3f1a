#include "report/rows/sarif.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

#include "check/status_names.h"
#include "frontend/test_file.h"
#include "report/rows/batch_problems.h"
#include "util/hash.h"
#include "util/json_fields.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

struct Rule {
  const char* id;
  const char* name;
  const char* brief;  ///< one sentence
  const char* full;
  const char* help;
  const char* level;
};

constexpr std::array kRules{
    Rule{
        kRaceRule, "HeterogeneousRace",
        "Two accesses conflict and are not ordered at a scope that contains both threads.",
        "Two threads access the same memory, at least one of them writes, and the memory model orders the two "
        "neither by synchronization at a scope that contains both threads nor by making both of them atomic at "
        "such a scope. The behaviour of the program is then undefined.",
        "Order the two accesses: widen the scope of the release or the acquire between them, strengthen its "
        "order, or add what is missing. `hrfcheck check` says what is missing, and `hrfcheck repair` finds the "
        "cheapest change.",
        "error"},
    Rule{"fault", "Fault", "A thread does something whose behaviour is undefined.",
         "In some execution that the memory model allows, a thread accesses memory out of bounds, divides by "
         "zero, overflows, fails an assertion, or computes an address from integers.",
         "The message names the instruction. `hrfcheck check` shows an execution that gets there.", "error"},
    Rule{"unreadable", "Unreadable", "The test cannot be read.",
         "The text of a test or kernel, its launch or its condition has a mistake or is not supported.",
         "Correct the text at the place that is marked.", "error"},
    Rule{
        "expectation", "FailedExpectation", "The answer differs from what is expected.",
        "The condition of the test, one of its `expect` or `terminates` lines, a log beside it, or a row of a "
        "file of expectations says something else than hrfcheck finds.",
        "Either the test or the expectation is wrong: `hrfcheck explain` says why an outcome is allowed or "
        "forbidden.",
        "error"},
    Rule{
        "no-answer", "NoAnswer", "There is no answer: undecided, vacuous, or the process ended.",
        "A time or memory limit or a loop bound was reached, there was no execution to judge, or the process "
        "that worked on the test ended early.",
        "Raise --timeout, --memory or --unroll, or make the test smaller.", "warning"}};

std::size_t ruleIndex(const std::string& id) {
  const auto* const rule = std::ranges::find_if(kRules, [&](const Rule& one) { return id == one.id; });
  return static_cast<std::size_t>(rule - kRules.begin());
}

/// What stands for the folder of the run; those who read the file know where it is.
constexpr const char* kRoot = "%SRCROOT%";

std::string cleanedLine(const std::string& text) {
  return cleaned(text, Controls::None);
}

Json messageJson(const std::string& text) {
  return {{"text", cleanedLine(text)}};
}

/// The text of a link, in which brackets would end it (SARIF 2.1.0, 3.11.6).
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += c == '[' || c == ']' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  }
  return result;
}

/// Text beside links, in which brackets are what they are unless they look like one.
std::string beside(const std::string& text) {
  return text.find("](") == std::string::npos ? text : escaped(text);
}

/// A path as a reference that is relative to the folder of the run, or as a file's address (RFC 3986).
std::string uriOf(const std::string& path) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/!$&'()*+,;=@";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    uri += kPlain.find(c) != std::string_view::npos
               ? std::string(1, c)
               : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return uri;
}

Json artifactJson(const std::string& path) {
  Json json{{"uri", uriOf(path)}};
  if (!path.starts_with('/')) {
    json["uriBaseId"] = kRoot;
  }
  return json;
}

Json regionJson(const FoundAt& where) {
  Json region{{"startLine", where.line}};
  if (where.region) {
    region["startColumn"] = where.region->column;
    region["endLine"] = where.region->endLine;
    region["endColumn"] = where.region->endColumn;
  }
  return region;
}

Json locationJson(const FoundAt& where) {
  Json physical{{"artifactLocation", artifactJson(where.file)}};
  if (where.line > 0) {
    physical["region"] = regionJson(where);
  }
  return {{"physicalLocation", std::move(physical)}};
}

/// A finding, and the models under which it was made.
struct Result {
  RowFinding finding;
  bool open = false;
  std::vector<std::string> models;
  std::vector<std::string> conditional = {};  ///< what it assumes
};

/// Without the numbers of lines, which change with what stands above.
std::string withoutLines(const std::string& message) {
  static constexpr std::string_view kLine = "line ";
  std::string result;
  for (std::size_t i = 0; i < message.size(); ++i) {
    result += message[i];
    if (result.ends_with(kLine)) {
      const std::size_t end = message.find_first_not_of("0123456789", i + 1);
      i = std::min(end, message.size()) - 1;
    }
  }
  return result;
}

/// The message with a link to the second place, where it names one.
Json linkedMessage(const RowFinding& finding, const std::string& rest) {
  const std::string& text = finding.message;
  const std::size_t at = finding.second.empty() ? std::string::npos : text.find(finding.second);
  if (at == std::string::npos || finding.where.size() < 2) {
    return messageJson(beside(text + rest));
  }
  return messageJson(beside(text.substr(0, at)) + "[" + escaped(finding.second) + "](1)" +
                     beside(text.substr(at + finding.second.size()) + rest));
}

class Fingerprints {
 public:
  /// The same for the same finding, wherever the lines have moved; numbered where several are alike.
  std::string of(const RowFinding& finding) {
    const std::string hash =
        hashText(finding.rule + "\n" + finding.where.front().file + "\n" + withoutLines(finding.message));
    return fmt::format("{}:{}", hash, ++seen_[hash]);
  }

 private:
  std::map<std::string, std::size_t> seen_;
};

Json resultJson(const Result& result, Fingerprints& fingerprints) {
  const auto& [finding, open, models, conditional] = result;
  const std::string under = models.empty() ? "" : fmt::format(" [{}]", fmt::join(models, ", "));
  Json json{{"ruleId", finding.rule},
            {"ruleIndex", ruleIndex(finding.rule)},
            {"kind", open ? "open" : "fail"},
            {"level", open ? "none" : "error"},
            {"message", linkedMessage(finding, under)},
            {"locations", Json::array({locationJson(finding.where.front())})},
            {"partialFingerprints", {{"hrfcheckFinding/v1", fingerprints.of(finding)}}}};
  if (!conditional.empty()) {
    json["properties"] = {{"conditional", conditional}};
  }
  for (std::size_t i = 1; i < finding.where.size(); ++i) {
    Json related = locationJson(finding.where[i]);
    related["id"] = i;
    if (i == 1 && !finding.second.empty()) {
      related["message"] = messageJson(beside(finding.second));
    }
    json["relatedLocations"].push_back(std::move(related));
  }
  return json;
}

/// "expected.csv:12" as a place; nothing for what is none.
std::optional<FoundAt> placeNamed(const std::string& source) {
  const std::size_t colon = source.rfind(':');
  std::uint32_t line = 0;
  if (colon == std::string::npos || colon + 1 == source.size()) {
    return std::nullopt;
  }
  const char* const end = source.data() + source.size();
  const auto [last, error] = std::from_chars(source.data() + colon + 1, end, line);
  return error == std::errc() && last == end && line > 0
             ? std::optional(FoundAt{source.substr(0, colon), line})
             : std::nullopt;
}

/// Where an expectation of a row is marked: at its line in the test, or else at the condition, with what says
/// it elsewhere behind.
std::vector<FoundAt> placesOf(const ResultRow& row, const ExpectationResult& result) {
  const std::string file = testPathOf(row.path).file;
  const std::optional<FoundAt> said = placeNamed(result.source);
  if (said && testPathOf(said->file).file == file) {
    const auto statement = std::ranges::find_if(row.expected, [&](const RowStatement& one) {
      return one.at && one.line == said->line &&
             nameIn(kExpectedPropertyNames, propertyOf(one.stated)) == result.property;
    });
    return {statement != row.expected.end() ? *statement->at : FoundAt{file, said->line}};
  }
  std::vector<FoundAt> places{row.condition.value_or(FoundAt{file, 0})};
  if (said) {
    places.push_back(*said);
  }
  return places;
}

class Results {
 public:
  void add(const ResultRow& row) {
    const FoundAt file{testPathOf(row.path).file, 0};
    const bool asExpected = !row.expectations.empty() && allAre(row, ExpectationOutcome::Met);
    for (const RowFinding& finding : row.findings) {
      if (!asExpected) {
        add(finding, false, row.model);
      }
    }
    for (const ExpectationResult& result : row.expectations) {
      if (result.outcome == ExpectationOutcome::Failed) {
        add({"expectation", fmt::format("{}: {}: {}", row.path, result.property, result.message),
             placesOf(row, result)},
            false, row.model, isConditional(row) ? row.log->conditional : std::vector<std::string>());
      }
    }
    if (row.status != RowStatus::Answered && row.findings.empty() && isProblem(row)) {
      const std::string why = row.reason.empty() ? "" : ": " + row.reason;
      add({"no-answer", fmt::format("{}: {}{}", row.path, nameOf(row.status), why), {file}},
          row.status != RowStatus::Orphan, row.model,
          isConditional(row) ? row.log->conditional : std::vector<std::string>());
    }
  }

  Json json() const {
    Fingerprints fingerprints;
    return arrayOf(results_, [&](const Result& result) { return resultJson(result, fingerprints); });
  }

 private:
  /// The same finding is added once, with every model that it is made under.
  void add(const RowFinding& finding, bool open, const std::string& model,
           const std::vector<std::string>& conditional = {}) {
    const FoundAt& where = finding.where.front();
    const auto [known, isNew] =
        indices_.try_emplace({finding.rule, finding.message, where.file, where.line}, results_.size());
    if (isNew) {
      results_.push_back({finding, open, {}, conditional});
    }
    std::vector<std::string>& models = results_[known->second].models;
    if (!model.empty() && std::ranges::find(models, model) == models.end()) {
      models.push_back(model);
    }
  }

  std::vector<Result> results_;
  std::map<std::tuple<std::string, std::string, std::string, std::uint32_t>, std::size_t> indices_;
};

Json rulesJson() {
  return arrayOf(kRules, [&](const Rule& rule) {
    return Json{{"id", rule.id},
                {"name", rule.name},
                {"shortDescription", {{"text", rule.brief}}},
                {"fullDescription", {{"text", rule.full}}},
                {"help", {{"text", rule.help}}},
                {"defaultConfiguration", {{"level", rule.level}}}};
  });
}

}  // namespace

std::string sarif(const Rows& rows, const std::string& version, const RunExtent& extent) {
  Results results;
  rows([&](const ResultRow& row) { results.add(row); });
  Json driver{{"name", "hrfcheck"}, {"version", version}, {"rules", rulesJson()}};
  Json invocation{{"executionSuccessful", extent.complete()}};
  Json notifications = arrayOf(extent.unlaunched, [](const std::string& file) {
    return Json{{"level", "note"}, {"message", messageJson(fmt::format("{} {}", file, kUnlaunched))}};
  });
  if (!extent.complete()) {
    notifications.push_back({{"level", "error"}, {"message", messageJson(incompleteText(extent))}});
  }
  if (!notifications.empty()) {
    invocation["toolExecutionNotifications"] = std::move(notifications);
  }
  const Json run{{"tool", {{"driver", std::move(driver)}}},
                 {"columnKind", "utf16CodeUnits"},
                 {"originalUriBaseIds",
                  {{kRoot, {{"description", {{"text", "The folder in which hrfcheck was run."}}}}}}},
                 {"invocations", Json::array({std::move(invocation)})},
                 {"results", results.json()}};
  const Json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline report
