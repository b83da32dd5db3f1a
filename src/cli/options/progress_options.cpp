#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "cli/picture_file.h"
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
       {"hrfcheck progress --scheduler wg=OBE,wv=FAIR test.litmus",
        "one guarantee among work-groups, another among the waves of each"},
       {"hrfcheck progress --replay \"1(0)\" litmus/progress/mutex-cas.litmus",
        "which schedulers accept P1 once, and then P0 for ever"},
       {"hrfcheck progress --scheduler hsa --graph hang.svg test.litmus",
        "draw all states, with the hang marked; without a file name as text"}},
      "0 success; 1 a `terminates` line is not met, or a condition does not hold with --expect-conditions; 2 usage error, or a test that cannot be read; 3 undecided (a limit was reached).");
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

class ProgressOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* progress =
        app.add_subcommand("progress", "Determine under which schedulers every thread terminates");
    addValue(*progress, "FILE", parsed_.paths,
             "Litmus tests, folders of tests, @LIST for a list of paths; - for standard input", "")
        ->option_text("...");
    addSchedulers(*progress);
    addWhat(*progress);
    addModelSide(*progress);
    addLimits(*progress);
    addReport(*progress);
    progress->footer(progressHelp());
    return progress;
  }

  Command command() const override {
    ProgressArguments result = parsed_;
    result.search.unroll = unroll_;
    graphInto(result);
    if (!replay_.empty()) {
      result.replay = replay_;
    }
    directReport(result.report, format_, colour_, output_);
    refuse(result);
    return [result] { return runProgress(result); };
  }

 private:
  void addSchedulers(CLI::App& app) {
    addValue(
        app, "--scheduler", parsed_.schedulers,
        "unfair, hsa, obe, hsa+obe, lobe, weak (fair), with the prefix s- for strong fairness; all; or a scheduler for each level of the scope tree, from the outermost to the innermost; may be repeated (default: all, and those that the test's `terminates` lines name)",
        "NAME|LEVEL=NAME,...")
        ->check(isScheduler)
        ->allow_extra_args(false);
    app.add_flag("--strong", parsed_.strong, "Use the strongly fair variant of each scheduler");
  }

  void addWhat(CLI::App& app) {
    app.add_flag("--matrix", parsed_.matrix,
                 "Print a table of tests and schedulers: Y, N, or ? for undecided");
    addValue(
        app, "--replay", replay_,
        "Report which schedulers accept a schedule, given as thread numbers with the loop in parentheses",
        "\"2,0(1,0)\"");
    graphOption_ =
        app.add_option("--graph", graph_,
                       "Print the states and steps of one test with the hang marked, or draw them to a file")
            ->expected(0, 1)
            ->allow_extra_args(false)
            ->type_name("FILE.svg|png|dot|txt")
            ->option_text("[FILE.svg|png|dot|txt]");
  }

  void addModelSide(CLI::App& app) {
    addModels(app, parsed_.models,
              "as for check; determines whether the answer is exact under the model or conditional");
    addInclude(app, parsed_.includes);
    addAnyDialect(app, parsed_.search.anyDialect);
    app.add_flag("--no-model", parsed_.noModel, "Do not use a memory model");
    addValue(
        app, "--unroll", unroll_,
        "Maximum number of times that the body of a loop is executed when a memory model is used (default 4)",
        "N")
        ->check(CLI::Range(0U, 1000U));
  }

  void addLimits(CLI::App& app) {
    addValue(app, "--states", parsed_.mostStates,
             "Maximum number of states; with more, the answer is undecided (default 4000000)", "N")
        ->check(CLI::Range(1UL, 1000000000UL));
    addValue(
        app, "--timeout", parsed_.timeout,
        "Time limit for one test (default: no limit), and for the question about the memory model (default 10)",
        "SECONDS")
        ->check(isSeconds);
    app.add_flag(
        "--symmetry", parsed_.symmetry,
        "Explore only one of the states that differ in the names of interchangeable threads, where this is sound for the scheduler");
  }

  void addReport(CLI::App& app) {
    addChoice(app, "--format", format_, "Output format: text or JSON", {"text", "json"});
    addColour(app, colour_);
    addValue(app, "-o,--output", output_, "Write the report to this file", "FILE");
    app.add_flag("--stats", parsed_.report.statistics,
                 "Also print state counts without execution history, and timing");
    app.add_flag("--expect-conditions", parsed_.expectConditions,
                 "Exit with status 1 if a ~exists or forall condition does not hold over the interleavings");
  }

  /// The word after --graph is a test where it is no picture.
  void graphInto(ProgressArguments& result) const {
    if (graphOption_->count() == 0) {
      return;
    }
    result.graph = ProgressGraph{};
    const std::string& word = graph_;
    if (isGraphFile(word)) {
      result.graph->file = word;
    } else if (isTest(word)) {
      result.paths.insert(result.paths.begin(), word);
    } else if (!word.empty()) {
      throw UserError(fmt::format("--graph {}: unknown file name extension", word),
                      "use .svg, .png, .dot or .txt");
    }
  }

  static bool isTest(const std::string& word) {
    return word == "-" || word.ends_with(".litmus") || word.starts_with("@");
  }

  static void refuse(const ProgressArguments& arguments) {
    if (arguments.paths.empty()) {
      throw UserError("FILE is required", "see hrfcheck progress --help");
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
    if (arguments.noModel && !arguments.models.empty()) {
      throw UserError("--no-model and --model exclude each other", "give only one of them");
    }
    if (arguments.graph && arguments.graph->file && arguments.report.output) {
      throw UserError("--graph FILE and -o FILE name two files for one picture", "give only one of them");
    }
  }

  ProgressArguments parsed_;
  unsigned unroll_ = 4;
  std::string replay_;
  std::string graph_;
  const CLI::Option* graphOption_ = nullptr;
  std::string format_ = "text";
  std::string colour_ = "auto";
  std::string output_;
};

}  // namespace

std::unique_ptr<CommandOptions> progressOptions() {
  return std::make_unique<ProgressOptionTable>();
}

}  // namespace hrfcheck::inline cli
