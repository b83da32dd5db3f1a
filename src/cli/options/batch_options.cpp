#include <fmt/format.h>

#include "cli/batch_status.h"
#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string batchHelp() {
  return helpFooter(
      {{"hrfcheck batch litmus", "every test of a folder, compared with the expectations beside it"},
       {"hrfcheck batch -m hrf-direct -m hrf-indirect litmus/hrf --table problems",
        "under two models; only what needs attention is listed"},
       {"hrfcheck batch --expect tests/expected.csv --junit results.xml",
        "the tests listed in a CSV file, with a report for a CI server"},
       {"hrfcheck batch -m all litmus --results all.jsonl --html report",
        "every applicable model, with an HTML page and a results file"},
       {"hrfcheck batch -m all litmus --resume all.jsonl --html report",
        "continue that run after it was stopped"},
       {"hrfcheck batch litmus --baseline yesterday.jsonl --html report",
        "what has changed since an earlier run"},
       {"hrfcheck batch @tests.txt --shard 3/16 --results part-3.jsonl", "run one shard of sixteen"},
       {"hrfcheck batch --merge part-*.jsonl --junit results.xml", "merge the results of all shards"},
       {"hrfcheck batch --observe all.results litmus/observe --html report",
        "next to the models' answers, what a GPU has shown (hrfcheck observe)"},
       {"hrfcheck batch -m rsp litmus/rsp --promote", "record the current answers of rsp as expectations"}},
      "0 success, all expectations are met; 1 an expectation failed, a result matches --fail-on or, in a folder that has expectations, a test has none or an expectation has no test; 2 a test that cannot be read; 3 some result is undecided or vacuous (no execution to judge), or the run was interrupted; 70 a worker crashed.");
}

