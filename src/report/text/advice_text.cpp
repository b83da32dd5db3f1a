#include <fmt/format.h>

#include <algorithm>

#include "program/ir/scope_levels.h"
#include "report/advice_report.h"
#include "report/machine/simulation_report.h"
#include "report/text/order_text.h"
#include "report/text/paint.h"
#include "report/text/text_layout.h"
#include "util/mapped.h"
#include "util/terminal_text.h"
#include "util/text.h"
#include "util/unified_diff.h"

namespace hrfcheck::inline report {
namespace {

std::string fileText(const Program& program) {
  return program.source->text().substr(0, program.source->fileEnd());
}

std::string costText(const Advice& advice) {
  const SearchResult& search = advice.search;
  const std::string cost = fmt::format("cost {}", search.best->cost);
  if (search.optimal) {
    return cost + ", the minimum possible";
  }
  return fmt::format("{}; the minimum cost is between {} and {}", cost, search.state.lowerBound,
                     search.best->cost);
}

class AdviceWriter {
 public:
  AdviceWriter(const Advice& advice, const AdviceTextOptions& options) : advice_(advice), options_(options) {}

  std::string run() {
    heading();
    beyond();
    if (advice_.search.best && !advice_.notAsWritten) {
      edits();
      proof();
      changes();
    }
    if (narrowing() && advice_.search.best && program().launched()) {
      text_ += "  This holds for the given launch and initial values; others may need more.\n";
    }
    others();
    if (options_.table) {
      table();
    }
    return std::move(text_);
  }

 private:
  const Program& program() const { return *advice_.test->written(); }
  /// What a forall is repaired for, which nobody need have asked for.
  bool holding() const { return !narrowing() && advice_.goal == RepairGoal::Hold; }
  bool racesToo() const {
    return std::ranges::any_of(advice_.demands, [](const Demand& demand) { return demand.goal.raceFree; });
  }
  std::string goal() const { return racesToo() ? "no race, and the forall holds" : "the forall holds"; }
  bool narrowing() const { return advice_.purpose == Purpose::Narrow; }

  std::string models() const {
    auto names =
        mapped<std::string>(advice_.demands, [&](const Demand& demand) { return demand.model.name; });
    return fmt::format("{}", fmt::join(names, ", "));
  }

  std::string headline() const {
    const SearchResult& search = advice_.search;
    if (advice_.notAsWritten) {
      return "not race-free: repair it first";
    }
    if (advice_.nothingToDo()) {
      return narrowing() ? "nothing can be narrowed" : "nothing to repair";
    }
    if (search.best) {
      const bool changed = !advice_.declared.empty() || search.best->assignment != advice_.test->asWritten();
      const std::string what = !changed ? "nothing narrowed so far" : narrowing() ? "narrowed" : "repaired";
      return what + (advice_.search.upToBound ? " up to the unrolling bound: " : ": ") + costText(advice_);
    }
    if (search.impossible) {
      return "impossible with these edits: none of them, alone or together, achieves the goal";
    }
    return search.stopped ? fmt::format("not found ({})", *search.stopped) : "not found";
  }

  void heading() {
    text_ += fmt::format("{}  ·  {}  ·  {}\n", program().source->name(), models(), headline());
    if (advice_.search.best && !advice_.search.optimal && advice_.search.stopped) {
      text_ += fmt::format("  stopped: {}\n", *advice_.search.stopped);
      if (advice_.search.locallyMinimal) {
        text_ += narrowing()
                     ? "  No single annotation can be weakened any further; several together may be.\n"
                     : "  No single edit can be left out or made cheaper; other edits may cost less.\n";
      }
    }
    if (!advice_.search.best && !advice_.search.impossible && !advice_.notAsWritten &&
        advice_.search.state.lowerBound > 0) {
      text_ += fmt::format("  no edits that cost less than {} achieve the goal\n",
                           advice_.search.state.lowerBound);
    }
    if (!advice_.search.best && holding()) {
      text_ +=
          fmt::format("  the goal: {}{}\n", goal(), racesToo() ? "; --goal race-free asks for less" : "");
    }
  }

  /// Where nothing was found: what was tried beside the edits, and what they cannot change.
  void beyond() {
    if (!advice_.notFound()) {
      return;
    }
    text_ += "  Neither a repair nor a proof that there is none among these edits was found.\n";
    text_ += fmt::format("  tried: {} sets of edits\n", advice_.search.state.asked);
    for (const Attempt& attempt : advice_.attempts) {
      if (attempt.achieves) {
        text_ += fmt::format("  what achieves the goal, although beyond these edits: {}\n", attempt.what);
      }
    }
    const auto others = std::ranges::count_if(advice_.attempts, [](const Attempt& a) { return !a.achieves; });
    if (others > 0) {
      text_ += fmt::format("  what does not achieve it, or is not known to: {}\n", otherAttempts());
    }
    if (!advice_.outOfReach.empty()) {
      text_ += "  out of reach of these edits:\n";
    }
    for (const std::string& what : advice_.outOfReach) {
      text_ += fmt::format("    {}\n", what);
    }
  }

