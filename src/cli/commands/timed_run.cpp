// hrfcheck simulate --run: each test once on each machine, in time.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/asked_models.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/each_test.h"
#include "cli/machine_words.h"
#include "cli/output/output.h"
#include "cli/run_watch.h"
#include "report/price/run_text.h"
#include "util/read_source.h"

namespace hrfcheck::inline cli {
namespace {

class TimedSimulation {
 public:
  explicit TimedSimulation(const SimulateArguments& arguments)
      : arguments_(arguments),
        watch_({ProgressMode::Auto, arguments.simulation.mostMemory}),
        output_(arguments.report.output) {
    const std::optional<std::string>& latencies = arguments.timed->latencies;
    std::vector<std::string> inputs = arguments.files;
    std::ranges::copy(machineFiles(arguments.machines), std::back_inserter(inputs));
    if (latencies) {
      inputs.push_back(*latencies);
      table_ = LatencyTable::read(readSource(*latencies, {}));
    }
    requireOtherFiles({{"-o", arguments.report.output}, {"--plot", arguments.timed->plot}}, inputs);
  }

  ExitStatus run() {
    const std::vector<std::string> tests = testsOf(arguments_.files, arguments_.launch);
    watch_.onStuck([this](const std::string& why) {
      finish(why);
      return status_;
    });
    tests_.run(tests, [this](const std::string& test) { runTest(test); });
    finish("interrupted");
    return status_;
  }

 private:
  void finish(const std::string& why) {
    tests_.tellLeft(why);
    if (arguments_.report.format == Format::Json) {
      output_.write(runsJson(json_, arguments_.report.statistics));
    }
    output_.commit();
  }

  void runTest(const std::string& file) {
    const std::shared_ptr<const Program> program = read(file);
    complain(program->warnings);
    refuseOpenValues(*program);
    const std::vector<std::string> names =
        arguments_.machines.empty() ? std::vector{arguments_.simulation.machine} : arguments_.machines;
    for (const std::string& name : names) {
      TimedRunReport report = runOn(program, name);
      status_ =
          graver(status_, report.run.report.unfinished.empty() ? ExitStatus::Done : ExitStatus::Undecided);
      if (arguments_.timed->plot && !drawn_) {
        drawn_ = true;
        Output picture(*arguments_.timed->plot);
        picture.write(runPlot(report));
        picture.commit();
      }
      if (arguments_.report.format == Format::Json) {
        json_.push_back(std::move(report));
      } else {
        output_.writeText((first_ ? "" : "\n") + runText(report, arguments_.report.statistics));
        first_ = false;
      }
    }
  }

  std::shared_ptr<const Program> read(const std::string& file) {
    const RunWatch::Work work(watch_, "reading " + file);
    return readTest(file, arguments_.launch, arguments_.outcome, deadlineUnder(watch_, arguments_.search));
  }

  TimedRunReport runOn(const std::shared_ptr<const Program>& program, const std::string& machine) {
    const SimulationOptions switches = withSwitches(machine, arguments_.simulation);
    TimedRunReport report{program, {}, {}};
    TimedOptions& options = report.options;
    options.machine = switches.machine;
    options.described = switches.described;
    options.without = switches.without;
    options.with = switches.with;
    options.hierarchy = switches.hierarchy;
    options.table = table_;
    options.seed = arguments_.timed->seed;
    options.deadline = Deadline::after(arguments_.search.timeout, &watch_.stop());
    options.activity = watch_.activity();
    const RunWatch::Work work(watch_, fmt::format("{} on {}", program->name, machine));
    report.run = runTimed(*program, options);
    if (!report.run.report.unfinished.empty()) {
      report.run.report.unfinished = watch_.reason(report.run.report.unfinished);
    }
    return report;
  }

  const SimulateArguments& arguments_;
  RunWatch watch_;
  Output output_;
  LatencyTable table_ = LatencyTable::ofPaper();
  std::vector<TimedRunReport> json_;
  bool first_ = true;
  bool drawn_ = false;  ///< of several runs the first
  ExitStatus status_ = ExitStatus::Done;
  EachTest tests_{watch_, [this](const std::vector<Diagnostic>& diagnostics, ExitStatus status) {
                    complain(diagnostics);
                    status_ = graver(status_, status);
                  }};
};

}  // namespace

ExitStatus runInTime(const SimulateArguments& arguments) {
  if (!arguments.latencyTable) {
    return TimedSimulation(arguments).run();
  }
  Output output(arguments.report.output);
  output.write(LatencyTable::ofPaper().text());
  output.commit();
  return ExitStatus::Done;
}

}  // namespace hrfcheck::inline cli
