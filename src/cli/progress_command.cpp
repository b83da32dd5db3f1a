#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "batch/corpus_walk.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/model_choice.h"
#include "check/test_skeletons.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/model_folders.h"
#include "cli/output.h"
#include "cli/picture_file.h"
#include "litmus/litmus.h"
#include "progress/lts.h"
#include "report/progress/lts_picture.h"
#include "report/progress/progress_report.h"
#include "util/text.h"

namespace hrfcheck {
namespace {

constexpr double kModelSeconds = 10;

void addOnce(std::vector<SchedulerSpec>& all, const SchedulerSpec& spec) {
  if (std::ranges::find(all, spec) == all.end()) {
    all.push_back(spec);
  }
}

/// @throws UserError for a level that the test has not got
std::vector<SchedulerSpec> schedulersFor(const Program& program, const ProgressArguments& arguments) {
  std::vector<SchedulerSpec> result;
  const auto addAll = [&] {
    for (const Scheduler scheduler : allSchedulers()) {
      addOnce(result, {arguments.strong, scheduler, {}});
    }
  };
  for (const std::string& text : arguments.schedulers) {
    if (lowered(text) == "all") {
      addAll();
      continue;
    }
    SchedulerSpec spec = parseSchedulerSpec(text, program.scopes.levels(), {});
    if (arguments.strong && spec.hierarchical()) {
      throw UserError(fmt::format("--strong --scheduler {}: levels have weak fairness only", text));
    }
    spec.strong = spec.strong || arguments.strong;
    addOnce(result, spec);
  }
  if (arguments.schedulers.empty()) {
    addAll();
    if (!arguments.strong) {
      for (const ProgressExpectation& expectation : program.terminates) {
        addOnce(result, expectation.scheduler);
      }
    }
  }
  return result;
}

class ProgressRun {
 public:
  explicit ProgressRun(const ProgressArguments& arguments)
      : arguments_(arguments),
        interrupted_(catchInterrupts()),
        output_(arguments.report.output),
        colour_(useColour(arguments.report)) {
    const bool models = !arguments.noModel && !arguments.matrix && !arguments.replay && !arguments.graph;
    if (models) {
      models_.emplace(makeModelLibrary(arguments.includes), arguments.models);
      engine_ = makeEngine(EngineChoice::Auto);
    }
    if (arguments.graph && arguments.graph->file && isPictureFile(*arguments.graph->file).empty()) {
      requireDrawing(*arguments.graph->file);
    }
  }

  ExitStatus run() {
    const Corpus corpus = walkCorpus(arguments_.paths);
    diagnose(corpus.warnings);
    if (arguments_.graph && corpus.tests.size() > 1) {
      throw UserError("--graph draws one test", "name one");
    }
    if (models_ && !models_->brokenModels().empty()) {
      diagnose(models_->brokenModels());
      worsen(ExitStatus::BadInput);
    }
    for (std::size_t i = 0; i < corpus.tests.size(); ++i) {
      if (interrupted_) {
        diagnose({{Severity::Warning,
                   {},
                   fmt::format("interrupted: {} test(s) not looked at", corpus.tests.size() - i),
                   ""}});
        worsen(ExitStatus::Undecided);
        break;
      }
      try {
        test(corpus.tests[i]);
      } catch (const UserError& error) {
        diagnose(error.diagnostics());
        worsen(ExitStatus::BadInput);
      }
    }
    finish();
    return status_;
  }

 private:
  void worsen(ExitStatus status) { status_ = graver(status_, status); }

  void diagnose(const std::vector<Diagnostic>& diagnostics) {
    complain(diagnostics);
    diagnostics_.insert(diagnostics_.end(), diagnostics.begin(), diagnostics.end());
  }

  ProgressOptions optionsFor(const Program& program) const {
    ProgressOptions options;
    options.schedulers = schedulersFor(program, arguments_);
    options.mostStates = arguments_.mostStates;
    options.symmetry = arguments_.symmetry;
    options.deadline = Deadline::after(arguments_.timeout, &interrupted_);
    return options;
  }

