#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "cli/output/picture_file.h"
#include "program/ir/scheduler.h"
#include "util/text.h"

namespace hrfcheck::inline cli {
namespace {

std::string progressHelp() {
  return helpFooter(
      {{"hrfcheck progress litmus/progress/mutex-cas.litmus",
        "whether every thread terminates under each of the six schedulers; each hang is shown as a schedule, step by step"},
       {"hrfcheck progress --matrix litmus/progress", "a table: tests in rows, schedulers in columns"},
       {"hrfcheck progress --scheduler obe --scheduler s-obe test.litmus",
        "under two schedulers, the second with strong fairness; --strong makes all schedulers strong"},
       {"hrfcheck progress --scheduler wg=obe,wv=weak test.litmus",
        "one guarantee among work-groups, another among the wavefronts of each"},
       {"hrfcheck progress --scheduler cuda --scheduler opencl test.litmus",
        "under what CUDA and OpenCL promise"},
       {"hrfcheck progress --static test.litmus",
        "without exploring schedules: loops that may wait for ever for lanes of their own wavefront"},
       {"hrfcheck progress --replay \"1(0)\" litmus/progress/mutex-cas.litmus",
        "which schedulers accept P1 once, and then P0 for ever"},
       {"hrfcheck progress --scheduler hsa --graph hang.svg test.litmus",
        "draw all states, with the hang marked; without a file name as text"}},
      "0 success; 1 an expectation stated in a `terminates` line of a test is not met, with --expect-conditions a condition does not hold or, with --fail-on conditional, an answer is conditional; 2 a test that cannot be read; 3 undecided (a limit was reached).");
}

/// Names are right; levels depend on the test.
std::string isScheduler(const std::string& text) {
  if (text.find('=') != std::string::npos || lowered(text) == "all") {
    return "";
  }
  try {
    parseSchedulerSpec(text, {}, {});
    return "";
  } catch (const UserError& error) {
    const Diagnostic& why = error.diagnostics().front();
    return fmt::format("{}: {}, all, or LEVEL=SCHEDULER,...", why.message, why.hint);
  }
}

bool isGraphFile(const std::string& path) {
  return isPictureFile(path).empty() || path.ends_with(".txt");
}

class ProgressOptionTable final : public ArgumentTable<ProgressArguments> {
 public:
  ProgressOptionTable() : ArgumentTable(run) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* progress =
        app.add_subcommand("progress", "Determine under which schedulers every thread terminates");
    app_ = progress;
    addValue(*progress, "PATH", parsed_.paths,
             "Litmus tests, folders of tests, @FILE for a list of paths; - for standard input", "")
        ->option_text("...");
    addSchedulers(*progress);
    addSimt(*progress);
    addWhat(*progress);
    addModelSide(*progress);
    addLimits(*progress);
    addReport(*progress);
    progress->footer(progressHelp());
    return progress;
  }

 protected:
  void complete(ProgressArguments& result) const override {
    graphInto(result);
    if (result.simt.sameWavefront && !result.simtMode) {
      result.simtMode = SimtMode::Stack;
    }
    refuse(result);
    if (result.unexplored) {
      refuseWithoutExploration();
    }
  }

 private:
  static ExitStatus run(const ProgressArguments& arguments) {
    return arguments.unexplored ? runStaticProgress(arguments) : runProgress(arguments);
  }

  void addSchedulers(CLI::App& app) {
    addValue(
        app, "--scheduler", parsed_.schedulers,
        "A scheduler (may be repeated): unfair; hsa; obe (occupancy-bound execution); hsa+obe; lobe (linear obe); or weak, also called fair. The prefix s- selects its strongly fair variant; all selects the six without prefix. LEVEL=NAME,... gives a scheduler without prefix for each scope level named (cmp, wg, wv in HSA tests; wg, block and cta are one level under several names), and weak for the others. cuda, cuda-cooperative, hip, hsa-platform, opencl, vulkan or metal: what that platform promises (docs/progress.md). Default: all, any scheduler named in a `terminates` line of the test (its expectations), and the platforms of the test's language",
        "NAME|LEVEL=NAME,...")
        ->check(isScheduler)
        ->allow_extra_args(false);
    app.add_flag("--strong", parsed_.strong, "Use the strongly fair variant of each scheduler");
  }

