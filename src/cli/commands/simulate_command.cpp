#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "check/promise/observe_everything.h"
#include "cli/asked_models.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/each_test.h"
#include "cli/machine_words.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/usage_error.h"
#include "cli/run_watch.h"
#include "report/machine/simulation_json.h"
#include "report/machine/simulation_text.h"
#include "report/machine/trace_picture.h"
#include "suite/machine_run.h"
#include "util/text.h"

namespace hrfcheck::inline cli {
namespace {

ExitStatus listMachines(const ReportArguments& report) {
  Output output(report.output);
  output.write(report.format == Format::Json ? machinesJson(machines(), machineRules())
                                             : machinesText(machines(), machineRules()));
  output.commit();
  return ExitStatus::Done;
}

ExitStatus showMachine(const std::string& machine, const ReportArguments& report) {
  Output output(report.output);
  output.write(completeMachine(machine));
  output.commit();
  return ExitStatus::Done;
}

std::vector<std::string> modelsNeeded(const SimulateArguments& arguments) {
  return arguments.against.empty() ? std::vector<std::string>{} : std::vector{arguments.against};
}

/// The machine's states have a limit of their own; the process needs more.
std::size_t memoryFor(const SimulationOptions& options) {
  constexpr std::size_t kBeside = 1024;
  return options.mostMemory + kBeside;
}

class SimulateRun {
 public:
  explicit SimulateRun(const SimulateArguments& arguments)
      : arguments_(arguments),
        watch_({ProgressMode::Auto, memoryFor(arguments.simulation)}),
        models_(makeModelLibrary(arguments.includes, arguments.search.timeout, &watch_.stop()),
                modelsNeeded(arguments), arguments.search.anyDialect),
        engine_(makeEngine(arguments.search.engine, arguments.search.solver)),
        output_(arguments.report.output) {
    std::vector<std::string> inputs = arguments.files;
    std::ranges::copy(machineFiles(arguments.machines), std::back_inserter(inputs));
    requireOtherFiles({{"-o", arguments.report.output}, {"--trace", arguments.picture}}, inputs, models_);
    if (models_.several()) {
      throw UsageError("--against takes a single model", "give one model at a time");
    }
  }

  ExitStatus run() {
    const std::vector<std::string> tests = testsOf(arguments_.files, arguments_.launch);
    watch_.onStuck([this](const std::string& why) {
      finish(why);
      return status_;
    });
    tests_.run(tests, [this](const std::string& test) { simulateFile(test); });
    finish("interrupted");
    if (arguments_.picture && !drawn_) {
      complain({{Severity::Warning, {}, "there is no trace to draw", "name a final state: --outcome"}});
    }
    return status_;
  }

 private:
  void finish(const std::string& why) {
    tests_.tellLeft(why);
    if (arguments_.report.format == Format::Json) {
      output_.write(simulationsJson(json_, arguments_.report.statistics, diagnostics_));
    }
    output_.commit();
  }

  std::shared_ptr<const Program> read(const std::string& file) {
    const RunWatch::Work work(watch_, "reading " + file);
    return readTest(file, arguments_.launch, arguments_.outcome, deadlineUnder(watch_, arguments_.search));
  }

  void worsen(ExitStatus status) { status_ = graver(status_, status); }

  void simulateFile(const std::string& file) {
    const std::shared_ptr<const Program> test = read(file);
    complain(test->warnings);
    refuseOpenValues(*test);
    SimulationReport report{programFor(*test), {}, test->filter != nullptr};
    const std::optional<Promise> promise = promised(report.program);
    const std::vector<std::string> names =
        arguments_.machines.empty() ? std::vector{arguments_.simulation.machine} : arguments_.machines;
    for (const std::string& name : names) {
      report.runs.push_back(simulate(report.program, name, promise));
      judge(report.runs.back());
    }
    draw(report);
    if (arguments_.report.format == Format::Json) {
      json_.push_back(std::move(report));
      return;
    }
    output_.writeText((first_ ? "" : "\n") +
                      simulationText(report, {useColour(arguments_.report), arguments_.report.statistics}));
    first_ = false;
  }

  /// With a model everything is observed; without one, what the test asks for.
  std::shared_ptr<const Program> programFor(const Program& test) const {
    if (!arguments_.against.empty()) {
      return observingEverything(test);
    }
    auto program = std::make_shared<Program>(test);
    program->filter = nullptr;
    return program;
  }

