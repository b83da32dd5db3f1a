#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/machine_words.h"
#include "cli/options/help_text.h"
#include "cli/options/machine_options.h"
#include "cli/options/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string suiteHelp() {
  return helpFooter(
      {{"hrfcheck suite --machine rsp-fix",
        "run every program of up to three operations, and compare the race-free ones with sequential consistency"},
       {"hrfcheck suite --mutants", "for each rule of the machine, find the smallest program that needs it"},
       {"hrfcheck suite --operations 4 --shard 3/16 --results part-3.jsonl", "run one shard of sixteen"},
       {"hrfcheck suite --merge part-*.jsonl", "report what all shards found"},
       {"hrfcheck suite --operations 4 --shard 3/16 --resume part-3.jsonl",
        "continue that shard after it was stopped"}},
      "0 success, every race-free program has its sequentially consistent final states and no others; 1 some race-free program does not, or deadlocks or, with --mutants, there is a rule that no program needs; 2 input error; 3 undecided (a limit was reached) or interrupted.");
}

class SuiteOptionTable final : public ArgumentTable<SuiteArguments> {
 public:
  SuiteOptionTable() : ArgumentTable(runSuiteCommand) { parsed_.options.workers = 0; }
  CLI::App* build(CLI::App& app) override {
    suite_ = app.add_subcommand("suite", "Generate all small programs and explore each on a hardware model");
    addValue(*suite_, "FILE", parsed_.merged, "Results files to merge, with --merge", "")->option_text("...");
    addPrograms(*suite_);
    addMachine(*suite_);
    addQuestion(*suite_);
    addRun(*suite_);
    addReport(*suite_);
    suite_->footer(suiteHelp());
    return suite_;
  }

 protected:
  void complete(SuiteArguments& result) const override {
    refuseContradictions();
    SuiteOptions& options = result.options;
    const std::string machine = options.simulation.machine;
    options.simulation = withSwitches(machine, options.simulation);
    options.simulation.shortest = false;
    if (options.models.empty()) {
      options.models = {against_.empty() ? suiteModelFor(options.simulation) : against_};
    }
    if (sample_ != 0) {
      options.sample = SuiteSample{sample_, seed_};
    }
    options.resume = resumed_.has_value();
    options.results = options.resume ? resumed_ : results_;
    result.report.colour = ColourMode::Never;
  }

 private:
  void addPrograms(CLI::App& app) {
    addValue(app, "--operations", parsed_.options.operations,
             "Maximum number of operations of a program, over all its threads (default 3)", "N")
        ->check(CLI::Range(1U, 16U));
    addValue(app, "--threads", parsed_.options.threads, "Number of threads of a program (default 2)", "N")
        ->check(CLI::Range(1U, 4U));
    addWord(
        app, "--locations", parsed_.options.locations,
        "Two locations that every operation may access (any, the default), or one for ordinary accesses and "
        "one for atomics (data+flag)",
        {{"any", SuiteLocations::Any}, {"data+flag", SuiteLocations::DataAndFlag}});
    addValue(app, "--sample", sample_, "Sample K random programs, plus every message-passing program", "K")
        ->check(isPositive);
    addValue(app, "--seed", seed_, "Seed of --sample (default 1)", "S");
  }

  void addMachine(CLI::App& app) {
    addValue(
        app, "--machine", parsed_.options.simulation.machine,
        "A hardware model: a name (hrfcheck simulate --list) or a file that describes one (default rsp-fix)",
        "NAME|FILE");
    addMachineRules(app, parsed_.options.simulation);
    addMachineLimits(app, parsed_.options.simulation);
  }

  void addQuestion(CLI::App& app) {
    addValue(
        app, "--against", against_,
        "The model that says which programs are race-free: its name, or the path of a .cat file (default: "
        "the one that the machine is intended for)",
        "MODEL");
    app.add_flag("--mutants", parsed_.options.mutants,
                 "Disable each rule of the machine in turn and report the smallest program that detects it");
    addValue(
        app, "--models", parsed_.options.models,
        "Report the programs that are race-free under only one of two models, and the behaviour of the machine on them",
        "A,B")
        ->delimiter(',')
        ->expected(2);
    addInclude(app, parsed_.includes);
    addValue(
        app, "--timeout", parsed_.options.timeout,
        "Time limit for one program on one machine, and for one program under one model (default: 60; 0: no limit)",
        "SECONDS")
        ->check(isSeconds);
  }

  void addRun(CLI::App& app) {
    addValue(app, "-j,--jobs", parsed_.options.workers, "Number of worker processes (default: one per core)",
             "N")
        ->check(CLI::Range(1U, 1024U));
    addShard(app, parsed_.options.shard, "Run shard I of N of the suite, I from 1 to N");
    addText(app, "--results", results_,
            "Write results as JSON lines, from which a run can be resumed; with --merge, the merged results",
            "FILE");
    addText(app, "--resume", resumed_,
            "Continue the stopped run that wrote this results file, appending to it", "FILE");
    app.add_flag("--merge", parsed_.merge, "Merge the results files of all shards");
    addProgress(app, parsed_.progress);
  }

  void addReport(CLI::App& app) {
    addText(app, "--save-failures", parsed_.saved,
            "Write every program that the report shows to this folder, not only failures", "DIR");
    addFormat(app, parsed_.report.format);
    addText(app, "-o,--output", parsed_.report.output, "Write the report to this file", "FILE");
    app.add_flag("--stats", parsed_.report.statistics, "Also print the number of states, and timing");
  }

  void refuseContradictions() const {
    if (parsed_.merge) {
      refuseQuestions();
    } else if (!parsed_.merged.empty()) {
      throw UserError("a suite generates its own tests", "omit " + parsed_.merged.front());
    }
    if (resumed_ && results_) {
      throw UserError("--resume continues its own file", "omit --results");
    }
    if (parsed_.options.mutants && !parsed_.options.models.empty()) {
      throw UserError("--mutants compares machines with one model", "omit --models");
    }
  }

  /// What was asked is recorded in the results files.
  void refuseQuestions() const {
    if (parsed_.merged.empty()) {
      throw UserError("--merge needs results files", "name those of all shards");
    }
    static const std::vector<std::string> kOfMerge{"FILE",     "--merge",  "--results", "--save-failures",
                                                   "--format", "--output", "--stats",   "--progress"};
    for (const CLI::Option* option : suite_->get_options()) {
      if (option->count() > 0 && !contains(kOfMerge, option->get_name())) {
        throw UserError(fmt::format("--merge runs nothing, so {} has no effect", option->get_name()),
                        "omit " + option->get_name());
      }
    }
  }

  CLI::App* suite_ = nullptr;
  std::string against_;
  std::uint64_t sample_ = 0;
  std::uint64_t seed_ = 1;
  std::optional<std::string> results_, resumed_;
};

}  // namespace

std::unique_ptr<CommandOptions> suiteOptions() {
  return std::make_unique<SuiteOptionTable>();
}

}  // namespace hrfcheck::inline cli
