#include <fmt/format.h>
#include <unistd.h>

#include <type_traits>

#include "check/engine_choice.h"
#include "check/explain/explain.h"
#include "check/models/model_choice.h"
#include "check/prepare/preparation.h"
#include "cli/asked_models.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output/answer_status.h"
#include "cli/output/output.h"
#include "cli/output/usage_error.h"
#include "cli/run_watch.h"
#include "report/picture/execution_scene.h"
#include "report/picture/execution_text.h"
#include "report/picture/shown_execution.h"
#include "report/scene/graphviz.h"
#include "report/text/verdict_text.h"
#include "util/process/atomic_file.h"

namespace hrfcheck::inline cli {
namespace {

const char* wordOf(PictureFormat format) {
  switch (format) {
    case PictureFormat::Svg:
      return "svg";
    case PictureFormat::Png:
      return "png";
    case PictureFormat::Pdf:
      return "pdf";
    case PictureFormat::Tikz:
      return "tikz";
    case PictureFormat::Dot:
      return "dot";
    case PictureFormat::Text:
      break;
  }
  return "text";
}

bool isBinary(PictureFormat format) {
  return format == PictureFormat::Png || format == PictureFormat::Pdf;
}

bool needsGraphviz(PictureFormat format) {
  return format == PictureFormat::Svg || isBinary(format);
}

/// "out.svg" to "out-2.svg".
std::string numbered(const std::string& path, std::size_t number) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  const bool ending = dot != std::string::npos && (slash == std::string::npos || slash < dot);
  const std::size_t at = ending ? dot : path.size();
  return fmt::format("{}-{}{}", path.substr(0, at), number, path.substr(at));
}

class GraphRun {
 public:
  explicit GraphRun(const GraphArguments& arguments)
      : arguments_(arguments),
        watch_({ProgressMode::Auto, arguments.memory}),
        models_(makeModelLibrary(arguments.includes, arguments.search.timeout, &watch_.stop()),
                arguments.model.empty() ? std::vector<std::string>{} : std::vector{arguments.model},
                arguments.search.anyDialect),
        engine_(makeEngine(arguments.search.engine, arguments.search.solver)) {
    requireOtherFiles({{"-o", arguments.output}}, {arguments.file}, models_);
    if (needsGraphviz(arguments.format) && !haveGraphviz()) {
      throw UserError(
          fmt::format("cannot draw {}: the program `dot` is not on the PATH", wordOf(arguments.format)),
          "install Graphviz, or use --format tikz, dot or text");
    }
    if (isBinary(arguments.format) && !arguments.output && ::isatty(STDOUT_FILENO) != 0) {
      throw UsageError(fmt::format("a terminal cannot show a {}", wordOf(arguments.format)),
                       fmt::format("name a file with -o FILE.{}", wordOf(arguments.format)));
    }
  }

  ExitStatus run() {
    watch_.onStuck([this](const std::string& why) { return undecided(why, "nothing was found"); });
    deadline_ = Deadline::after(arguments_.search.timeout, &watch_.stop());
    const std::shared_ptr<const Program> program = read();
    complain(models_.takeWarnings());
    complain(program->warnings);
    names_ = shownNames(*chosen_.model, arguments_.show);
    Preparation preparation(program, arguments_.search.unroll, Rules::Unsettled);
    try {
      test_ = worked([&] { return preparation.of(*chosen_.model, deadline_); });
    } catch (const OutOfTime&) {
      return undecided("time limit", "no execution was found");
    }
    return arguments_.outcome ? drawOutcome() : drawVerdict();
  }

 private:
  std::shared_ptr<const Program> read() {
    const RunWatch::Work work(watch_, "reading " + arguments_.file);
    const std::shared_ptr<const Program> program =
        forModels(readTest(arguments_.file, arguments_.launch, arguments_.outcome, deadline_),
                  arguments_.search.lockUnit)
            .program;
    chosen_ = applicable(models_.forProgram(*program).front(), *program);
    return program;
  }

