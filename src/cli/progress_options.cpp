#include <fmt/format.h>

#include "cli/help_text.h"
#include "cli/option_groups.h"
#include "cli/picture_file.h"
#include "program/scheduler.h"
#include "util/text.h"

namespace hrfcheck {
namespace {

std::string progressHelp() {
  return helpFooter(
      {{"hrfcheck progress litmus/progress/mutex-cas.litmus",
        "whether every thread finishes, under each of the six schedulers; each hang as a schedule, step by step"},
       {"hrfcheck progress --matrix litmus/progress", "a table: tests in rows, schedulers in columns"},
       {"hrfcheck progress --scheduler obe --scheduler s-obe test.litmus",
        "under two schedulers, the second with strong fairness; --strong makes all of them strong"},
       {"hrfcheck progress --scheduler wg=OBE,wv=FAIR test.litmus",
        "one guarantee among work-groups, another among the waves of each"},
       {"hrfcheck progress --replay \"1(0)\" litmus/progress/mutex-cas.litmus",
        "which schedulers accept P1 once, and then P0 for ever"},
       {"hrfcheck progress --scheduler hsa --graph hang.svg test.litmus",
        "all states, with the hang marked; without a file as text"}},
      "0 done; 1 an expectation of a `terminates` line is not met, or a condition with --expect-conditions; 2 bad usage, or a test that cannot be read; 3 undecided (limits).");
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
    CLI::App* progress = app.add_subcommand("progress", "Does every thread finish, under which schedulers");
    addValue(*progress, "FILE", parsed_.paths,
             "Litmus tests, folders of them, @LIST for a list of paths; - is standard input", "")
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
    return result;
  }

 private:
  void addSchedulers(CLI::App& app) {
    addValue(
        app, "--scheduler", parsed_.schedulers,
        "unfair, hsa, obe, hsa+obe, lobe, weak (fair), s- before it for strong fairness, all, or a promise "
        "for each level of the scope tree, outside to inside; may be repeated (default: all, and those that "
        "the "
        "test's `terminates` lines name)",
        "NAME|LEVEL=NAME,...")
        ->check(isScheduler)
        ->allow_extra_args(false);
    app.add_flag("--strong", parsed_.strong, "Strong fairness instead of weak, of each scheduler");
  }

  void addWhat(CLI::App& app) {
    app.add_flag("--matrix", parsed_.matrix, "A table of tests and schedulers: Y, N, or ? for undecided");
    addValue(app, "--replay", replay_,
             "Which schedulers accept a schedule: thread numbers, in parentheses those of the loop",
             "\"2,0(1,0)\"");
    graphOption_ =
        app.add_option("--graph", graph_,
                       "The states and steps of one test with the hang marked, as text, or drawn into a file")
            ->expected(0, 1)
            ->allow_extra_args(false)
            ->type_name("FILE.svg|png|dot|txt")
            ->option_text("[FILE.svg|png|dot|txt]");
  }

  void addModelSide(CLI::App& app) {
    addModels(app, parsed_.models,
              "as for check; whether a program that terminates by interleavings does so under the model");
    addInclude(app, parsed_.includes);
    addAnyDialect(app, parsed_.search.anyDialect);
    app.add_flag("--no-model", parsed_.noModel, "Ask no memory model");
    addValue(app, "--unroll", unroll_,
             "How often a memory model lets the body of a loop be executed (default 4)", "N")
        ->check(CLI::Range(0U, 1000U));
  }

  void addLimits(CLI::App& app) {
    addValue(app, "--states", parsed_.mostStates, "Undecided when there are more states (default 4000000)",
             "N")
        ->check(CLI::Range(1UL, 1000000000UL));
    addValue(app, "--timeout", parsed_.timeout,
             "Seconds for one test (default: no limit), and for a memory model's answer (default 10)",
             "SECONDS")
        ->check(isSeconds);
    app.add_flag(
        "--symmetry", parsed_.symmetry,
        "Look once at states that differ in the names of interchangeable threads only, where that is "
        "sound for the scheduler");
  }

  void addReport(CLI::App& app) {
    addChoice(app, "--format", format_, "Text for people, or JSON", {"text", "json"});
    addColour(app, colour_);
    addValue(app, "-o,--output", output_, "Write the report to a file, whole or not at all", "FILE");
    app.add_flag("--stats", parsed_.report.statistics, "Sizes without who has executed, and the time");
    app.add_flag("--expect-conditions", parsed_.expectConditions,
                 "Exit with 1 when a ~exists or forall condition does not hold by interleavings");
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
      throw UserError(fmt::format("--graph {}: the ending tells no format", word),
                      "end it in .svg, .png, .dot or .txt");
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
      throw UserError("--matrix, --replay and --graph are reports of different kinds", "give one of them");
    }
    if (arguments.graph && arguments.report.format == Format::Json) {
      throw UserError("--graph has no JSON", "leave out --format json: its lassos name the states");
    }
    if (arguments.matrix && arguments.report.format == Format::Json) {
      throw UserError("--matrix is a text", "leave it out: --format json says the same");
    }
    if (arguments.noModel && !arguments.models.empty()) {
      throw UserError("--no-model and --model contradict each other", "give one of them");
    }
    if (arguments.graph && arguments.graph->file && arguments.report.output) {
      throw UserError("--graph FILE and -o FILE name two files for one picture", "give one of them");
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

}  // namespace hrfcheck