  void test(const std::string& path) {
    const std::shared_ptr<const Program> program = parseLitmus(readSource(path));
    diagnose(program->warnings);
    const ProgressOptions options = optionsFor(*program);
    if (arguments_.replay) {
      replay(program, options);
      return;
    }
    const auto start = std::chrono::steady_clock::now();
    ProgressReport report{analyseProgress(program, options), {}, 0};
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    report.seconds = taken.count();
    judge(report.result);
    if (arguments_.graph) {
      graph(report.result, options);
      return;
    }
    if (models_) {
      askModels(report);
    }
    if (arguments_.matrix || arguments_.report.format == Format::Json) {
      reports_.push_back(std::move(report));
      return;
    }
    write(progressText(report, {colour_, arguments_.report.statistics}));
  }

  void judge(const ProgressResult& result) {
    const bool broken = arguments_.expectConditions && result.program->quantifier != Quantifier::Exists &&
                        result.conditionHolds == false;
    for (const SchedulerVerdict& verdict : result.verdicts) {
      if (stateOf(*result.program, verdict) == ExpectationState::Failed) {
        worsen(ExitStatus::Failed);
      }
      if (verdict.answer == ProgressAnswer::Undecided) {
        worsen(ExitStatus::Undecided);
      }
    }
    worsen(broken ? ExitStatus::Failed : ExitStatus::Done);
  }

  void askModels(ProgressReport& report) {
    if (auto known = exactnessWithoutModel(report.result)) {
      if (!known->why.empty()) {
        report.models.push_back(std::move(*known));
      }
      return;
    }
    const std::shared_ptr<const Program>& program = report.result.program;
    const std::vector<ChosenModel> chosen = models_->forProgram(*program);
    diagnose(models_->takeWarnings());
    TestSkeletons skeletons(program, arguments_.search.unroll);
    for (const ChosenModel& choice : chosen) {
      if (!choice.model) {
        continue;
      }
      CheckOptions options;
      SearchArguments search = arguments_.search;
      search.timeout = arguments_.timeout > 0 ? arguments_.timeout : kModelSeconds;
      options.analysis = search.analysisOptions(interrupted_);
      options.analysis.outcomes = OutcomeSearch::None;
      options.explain = false;
      options.cancelled = &interrupted_;
      const Verdict verdict = check(*engine_, skeletons.of(*choice.model), *choice.model, options);
      report.models.push_back(exactnessOf(verdict, *choice.model));
    }
  }

  void replay(const std::shared_ptr<const Program>& program, const ProgressOptions& options) {
    Replay replayed = replaySchedule(program, *arguments_.replay, options);
    if (arguments_.report.format == Format::Json) {
      replays_.emplace_back(program, std::move(replayed));
    } else {
      write(replayText(*program, replayed, colour_));
    }
  }

  void graph(const ProgressResult& result, const ProgressOptions& options) {
    const Lts lts(result.program,
                  {options.mostStates, true, Deadline::after(arguments_.timeout, &interrupted_)});
    const LtsPicture picture = ltsPictureOf(lts, result);
    const std::optional<std::string>& file = arguments_.graph->file;
    if (!file) {
      write(ltsText(lts, picture));
    } else if (isPictureFile(*file).empty()) {
      writePicture(*file, ltsDot(lts, picture));
    } else {
      Output text(file);
      text.write(ltsText(lts, picture));
      text.commit();
    }
    if (file) {
      write(fmt::format("{}: {}\n", *file, picture.title));
    }
  }

  /// With an empty line between two reports.
  void write(const std::string& text) {
    output_.write((first_ ? "" : "\n") + text);
    first_ = false;
  }

  void finish() {
    if (arguments_.matrix) {
      output_.write(progressMatrix(reports_, colour_));
    } else if (arguments_.report.format == Format::Json) {
      output_.write(arguments_.replay ? replaysJson(replays_, *arguments_.replay, diagnostics_)
                                      : progressJson(reports_, diagnostics_, arguments_.report.statistics));
    }
    output_.commit();
  }

  const ProgressArguments& arguments_;
  const std::atomic<bool>& interrupted_;
  std::optional<ModelChoice> models_;
  std::unique_ptr<Engine> engine_;
  Output output_;
  bool colour_;
  bool first_ = true;
  std::vector<Diagnostic> diagnostics_;
  std::vector<ProgressReport> reports_;
  std::vector<std::pair<std::shared_ptr<const Program>, Replay>> replays_;
  ExitStatus status_ = ExitStatus::Done;
};

}  // namespace

ExitStatus runProgress(const ProgressArguments& arguments) {
  return ProgressRun(arguments).run();
}

}  // namespace hrfcheck
