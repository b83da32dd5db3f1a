#include <fmt/format.h>

#include "batch/worker/row_picture.h"
#include "check/explain/explain.h"
#include "check/model_choice.h"
#include "check/test_skeletons.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/model_folders.h"
#include "cli/output.h"
#include "cli/picture_file.h"
#include "litmus/litmus.h"
#include "report/explanation_json.h"
#include "report/explanation_text.h"
#include "report/picture/execution_dot.h"
#include "report/picture/shown_execution.h"
#include "report/race_text.h"

namespace hrfcheck {
namespace {

/// The test, whose condition is the final state in question: what would refute it, for `forall`.
std::shared_ptr<const Program> programAsking(const ExplainArguments& arguments) {
  const SourcePtr source = readSource(arguments.file);
  if (arguments.outcome) {
    return parseLitmusAsking(source, std::make_shared<const Source>("--outcome", *arguments.outcome));
  }
  const std::shared_ptr<const Program> program = parseLitmus(source);
  if (program->quantifier != Quantifier::Forall) {
    return program;
  }
  auto asking = std::make_shared<Program>(*program);
  asking->quantifier = Quantifier::Exists;
  asking->condition = std::make_shared<const Condition>(Condition{NotCondition{program->condition}});
  asking->conditionText = "~" + program->conditionText;
  return asking;
}

class ExplainRun {
 public:
  explicit ExplainRun(const ExplainArguments& arguments)
      : arguments_(arguments),
        models_(makeModelLibrary(arguments.includes), arguments.models),
        engine_(makeEngine(arguments.search.engine)),
        interrupted_(catchInterrupts()),
        output_(arguments.report.output) {}

  ExitStatus run() {
    const std::shared_ptr<const Program> program = programAsking(arguments_);
    complain(program->warnings);
    const std::vector<ChosenModel> chosen = models_.forProgram(*program);
    complain(models_.takeWarnings());
    TestSkeletons skeletons(program, arguments_.search.unroll);
    for (const ChosenModel& choice : chosen) {
      if (choice.model) {
        explain(skeletons.of(*choice.model), choice);
      }
    }
    if (arguments_.report.format == Format::Json) {
      output_.write(explanationsJson(*program, json_));
    }
    output_.commit();
    return status_;
  }

 private:
  void explain(const std::shared_ptr<const Skeleton>& skeleton, const ChosenModel& choice) {
    ExplainOptions options;
    options.analysis = arguments_.search.analysisOptions(interrupted_);
    Verdict verdict = verdictOf(skeleton, choice, options.analysis);
    OutcomeExplanation explanation = explainOutcome(*engine_, skeleton, *choice.model, options);
    if (explanation.status == Status::Undecided || !verdict.settled()) {
      status_ = ExitStatus::Undecided;
    }
    if (arguments_.picture && !drawn_) {
      drawn_ = true;
      draw(pictureOf(verdict, *choice.model, explanation, !arguments_.outcome));
    }
    if (arguments_.report.format == Format::Json) {
      json_.push_back({std::move(verdict), choice.model, std::move(explanation)});
      return;
    }
    const ExplanationOptions textOptions{useColour(arguments_.report), arguments_.depth};
    output_.write((first_ ? "" : "\n") + explanationText(verdict, *choice.model, explanation, textOptions));
    first_ = false;
    for (const Race& race : verdict.races) {
      if (!arguments_.outcome && !race.followsFrom) {
        output_.write("\n" + raceExplanation(verdict, *choice.model, race, {textOptions.colour}));
      }
    }
  }

  void draw(const std::string& dot) const {
    if (dot.empty()) {
      complain({{Severity::Warning, {}, "there is no execution to draw", ""}});
      return;
    }
    writePicture(*arguments_.picture, dot);
  }

  /// The race where races were asked about, else what shows the answer.
  static std::string pictureOf(const Verdict& verdict, const Model& model,
                               const OutcomeExplanation& explanation, bool races) {
    const std::string& name = verdict.program->name;
    if (races && !verdict.races.empty()) {
      return rowPicture(verdict, model);
    }
    DotOptions options;
    if (explanation.example) {
      options.title = fmt::format("{}: {} is allowed", name, verdict.program->conditionText);
      options.facts = factsOf(model, explanation.example->execution, shownNames(model));
      return executionDot(explanation.example->execution, options);
    }
    if (!explanation.forbidden || explanation.forbidden->refutations.empty()) {
      return "";
    }
    const Refutation& refutation = explanation.forbidden->refutations.front();
    options.title =
        fmt::format("{}: {} is forbidden by {}", name, verdict.program->conditionText, refutation.name);
    options.facts = factsOf(model, refutation.execution, shownNames(model));
    for (const Derivation& step : refutation.steps) {
      options.steps.push_back({step.from, step.to, step.by});
    }
    return executionDot(refutation.execution, options);
  }

  /// Whether it is racy, with the races explained where no final state is asked about.
  Verdict verdictOf(const std::shared_ptr<const Skeleton>& skeleton, const ChosenModel& choice,
                    const AnalysisOptions& analysis) {
    CheckOptions options;
    options.analysis = analysis;
    options.analysis.outcomes = OutcomeSearch::None;
    options.explain = !arguments_.outcome;
    options.cancelled = &interrupted_;
    return check(*engine_, skeleton, *choice.model, options);
  }

  const ExplainArguments& arguments_;
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  const std::atomic<bool>& interrupted_;
  Output output_;
  std::vector<ExplainedModel> json_;
  bool first_ = true;
  bool drawn_ = false;  ///< of several models the first
  ExitStatus status_ = ExitStatus::Done;
};

}  // namespace

ExitStatus runExplain(const ExplainArguments& arguments) {
  return ExplainRun(arguments).run();
}

}  // namespace hrfcheck