  void addSimt(CLI::App& app) {
    addWord(
        app, "--simt", parsed_.simtMode,
        "How the threads of a wavefront execute: none, as if there were no wavefronts; its, each by itself, meeting the others only at votes and barriers (independent thread scheduling: NVIDIA since Volta); stack, together under a mask, one side of a branch after the other (before Volta). Default: each of these that the `terminates` lines of the test name, or none",
        {{"none", SimtMode::None}, {"its", SimtMode::Its}, {"stack", SimtMode::Stack}});
    addWord(
        app, "--lanes", parsed_.simt.collective,
        "With --simt stack, how the active lanes of a wavefront (its threads) access memory: serial (default), each access is a step of its own, in any order; or collective, all accesses are one step, in every order",
        {{"serial", false}, {"collective", true}});
    addWord(
        app, "--owner", parsed_.simt.wavefrontOwns,
        "Who may release a lock bit without a warning: the lane that took it (lane, default), or its wavefront (warp)",
        {{"lane", false}, {"warp", true}});
    addValue(
        app, "--lock-bits", parsed_.simt.lockBits,
        "Number of lock bits of a work-group, a power of two (default 1024; 0: one for each word); words that far apart share a bit",
        "N");
    app.add_flag(
        "--strict-barriers", parsed_.simt.strictBarriers,
        "Let barriers also wait for threads, lanes or wavefronts that have ended, that is, for ever (barriers of CUDA, HIP and PTX do not; those of other languages do with --simt none, and do not with its and stack)");
    app.add_flag("--same-wavefront", parsed_.simt.sameWavefront,
                 "Make every thread a lane of one wavefront, wherever the test places it");
  }

  void addWhat(CLI::App& app) {
    app.add_flag("--matrix", parsed_.matrix,
                 "Print a table of tests and schedulers: Y, N, or ? for undecided");
    app.add_flag(
        "--static", parsed_.unexplored,
        "Without exploring schedules, report loops in which a lane may wait for ever for lanes of its own wavefront that are masked off meanwhile (SIMD deadlock, under --simt stack). No such deadlock is missed; a loop that is reported need not deadlock");
    addText(
        app, "--replay", parsed_.replay,
        "Report which schedulers accept this schedule: the numbers of the threads that take the steps, with the part repeated for ever in parentheses, such as \"2,0(1,0)\"",
        "SCHEDULE");
    graphOption_ =
        app.add_option(
               "--graph", graph_,
               "Print the states and steps of one test, or draw them to a file, with the hang (a schedule on which some thread never terminates) marked; a name that ends in .litmus is the test, not the file")
            ->expected(0, 1)
            ->allow_extra_args(false)
            ->type_name("FILE.svg|png|pdf|tex|dot|txt")
            ->option_text("[FILE.svg|png|pdf|tex|dot|txt]");
    addPictureParts(app, parts_, false);
  }

  void addModelSide(CLI::App& app) {
    addModels(
        app, parsed_.models,
        "see hrfcheck check --help. Schedules are explored over interleavings; the answer is exact if the model promises interleavings to the test, and conditional if not");
    addLaunch(app, parsed_.launch);
    addIncludeFolders(app, parsed_.launch);
    addInclude(app, parsed_.includes);
    addAnyDialect(app, parsed_.search.anyDialect);
    addMemory(app, parsed_.memory);
    app.add_flag("--no-model", parsed_.noModel, "Use no memory model: answer for interleavings only");
    addValue(
        app, "--unroll", parsed_.search.unroll,
        "Maximum number of times that the body of a loop is executed under the memory model (default 4); schedules are not bounded",
        "N")
        ->check(CLI::Range(0U, 1000U));
  }

  void addLimits(CLI::App& app) {
    addValue(app, "--states", parsed_.mostStates,
             "Maximum number of states; with more, the answer is undecided (default 4000000)", "N")
        ->check(CLI::Range(1UL, 1000000000UL));
    addValue(
        app, "--timeout", parsed_.timeout,
        "Time limit for each of the two parts of a test: exploring its schedules (default: no limit), and determining whether the answer is exact under a model (default: 10)",
        "SECONDS")
        ->check(isSeconds);
    app.add_flag(
        "--symmetry", parsed_.symmetry,
        "Explore only one of the states that differ only in the names of interchangeable threads, where this is sound for the scheduler (default: explore all)");
  }

