#include <fmt/format.h>

#include <algorithm>

#include "cat/model/undefining_checks.h"
#include "report/advice_report.h"
#include "report/race_row.h"
#include "report/text/execution_line.h"
#include "report/text/paint.h"
#include "report/text/race_text.h"
#include "report/text/text_layout.h"
#include "report/triage/triage_report.h"
#include "util/text.h"

namespace hrfcheck::inline report {
namespace {

std::string accessText(const ReportedAccess& access) {
  return access.kind == ReportedKind::Any
             ? lineText(access)
             : fmt::format("{} ({})", lineText(access), nameIn(kReportedKindNames, access.kind));
}

/// What the model calls a race.
std::string raceLabel(const Model& model) {
  const auto race = std::ranges::find_if(model.checks, isRaceFlag);
  return race != model.checks.end() && !race->writtenName.empty() ? race->writtenName : kRaceLabel;
}

class ModelText {
 public:
  ModelText(const TriageReport& report, const TriagedModel& model, bool colour)
      : report_(report), model_(model), paint_{colour} {}

  std::string text() {
    heading();
    for (std::size_t i = 0; model_.answer && i < report_.pairs.size(); ++i) {
      pair(report_.pairs[i], model_.answer->pairs[i]);
    }
    notes();
    repair();
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    out_ += trimmed(fmt::format(text, std::forward<Args>(args)...)) + "\n";
  }

  std::size_t count(auto test) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        model_.answer->pairs, [&](const PairAnswer& answer) { return test(answer.verdict); }));
  }

  void heading() {
    std::string summary = fmt::format("undecided ({})", model_.undecided);
    if (model_.answer) {
      const std::size_t races = count([](PairVerdict v) { return v == PairVerdict::Race; });
      const std::size_t impossible = count(isImpossible);
      const std::size_t missing = count([](PairVerdict v) { return v == PairVerdict::NotFound; });
      const std::size_t open = count([](PairVerdict v) { return v == PairVerdict::Undecided; });
      summary = fmt::format("{}: {}, {} impossible", counted(report_.pairs.size(), "pair"),
                            counted(races, "race"), impossible);
      summary += missing > 0 ? fmt::format(", {} not found", missing) : "";
      summary += open > 0 ? fmt::format(", {} undecided", open) : "";
    }
    line("{}  ·  {}  ·  {}", paint_.strong(report_.program->name), model_.model, summary);
  }

  std::string wordOf(PairVerdict verdict) const {
    switch (verdict) {
      case PairVerdict::Race:
        return paint_.bad("RACE");
      case PairVerdict::NotFound:
        return paint_.doubtful("not found");
      case PairVerdict::Undecided:
        return paint_.doubtful("undecided");
      default:
        return paint_.good("impossible");
    }
  }

  void pair(const ReportedPair& pair, const PairAnswer& answer) {
    const std::string second = pair.second ? accessText(*pair.second) : "any access";
    const std::string times = pair.times > 1 ? fmt::format(", {} times", pair.times) : "";
    line("");
    line("  {}   {}  ×  {}   {}{}", wordOf(answer.verdict), accessText(pair.first), second,
         paint_.faint(pair.tool), times);
    if (answer.race) {
      out_ +=
          raceExplanation(model_.answer->verdict, *model_.asked, model_.answer->verdict.races[*answer.race],
                          {paint_.on, raceLabel(*model_.asked)});
      return;
    }
    if (!answer.why.empty()) {
      line("    {}", answer.why);
    }
    if (answer.shown) {
      meeting(*answer.shown, answer.verdict);
    }
  }

  void meeting(const ShownMeeting& shown, PairVerdict verdict) {
    const Program& program = shown.execution.structure->program();
    for (const EventId event : {shown.first, shown.second}) {
      const RaceRow row = raceRow(program, shown.execution.structure->instructionOf(event));
      line("    {}  {}  {}  {}", row.name, row.scope, paint_.faint(row.place), row.text);
    }
    line("    in the execution {}", executionLine(shown.execution));
    if (shown.steps.empty()) {
      return;
    }
    line("    {} orders them{}", model_.model,
         verdict == PairVerdict::Ordered ? ", as in every execution in which they meet" : "");
    for (const RaceStep& step : shown.steps) {
      const EventStructure& structure = *shown.execution.structure;
      if (structure.instructionOf(step.from) != structure.instructionOf(step.to)) {
        line("      {} → {}   {}", eventName(shown.execution, step.from), eventName(shown.execution, step.to),
             step.what);
      }
    }
  }

  void notes() {
    if (model_.answer) {
      const Verdict& verdict = model_.answer->verdict;
      if (verdict.undefined) {
        line("");
        line("  the launch has executions without a meaning: hrfcheck check says which");
      }
      for (const std::string& note : verdict.notes) {
        line("  note: {}", note);
      }
    }
  }

  void repair() {
    if (!model_.noRepair.empty()) {
      line("");
      line("  no repair: {}", model_.noRepair);
    }
    if (model_.repair) {
      out_ += "\n" + adviceText(*model_.repair, {paint_.on, false});
    }
  }

  const TriageReport& report_;
  const TriagedModel& model_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string triageText(const TriageReport& report, bool colour) {
  std::string text;
  for (const TriagedModel& model : report.models) {
    text += (text.empty() ? "" : "\n") + ModelText(report, model, colour).text();
  }
  if (report.withoutLines > 0) {
    text += fmt::format("\n{} without lines of a file\n", counted(report.withoutLines, "reported race"));
  }
  return text;
}

}  // namespace hrfcheck::inline report
