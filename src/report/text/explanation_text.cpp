#include "report/text/explanation_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cat/model/check_kind_name.h"
#include "check/races/annotation_edit.h"
#include "check/races/sync_path.h"
#include "report/text/execution_line.h"
#include "report/text/paint.h"
#include "report/text/shown_file.h"
#include "report/text/text_layout.h"
#include "report/text/verdict_text.h"

namespace hrfcheck::inline report {
namespace {

std::string written(const Place& place) {
  return place.known() ? std::string(place.source->slice(place.span)) : "";
}

std::string whereText(const Place& place) {
  // The model's folder is the reader's affair.
  return place.known() ? fmt::format("{}:{}", std::filesystem::path(place.source->name()).filename().string(),
                                     place.position().line)
                       : "";
}

class Explained {
 public:
  Explained(const Verdict& verdict, const Model& model, const ExplanationOptions& options)
      : verdict_(verdict),
        program_(*verdict.program),
        model_(model),
        options_(options),
        paint_{options.colour} {}

  std::string text(const OutcomeExplanation& explanation) {
    header(explanation);
    if (explanation.example) {
      allowed(*explanation.example);
    }
    if (explanation.forbidden && !explanation.undecided) {
      forbidden(*explanation.forbidden);
    }
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    out_ += trimmed(fmt::format(text, std::forward<Args>(args)...)) + "\n";
  }

  void header(const OutcomeExplanation& explanation) {
    const std::string file = shownFile(program_);
    line("{}  ·  {}  ·  {}", paint_.strong(file), verdict_.model,
         paintedHeadline(verdict_, headline(verdict_), paint_));
    line("");
    const bool promised = !verdict_.racy && !verdict_.undefined;
    line("  {} is {}{}", program_.conditionText, answer(explanation),
         promised ? "" : " among the consistent executions; the behaviour of the test is undefined");
  }

  std::string answer(const OutcomeExplanation& explanation) const {
    switch (explanation.status) {
      case Status::Allowed:
        return paint_.good("allowed");
      case Status::Forbidden:
        return paint_.bad("forbidden");
      case Status::Vacuous:
        return paint_.doubtful(
            fmt::format("neither allowed nor forbidden: vacuous ({})", whyVacuous(verdict_)));
      case Status::Undecided:
      case Status::NotAsked:
        break;
    }
    return paint_.doubtful(fmt::format("undecided ({})", explanation.undecided.value_or("")));
  }

  void allowed(const ExampleExecution& example) {
    line("  {}", titleOf(example));
    whoIsWho();
    story(example.execution, example.order);
  }

  /// The steps of an execution name threads by their numbers alone.
  void whoIsWho() {
    if (!program_.launched()) {
      return;
    }
    std::vector<std::string> titles;
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      titles.push_back(program_.threadTitle(t) + (t + 1 < program_.threads.size() ? "," : ""));
    }
    out_ += wrapped(titles, "     ");
  }

  std::string titleOf(const ExampleExecution& example) const {
    std::string title = "an execution that ends in this state";
    if (example.compared > 1) {
      title += example.all ? fmt::format(", the simplest of {}", example.compared)
                           : fmt::format(", the simplest of the first {}", example.compared);
    }
    return title;
  }

  void story(const Execution& execution, const EventOrder& order) {
    std::size_t number = 0;
    for (const std::string& event : toldExecution(execution, order.events)) {
      line("  {:>4}. {}", ++number, event);
    }
    switch (order.respects) {
      case EventOrder::Respects::Interleaving:
        line("    every read returns the latest write: this is an interleaving of the threads");
        break;
      case EventOrder::Respects::ReadsFrom:
        line("    not sequentially consistent: in every order some read returns a stale value");
        break;
      case EventOrder::Respects::ProgramOrder:
        line(
            "    not sequentially consistent: in every order some read comes before the write that it reads from");
        break;
    }
    coherence(execution);
  }