  template <typename F>
  std::invoke_result_t<F> worked(F&& compute) {
    const RunWatch::Work work(watch_, fmt::format("{} under {}", arguments_.file, chosen_.name));
    return compute();
  }

  Verdict verdictOf(CheckQuestion question, Explaining explaining) {
    const CheckOptions options = checkOptions(analysisOptions(), question, explaining, &watch_.stop());
    return worked([&] { return checkProgram(*engine_, *test_, options); });
  }

  AnalysisOptions analysisOptions() {
    AnalysisOptions options = analysisUnder(watch_, arguments_.search);
    options.deadline = deadline_;  // of all questions together
    return options;
  }

  ExitStatus undecided(const std::string& why, const std::string& what) const {
    complain({{Severity::Warning, {}, fmt::format("undecided ({}): {}", watch_.reason(why), what), ""}});
    return ExitStatus::Undecided;
  }

  static ExitStatus nothing(const std::string& why, const std::string& hint = "") {
    complain({{Severity::Error, {}, why, hint}});
    return ExitStatus::Failed;
  }

  ExitStatus drawOutcome() {
    const std::string& outcome = *arguments_.outcome;
    const Verdict verdict = verdictOf(CheckQuestion::Condition, Explaining::No);
    if (verdict.condition == Status::Forbidden) {
      return forbidden(outcome);
    }
    if (verdict.condition == Status::Vacuous) {
      return noFinalState(verdict);
    }
    if (verdict.condition != Status::Allowed) {
      return undecided(verdict.whyOpen(), fmt::format("no execution with {} was found", outcome));
    }
    const OutcomeExplanation explanation =
        worked([&] { return explainOutcome(*engine_, *test_, {analysisOptions()}); });
    if (!explanation.example) {
      return undecided(explanation.undecided.value_or("unknown"), "the execution was not found again");
    }
    draw({{explanation.example->execution, std::nullopt, outcome + " is allowed"}});
    return ExitStatus::Done;
  }

  /// Nothing is forbidden by that, and nothing allowed.
  ExitStatus noFinalState(const Verdict& verdict) const {
    nothing(fmt::format("there is no final state under {}: {}", chosen_.name, whyVacuous(verdict)));
    return statusOf(Standing::Vacuous);
  }

  /// A racy test may end in any state, but there is no execution to draw.
  ExitStatus forbidden(const std::string& outcome) {
    const Verdict verdict = verdictOf(CheckQuestion::Races, Explaining::No);
    const std::string hint = fmt::format("hrfcheck explain {} -m {} --outcome \"{}\" explains why",
                                         arguments_.file, chosen_.name, outcome);
    if (verdict.racy || verdict.undefined) {
      return nothing(
          fmt::format("no execution under {} ends in {}, but the test {}, so nothing is guaranteed",
                      chosen_.name, outcome, verdict.racy ? "is racy" : "is undefined"),
          hint);
    }
    return nothing(fmt::format("{} forbids {}", chosen_.name, outcome), hint);
  }

  ExitStatus drawVerdict() {
    const CheckQuestion question = arguments_.race  ? CheckQuestion::Races
                                   : arguments_.all ? CheckQuestion::Outcomes
                                                    : CheckQuestion::Everything;
    const Verdict verdict = verdictOf(question, arguments_.all ? Explaining::No : Explaining::ToTheEnd);
    const std::string why = verdict.whyOpen();
    if (arguments_.race) {
      return drawRace(verdict, why);
    }
    const std::vector<ShownExecution> shown = arguments_.all ? allExecutions(verdict) : best(verdict);
    if (shown.empty()) {
      return verdict.incomplete ? undecided(why, "no execution was found") : noFinalState(verdict);
    }
    draw(shown);
    const bool partly =
        arguments_.all ? verdict.incomplete.has_value() : verdict.standing() == Standing::Undecided;
    return partly ? undecided(why, "there may be more executions") : ExitStatus::Done;
  }

