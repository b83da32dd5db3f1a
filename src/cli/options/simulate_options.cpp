#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/machine_options.h"
#include "cli/options/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string simulateHelp() {
  return helpFooter(
      {{"hrfcheck simulate --machine rsp-lit litmus/rsp/fig14-case2.litmus",
        "the final states that the machine reaches"},
       {"hrfcheck simulate --machine rsp-lit --machine rsp-fix --against rsp-incl FILE",
        "two machines side by side, compared with a model, each with a trace to a final state that the model does not allow"},
       {"hrfcheck simulate --without inv-after-access --against rsp-incl FILE",
        "the default machine, rsp-fix, with one of its rules disabled"},
       {"hrfcheck simulate --machine rsp-lit --outcome \"1:r0=1\" --trace why.svg FILE",
        "the shortest trace to a final state, as text and drawn"},
       {"hrfcheck simulate --cost FILE", "hits, misses, write-backs ... of every execution, by final state"},
       {"hrfcheck simulate --run --seed 3 --hierarchy h3 kernel.cl --launch 16x16",
        "one timed run of a kernel of any size: cycles, hits, misses, traffic"},
       {"hrfcheck simulate --list", "list the machines and their rules, with sources"},
       {"hrfcheck simulate --show-machine qr-fix > mine.machine",
        "a machine as a file, to be changed and explored: --machine mine.machine"}},
      "0 success; 1 a machine reaches a final state that the model of --against does not allow for this race-free test, or deadlocks; 2 input error; 3 undecided (a limit was reached, or the answer depends on the unrolling bound).");
}

std::string isTracePicture(const std::string& path) {
  if (path.ends_with(".pdf")) {
    return path + ": traces are drawn as .svg and .tex; LaTeX makes a PDF from a .tex file of --standalone";
  }
  return path.ends_with(".svg") || path.ends_with(".tex") ? "" : path + " does not end in .svg or .tex";
}

class SimulateOptionTable final : public ArgumentTable<SimulateArguments> {
 public:
  SimulateOptionTable() : ArgumentTable(runSimulate) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* simulate = app.add_subcommand(
        "simulate", "Explore a test on a hardware model and compare it with a memory model");
    addValue(*simulate, "FILE", parsed_.files, "Litmus tests; - for standard input", "")->option_text("...");
    addMachine(*simulate);
    addCost(*simulate);
    addRun(*simulate);
    addModel(*simulate);
    addMachineLimits(*simulate, parsed_.simulation);
    simulate->add_flag_callback(
        "--depth-first", [this] { parsed_.simulation.shortest = false; },
        "Search depth first; traces need not be the shortest");
    addReport(*simulate);
    simulate->footer(simulateHelp());
    return simulate;
  }

 protected:
  void complete(SimulateArguments& result) const override {
    if (parsed_.files.empty() && !parsed_.list && !parsed_.latencyTable && parsed_.shownMachine.empty()) {
      throw UserError("no test to simulate", "name a FILE, or use --list");
    }
    if (parsed_.against.empty() && parsed_.sequential) {
      throw UserError("--sc needs a model that defines the races", "name it with --against MODEL");
    }
    if (!cost_ && sample_.executions > 0) {
      throw UserError("--sample needs --cost", "--cost counts what the executions cost");
    }
    if (cost_) {
      result.cost = sample_;
    }
    addTimed(result);
  }

 private:
  void addTimed(SimulateArguments& result) const {
    if (!run_ && (latencies_ || plot_)) {
      throw UserError("--latency and --plot need --run", "explorations have no timing");
    }
    if (run_ && (cost_ || !parsed_.against.empty())) {
      throw UserError("--run is a single run, and excludes --cost and --against",
                      "explore the test to compare all its final states with a model");
    }
    if (run_) {
      result.timed = TimedArguments{sample_.seed, latencies_, plot_};
    }
  }

  void addMachine(CLI::App& app) {
    addValue(
        app, "--machine", parsed_.machines,
        "A hardware model: a name (see --list) or a file that describes one (FILE.machine), optionally with rules disabled or enabled, as in \"rsp-fix without RULE\"; may be repeated to show several machines side by side (default rsp-fix)",
        "NAME|FILE")
        ->allow_extra_args(false);
    addMachineRules(app, parsed_.simulation);
    app.add_flag("--list", parsed_.list, "List the machines and their rules, with their sources");
    addValue(app, "--show-machine", parsed_.shownMachine,
             "Print the complete description of a machine, as --machine reads it from a file", "NAME|FILE");
  }

  void addCost(CLI::App& app) {
    app.add_flag(
        "--cost", cost_,
        "Count what executions cost: hits, misses, write-backs, lines invalidated, stalls ...; over all of them, or over those of --sample");
    addValue(app, "--sample", sample_.executions,
             "With --cost: draw this many executions at random instead of exploring all", "N")
        ->check(isPositive);
    addValue(app, "--seed", sample_.seed, "The seed of --sample or --run (default 1)", "S");
  }

  void addRun(CLI::App& app) {
    app.add_flag("--run", run_,
                 "Run each test once, with timing, instead of exploring it: for programs of any size");
    addText(app, "--latency", latencies_,
            "With --run: latencies and sizes of caches (default: --latency-table prints them)", "FILE");
    app.add_flag("--latency-table", parsed_.latencyTable,
                 "Print the default latencies and sizes, with their sources");
    addText(app, "--plot", plot_, "With --run: draw what each level of caches served", "FILE.svg");
  }

  void addModel(CLI::App& app) {
    addValue(app, "--against", parsed_.against,
             "Compare the final states with those that this model allows: a name, or the path of a .cat file",
             "MODEL");
    app.add_flag(
        "--sc", parsed_.sequential,
        "With --against: require sequential consistency of race-free tests, even where the model allows more");
    addLaunch(app, parsed_.launch);
    addIncludeFolders(app, parsed_.launch);
    addInclude(app, parsed_.includes);
    addSearch(app, parsed_.search, 0,
              "one test on one machine, and for one test under the model of --against");
  }

  void addReport(CLI::App& app) {
    addText(
        app, "--outcome", parsed_.outcome,
        "Print a trace to this final state, written as in reports (\"1:r0=0 1:r1=2\") or as in conditions (default: to a final state that the model of --against does not allow, or to a deadlock)",
        "STATE");
    app.add_flag_callback(
        "--no-trace", [this] { parsed_.tellTraces = false; }, "Do not print traces");
    addText(app, "--trace", parsed_.picture, "Draw the trace", "FILE.svg|tex")->check(isTracePicture);
    addPictureParts(app, parsed_.parts, true);
    addFormat(app, parsed_.report.format);
    addText(app, "-o,--output", parsed_.report.output, "Write the report to this file", "FILE");
    addColour(app, parsed_.report.colour);
    app.add_flag("--stats", parsed_.report.statistics, "Also print the number of transitions, and timing");
  }

  bool cost_ = false;
  CostSample sample_;
  bool run_ = false;
  std::optional<std::string> latencies_, plot_;
};

}  // namespace

std::unique_ptr<CommandOptions> simulateOptions() {
  return std::make_unique<SimulateOptionTable>();
}

}  // namespace hrfcheck::inline cli
