#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/text/shown_file.h"
#include "report/text/text_layout.h"
#include "report/text/text_report.h"
#include "report/text/verdict_text.h"

namespace hrfcheck::inline report {
namespace {

std::string raceColumn(const Verdict& verdict) {
  switch (verdict.raceStatus) {
    case RaceStatus::Racy:
      return verdict.races.empty()
                 ? "RACY"
                 : fmt::format("RACY, {} pair{}", verdict.races.size(), verdict.races.size() == 1 ? "" : "s");
    case RaceStatus::RaceFree:
      return verdict.undefined ? "UNDEFINED" : assumed(verdict, "race-free");
    case RaceStatus::NotDefined:
      return verdict.undefined ? "UNDEFINED" : "no races defined";
    case RaceStatus::Undecided:
      return verdict.undefined ? "UNDEFINED" : "undecided";
    case RaceStatus::Vacuous:
      return verdict.undefined ? "UNDEFINED" : assumed(verdict, "vacuous");
    case RaceStatus::NotAsked:
      return verdict.undefined ? "UNDEFINED" : "not checked";
  }
  return {};
}

/// The name, with a mark where the report has a note about what the model does not define.
std::string modelColumn(const SummaryRow& row) {
  return row.verdict->outsideOfModel ? row.model + " *" : row.model;
}

/// What stands under `answerTitle`.
std::string answerColumn(const Program& program, const Verdict& verdict) {
  if (asksCondition(program)) {
    return conditionAnswer(verdict);
  }
  if (verdict.outcomesAsked != OutcomeSearch::All) {
    return "not computed";
  }
  const std::uint64_t found = verdict.analysis.outcomesFound();
  return verdict.incomplete ? fmt::format("at least {} ({})", found, *verdict.incomplete)
                            : std::to_string(found);
}

std::string answerTitle(const Program& program) {
  return asksCondition(program) ? conditionText(program) : "final states";
}

}  // namespace

std::string summaryTable(const Program& program, const std::vector<SummaryRow>& rows, bool colour) {
  const Paint paint{colour};
  std::size_t name = 5;
  std::size_t races = 5;
  bool marked = false;
  std::map<std::string, std::vector<std::string>> notApplicable;
  for (const SummaryRow& row : rows) {
    if (row.verdict == nullptr) {
      notApplicable[row.notApplicable].push_back(row.model);
      continue;
    }
    name = std::max(name, modelColumn(row).size());
    marked |= row.verdict->outsideOfModel;
    races = std::max(races, raceColumn(*row.verdict).size());
  }
  std::string out = paint.strong(shownFile(program)) + "\n";
  out += fmt::format("  {:<{}}  {:<{}}  {}\n", "model", name, "races", races, answerTitle(program));
  for (const SummaryRow& row : rows) {
    if (row.verdict != nullptr) {
      const std::string verdict = fmt::format("{:<{}}", raceColumn(*row.verdict), races);
      out += fmt::format("  {:<{}}  {}  {}\n", modelColumn(row), name,
                         paintedHeadline(*row.verdict, verdict, paint), answerColumn(program, *row.verdict));
    }
  }
  if (marked) {
    out +=
        "  * the test uses something that the model's source does not define; see the note in its report\n";
  }
  for (const auto& [reason, models] : notApplicable) {
    out += fmt::format("  not applicable ({}):\n{}", reason, wrapped(models, "    "));
  }
  return out;
}

}  // namespace hrfcheck::inline report
