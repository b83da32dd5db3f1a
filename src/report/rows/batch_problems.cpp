#include "report/rows/batch_problems.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/test_file.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

bool isOpenExpectation(const ExpectationResult& result) {
  return result.outcome == ExpectationOutcome::Failed || result.outcome == ExpectationOutcome::Undecided;
}

bool isOpen(RowStatus status) {
  return status == RowStatus::Undecided || status == RowStatus::Vacuous;
}

/// A bound that was reached as expected is no open question.
bool asExpected(const ResultRow& row) {
  return allAre(row, ExpectationOutcome::Met);
}

bool lacksAnswer(const ResultRow& row) {
  switch (row.status) {
    case RowStatus::Undecided:
    case RowStatus::Vacuous:
      return !asExpected(row);
    case RowStatus::Crashed:
    case RowStatus::Error:
    case RowStatus::Orphan:
      return true;
    case RowStatus::Answered:
    case RowStatus::Unsupported:
    case RowStatus::NotApplicable:
      return false;
  }
  return false;
}

struct Problem {
  std::string text;
  bool failed = false;
  std::vector<std::string> models;
  std::vector<std::string> sources;
};

/// Adds an element that is not there yet; an empty one says nothing.
void addOnce(std::vector<std::string>& all, const std::string& element) {
  if (!element.empty() && std::ranges::find(all, element) == all.end()) {
    all.push_back(element);
  }
}

class Problems {
 public:
  void addRace(const ResultRow& row) { problem("racy" + whereRaces(row), true, row.model); }
  void add(const ResultRow& row) {
    std::string status = nameOf(row.status);
    if (!row.reason.empty()) {
      status = row.status == RowStatus::Orphan ? row.reason : fmt::format("{}: {}", status, row.reason);
    }
    if (lacksAnswer(row)) {
      problem(status, failed(row) || !isOpen(row.status), row.model);
    }
    for (const ExpectationResult& result : row.expectations) {
      if (!isOpenExpectation(result)) {
        continue;
      }
      // An expectation that is open because there is no answer says the same again.
      const bool again = result.message == row.reason || result.message == status;
      const std::string text = again && lacksAnswer(row) ? status : textOf(result);
      Problem& found = problem(text, result.outcome == ExpectationOutcome::Failed, row.model);
      addOnce(found.sources,
              result.source == "none" || result.source == result.property ? "" : result.source);
    }
  }

  const std::vector<Problem>& all() const { return all_; }

 private:
  /// ": lines 9 and 20, and 2 more pairs", of the pairs of lines that are known.
  static std::string whereRaces(const ResultRow& row) {
    const auto isRace = [](const RowFinding& finding) { return finding.rule == kRaceRule; };
    const auto first = std::ranges::find_if(row.findings, isRace);
    if (first == row.findings.end()) {
      return "";
    }
    const std::string file = testPathOf(row.path).file;
    const auto place = [&](const FoundAt& at) {
      return at.file == file ? std::to_string(at.line) : fmt::format("{}:{}", at.file, at.line);
    };
    const std::string one = place(first->where.front());
    const std::string other = first->where.size() > 1 ? place(first->where[1]) : one;
    const auto more = std::ranges::count_if(row.findings, isRace) - 1;
    return fmt::format(": {}{}", one == other ? "line " + one : fmt::format("lines {} and {}", one, other),
                       more == 0   ? ""
                       : more == 1 ? ", and 1 more pair of lines"
                                   : fmt::format(", and {} more pairs of lines", more));
  }

  static std::string textOf(const ExpectationResult& result) {
    if (result.property == "presence") {
      return result.message;
    }
    const std::string what = result.scheduler.empty()
                                 ? result.property
                                 : fmt::format("{} under {}", result.property, result.scheduler);
    const char* outcome = result.outcome == ExpectationOutcome::Failed ? "" : " undecided";
    return fmt::format("{}{}: {}", what, outcome, result.message);
  }

  Problem& problem(const std::string& text, bool isFailure, const std::string& model) {
    auto found = std::ranges::find(all_, text, &Problem::text);
    if (found == all_.end()) {
      found = all_.insert(found, {text, false, {}, {}});
    }
    found->failed |= isFailure;
    addOnce(found->models, model);
    return *found;
  }

  std::vector<Problem> all_;
};

/// Each line of a text cleaned, those after the first indented.
std::string indented(const std::string& text, const char* indent) {
  std::string result;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += (begin == 0 ? "" : indent) + cleaned(text.substr(begin, end - begin), Controls::None) + "\n";
    begin = end + 1;
  }
  return result.empty() ? "\n" : result;
}

}  // namespace

bool isProblem(const ResultRow& row) {
  return lacksAnswer(row) || isUnexpectedRace(row) ||
         std::ranges::any_of(row.expectations, isOpenExpectation);
}

bool isUnexpectedRace(const ResultRow& row) {
  return kindOf(row) == RowKind::Racy &&
         std::ranges::none_of(row.expectations, [](const ExpectationResult& result) {
           return result.outcome == ExpectationOutcome::Met &&
                  (result.property == "race" || result.property == "outcomes");
         });
}

std::string problemsOf(const std::vector<ResultRow>& rows, const Paint& paint, bool withRaces) {
  Problems problems;
  for (const ResultRow& row : rows) {
    if (withRaces && isUnexpectedRace(row)) {
      problems.addRace(row);
    }
    if (isProblem(row)) {
      problems.add(row);
    }
  }
  if (problems.all().empty()) {
    return "";
  }
  std::string out = paint.strong(cleaned(rows.front().path, Controls::None)) + "\n";
  for (const Problem& problem : problems.all()) {
    std::string text = problem.text;
    if (!problem.sources.empty()) {
      text += fmt::format("  ({})", fmt::join(problem.sources, ", "));
    }
    const std::string models = cleaned(fmt::format("{}", fmt::join(problem.models, ", ")), Controls::None);
    const std::string who = models.empty() ? "" : models + ": ";
    out += "  " + (problem.failed ? paint.bad(who) : paint.doubtful(who)) + indented(text, "    ");
  }
  return out;
}

}  // namespace hrfcheck::inline report