  void addReport(CLI::App& app) {
    addFormat(app, parsed_.report.format);
    addColour(app, parsed_.report.colour);
    addText(app, "-o,--output", parsed_.report.output, "Write the report to this file", "FILE");
    app.add_flag(
        "--stats", parsed_.report.statistics,
        "Also print the number of states, not counting those that differ only in which threads have run, and the time");
    app.add_flag("--expect-conditions", parsed_.expectConditions,
                 "Exit with status 1 if a ~exists or forall condition does not hold over the interleavings");
    addWord(
        app, "--fail-on", parsed_.failOnConditional,
        "Exit with status 1 if an answer is conditional: a memory model does not promise what it depends on",
        {{"conditional", true}});
  }

  /// The word after --graph is a test where it is no picture.
  void graphInto(ProgressArguments& result) const {
    if (graphOption_->count() == 0) {
      return;
    }
    result.graph = ProgressGraph{std::nullopt, parts_};
    const std::string& word = graph_;
    if (isGraphFile(word)) {
      result.graph->file = word;
    } else if (isTest(word)) {
      result.paths.insert(result.paths.begin(), word);
    } else if (!word.empty()) {
      throw UserError(fmt::format("--graph {}: unknown file name extension", word),
                      "use .svg, .png, .pdf, .tex, .dot or .txt");
    }
  }

  void refuseWithoutExploration() const {
    for (const char* option :
         {"--scheduler",  "--strong",     "--matrix",          "--replay",      "--graph",
          "--standalone", "--no-caption", "--model",           "--include",     "--simt",
          "--lanes",      "--owner",      "--strict-barriers", "--any-dialect", "--no-model",
          "--unroll",     "--states",     "--symmetry",        "--stats",       "--expect-conditions",
          "--fail-on"}) {
      if (app_->count(option) > 0) {
        throw UserError(fmt::format("--static and {} exclude each other: nothing is explored", option),
                        fmt::format("omit {}", option));
      }
    }
  }

  static bool isTest(const std::string& word) {
    return word == "-" || word.ends_with(".litmus") || word.starts_with("@");
  }

  static void refuse(const ProgressArguments& arguments) {
    if (arguments.paths.empty()) {
      throw UserError("PATH is required", "see hrfcheck progress --help");
    }
    const int what = (arguments.matrix ? 1 : 0) + (arguments.replay ? 1 : 0) + (arguments.graph ? 1 : 0);
    if (what > 1) {
      throw UserError("--matrix, --replay and --graph exclude each other", "give only one of them");
    }
    if (arguments.graph && arguments.report.format == Format::Json) {
      throw UserError("--graph has no JSON format",
                      "use --format json without --graph: its lassos contain the states");
    }
    if (arguments.matrix && arguments.report.format == Format::Json) {
      throw UserError("--matrix has no JSON format",
                      "omit --matrix: --format json contains the same answers");
    }
    if (arguments.failOnConditional &&
        (arguments.noModel || arguments.matrix || arguments.replay || arguments.graph)) {
      throw UserError("--fail-on conditional is about what memory models promise",
                      "omit --no-model, --matrix, --replay and --graph");
    }
    if (arguments.noModel && !arguments.models.empty()) {
      throw UserError("--no-model and --model exclude each other", "give only one of them");
    }
    if (arguments.graph && arguments.graph->file && arguments.report.output) {
      throw UserError("--graph FILE and -o FILE name two files for one picture", "give only one of them");
    }
  }

  const CLI::App* app_ = nullptr;
  PictureParts parts_;  ///< of --graph
  std::string graph_;
  const CLI::Option* graphOption_ = nullptr;
};

}  // namespace

std::unique_ptr<CommandOptions> progressOptions() {
  return std::make_unique<ProgressOptionTable>();
}

}  // namespace hrfcheck::inline cli
