#include <fmt/format.h>

#include "batch/worker/row_details.h"
#include "check/explain/explain.h"
#include "check/models/model_choice.h"
#include "check/prepare/preparation.h"
#include "cli/asked_models.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output/answer_status.h"
#include "cli/output/output.h"
#include "cli/output/picture_file.h"
#include "cli/run_watch.h"
#include "report/explanation_json.h"
#include "report/picture/execution_scene.h"
#include "report/picture/shown_execution.h"
#include "report/text/explanation_text.h"
#include "report/text/race_text.h"

namespace hrfcheck::inline cli {
namespace {

/// The test, whose condition is the final state in question: what would refute it, for `forall`.
std::shared_ptr<const Program> programAsking(const ExplainArguments& arguments, const Deadline& deadline) {
  const std::shared_ptr<const Program> program =
      forModels(readTest(arguments.file, arguments.launch, arguments.outcome, deadline),
                arguments.search.lockUnit)
          .program;
  if (arguments.outcome || program->quantifier != Quantifier::Forall) {
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
        watch_({ProgressMode::Auto, arguments.memory}),
        models_(makeModelLibrary(arguments.includes, arguments.search.timeout, &watch_.stop()),
                arguments.models, arguments.search.anyDialect),
        engine_(makeEngine(arguments.search.engine, arguments.search.solver)),
        output_(arguments.report.output) {
    requireOtherFiles({{"-o", arguments.report.output}, {"--picture", arguments.picture}}, {arguments.file},
                      models_);
  }

  ExitStatus run() {
    watch_.onStuck([this](const std::string& why) { return lastWords(why); });
    std::vector<ChosenModel> chosen;
    std::shared_ptr<const Program> program;
    try {
      const RunWatch::Work work(watch_, "reading " + arguments_.file);
      program = programAsking(arguments_, deadlineUnder(watch_, arguments_.search));
      chosen = models_.forProgram(*program);
    } catch (const OutOfTime&) {
      return lastWords(watch_.reason("time limit"));
    }
    complain(program->warnings);
    complain(models_.takeWarnings());
    program_ = program;
    Preparation preparation(program, arguments_.search.unroll, Rules::Unsettled);
    for (const ChosenModel& choice : chosen) {
      if (choice.model) {
        asking_ = choice.name;
        explain(preparation, choice);
      } else if (choice.named) {
        complain({notApplicable(choice, *program)});
        status_ = graver(status_, ExitStatus::BadInput);
      }
    }
    finish();
    return status_;
  }

 private:
  /// Where the work at hand does not stop: said from another thread, which ends the process then.
  ExitStatus lastWords(const std::string& why) {
    complain({{Severity::Warning, {}, undecidedText(why), ""}});
    undecided_.push_back({asking_, why});
    finish();
    return ExitStatus::Undecided;
  }

  std::string undecidedText(const std::string& why) const {
    return asking_.empty() ? fmt::format("undecided ({}): {} was not read", why, arguments_.file)
                           : fmt::format("undecided ({}): {} under {}", why, program_->name, asking_);
  }

  void finish() {
    if (arguments_.report.format == Format::Json) {
      output_.write(program_ ? explanationsJson(*program_, json_, undecided_)
                             : explanationsJson(arguments_.file, undecided_.back()));
    }
    output_.commit();
  }

  void explain(Preparation& preparation, const ChosenModel& choice) {
    Verdict verdict;
    OutcomeExplanation explanation;
    try {
      const RunWatch::Work work(watch_, fmt::format("{} under {}", program_->name, choice.name));
      ExplainOptions options;
      options.analysis = analysisUnder(watch_, arguments_.search);
      const PreparedTest test = preparation.of(*choice.model, options.analysis.deadline);
      verdict = verdictOf(test, options.analysis);
      explanation = explainOutcome(*engine_, test, options);
    } catch (const OutOfTime&) {
      const std::string why = watch_.reason("time limit");
      complain({{Severity::Warning, {}, undecidedText(why), ""}});
      undecided_.push_back({choice.name, why});
      status_ = graver(status_, ExitStatus::Undecided);
      return;
    }
    if (verdict.analysis.undecided) {
      verdict.analysis.undecided = verdict.incomplete = watch_.reason(*verdict.analysis.undecided);
    }
    if (explanation.undecided) {
      explanation.undecided = watch_.reason(*explanation.undecided);
    }
    const bool open = explanation.status == Status::Undecided || explanation.status == Status::Vacuous;
    status_ = graver(status_, open ? ExitStatus::Undecided : statusOf(verdict.standing()));
    if (!choice.note.empty()) {
      complain({{Severity::Warning, {}, choice.note, ""}});
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
    output_.writeText((first_ ? "" : "\n") +
                      explanationText(verdict, *choice.model, explanation, textOptions));
    first_ = false;
    for (const Race& race : verdict.races) {
      if (!arguments_.outcome && !race.followsFrom) {
        output_.writeText("\n" + raceExplanation(verdict, *choice.model, race, {textOptions.colour}));
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
    PictureOptions options;
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
  Verdict verdictOf(const PreparedTest& test, const AnalysisOptions& analysis) {
    const Explaining explaining = arguments_.outcome ? Explaining::No : Explaining::Briefly;
    return checkProgram(*engine_, test,
                        checkOptions(analysis, CheckQuestion::Races, explaining, &watch_.stop()));
  }

  const ExplainArguments& arguments_;
  RunWatch watch_;  ///< its thread looks at the others, and only while a Work goes on
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  Output output_;
  std::vector<ExplainedModel> json_;
  std::vector<UnexplainedModel> undecided_;
  bool first_ = true;
  bool drawn_ = false;  ///< of several models the first
  ExitStatus status_ = ExitStatus::Done;
  std::shared_ptr<const Program> program_;
  std::string asking_;  ///< the model's name
};

}  // namespace

ExitStatus runExplain(const ExplainArguments& arguments) {
  return ExplainRun(arguments).run();
}

}  // namespace hrfcheck::inline cli
