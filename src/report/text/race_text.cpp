#include "report/text/race_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/explain/race_order.h"
#include "check/races/annotation_edit.h"
#include "report/race_row.h"
#include "report/text/execution_line.h"
#include "report/text/fix_text.h"
#include "report/text/paint.h"
#include "report/text/text_layout.h"

namespace hrfcheck::inline report {
namespace {

/// One step of the chain as columns; `why` stands at the end, or below where there is no room.
struct StepRow {
  std::string ends, what, mark, why;
  bool ordered;
};

class RaceText {
 public:
  RaceText(const Verdict& verdict, const Model& model, const Race& race, const RaceTextOptions& options)
      : verdict_(verdict),
        model_(model),
        race_(race),
        program_(*verdict.program),
        witness_(race.witness.execution()),
        label_(options.label),
        paint_{options.colour} {}

  std::string text() {
    pair();
    line("    in the execution {}", executionLine(witness_));
    if (!race_.explained) {
      line("    there was no time to explain why they are not ordered");
      return std::move(out_);
    }
    chain();
    const RaceStep* missing = firstMissing(race_.steps);
    if (!race_.explanation.empty() && (missing == nullptr || !race_.explanation.starts_with(missing->why))) {
      line("    not ordered: {}", race_.explanation);
    } else if (race_.scopeInclusion) {
      line("    both are atomic: a scope-inclusion violation");
    }
    for (const std::string& named : namedRows(program_, race_)) {
      line("      {}", named);
    }
    edit();
    followers();
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    out_ += trimmed(fmt::format(text, std::forward<Args>(args)...)) + "\n";
  }

  std::string name(InstructionRef where) const {
    return program_.instructionName(where.thread, where.instruction);
  }

  void pair() {
    const RaceRow rows[] = {raceRow(program_, race_.first), raceRow(program_, race_.second)};
    const auto width = [&](std::string RaceRow::*part) {
      return std::max((rows[0].*part).size(), (rows[1].*part).size());
    };
    for (const RaceRow& row : rows) {
      const bool top = &row == &rows[0];
      const std::string label = top ? paint_.bad(label_) : std::string(label_.size(), ' ');
      line("  {}   {:<{}}  {:<{}}  {}{}  {}", label, row.name, width(&RaceRow::name), row.scope,
           width(&RaceRow::scope), paint_.faint(row.place),
           std::string(width(&RaceRow::place) - row.place.size(), ' '), row.text);
    }
  }

  static StepRow rowOf(const Execution& execution, const RaceStep& step) {
    const std::string ends =
        fmt::format("{} → {}", eventName(execution, step.from), eventName(execution, step.to));
    switch (step.status) {
      case RaceStep::Status::Ordered:
        return {ends, step.what, "ordered", "", true};
      case RaceStep::Status::NotCombined:
        return {ends, step.what, "NOT COMBINED", step.why, false};
      case RaceStep::Status::Missing:
        return {ends, step.what, "MISSING", step.why, false};
    }
    return {};
  }

  void chain() {
    if (race_.steps.empty()) {
      return;
    }
    const auto order = raceOrder(model_);
    const std::string by = order && !model_.nodes[*order].name.empty()
                               ? fmt::format(" (by {} of {})", model_.nodes[*order].name, model_.name)
                               : "";
    line("    the chain that comes closest to ordering them{}", by);
    std::vector<StepRow> rows;
    std::size_t ends = 0;
    std::size_t what = 0;
    for (const RaceStep& step : race_.steps) {
      const EventStructure& structure = *witness_.structure;
      const bool within = structure.instructionOf(step.from) == structure.instructionOf(step.to);
      if (within && step.status == RaceStep::Status::Ordered) {
        continue;  // the halves of one read-modify-write
      }
      rows.push_back(rowOf(witness_, step));
      ends = std::max(ends, rows.back().ends.size());
      what = std::max(what, rows.back().what.size());
    }
    for (const StepRow& row : rows) {
      // Every `ends` has one arrow, so that bytes pad as well as characters would.
      line("      {}{}   {:<{}}   {}", row.ends, std::string(ends - row.ends.size(), ' '), row.what, what,
           row.ordered ? paint_.good(row.mark) : paint_.bad(row.mark));
      if (!row.ordered) {
        line("        {}", row.why);
      }
    }
  }

  void edit() {
    if (race_.followsFrom) {
      const Race& cause = verdict_.races[*race_.followsFrom];
      line("    follows from {} × {}: ordering that pair orders this one, too", name(cause.first),
           name(cause.second));
      return;
    }
    if (race_.fix.empty()) {
      line(
          "    no small change of scopes or orders was found that orders them; hrfcheck repair searches further");
      return;
    }
    line("    {} if {}{}", remedy(race_), fixText(program_, namedEdits(program_, race_.fix)),
         race_.fixUpToBound ? fmt::format(" (checked for {} loop iterations)", verdict_.unrollBound) : "");
  }

  void followers() {
    for (const Race& other : verdict_.races) {
      if (other.followsFrom && verdict_.races[*other.followsFrom].first == race_.first &&
          verdict_.races[*other.followsFrom].second == race_.second) {
        line("    from it follows the race {} × {}", name(other.first), name(other.second));
      }
    }
  }

  const Verdict& verdict_;
  const Model& model_;
  const Race& race_;
  const Program& program_;
  Execution witness_;
  std::string label_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string raceExplanation(const Verdict& verdict, const Model& model, const Race& race,
                            const RaceTextOptions& options) {
  return RaceText(verdict, model, race, options).text();
}

}  // namespace hrfcheck::inline report