  /// What the story does not say: the order of writes, where it is another one.
  void coherence(const Execution& execution) {
    const std::string chosen = executionLine(execution);
    if (const std::size_t at = chosen.find("; "); at != std::string::npos) {
      line("    order of the writes: {}", chosen.substr(at + 2));
    }
  }

  void forbidden(const Forbidden& forbidden) {
    if (forbidden.noCandidate) {
      line(
          "  no execution of the code ends in this state, under any model: no choice of the values that the reads");
      line("  return and of the order of the writes gives these values");
      return;
    }
    const std::size_t count = forbidden.refutations.size();
    if (count > 1) {
      line("  {} requirements together forbid it; {}", count,
           forbidden.smallest ? "fewer do not" : "none of them can be omitted");
    }
    for (const Refutation& refutation : forbidden.refutations) {
      refuted(refutation, count > 1);
    }
  }

  void refuted(const Refutation& refutation, bool several) {
    if (several) {
      line("");
    }
    requirement(refutation);
    line("    in the execution where {}", executionLine(refutation.execution));
    if (several) {
      line("    which satisfies {}",
           refutation.othersHold ? "every other requirement" : "the others of these");
    }
    if (refutation.member) {
      line("    {} is a member", eventText(refutation.execution, *refutation.member));
    }
    for (const Derivation& step : refutation.steps) {
      stepLine(refutation.execution, step, 0);
    }
  }

  void requirement(const Refutation& refutation) {
    if (refutation.check == model_.checks.size()) {
      line("  {}: no such order exists{}",
           paint_.strong(refutation.name.empty() ? "an order" : refutation.name),
           refutation.steps.empty() ? "" : ", because the pairs that it must contain form a cycle");
      return;
    }
    const Check& check = model_.checks[refutation.check];
    line("  {}: {}{} {}   {}", paint_.strong(refutation.name), check.negated ? "~" : "", nameOf(check.kind),
         written(model_.nodes[check.node].place), paint_.faint(whereText(check.place)));
  }

  /// One step of a cycle, and below it what it is made of.
  void stepLine(const Execution& execution, const Derivation& step, unsigned level) {
    line("    {:{}}{} -- {} --> {}{}", "", 2 * level, eventText(execution, step.from), step.by,
         eventText(execution, step.to), scopes(execution, step));
    if (level < options_.depth) {
      for (const Derivation& part : inside(step)) {
        stepLine(execution, part, level + 1);
      }
    }
  }

  /// What is worth a line below a step: names that only stand for something are opened along with it, and a
  /// fact the other way round says nothing more.
  static std::vector<Derivation> inside(const Derivation& step) {
    using Kind = Derivation::Kind;
    const Derivation* at = &step;
    while (at->kind == Kind::Name && at->parts.front().kind != Kind::Fact) {
      at = &at->parts.front();
    }
    const bool turnedFact = at->kind == Kind::Inverse && at->parts.front().kind == Kind::Fact;
    return turnedFact ? std::vector<Derivation>{} : at->parts;
  }

  /// Of a synchronization: "   (release at wg 0, acquire at cmp 0)".
  std::string scopes(const Execution& execution, const Derivation& step) const {
    const Event& from = execution.structure->events()[step.from];
    const Event& to = execution.structure->events()[step.to];
    if (from.thread == to.thread || from.scope == kNoScope || to.scope == kNoScope || !isRelease(from) ||
        !isAcquire(execution, step.to)) {
      return "";
    }
    return paint_.faint(fmt::format("   (release at {}, acquire at {})",
                                    scopeText(program_.scopes, from.scope),
                                    scopeText(program_.scopes, to.scope)));
  }

  const Verdict& verdict_;
  const Program& program_;
  const Model& model_;
  const ExplanationOptions& options_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string explanationText(const Verdict& verdict, const Model& model, const OutcomeExplanation& explanation,
                            const ExplanationOptions& options) {
  return Explained(verdict, model, options).text(explanation);
}

}  // namespace hrfcheck::inline report