class BatchOptionTable final : public ArgumentTable<BatchArguments> {
 public:
  BatchOptionTable() : ArgumentTable(runBatchCommand) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* batch =
        app.add_subcommand("batch", "Check a whole corpus in parallel: table, expectations, reports");
    addValue(
        *batch, "PATH", parsed_.paths,
        "Litmus tests, folders of tests, @FILE for a list of paths (default: the tests listed in the .csv of --expect); with --merge, results files",
        "")
        ->option_text("...");
    addModels(*batch, parsed_.models,
              "the models named in the test's expectations; without any, see hrfcheck check --help");
    addLaunch(*batch, parsed_.launch);
    batch->add_flag(
        "--skip-unlaunched", parsed_.skipUnlaunched,
        "Skip kernel files that specify no launch, with a warning, even if they are named explicitly (in folders they always are)");
    addInclude(*batch, parsed_.includes);
    addAssume(*batch, parsed_.includes);
    addSearch(*batch, parsed_.search, 60);
    addPlain(*batch, parsed_.search);
    addOnly(*batch);
    addWorkers(*batch, parsed_.workers);
    addShard(*batch, parsed_.shard, "Run the I-th of every N tests");
    addExpectations(*batch);
    addResults(*batch);
    addReports(*batch);
    batch->footer(batchHelp());
    return batch;
  }

  void setCommandLine(const std::string& words) override { parsed_.commandLine = words; }

 protected:
  void complete(BatchArguments& result) const override {
    if (result.herdCounts && result.search.engine == EngineChoice::Auto) {
      result.search.engine = EngineChoice::Explicit;
    }
    result.expect = expect_ == "auto"         ? ExpectationMode::Auto
                    : expect_ == "conditions" ? ExpectationMode::Conditions
                    : expect_ == "none"       ? ExpectationMode::None
                                              : ExpectationMode::File;
    if (!result.launch.via.empty() && result.expect == ExpectationMode::Auto) {
      result.expect = ExpectationMode::Conditions;  // the logs speak of kernels as written
    }
    result.expectFile = result.expect == ExpectationMode::File ? expect_ : "";
    result.resume = resume_.has_value();
    result.results = result.resume ? resume_ : results_;
    result.allDetails = result.details;
    result.details = result.details || result.html.has_value();
    if (result.table == TableRows::Problems && result.failOnRacy) {
      result.table = TableRows::ProblemsAndRaces;
    }
    result.question = questionOf(result);
    refuse(result);
    refuseNotAsked(result, result.question);
  }

 private:
  /// What is asked of the tests: where nothing is said, and nothing that was found is listed, no more than
  /// the rows of a CSV of expectations speak of.
  CheckQuestion questionOf(const BatchArguments& arguments) const {
    const bool lists = arguments.herd || arguments.sarif || arguments.details || arguments.failOnRacy ||
                       arguments.failOnAllowed;
    const bool narrow = !only_ && !lists && arguments.expectFile.ends_with(".csv");
    return narrow ? CheckQuestion::Expected : only_.value_or(CheckQuestion::Everything);
  }

  void addOnly(CLI::App& app) {
    addWord(
        app, "--only", only_,
        "Answer one question only: whether the condition can hold and can fail (condition), which races there are (races), or, for each test, what its rows in the .csv file of --expect ask about, and one race if they ask about races (expected; the default with such a file, unless the output lists races or outcomes); everything: no such restriction",
        {{"condition", CheckQuestion::Condition},
         {"races", CheckQuestion::Races},
         {"expected", CheckQuestion::Expected},
         {"everything", CheckQuestion::Everything}});
  }

  void addExpectations(CLI::App& app) {
    addValue(
        app, "--expect", expect_,
        "What the answers are compared with: the logs expected/NAME.log beside the tests or, in a folder without such logs, the tests' conditions (auto, the default); conditions only: ~exists and forall must hold (conditions); nothing (none); or FILE, a herd7 log or a .csv file",
        "auto|conditions|none|FILE");
    addValue(
        app, "--observe", parsed_.observed,
        "Add what devices have shown for the tests: a column for each device in these results of hrfcheck observe; a state that a model of the test forbids is a failed expectation (may be repeated)",
        "FILE")
        ->allow_extra_args(false);
    app.add_flag(
        "--promote", parsed_.promote,
        "Accept the answers as expectations: write them to expected/NAME.log beside each test, in place of earlier answers under the same models");
    addFlags(
        app, "--fail-on",
        "Exit with status 1 if a test is racy, an outcome satisfies its condition (allowed), a row is undecided or vacuous (undecided), hrfcheck cannot check an expectation (unsupported), an answer has no expectation (unjudged), or an answer rests on an assumption that hrfcheck did not establish (conditional); may be repeated",
        {{"racy", &parsed_.failOnRacy},
         {"allowed", &parsed_.failOnAllowed},
         {"undecided", &parsed_.failOnUndecided},
         {"unsupported", &parsed_.failOnUnsupported},
         {"unjudged", &parsed_.failOnUnjudged},
         {"conditional", &parsed_.failOnConditional}});
  }

  void addResults(CLI::App& app) {
    addText(app, "--results", results_, "Write a line of JSON as each row finishes; - for standard output",
            "FILE");
    addText(app, "--resume", resume_,
            "Continue the stopped run that wrote this results file, appending to it", "FILE");
    app.add_flag("--retry", parsed_.retry, "With --resume: run undecided and crashed rows again");
    app.add_flag("--merge", parsed_.merge, "Merge the results files of all shards");
    app.add_flag(
        "--repair", parsed_.repair,
        "Look for the cheapest edits that make each racy test race-free, as hrfcheck repair does, for at most ten seconds each; results files and the page of --html contain them");
    app.add_flag(
        "--details", parsed_.details,
        "Store reports and pictures in the results file, so that a later --merge can write them with --html (implied by --html); with --html, put those of all results on the page, not only of results that need attention");
    addText(app, "--baseline", parsed_.baseline,
            "Report what has changed since an earlier run, given the results file it wrote with --results",
            "FILE");
    addText(app, "--changes", parsed_.changes, "With --baseline: write what has changed as JSON", "FILE");
  }

  void addReports(CLI::App& app) {
    addText(app, "--junit", parsed_.junit, "Write JUnit XML", "FILE");
    addText(
        app, "--sarif", parsed_.sarif,
        "Write races, errors in tests and failed expectations, with their lines, in SARIF, the format that GitHub "
        "and editors read",
        "FILE");
    addText(
        app, "--html", parsed_.html,
        "Write an HTML page with all tests and models, sources with racing lines marked, reports and pictures: DIR/index.html",
        "DIR");
    addText(app, "--herd", parsed_.herd, "Write a log in herd7's layout for each model: DIR/MODEL.log",
            "DIR");
    app.add_flag(
        "--herd-counts", parsed_.herdCounts,
        "In those logs, count executions as herd7 does, rather than final states (with --engine explicit, which counts them, unless another engine is named); tests with cut loops are still counted by final states");
    addWord(app, "--table", parsed_.table, "List all tests, those that need attention, or none (default all)",
            {{"all", TableRows::All}, {"problems", TableRows::Problems}, {"none", TableRows::None}});
    addProgress(app, parsed_.progress);
    addColour(app, parsed_.colour);
  }

  void refuse(const BatchArguments& arguments) const {
    if (results_ && resume_) {
      throw UserError("--resume continues a results file and writes to it", "omit --results");
    }
    if (arguments.retry && !arguments.resume) {
      throw UserError("--retry needs the results of an earlier run", "give them with --resume FILE");
    }
    if (resume_ == "-") {
      throw UserError("--resume needs a file");
    }
    if (arguments.changes && !arguments.baseline) {
      throw UserError("--changes needs the results of an earlier run", "give them with --baseline FILE");
    }
    if (arguments.paths.empty() && arguments.merge) {
      throw UserError("--merge needs results files");
    }
    if (arguments.paths.empty() && arguments.expect != ExpectationMode::File) {
      throw UserError("PATH is required", "see hrfcheck batch --help");
    }
    if (only_ == CheckQuestion::Expected && !arguments.expectFile.ends_with(".csv")) {
      throw UserError("--only expected needs the rows of a .csv file", "give it with --expect FILE");
    }
    if (arguments.merge && arguments.repair) {
      throw UserError("--merge does not run tests", "give --repair to the shards");
    }
    if (arguments.herdCounts && (arguments.merge || arguments.promote)) {
      throw UserError("--herd-counts counts the executions of tests that are run, for --herd",
                      "omit --merge and --promote");
    }
    if (arguments.herdCounts && only_.value_or(CheckQuestion::Everything) != CheckQuestion::Everything) {
      throw UserError("--herd-counts needs every execution", "omit --only");
    }
    if (arguments.merge && !arguments.observed.empty()) {
      throw UserError("--merge does not run tests", "give --observe to the shards");
    }
    if (arguments.merge && only_) {
      throw UserError("--merge does not run tests", "the shards were asked with or without --only");
    }
    if (arguments.merge && (arguments.resume || arguments.promote || !(arguments.shard == Shard{}))) {
      throw UserError("--merge does not run tests", "omit --resume, --promote and --shard");
    }
    if (arguments.promote && arguments.expect != ExpectationMode::Auto) {
      throw UserError("--promote writes the logs beside the tests", "omit --expect");
    }
  }

  std::optional<CheckQuestion> only_;
  std::string expect_ = "auto";
  std::optional<std::string> results_, resume_;
};

}  // namespace

std::unique_ptr<CommandOptions> batchOptions() {
  return std::make_unique<BatchOptionTable>();
}

}  // namespace hrfcheck::inline cli