  ExitStatus drawRace(const Verdict& verdict, const std::string& why) {
    if (verdict.raceStatus == RaceStatus::NotDefined) {
      throw UserError(fmt::format("{} does not define races", chosen_.name), "omit --race");
    }
    if (const auto racy = racyExecution(verdict)) {
      draw({*racy});
      return ExitStatus::Done;
    }
    switch (verdict.raceStatus) {
      case RaceStatus::RaceFree:
        return nothing(fmt::format("there is no race under {}", chosen_.name));
      case RaceStatus::Vacuous:
        nothing(fmt::format("there is no execution under {} that could race", chosen_.name));
        return statusOf(Standing::Vacuous);
      case RaceStatus::Racy:
      case RaceStatus::Undecided:
      case RaceStatus::NotDefined:
      case RaceStatus::NotAsked:
        break;
    }
    return undecided(why, "no race was found");
  }

  std::vector<ShownExecution> best(const Verdict& verdict) const {
    const auto shown = shownExecution(verdict, *chosen_.model);
    return shown ? std::vector{*shown} : std::vector<ShownExecution>{};
  }

  static std::vector<ShownExecution> allExecutions(const Verdict& verdict) {
    const std::vector<Outcome>& outcomes = verdict.analysis.outcomes;
    std::vector<ShownExecution> shown;
    for (const Outcome& outcome : outcomes) {
      shown.push_back({outcome.witness.execution(), std::nullopt,
                       fmt::format("final state {} of {}", shown.size() + 1, outcomes.size())});
    }
    return shown;
  }

  std::string pictureOf(const ShownExecution& shown) const {
    PictureOptions options{shown.racing,
                           fmt::format("{} under {}: {}", test_->program().name, chosen_.name, shown.about),
                           factsOf(*chosen_.model, shown.execution, names_)};
    options.parts = arguments_.parts;
    switch (arguments_.format) {
      case PictureFormat::Text:
        return executionText(shown.execution, options);
      case PictureFormat::Dot:
        return executionDot(shown.execution, options);
      case PictureFormat::Tikz:
        return tikzOf(executionScene(shown.execution, options), options.parts.standalone);
      case PictureFormat::Svg:
      case PictureFormat::Png:
      case PictureFormat::Pdf:
        break;
    }
    return drawFile(executionDot(shown.execution, options), wordOf(arguments_.format));
  }

  /// Files are written when all pictures are drawn; what each shows is said on standard output.
  void draw(const std::vector<ShownExecution>& all) const {
    std::vector<std::string> pictures;
    std::vector<std::string> paths;
    for (const ShownExecution& shown : all) {
      pictures.push_back(pictureOf(shown));
      if (arguments_.output) {
        paths.push_back(arguments_.all ? numbered(*arguments_.output, paths.size() + 1) : *arguments_.output);
        requireOtherFiles({{"-o", paths.back()}}, {arguments_.file}, models_);
      }
    }
    Output out(std::nullopt);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!arguments_.output) {
        const bool apart = i > 0 && arguments_.format == PictureFormat::Text;
        out.write((apart ? "\n" : "") + pictures[i]);
        continue;
      }
      writeAtomically(paths[i], pictures[i]);
      const std::string end = arguments_.all ? finalState(all[i].execution) : "";
      out.write(fmt::format("{}: {}\n", paths[i], end.empty() ? all[i].about : end));
    }
  }

  const GraphArguments& arguments_;
  RunWatch watch_;  ///< its thread looks at the others, and only while a Work goes on
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  ChosenModel chosen_;
  std::vector<std::string> names_;  ///< of relations to show
  std::optional<PreparedTest> test_;
  Deadline deadline_;
};

}  // namespace

ExitStatus runGraph(const GraphArguments& arguments) {
  return GraphRun(arguments).run();
}

}  // namespace hrfcheck::inline cli
