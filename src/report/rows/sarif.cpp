#include "report/rows/sarif.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "frontend/test_file.h"
#include "report/rows/batch_problems.h"
#include "util/json_fields.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

struct Rule {
  const char* id;
  const char* text;
};

constexpr std::array kRules{
    Rule{"heterogeneous-race",
         "Two accesses conflict and are not ordered at a scope that contains both threads."},
    Rule{"fault", "A thread does something whose behaviour is undefined."},
    Rule{"unreadable", "The test cannot be read."},
    Rule{"expectation", "The answer differs from what is expected."},
    Rule{"no-answer", "There is no answer: undecided, vacuous, or the process ended."}};

Json messageJson(const std::string& text) {
  return {{"text", cleaned(text, Controls::None)}};
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

Json locationJson(const FoundAt& where) {
  Json physical{{"artifactLocation", {{"uri", uriOf(where.file)}}}};
  if (where.line > 0) {
    physical["region"] = {{"startLine", where.line}};
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

Json resultJson(const Result& result) {
  const auto& [finding, open, models, conditional] = result;
  const std::string under = models.empty() ? "" : fmt::format(" [{}]", fmt::join(models, ", "));
  Json json{{"ruleId", finding.rule},
            {"kind", open ? "open" : "fail"},
            {"level", open ? "none" : "error"},
            {"message", messageJson(finding.message + under)},
            {"locations", Json::array({locationJson(finding.where.front())})}};
  if (!conditional.empty()) {
    json["properties"] = {{"conditional", conditional}};
  }
  std::set<std::pair<std::string, std::uint32_t>> lines{
      {finding.where.front().file, finding.where.front().line}};
  for (const FoundAt& where : finding.where) {
    if (lines.emplace(where.file, where.line).second) {
      json["relatedLocations"].push_back(locationJson(where));
    }
  }
  return json;
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
        add({"expectation", fmt::format("{}: {}: {}", row.path, result.property, result.message), {file}},
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
    return arrayOf(results_, [&](const Result& result) { return resultJson(result); });
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
    return Json{{"id", rule.id}, {"shortDescription", {{"text", rule.text}}}};
  });
}

}  // namespace

std::string sarif(const Rows& rows, const std::string& version, const RunExtent& extent) {
  Results results;
  rows([&](const ResultRow& row) { results.add(row); });
  Json driver{{"name", "hrfcheck"}, {"version", version}, {"rules", rulesJson()}};
  Json invocation{{"executionSuccessful", extent.complete()}};
  if (!extent.complete()) {
    Json notification{{"level", "error"}, {"message", messageJson(incompleteText(extent))}};
    invocation["toolExecutionNotifications"] = Json::array({std::move(notification)});
  }
  const Json run{{"tool", {{"driver", std::move(driver)}}},
                 {"columnKind", "utf16CodeUnits"},
                 {"invocations", Json::array({std::move(invocation)})},
                 {"results", results.json()}};
  const Json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline report