  std::optional<Promise> promised(const std::shared_ptr<const Program>& program) {
    if (arguments_.against.empty()) {
      return std::nullopt;
    }
    if (!program->notForModels.empty()) {
      throw UserError("memory models do not apply to this test: " + program->notForModels);
    }
    const ChosenModel chosen = applicable(models_.forProgram(*program).front(), *program);
    const std::shared_ptr<const Model> model = chosen.model;
    std::shared_ptr<const Model> sequential;
    if (arguments_.sequential) {
      sequential = applicable(models_.named({"sc"}, *program).front(), *program).model;
    }
    if (!chosen.note.empty()) {
      complain({{Severity::Warning, {}, chosen.note, ""}});
    }
    complain(models_.takeWarnings());
    Preparation preparation(program, arguments_.search.unroll);
    const RunWatch::Work work(watch_, fmt::format("{} under {}", program->name, arguments_.against));
    Promise promise = promiseOfOutcomes(*engine_, preparation, *model, sequential.get(),
                                        analysisUnder(watch_, arguments_.search));
    promise.model = arguments_.against;
    promise.outcomesOf = sequential ? "sc" : arguments_.against;
    return promise;
  }

  MachineRun simulate(const std::shared_ptr<const Program>& program, const std::string& machine,
                      const std::optional<Promise>& promise) {
    SimulationOptions options = withSwitches(machine, arguments_.simulation);
    options.deadline = Deadline::after(arguments_.search.timeout, &watch_.stop());
    options.activity = watch_.activity();
    const RunWatch::Work work(watch_, fmt::format("{} on {}", program->name, machine));
    const auto reason = [this](const std::string& why) { return watch_.reason(why); };
    MachineRun run = runOnMachine(program, options, promise, traces(), reason);
    if (arguments_.cost) {
      run.cost = costOf(program, options, *arguments_.cost);
      run.cost->incomplete = reason(run.cost->incomplete);
    }
    return run;
  }

  TracesTo traces() const {
    return !arguments_.tellTraces ? TracesTo::Nowhere
           : arguments_.outcome   ? TracesTo::Condition
                                  : TracesTo::Broken;
  }

  void judge(const MachineRun& run) {
    if (run.judgement && run.judgement->answer == Judgement::Answer::Broken) {
      worsen(ExitStatus::Failed);
    } else if (!run.simulation.incomplete.empty() || (run.cost && !run.cost->incomplete.empty()) ||
               (run.judgement && run.judgement->answer == Judgement::Answer::Undecided)) {
      worsen(ExitStatus::Undecided);
    }
  }

  void draw(const SimulationReport& report) {
    for (const MachineRun& run : report.runs) {
      if (arguments_.picture && run.trace && !drawn_) {
        drawn_ = true;
        Output picture(*arguments_.picture);
        const Scene scene = traceScene(*report.program, run.options, *run.trace, arguments_.parts);
        picture.write(arguments_.picture->ends_with(".tex") ? tikzOf(scene, arguments_.parts.standalone)
                                                            : svgOf(scene));
        picture.commit();
      }
    }
  }

  const SimulateArguments& arguments_;
  RunWatch watch_;  ///< its thread looks at the others, and only while a Work goes on
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  Output output_;
  std::vector<SimulationReport> json_;
  bool first_ = true;
  bool drawn_ = false;  ///< of several traces the first
  ExitStatus status_ = ExitStatus::Done;
  std::vector<Diagnostic> diagnostics_;
  EachTest tests_{watch_, [this](const std::vector<Diagnostic>& diagnostics, ExitStatus status) {
                    complain(diagnostics);
                    diagnostics_.insert(diagnostics_.end(), diagnostics.begin(), diagnostics.end());
                    worsen(status);
                  }};
};

}  // namespace

ExitStatus runSimulate(const SimulateArguments& arguments) {
  if (!arguments.shownMachine.empty()) {
    return showMachine(arguments.shownMachine, arguments.report);
  }
  if (arguments.timed || arguments.latencyTable) {
    return runInTime(arguments);
  }
  return arguments.list ? listMachines(arguments.report) : SimulateRun(arguments).run();
}

}  // namespace hrfcheck::inline cli
