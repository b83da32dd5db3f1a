#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "batch/corpus_walk.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "check/prepare/preparation.h"
#include "cli/asked_models.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/each_test.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/picture_file.h"
#include "cli/run_watch.h"
#include "frontend/test_file.h"
#include "program/agents/lane_meetings.h"
#include "program/ir/platforms.h"
#include "program/lock_unit/with_lock_bits.h"
#include "report/termination/lts_picture.h"
#include "report/termination/progress_report.h"
#include "termination/system/lts.h"
#include "util/text.h"

namespace hrfcheck::inline cli {
namespace {

constexpr double kModelSeconds = 10;

void addOnce(std::vector<SchedulerSpec>& all, const SchedulerSpec& spec) {
  if (std::ranges::find(all, spec) == all.end()) {
    all.push_back(spec);
  }
}

/// Whether what platforms promise is answered though nobody asked: not in tables and pictures, which have the
/// six, and not for wavefronts that share an instruction pointer, of which no platform speaks.
bool showsPlatforms(const ProgressArguments& arguments, SimtMode simt) {
  return !arguments.strong && !arguments.matrix && !arguments.replay && !arguments.graph &&
         simt != SimtMode::Stack;
}

/// @throws UserError for a level that the test has not got
std::vector<SchedulerSpec> schedulersFor(const Program& program, const ProgressArguments& arguments,
                                         SimtMode simt) {
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
    if (arguments.strong && (spec.hierarchical() || !spec.platform.empty())) {
      throw UserError(fmt::format("--strong --scheduler {}: {} have weak fairness only", text,
                                  spec.platform.empty() ? "levels" : "platforms"));
    }
    if (const Platform* platform = platformNamed(spec.platform)) {
      requireMeaning(*platform, program.dialect);
    }
    spec.strong = spec.strong || arguments.strong;
    addOnce(result, spec);
  }
  if (arguments.schedulers.empty()) {
    addAll();
    for (const ProgressExpectation& expectation : program.terminates) {
      if (!arguments.strong && expectation.simt == simt) {
        addOnce(result, expectation.scheduler);
      }
    }
    if (showsPlatforms(arguments, simt)) {
      for (const Platform* platform : platformsOf(program.dialect)) {
        addOnce(result, promiseOf(*platform, program.scopes.levels(), {}));
      }
    }
  }
  return result;
}

/// How wavefronts execute: as asked, or in each of the ways that the test's `terminates` lines speak of.
std::vector<SimtMode> modesFor(const Program& program, const ProgressArguments& arguments) {
  if (arguments.simtMode) {
    return {*arguments.simtMode};
  }
  std::vector<SimtMode> modes;
  for (const ProgressExpectation& expectation : program.terminates) {
    if (std::ranges::find(modes, expectation.simt) == modes.end()) {
      modes.push_back(expectation.simt);
    }
  }
  return modes.empty() ? std::vector{SimtMode::None} : modes;
}

class ProgressRun {
 public:
  explicit ProgressRun(const ProgressArguments& arguments)
      : arguments_(arguments),
        watch_({ProgressMode::Auto, arguments.memory}),
        output_(arguments.report.output),
        colour_(useColour(arguments.report)) {
    const bool models = !arguments.noModel && !arguments.matrix && !arguments.replay && !arguments.graph;
    if (models) {
      models_.emplace(makeModelLibrary(arguments.includes, arguments.timeout, &watch_.stop()),
                      arguments.models, arguments.search.anyDialect);
      engine_ = makeEngine(EngineChoice::Auto);
    }
    if (arguments.graph && arguments.graph->file && isPictureFile(*arguments.graph->file).empty()) {
      requireDrawing(*arguments.graph->file);
    }
  }

  ExitStatus run() {
    const Corpus corpus = walkCorpus(arguments_.paths, arguments_.launch);
    diagnose(corpus.warnings);
    if (arguments_.graph && corpus.tests.size() > 1) {
      throw UserError("--graph draws one test", "name one");
    }
    requireOtherFiles({{"-o", arguments_.report.output},
                       {"--graph", arguments_.graph ? arguments_.graph->file : std::nullopt}},
                      corpus.inputs(), models_ ? *models_ : builtIns_);
    if (models_ && !models_->brokenModels().empty()) {
      diagnose(models_->brokenModels());
      worsen(ExitStatus::BadInput);
    }
    watch_.onStuck([this](const std::string& why) {
      finish(why);
      return status_;
    });
    tests_.run(corpus.tests, [this](const std::string& path) { test(path); });
    finish("interrupted");
    return status_;
  }

