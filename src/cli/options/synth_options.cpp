#include <algorithm>
#include <iterator>
#include <set>

#include "cli/commands/commands.h"
#include "cli/machine_words.h"
#include "cli/options/help_text.h"
#include "cli/options/machine_options.h"
#include "cli/options/option_groups.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string synthHelp() {
  return helpFooter(
      {{"hrfcheck synth --differ hrf-indirect hrf-direct",
        "the smallest tests on which HRF-indirect and HRF-direct differ"},
       {"hrfcheck synth --patterns --differ hrf-indirect-relaxed opencl",
        "one test of each pattern, the plainest first: to be read"},
       {"hrfcheck synth --differ rsp rsp-literal --threads 2 -o found",
        "write the tests to a folder, each with its expectations"},
       {"hrfcheck synth --differ hrf-indirect-relaxed ptx --orders acqrel",
        "compare with a model of PTX: each test is converted to PTX for it"},
       {"hrfcheck synth --differ rsp hrf-indirect-relaxed --machine rsp-fix",
        "the tests on which a machine can be seen to side with one of the two models"},
       {"hrfcheck synth --minimal rsp --threads 2 -o rsp-suite",
        "the tests that a machine must pass to implement RSP"},
       {"hrfcheck synth --differ my.cat sc --kinds ld,st --orders ordinary --events 5",
        "compare a model of your own with SC over ordinary accesses"}},
      "0 the search is complete; 2 input error; 3 the search stopped early (a limit was reached, or it was interrupted), or tests are undecided on the machine.");
}

/// A set of values, named by words that commas separate.
template <typename T, typename ValueOf>
void addSet(CLI::App& app, const std::string& name, std::vector<T>& into, const std::string& what,
            const std::vector<std::string>& words, const ValueOf& valueOf) {
  const auto take = [&into, valueOf](const std::vector<std::string>& given) {
    std::set<T> values;
    std::ranges::transform(given, std::inserter(values, values.end()), valueOf);
    into.assign(values.begin(), values.end());
  };
  addWords(app, name, take, what, words);
}

class SynthOptionTable final : public ArgumentTable<SynthArguments> {
 public:
  SynthOptionTable() : ArgumentTable(runSynthCommand) { parsed_.options.workers = 0; }
  CLI::App* build(CLI::App& app) override {
    CLI::App* synth = app.add_subcommand(
        "synth", "Find the smallest tests that distinguish two models, or that a model forbids");
    addValue(
        *synth, "--differ", differ_,
        "Tests that the first model allows and the second forbids, or that are racy under one of them only",
        "MODEL MODEL")
        ->expected(2);
    addValue(
        *synth, "--minimal", minimal_,
        "Tests that the model forbids, but would not if an operation were missing or a single order or scope were weaker: a conformance suite",
        "MODEL");
    addValue(
        *synth, "--forbid", forbid_,
        "Like --minimal, for several models: tests that all of them forbid, but would not all forbid if an operation were missing or a single order or scope were weaker",
        "MODEL...");
    addInclude(*synth, parsed_.includes);
    addMachine(*synth);
    addBounds(*synth);
    addRun(*synth);
    synth->footer(synthHelp());
    return synth;
  }

 protected:
  void complete(SynthArguments& result) const override {
    SynthOptions& options = result.options;
    if (!differ_.empty() + !minimal_.empty() + !forbid_.empty() != 1) {
      throw UserError("synth needs a question", "give --differ, --minimal or --forbid");
    }
    options.wanted = differ_.empty() ? SynthWanted::Minimal : SynthWanted::ToldApart;
    options.models = !differ_.empty() ? differ_ : !forbid_.empty() ? forbid_ : std::vector{minimal_};
    options.memory = std::uint64_t{memory_} << 20U;
    options.machine = machineAsked();
    options.resume = resumed_.has_value();
    options.results = options.resume ? resumed_ : results_;
    if (options.results == "-") {
      throw UserError("--results and --resume take a file, not standard output", "the report goes there");
    }
    if (resumed_ && results_) {
      throw UserError("--resume continues a results file and writes to it", "omit --results");
    }
    if (options.byShape && (options.results || !options.merged.empty() || !(options.shard == Shard{}))) {
      throw UserError("--patterns needs the whole search: a part of it does not know all patterns",
                      "omit --patterns, or --results, --resume, --merge and --shard");
    }
    if (!options.merged.empty() && (options.results || !(options.shard == Shard{}))) {
      throw UserError("--merge does not search", "omit --results, --resume and --shard");
    }
  }

 private:
  void addMachine(CLI::App& app) {
    CLI::Option* machine = addValue(
        app, "--machine", machine_,
        "With --differ: keep the tests on which this machine sides with one of the models, and report which: one rules the final state out, and the other does not. A name (hrfcheck simulate --list) or a file (FILE.machine), optionally with rules disabled or enabled",
        "NAME|FILE");
    machine->check(isNotEmpty);
    addMachineRules(app, simulation_);
    addMachineStates(app, simulation_);
    for (const char* option : {"--hierarchy", "--env", "--without", "--with", "--states"}) {
      app.get_option(option)->needs(machine);
    }
  }

