#include "report/html/page_cell.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "check/status_names.h"
#include "report/html/cell_kind.h"
#include "report/html/source_marks.h"
#include "report/rows/batch_problems.h"
#include "report/scene/written_dot.h"

namespace hrfcheck::inline report {
namespace {

/// Findings that are listed beside the source of one row.
constexpr std::size_t kMostFindings = 40;

/// The line of a log for a final state.
std::string stateText(const LoggedState& state) {
  std::string text;
  for (const auto& [name, value] : state) {
    text += (text.empty() ? "" : "  ") + name + "=" + value;
  }
  return text.empty() ? "(nothing is observed)" : text;
}

/// A line for each scheduler.
std::string progressText(const ResultRow& row) {
  std::string text;
  for (const ProgressLine& line : row.progress) {
    text += (text.empty() ? "" : "\n") + line.scheduler + ": " + nameOf(line.answer);
    text += line.reason.empty() ? "" : " (" + line.reason + ")";
    text += line.conditional.empty() ? "" : " (conditional: " + line.conditional + ")";
  }
  return text;
}

/// "Race", "Fault", "Error": what stands in front of a finding's number.
const char* wordFor(const RowFinding& finding) {
  return finding.rule == kRaceRule ? "Race" : finding.rule == "fault" ? "Fault" : "Error";
}

nlohmann::ordered_json changeJson(const RowChange& change) {
  nlohmann::ordered_json json{nameOf(change.kind), change.was};
  for (const std::string& note : change.notes) {
    json.push_back(note);
  }
  return json;
}

}  // namespace

bool needsAttention(const ResultRow& row, const RowChange* change) {
  const RowKind kind = kindOf(row);
  const bool found = kind == RowKind::Racy || kind == RowKind::Undefined;
  const bool changed = change != nullptr && change->kind != ChangeKind::New;
  return isProblem(row) || changed || (found && row.expectations.empty());
}

std::size_t PageCells::add(const ResultRow& row) {
  const CellKind& kind = cellKindOf(row);
  Json cell{{"k", kind.name}, {"w", cellWord(row)}, {"s", nameOf(row.status)}};
  if (row.status == RowStatus::Undecided && kind.kind != RowKind::Undecided) {
    cell["q"] = 1;  // what was found stands, but there may be more
  }
  if (!row.reason.empty()) {
    cell["y"] = texts_.add(row.reason);
  }
  if (isConditional(row)) {
    const std::string assumed =
        fmt::format("conditional: holds if {}", fmt::join(row.log->conditional, "; and if "));
    cell["y"] = texts_.add(row.reason.empty() ? assumed : row.reason + "; " + assumed);
  }
  if (row.races) {
    cell["r"] = nameOf(*row.races);
  }
  if (row.log) {
    addLog(cell, *row.log);
  }
  if (!row.progress.empty()) {
    cell["g"] = texts_.add(progressText(row));
  }
  addExpectations(cell, row);
  const RowChange* change = options_->changes == nullptr ? nullptr : options_->changes->of(row);
  if (change != nullptr) {
    cell["z"] = changeJson(*change);
  }
  addSource(cell, row);
  addDetails(cell, row, change);
  return cells_.add(scriptJson(cell));
}

std::size_t PageCells::addRemoved(const RowChange& change) {
  return cells_.add(
      scriptJson(Json{{"k", "removed"}, {"w", "removed"}, {"s", "removed"}, {"z", changeJson(change)}}));
}

void PageCells::addExpectations(Json& cell, const ResultRow& row) {
  if (failed(row)) {
    cell["f"] = 1;
  }
  if (std::string expected = expectedWord(row); !expected.empty()) {
    // The word alone would say that nothing is wrong.
    const bool otherwise = failed(row) && cell.value("w", std::string()) == expected;
    cell["a"] = otherwise ? expected + ", with other details" : expected;
  }
  for (const ExpectationResult& e : row.expectations) {
    cell["x"].push_back(
        {nameOf(e.outcome), texts_.add(e.source), e.property, e.scheduler, texts_.add(e.message)});
  }
}

void PageCells::addLog(Json& cell, const LogEntry& log) {
  if (log.asked == CheckQuestion::Everything) {
    std::string states;
    for (const LoggedState& state : log.states) {
      states += (states.empty() ? "" : "\n") + stateText(state);
    }
    cell["n"] = log.states.size();
    cell["t"] = texts_.add(states);
  }
  cell["c"] = texts_.add(log.condition);
  const std::string observed = nameIfAny(log.observation);
  const bool cycle =
      std::ranges::find(log.onlyThroughValueCycle, "condition") != log.onlyThroughValueCycle.end();
  cell["o"] = asksNoCondition(log.asked) ? "not checked"
              : cycle                    ? observed + ", only through a value cycle"
                                         : observed;
  cell["l"] = resultText(log.result);
}

void PageCells::addSource(Json& cell, const ResultRow& row) {
  for (const RowText& file : row.texts) {
    cell["u"].push_back(files_.add(scriptJson(Json{file.file, file.text})));
  }
  for (const SourceMark& mark : sourceMarks(row, kMostFindings)) {
    cell["m"].push_back({mark.finding, mark.text, mark.begin, mark.length});
  }
  for (std::size_t i = 0; i < std::min(kMostFindings, row.findings.size()); ++i) {
    const RowFinding& finding = row.findings[i];
    const FoundAt& at = finding.where.front();
    const std::string place = at.line == 0 ? at.file : fmt::format("{}:{}", at.file, at.line);
    cell["d"].push_back({wordFor(finding), texts_.add(place), texts_.add(finding.message)});
  }
  if (row.findings.size() > kMostFindings) {
    cell["i"] = row.findings.size() - kMostFindings;
  }
}

void PageCells::addDetails(Json& cell, const ResultRow& row, const RowChange* change) {
  if (row.repair) {
    cell["v"] = texts_.add(row.repair->cost ? row.repair->text : "not found: " + row.repair->reason);
  }
  if (row.report.empty() && row.picture.empty()) {
    return;
  }
  if (!options_->allDetails && !needsAttention(row, change)) {
    ++left_;
    cell["j"] = 1;
    return;
  }
  ++detailed_;
  addReport(cell, row);
  addPicture(cell, row.picture);
}

/// Reports of different models often differ in their first line only, which the page can write itself.
void PageCells::addReport(Json& cell, const ResultRow& row) {
  if (row.report.empty()) {
    return;
  }
  const std::string head = row.path + "  ·  " + row.model + "  ·  ";
  const bool usual = row.report.starts_with(head);
  cell["b"] = texts_.add(usual ? row.report.substr(head.size()) : row.report);
  if (usual) {
    cell["h"] = 1;
  }
}

void PageCells::addPicture(Json& cell, const std::string& dot) {
  if (dot.empty()) {
    return;
  }
  if (!isExecutionDot(dot)) {
    cell["e"] = "not drawn: the results contain something other than a picture";
  } else if (!options_->draw) {
    cell["e"] = "not drawn: Graphviz was not available";
  } else if (pictures_.find(dot) != nullptr || pictures_.size() < options_->mostPictures) {
    cell["p"] = pictures_.add(dot);
  } else {
    cell["e"] = fmt::format("not drawn: the page has {} pictures already", options_->mostPictures);
  }
}

}  // namespace hrfcheck::inline report
