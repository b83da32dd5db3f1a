#include "report/rows/junit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <vector>

#include "check/status_names.h"
#include "frontend/test_file.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

enum class CaseResult { Passed, Failure, Error, Skipped };

bool has(const ResultRow& row, ExpectationOutcome outcome) {
  return std::ranges::find(row.expectations, outcome, &ExpectationResult::outcome) != row.expectations.end();
}

CaseResult resultOf(const ResultRow& row) {
  switch (row.status) {
    case RowStatus::Crashed:
    case RowStatus::Error:
      return CaseResult::Error;
    case RowStatus::Orphan:
      return CaseResult::Failure;
    case RowStatus::Answered:
    case RowStatus::Undecided:
    case RowStatus::Vacuous:
    case RowStatus::Unsupported:
    case RowStatus::NotApplicable:
      break;
  }
  if (failed(row)) {
    return CaseResult::Failure;
  }
  // An answer of which a part was expected has passed when that part was decided.
  const bool noneDecided =
      (has(row, ExpectationOutcome::Unsupported) || has(row, ExpectationOutcome::NotAsked)) &&
      !has(row, ExpectationOutcome::Met);
  const bool open = row.status == RowStatus::Undecided || row.status == RowStatus::Vacuous
                        ? !has(row, ExpectationOutcome::Met) || has(row, ExpectationOutcome::Undecided)
                        : row.status != RowStatus::Answered || has(row, ExpectationOutcome::Undecided);
  return open || noneDecided ? CaseResult::Skipped : CaseResult::Passed;
}

/// What was expected and not met, a line for each.
std::vector<std::string> complaintsOf(const ResultRow& row) {
  std::vector<std::string> lines;
  for (const ExpectationResult& result : row.expectations) {
    if (result.outcome != ExpectationOutcome::Met) {
      const std::string scheduler = result.scheduler.empty() ? "" : " under " + result.scheduler;
      lines.push_back(fmt::format("{}{} {}: {} ({})", result.property, scheduler, nameOf(result.outcome),
                                  result.message, result.source));
    }
  }
  return lines;
}

/// What was found in a particular way, a line for each.
std::vector<std::string> remarksOn(const ResultRow& row) {
  std::vector<std::string> lines;
  for (const std::string& what : row.log ? row.log->onlyThroughValueCycle : std::vector<std::string>()) {
    if (what != kSomeStates) {
      lines.push_back(fmt::format("{}: found only through a value cycle", what));
    }
  }
  return lines;
}

std::string messageOf(const ResultRow& row, CaseResult result, const std::vector<std::string>& complaints) {
  if (result == CaseResult::Failure) {
    const auto first =
        std::ranges::find(row.expectations, ExpectationOutcome::Failed, &ExpectationResult::outcome);
    return first == row.expectations.end() ? row.reason : first->message;
  }
  if (row.status != RowStatus::Answered) {
    return row.reason.empty() ? nameOf(row.status) : fmt::format("{}: {}", nameOf(row.status), row.reason);
  }
  return complaints.empty() ? "" : complaints.front();
}

/// The folder with dots and the name without its ending, as such reports name classes and methods.
std::pair<std::string, std::string> classAndName(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
  std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  folder.erase(0, folder.find_first_not_of("./"));
  std::ranges::replace(folder, '/', '.');
  constexpr std::string_view kEnding = ".litmus";
  if (name.size() > kEnding.size() && name.ends_with(kEnding)) {
    name.resize(name.size() - kEnding.size());
  }
  return {folder.empty() ? "." : folder, name};
}

struct SuiteCounts {
  std::size_t tests = 0;
  std::map<CaseResult, std::size_t> results;
  double seconds = 0;

  void add(CaseResult result, double time) {
    ++tests;
    ++results[result];
    seconds += time;
  }
};

class Document {
 public:
  Document(bool times, CheckQuestion asked)
      : times_(times), asked_(asked), root_(document_.append_child("testsuites")) {
    pugi::xml_node declaration = document_.prepend_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
  }

  /// The suite of a run that stopped early.
  void addIncomplete(const RunExtent& extent) {
    pugi::xml_node suite = root_.append_child("testsuite");
    SuiteCounts counts;
    counts.add(CaseResult::Error, 0);
    all_.add(CaseResult::Error, 0);
    addCounts(suite, "the run", counts);
    pugi::xml_node properties = suite.append_child("properties");
    for (const auto& [name, value] :
         {std::pair("tests", std::to_string(extent.tests)),
          std::pair("tests.run", std::to_string(extent.done)),
          std::pair("tests.not-run", std::to_string(extent.left())), std::pair("stopped", extent.stopped)}) {
      addProperty(properties, name, value);
    }
    pugi::xml_node node = suite.append_child("testcase");
    attribute(node, "classname", "hrfcheck.batch");
    attribute(node, "name", "every test is run");
    attribute(node, "time", timeText(0));
    pugi::xml_node error = node.append_child("error");
    attribute(error, "message", incompleteText(extent));
    attribute(error, "type", "incomplete");
  }