  std::optional<SynthMachine> machineAsked() const {
    if (machine_.empty()) {
      return std::nullopt;
    }
    if (differ_.empty()) {
      throw UserError("--machine needs --differ", "name two models that the machine may side with");
    }
    SimulationOptions simulation = withSwitches(machine_, simulation_);
    if (memory_ > 0) {
      simulation.mostMemory = std::max<std::size_t>(1, memory_ / 2);  // the worker needs the rest
    }
    return SynthMachine{machine_, std::move(simulation)};
  }

  void addBounds(CLI::App& app) {
    SynthBounds& bounds = parsed_.options.bounds;
    addValue(app, "--threads", bounds.threads, "Maximum number of threads (default 3)", "N")
        ->check(CLI::Range(1U, kMostSynthThreads));
    addValue(app, "--events", bounds.events, "Maximum number of operations, over all threads (default 4)",
             "N")
        ->check(CLI::Range(1U, kMostSynthEvents));
    addValue(app, "--locations", bounds.locations, "Maximum number of locations (default 2)", "N")
        ->check(CLI::Range(1U, kMostSynthLocations));
    addSet(app, "--scopes", bounds.levels, "Scopes that atomic operations may name (default: wg,cmp)",
           {"wg", "cmp"},
           [](const std::string& scope) { return scope == "wg" ? kGroupLevel : kDeviceLevel; });
    addSet(app, "--kinds", bounds.kinds,
           "Loads, stores, read-modify-writes (exchanges), fences (default: ld,st,rmw)",
           {"ld", "st", "rmw", "fence"},
           [](const std::string& kind) { return synthKindNamed(kind).value(); });
    addSet(app, "--orders", bounds.orders,
           "Ordinary accesses; rlx; acq, rel and ar (acqrel); sc; remote operations (default: "
           "ordinary,acqrel, and remote unless every model excludes it; for --minimal and --forbid, also "
           "rlx, on the same terms)",
           {"ordinary", "rlx", "acqrel", "sc", "remote"}, [this](const std::string& order) {
             parsed_.options.ordersChosen = true;
             return synthOrderNamed(order).value();
           });
  }

  void addRun(CLI::App& app) {
    addText(app, "-o,--output", parsed_.folder,
            "Write the tests to this folder, with the models' answers in DIR/expected", "DIR")
        ->check(isNotEmpty);
    addValue(app, "--keep", parsed_.options.keep,
             "Number of tests to show and to write; all are counted (default 100)", "N")
        ->check(CLI::Range(std::uint64_t{0}, kMostKept));
    app.add_flag(
        "--patterns", parsed_.options.byShape,
        "Show one test of each pattern, that is, of those that differ only in orders, scopes and work-groups; patterns that contain a smaller one are left out. Tests without a filter come first, then those with the fewest annotations");
    addValue(app, "--timeout", parsed_.options.timeout, "Time limit for the search (default: no limit)",
             "SECONDS")
        ->check(isSeconds);
    addValue(app, "-j,--jobs", parsed_.options.workers, "Number of worker processes (default: one per core)",
             "N")
        ->check(CLI::Range(1U, 1024U));
    addValue(
        app, "--memory", memory_,
        "Memory limit of each worker, in MiB; a piece of the search that needs more is skipped, and the report says so (default 4096; 0: no limit)",
        "MIB");
    addShard(app, parsed_.options.shard, "Search shard I of N, I from 1 to N");
    addText(app, "--results", results_,
            "Write the result of each piece of the search as JSON lines, for --resume and --merge", "FILE")
        ->check(isNotEmpty);
    addText(app, "--resume", resumed_,
            "Continue the stopped search that wrote this results file, appending to it", "FILE")
        ->check(isNotEmpty);
    addValue(app, "--merge", parsed_.options.merged,
             "Do not search: join the results files of all shards of the same question", "FILE...");
    app.add_flag_callback(
        "--plain", [this] { parsed_.options.rules = Rules::Plain; },
        "Judge every execution of every program one by one, discarding none early: slow, but simple enough to "
        "be read");
    addProgress(app, parsed_.progress);
    app.add_flag("--stats", parsed_.statistics, "Also print the time for each number of events");
  }

  static constexpr std::uint64_t kMostKept = 1'000'000'000;

  std::vector<std::string> differ_, forbid_;
  std::string minimal_, machine_;
  SimulationOptions simulation_;  ///< of the machine
  unsigned memory_ = 4096;
  std::optional<std::string> results_, resumed_;
};

}  // namespace

std::unique_ptr<CommandOptions> synthOptions() {
  return std::make_unique<SynthOptionTable>();
}

}  // namespace hrfcheck::inline cli