 private:
  void worsen(ExitStatus status) { status_ = graver(status_, status); }

  LaunchOptions launchOf(const std::string& path) const {
    return forTest(arguments_.launch, path, arguments_.paths);
  }

  void diagnose(const std::vector<Diagnostic>& diagnostics) {
    complain(diagnostics);
    diagnostics_.insert(diagnostics_.end(), diagnostics.begin(), diagnostics.end());
  }

  ProgressOptions optionsFor(const SimtSetup& setup, SimtMode simt) {
    ProgressOptions options;
    options.schedulers = schedulersFor(*setup.program, arguments_, simt);
    options.agents = setup.agents;
    options.rules = setup.rules;
    options.simt = simt;
    options.mostStates = arguments_.mostStates;
    options.symmetry = arguments_.symmetry;
    options.deadline = Deadline::after(arguments_.timeout, &watch_.stop());
    options.activity = watch_.activity();
    return options;
  }

  void test(const std::string& path) {
    std::shared_ptr<const Program> program;
    {
      const RunWatch::Work work(watch_, "reading " + path);
      program = readTestFile(path, launchOf(path), Deadline::after(arguments_.timeout, &watch_.stop()));
    }
    diagnose(program->warnings);
    const std::vector<SimtMode> modes = modesFor(*program, arguments_);
    if (arguments_.graph && modes.size() > 1) {
      throw UserError("--graph draws a single way of executing wavefronts", "choose one: --simt stack");
    }
    for (const SimtMode mode : modes) {
      test(program, mode);
    }
  }

  void test(const std::shared_ptr<const Program>& written, SimtMode mode) {
    SimtOptions simt = arguments_.simt;
    simt.mode = mode;
    const SimtSetup setup = simtSetup(written, simt);
    const std::shared_ptr<const Program>& program = setup.program;
    const ProgressOptions options = optionsFor(setup, mode);
    if (arguments_.replay) {
      replay(program, options);
      return;
    }
    const auto start = std::chrono::steady_clock::now();
    ProgressReport report{analyse(program, options), {}, 0};
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    report.seconds = taken.count();
    judge(report.result);
    if (arguments_.graph) {
      graph(report.result, options);
      return;
    }
    if (models_) {
      askModels(report);
      worsen(arguments_.failOnConditional && isConditional(report) ? ExitStatus::Failed : ExitStatus::Done);
    }
    if (arguments_.matrix || arguments_.report.format == Format::Json) {
      reports_.push_back(std::move(report));
      return;
    }
    write(progressText(report, {colour_, arguments_.report.statistics}));
  }

  ProgressResult analyse(const std::shared_ptr<const Program>& program, const ProgressOptions& options) {
    const RunWatch::Work work(watch_, program->name);
    ProgressResult result = analyseProgress(program, options);
    for (SchedulerVerdict& verdict : result.verdicts) {
      verdict.reason = watch_.reason(verdict.reason);
    }
    return result;
  }

  void judge(const ProgressResult& result) {
    const bool broken = arguments_.expectConditions && result.program->quantifier != Quantifier::Exists &&
                        result.conditionHolds == false;
    for (const SchedulerVerdict& verdict : result.verdicts) {
      if (judgeVerdict(result, verdict) == TerminationJudgement::NotAsExpected) {
        worsen(ExitStatus::Failed);
      }
      if (verdict.answer == ProgressAnswer::Undecided) {
        worsen(ExitStatus::Undecided);
      }
    }
    worsen(broken ? ExitStatus::Failed : ExitStatus::Done);
  }

  void askModels(ProgressReport& report) {
    if (!someTerminate(report.result) && !someMayHang(report.result)) {
      return;
    }
    const std::shared_ptr<const Program> program = withLockBits(
        withoutMeetings(report.result.program), {.lockBits = arguments_.simt.lockBits, .ordered = true});
    if (auto known = promiseWithoutModel(*program)) {
      report.models.push_back(std::move(*known));
      return;
    }
    if (models_->byDefault() && !hasDefaultModel(*program)) {
      return;
    }
    const std::vector<ChosenModel> chosen = models_->forProgram(*program);
    diagnose(models_->takeWarnings());
    Preparation preparation(program, arguments_.search.unroll);
    for (const ChosenModel& choice : chosen) {
      if (choice.model) {
        report.models.push_back(promiseOf(preparation, choice, someTerminate(report.result)));
      } else if (choice.named) {
        diagnose({notApplicable(choice, *program)});
        worsen(ExitStatus::BadInput);
      }
    }
  }