  std::string otherAttempts() const {
    std::vector<std::string> texts;
    for (const Attempt& attempt : advice_.attempts) {
      if (!attempt.achieves) {
        texts.push_back(attempt.what + (attempt.undecided ? fmt::format(" ({})", *attempt.undecided) : ""));
      }
    }
    return fmt::format("{}", fmt::join(texts, "; "));
  }

  void edits() {
    const Assignment& assignment = advice_.search.best->assignment;
    std::vector<std::vector<std::string>> rows;
    for (const DeclaredEdit& edit : advice_.declared) {
      rows.push_back({fmt::format("line {}", edit.place.position().line),
                      fmt::format("{} -> {}", edit.from, edit.to), edit.line});
    }
    for (std::size_t i = 0; i < assignment.size(); ++i) {
      if (assignment[i] != 0) {
        rows.push_back(editRow(i, assignment[i]));
      }
    }
    if (rows.empty()) {
      return;
    }
    text_ += "\n" + aligned(rows);
    if (advice_.text) {
      text_ += "\n" + unifiedDiff(program().source->name(), fileText(*advice_.original), *advice_.text);
    } else {
      text_ += "\n  it is not known how to write these edits\n";
    }
  }

  static std::string lineOf(const EditVariable& site) {
    return fmt::format("line {}", site.place.position().line);
  }

  std::vector<std::string> editRow(std::size_t site, std::uint32_t variant) const {
    const EditVariable& here = advice_.test->sites()[site];
    const auto to = variantText(program(), here.variants[variant]);
    const std::string what = here.kind == SiteKind::ProxyFence ? "insert a fence between proxies"
                             : here.kind == SiteKind::Fence    ? fmt::format("insert a fence, {}", to)
                             : here.kind == SiteKind::NewBarrier
                                 ? fmt::format("insert a barrier, {}", to)
                                 : fmt::format("{} -> {}", variantText(program(), here.variants[0]), to);
    return {lineOf(here), what, here.text};
  }

  static std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    std::string text;
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
      widths.resize(row.size(), 0);
      for (std::size_t i = 0; i < row.size(); ++i) {
        widths[i] = std::max(widths[i], row[i].size());
      }
    }
    for (const auto& row : rows) {
      std::string line = "  ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        line += i + 1 < row.size() ? fmt::format("{:<{}}  ", row[i], widths[i]) : row[i];
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
  }

  void proof() {
    if (advice_.rechecks.empty()) {
      return;
    }
    std::vector<std::string> parts;
    for (const Recheck& check : advice_.rechecks) {
      if (check.beside) {
        continue;
      }
      const std::string answer = check.good        ? "confirmed"
                                 : check.undecided ? fmt::format("undecided ({})", *check.undecided)
                                                   : "REFUTED";
      parts.push_back(fmt::format("{} by {}", answer, check.engine) +
                      (advice_.demands.size() > 1 ? " under " + check.model : ""));
    }
    text_ += fmt::format("\n  re-checked after the edits{}: {}\n",
                         holding() ? fmt::format(" ({})", goal()) : "", fmt::join(parts, ", "));
    beside();
    if (advice_.search.upToBound) {
      text_ += "  note: shown only up to the unrolling bound (--unroll)\n";
    }
  }

  /// Of models that define no race: what became of the forall. An engine that gives up beside one that
  /// answers is not mentioned.
  void beside() {
    for (const AskedModel& model : advice_.beside) {
      const Recheck* answer = nullptr;
      for (const Recheck& check : advice_.rechecks) {
        const bool better = answer == nullptr || (answer->undecided && !check.undecided);
        answer = check.beside && check.model == model.name && better ? &check : answer;
      }
      if (answer != nullptr) {
        text_ += fmt::format("  under {}, which defines no race, the forall {} after the edits\n", model.name,
                             answer->undecided ? fmt::format("is undecided ({})", *answer->undecided)
                             : answer->good    ? "holds"
                                               : "DOES NOT HOLD");
      }
    }
  }

  void changes() {
    for (const OutcomeChange& change : advice_.changes) {
      const std::string under = advice_.demands.size() > 1 ? " under " + change.model : "";
      for (const auto& [what, states] :
           {std::pair("no longer possible", &change.lost), std::pair("newly possible", &change.gained)}) {
        for (const std::vector<Value>& state : *states) {
          text_ += fmt::format("  {}{}: {}\n", what, under, outcomeText(program(), state));
        }
      }
      if (change.lost.empty() && change.gained.empty()) {
        text_ += fmt::format("  the outcomes of the consistent executions stay the same{}\n", under);
      }
    }
  }