  /// Kernels' files that are no tests.
  void addUnlaunched(const std::vector<std::string>& files) {
    pugi::xml_node suite = root_.append_child("testsuite");
    SuiteCounts counts;
    for (const std::string& file : files) {
      counts.add(CaseResult::Skipped, 0);
      all_.add(CaseResult::Skipped, 0);
      const auto [folder, name] = classAndName(file);
      pugi::xml_node node = suite.append_child("testcase");
      attribute(node, "classname", folder);
      attribute(node, "name", name);
      attribute(node, "file", file);
      attribute(node, "time", timeText(0));
      attribute(node.append_child("skipped"), "message", kUnlaunched);
    }
    addCounts(suite, "(no launch)", counts);
  }

  void add(const ResultRow& row) {
    auto [suite, isNew] = suites_.try_emplace(row.model);
    if (isNew) {
      suite->second.first = root_.append_child("testsuite");
      addQuestion(suite->second.first);
    }
    const CaseResult result = resultOf(row);
    suite->second.second.add(result, row.seconds);
    all_.add(result, row.seconds);
    addCase(suite->second.first, row, result);
  }

  std::string text() {
    for (auto& [model, suite] : suites_) {
      addCounts(suite.first, model.empty() ? "(no model)" : model, suite.second);
    }
    addCounts(root_, "hrfcheck batch", all_);
    std::ostringstream out;
    document_.save(out, "  ");
    return out.str();
  }

 private:
  static void attribute(pugi::xml_node node, const char* name, const std::string& value) {
    node.append_attribute(name) = cleaned(value, Controls::Xml).c_str();
  }

  static void addProperty(pugi::xml_node properties, const char* name, const std::string& value) {
    pugi::xml_node property = properties.append_child("property");
    attribute(property, "name", name);
    attribute(property, "value", value);
  }

  /// What alone its cases were asked.
  void addQuestion(pugi::xml_node suite) const {
    if (asked_ != CheckQuestion::Everything) {
      addProperty(suite.append_child("properties"), "only", nameOf(asked_));
    }
  }

  std::string timeText(double seconds) const { return fmt::format("{:.3f}", times_ ? seconds : 0.0); }

  void addCase(pugi::xml_node suite, const ResultRow& row, CaseResult result) const {
    const auto [folder, name] = classAndName(row.path);
    pugi::xml_node node = suite.append_child("testcase");
    attribute(node, "classname", folder);
    attribute(node, "name", name);
    attribute(node, "file", testPathOf(row.path).file);
    attribute(node, "time", timeText(row.seconds));
    if (isConditional(row)) {
      const std::string assumed = fmt::format("{}", fmt::join(row.log->conditional, "; "));
      addProperty(node.append_child("properties"), "conditional", assumed);
    }
    const std::vector<std::string> complaints = complaintsOf(row);
    std::vector<std::string> said = complaints;
    std::ranges::copy(remarksOn(row), std::back_inserter(said));
    const std::string text = cleaned(fmt::format("{}", fmt::join(said, "\n")), Controls::Xml);
    if (result == CaseResult::Passed) {
      if (!text.empty()) {
        node.append_child("system-out").text() = text.c_str();
      }
      return;
    }
    pugi::xml_node child = node.append_child(result == CaseResult::Error     ? "error"
                                             : result == CaseResult::Failure ? "failure"
                                                                             : "skipped");
    attribute(child, "message", messageOf(row, result, complaints));
    if (result == CaseResult::Error) {
      attribute(child, "type", nameOf(row.status));
    }
    if (!text.empty()) {
      child.text() = text.c_str();
    }
  }

  /// In front of the children, in the usual order.
  void addCounts(pugi::xml_node node, const std::string& name, SuiteCounts& counts) const {
    attribute(node, "name", name);
    node.append_attribute("tests") = static_cast<unsigned long long>(counts.tests);
    for (const auto& [word, result] :
         {std::pair("failures", CaseResult::Failure), std::pair("errors", CaseResult::Error),
          std::pair("skipped", CaseResult::Skipped)}) {
      node.append_attribute(word) = static_cast<unsigned long long>(counts.results[result]);
    }
    attribute(node, "time", timeText(counts.seconds));
  }

  bool times_;
  CheckQuestion asked_;
  pugi::xml_document document_;
  pugi::xml_node root_;
  std::map<std::string, std::pair<pugi::xml_node, SuiteCounts>> suites_;
  SuiteCounts all_;
};

}  // namespace

std::string junitXml(const Rows& rows, bool times, const RunExtent& extent) {
  Document document(times, extent.asked);
  if (!extent.complete()) {
    document.addIncomplete(extent);
  }
  rows([&](const ResultRow& row) { document.add(row); });
  if (!extent.unlaunched.empty()) {
    document.addUnlaunched(extent.unlaunched);
  }
  return document.text();
}

}  // namespace hrfcheck::inline report