  Promise promiseOf(Preparation& preparation, const ChosenModel& choice, bool terminates) {
    const Program& program = *preparation.program();
    const ChosenModel builtIn = builtIns_.named({choice.model->name}, program).front();
    if (!terminates) {
      return promiseOfHangs(program, *choice.model, builtIn.model.get());
    }
    const RunWatch::Work work(watch_, fmt::format("{} under {}", program.name, choice.name));
    return promiseOfInterleavings(*engine_, preparation, *choice.model, builtIn.model.get(),
                                  optionsFromNow());
  }

  CheckOptions optionsFromNow() {
    SearchArguments search = arguments_.search;
    search.timeout = arguments_.timeout > 0 ? arguments_.timeout : kModelSeconds;
    return checkUnder(watch_, search, CheckQuestion::Races, Explaining::No);
  }

  void replay(const std::shared_ptr<const Program>& program, const ProgressOptions& options) {
    Replay replayed = replayOf(program, options);
    if (arguments_.report.format == Format::Json) {
      replays_.emplace_back(program, std::move(replayed));
    } else {
      write(replayText(*program, replayed, colour_));
    }
  }

  Replay replayOf(const std::shared_ptr<const Program>& program, const ProgressOptions& options) {
    const RunWatch::Work work(watch_, "replaying " + program->name);
    return replaySchedule(program, *arguments_.replay, options);
  }

  /// The hang that is drawn was found in all of it: what there is after a time limit may not reach so far.
  Lts ltsOf(const std::shared_ptr<const Program>& program, const ProgressOptions& options) {
    const RunWatch::Work work(watch_, "drawing " + program->name);
    Lts lts(program, {.mostStates = options.mostStates,
                      .agents = options.agents,
                      .rules = options.rules,
                      .deadline = options.deadline,
                      .activity = watch_.activity()});
    if (!lts.incomplete().empty()) {
      options.deadline.check();
    }
    return lts;
  }

  LtsPicture pictureOf(const Lts& lts, const ProgressResult& result) {
    const RunWatch::Work work(watch_, "drawing " + result.program->name);
    return ltsPictureOf(lts, result);
  }

  static void requireDrawable(const Lts& lts, const LtsPicture& picture) {
    if (!picture.all && !picture.hang) {
      throw UserError(fmt::format("the test has {} states, and no hang whose states could be drawn alone: "
                                  "more than {} are not drawn",
                                  lts.states(), kMostStatesDrawn),
                      "--symmetry may reduce their number; a smaller test shows more");
    }
  }

  void graph(const ProgressResult& result, const ProgressOptions& options) {
    const Lts lts = ltsOf(result.program, options);
    LtsPicture picture = pictureOf(lts, result);
    picture.captioned = arguments_.graph->parts.caption;
    const std::optional<std::string>& file = arguments_.graph->file;
    if (!file) {
      write(ltsText(lts, picture));
    } else if (isPictureFile(*file).empty()) {
      requireDrawable(lts, picture);
      writePicture(*file, ltsDot(lts, picture), arguments_.graph->parts);
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
    output_.writeText((first_ ? "" : "\n") + text);
    first_ = false;
  }

  void finish(const std::string& why) {
    tests_.tellLeft(why);
    if (arguments_.matrix) {
      output_.write(progressMatrix(reports_, colour_));
    } else if (arguments_.report.format == Format::Json) {
      output_.write(arguments_.replay ? replaysJson(replays_, *arguments_.replay, diagnostics_)
                                      : progressJson(reports_, diagnostics_, arguments_.report.statistics));
    }
    output_.commit();
  }

  const ProgressArguments& arguments_;
  RunWatch watch_;  ///< its thread looks at the others, and only while a Work goes on
  std::optional<ModelChoice> models_;
  ModelChoice builtIns_{makeModelLibrary({}), {}};  ///< what --include and paths do not reach
  std::unique_ptr<Engine> engine_;
  Output output_;
  bool colour_;
  bool first_ = true;
  std::vector<Diagnostic> diagnostics_;
  std::vector<ProgressReport> reports_;
  std::vector<std::pair<std::shared_ptr<const Program>, Replay>> replays_;
  ExitStatus status_ = ExitStatus::Done;
  EachTest tests_{watch_, [this](const std::vector<Diagnostic>& diagnostics, ExitStatus status) {
                    diagnose(diagnostics);
                    worsen(status);
                  }};
};

}  // namespace

ExitStatus runProgress(const ProgressArguments& arguments) {
  return ProgressRun(arguments).run();
}

}  // namespace hrfcheck::inline cli