  void others() {
    for (const Assignment& assignment : advice_.search.others) {
      text_ += "\n  or, at the same cost:\n";
      std::vector<std::vector<std::string>> rows;
      for (std::size_t i = 0; i < assignment.size(); ++i) {
        if (assignment[i] != 0) {
          rows.push_back(editRow(i, assignment[i]));
        }
      }
      text_ += aligned(rows);
    }
  }

  void table() {
    if (!advice_.search.best || advice_.notAsWritten) {
      return;
    }
    std::vector<std::vector<std::string>> rows{{"place", "has", "needs", "instruction"}};
    const Assignment& best = advice_.search.best->assignment;
    std::string reasons;
    for (std::size_t i = 0; i < best.size(); ++i) {
      const EditVariable& site = advice_.test->sites()[i];
      rows.push_back({lineOf(site), variantText(program(), site.variants[0]),
                      variantText(program(), site.variants[best[i]]), site.text});
      reasons += reasonsAt(i);
    }
    text_ += "\n" + aligned(rows) + (reasons.empty() ? "" : "\n  why not weaker\n" + reasons);
  }

  std::string reasonsAt(std::size_t site) const {
    std::string text;
    for (const Weakening& weaker : advice_.weakenings) {
      const EditVariable& here = advice_.test->sites()[site];
      if (weaker.site == site && isStep(here, weaker.variant)) {
        text += fmt::format("    {}  {}: {}\n", lineOf(here),
                            variantText(program(), here.variants[weaker.variant]), reason(weaker));
      }
    }
    return text;
  }

  /// Whether a variant is weaker than what is needed in one respect only: reasons for the others follow.
  bool isStep(const EditVariable& site, std::uint32_t variant) const {
    const auto index = static_cast<std::size_t>(&site - advice_.test->sites().data());
    const auto& needed = site.variants[advice_.search.best->assignment[index]].annotation;
    const auto& given = site.variants[variant].annotation;
    if (!needed || !given || !needed->atomicity || !given->atomicity) {
      return true;
    }
    const Atomicity& a = *needed->atomicity;
    const Atomicity& b = *given->atomicity;
    return (a.order != b.order ? 1 : 0) + (a.level != b.level ? 1 : 0) + (a.remote != b.remote ? 1 : 0) <= 1;
  }

  std::string reason(const Weakening& weaker) const {
    if (weaker.finding && weaker.finding->check) {
      return raceText(*weaker.finding);
    }
    if (weaker.finding && weaker.finding->execution.complete()) {
      auto values = mapped<Value>(program().observed, [&](const StateVariable& v) {
        return weaker.finding->execution.finalValue(v);
      });
      return "new outcome " + outcomeText(program(), values);
    }
    return weaker.missing    ? "an outcome is lost"
           : weaker.harmless ? "as good"
           : weaker.finding  ? "an execution that does not complete as it should"
                             : fmt::format("undecided ({})", weaker.undecided.value_or("no answer"));
  }

  std::string raceText(const BadExecution& finding) const {
    if (!finding.pair) {
      return "undefined";
    }
    const EventStructure& structure = *finding.execution.structure;
    const auto place = [&](EventId e) {
      const Event& event = structure.events()[e];
      const Instruction& instruction =
          structure.program().threads[event.thread].instructions[event.instruction];
      return fmt::format("line {} of P{}", instruction.place.position().line, event.thread);
    };
    return fmt::format("{} and {} race", place(finding.pair->first), place(finding.pair->second));
  }

  const Advice& advice_;
  const AdviceTextOptions& options_;
  std::string text_;
};

}  // namespace

std::string variantText(const Program& program, const Variant& variant) {
  if (const auto& spaces = variant.spaces) {
    return spaces->global && spaces->local ? "global and local memory"
           : spaces->global                ? "global memory"
           : spaces->local                 ? "local memory"
                                           : "no memory";
  }
  const std::optional<Annotation>& annotation = variant.annotation;
  if (!annotation) {
    return "no fence";
  }
  if (!annotation->atomicity) {
    return "ordinary";
  }
  const Atomicity& a = *annotation->atomicity;
  return fmt::format("{} at {}{}", orderText(a.order), program.scopes.levels()[a.level],
                     a.remote ? ", remote" : "");
}

std::string adviceText(const Advice& advice, const AdviceTextOptions& options) {
  // Lines of the test are shown, in the diff, too: what moves a terminal's cursor is not.
  return terminalText(AdviceWriter(advice, options).run());
}

std::string costsText(const Costs& costs) {
  return concatenated(kCostRows, [&](const CostRow& row) {
    return fmt::format("  {:<11} {:>3}  {}\n", row.name, costs.*row.cost, row.meaning);
  });
}

}  // namespace hrfcheck::inline report
