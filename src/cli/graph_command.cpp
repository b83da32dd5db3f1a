#include <fmt/format.h>
#include <unistd.h>

#include "check/engine_choice.h"
#include "check/explain/explain.h"
#include "check/model_choice.h"
#include "check/test_skeletons.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/model_folders.h"
#include "cli/output.h"
#include "litmus/litmus.h"
#include "report/picture/execution_text.h"
#include "report/picture/graphviz.h"
#include "report/picture/shown_execution.h"
#include "util/atomic_file.h"

namespace hrfcheck {
namespace {

/// The time limit of the command ends explaining races; a clock of its own would make pictures differ.
constexpr double kExplainToTheEnd = 1e9;

const char* wordOf(PictureFormat format) {
  switch (format) {
    case PictureFormat::Svg:
      return "svg";
    case PictureFormat::Png:
      return "png";
    case PictureFormat::Dot:
      return "dot";
    case PictureFormat::Text:
      break;
  }
  return "text";
}

bool needsGraphviz(PictureFormat format) {
  return format == PictureFormat::Svg || format == PictureFormat::Png;
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
        models_(makeModelLibrary(arguments.includes),
                arguments.model.empty() ? std::vector<std::string>{} : std::vector{arguments.model}),
        engine_(makeEngine(arguments.search.engine)),
        interrupted_(catchInterrupts()) {
    if (needsGraphviz(arguments.format) && !haveGraphviz()) {
      throw UserError(
          fmt::format("cannot draw {}: there is no program `dot` on the PATH", wordOf(arguments.format)),
          "install Graphviz, or use --format dot or text");
    }
    if (arguments.format == PictureFormat::Png && !arguments.output && ::isatty(STDOUT_FILENO) != 0) {
      throw UserError("a terminal cannot show a PNG", "name a file with -o FILE.png");
    }
  }

  ExitStatus run() {
    const SourcePtr source = readSource(arguments_.file);
    const std::shared_ptr<const Program> program =
        arguments_.outcome
            ? parseLitmusAsking(source, std::make_shared<const Source>("--outcome", *arguments_.outcome))
            : parseLitmus(source);
    chosen_ = models_.forProgram(*program).front();
    complain(models_.takeWarnings());
    complain(program->warnings);
    names_ = shownNames(*chosen_.model, arguments_.show);
    TestSkeletons skeletons(program, arguments_.search.unroll);
    skeleton_ = skeletons.of(*chosen_.model);
    deadline_ = Deadline::after(arguments_.search.timeout, &interrupted_);
    return arguments_.outcome ? drawOutcome() : drawVerdict();
  }

 private:
  AnalysisOptions analysisOptions() const {
    AnalysisOptions options = arguments_.search.analysisOptions(interrupted_);
    options.deadline = deadline_;  // of all questions together
    return options;
  }

  ExitStatus undecided(const std::string& why, const std::string& what) const {
    complain({{Severity::Warning, {}, fmt::format("undecided ({}): {}", why, what), ""}});
    return ExitStatus::Undecided;
  }

  static ExitStatus nothing(const std::string& why, const std::string& hint = "") {
    complain({{Severity::Error, {}, why, hint}});
    return ExitStatus::Failed;
  }

  ExitStatus drawOutcome() {
    const std::string& outcome = *arguments_.outcome;
    AnalysisOptions question = analysisOptions();
    question.outcomes = OutcomeSearch::Condition;
    question.flags = false;
    const Verdict verdict = check(*engine_, skeleton_, *chosen_.model, {question, false, 0, &interrupted_});
    if (verdict.condition == Status::Forbidden) {
      return forbidden(outcome);
    }
    if (verdict.condition != Status::Allowed) {
      return undecided(verdict.incomplete.value_or("unknown"),
                       fmt::format("no execution with {} was found", outcome));
    }
    const OutcomeExplanation explanation =
        explainOutcome(*engine_, skeleton_, *chosen_.model, {analysisOptions()});
    if (!explanation.example) {
      return undecided(explanation.undecided.value_or("unknown"), "the execution was not found again");
    }
    draw({{explanation.example->execution, std::nullopt, outcome + " is allowed"}});
    return ExitStatus::Done;
  }

  /// A racy test may end in any state, but there is no execution to draw.
  ExitStatus forbidden(const std::string& outcome) {
    AnalysisOptions races = analysisOptions();
    races.outcomes = OutcomeSearch::None;
    const Verdict verdict = check(*engine_, skeleton_, *chosen_.model, {races, false, 0, &interrupted_});
    const std::string hint = fmt::format("hrfcheck explain {} -m {} --outcome \"{}\" tells why",
                                         arguments_.file, chosen_.name, outcome);
    if (verdict.racy || verdict.undefined) {
      return nothing(
          fmt::format("no execution under {} ends in {}, but the test {}, so that nothing is promised",
                      chosen_.name, outcome, verdict.racy ? "is racy" : "is undefined"),
          hint);
    }
    return nothing(fmt::format("{} forbids {}", chosen_.name, outcome), hint);
  }

  ExitStatus drawVerdict() {
    CheckOptions options;
    options.analysis = analysisOptions();
    options.cancelled = &interrupted_;
    options.explainSeconds = kExplainToTheEnd;
    options.explain = !arguments_.all;
    if (arguments_.race) {
      options.analysis.outcomes = OutcomeSearch::None;
    } else if (arguments_.all) {
      options.analysis.flags = false;
    }
    const Verdict verdict = check(*engine_, skeleton_, *chosen_.model, options);
    const std::string why = verdict.incomplete.value_or("unknown");
    if (arguments_.race) {
      return drawRace(verdict, why);
    }
    const std::vector<ShownExecution> shown = arguments_.all ? allExecutions(verdict) : best(verdict);
    if (shown.empty()) {
      return verdict.settled() ? nothing(fmt::format("{} allows no execution", chosen_.name))
                               : undecided(why, "no execution was found");
    }
    draw(shown);
    const bool partly = arguments_.all ? verdict.incomplete.has_value() : !verdict.settled();
    return partly ? undecided(why, "there may be more executions") : ExitStatus::Done;
  }

  ExitStatus drawRace(const Verdict& verdict, const std::string& why) {
    if (verdict.raceStatus == RaceStatus::NotDefined) {
      throw UserError(fmt::format("{} does not say what a race is", chosen_.name), "leave out --race");
    }
    if (const auto racy = racyExecution(verdict)) {
      draw({*racy});
      return ExitStatus::Done;
    }
    return verdict.raceStatus == RaceStatus::RaceFree
               ? nothing(fmt::format("there is no race under {}", chosen_.name))
               : undecided(why, "no race was found");
  }

  static std::vector<ShownExecution> best(const Verdict& verdict) {
    const auto shown = shownExecution(verdict);
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
    const DotOptions options{
        shown.racing, fmt::format("{} under {}: {}", skeleton_->program().name, chosen_.name, shown.about),
        factsOf(*chosen_.model, shown.execution, names_)};
    switch (arguments_.format) {
      case PictureFormat::Text:
        return executionText(shown.execution, options);
      case PictureFormat::Dot:
        return executionDot(shown.execution, options);
      case PictureFormat::Svg:
      case PictureFormat::Png:
        break;
    }
    return drawFile(executionDot(shown.execution, options), wordOf(arguments_.format));
  }

  /// Files are written when all pictures are drawn; what each shows is said on standard output.
  void draw(const std::vector<ShownExecution>& all) const {
    std::vector<std::string> pictures;
    for (const ShownExecution& shown : all) {
      pictures.push_back(pictureOf(shown));
    }
    Output out(std::nullopt);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!arguments_.output) {
        const bool apart = i > 0 && arguments_.format == PictureFormat::Text;
        out.write((apart ? "\n" : "") + pictures[i]);
        continue;
      }
      const std::string path = arguments_.all ? numbered(*arguments_.output, i + 1) : *arguments_.output;
      writeAtomically(path, pictures[i]);
      const std::string end = arguments_.all ? finalState(all[i].execution) : "";
      out.write(fmt::format("{}: {}\n", path, end.empty() ? all[i].about : end));
    }
  }

  const GraphArguments& arguments_;
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  const std::atomic<bool>& interrupted_;
  ChosenModel chosen_;
  std::vector<std::string> names_;  ///< of relations to show
  std::shared_ptr<const Skeleton> skeleton_;
  Deadline deadline_;
};

}  // namespace

ExitStatus runGraph(const GraphArguments& arguments) {
  return GraphRun(arguments).run();
}

}  // namespace hrfcheck
