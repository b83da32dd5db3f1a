#include <fmt/format.h>

#include "cli/help_text.h"
#include "cli/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck {
namespace {

std::string batchHelp() {
  return helpFooter(
      {{"hrfcheck batch litmus", "every test of a folder, against the expectations beside it"},
       {"hrfcheck batch -m hrf-direct -m hrf-indirect litmus/hrf --table problems",
        "under two models; only what needs attention is listed"},
       {"hrfcheck batch --expect tests/expected.csv --junit results.xml",
        "the tests that a CSV file names, for a CI server"},
       {"hrfcheck batch -m all litmus --results all.jsonl --html report",
        "every model that applies; a page to look at, and a file to resume from:"},
       {"hrfcheck batch -m all litmus --resume all.jsonl --html report", ""},
       {"hrfcheck batch @tests.txt --shard 3/16 --results part-3.jsonl", ""},
       {"hrfcheck batch --merge part-*.jsonl --junit results.xml",
        "one job of sixteen, and what all of them found"},
       {"hrfcheck batch -m rsp litmus/rsp --promote", "record what rsp answers now as the expectation"}},
      "0 done, expectations hold; 1 an expectation failed, a test or an expectation stands alone, or what --fail-on names happened; 2 bad usage, or a test that cannot be read; 3 something is undecided, or the run was interrupted; 70 a worker crashed.");
}

std::optional<std::string> unlessEmpty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

class BatchOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* batch =
        app.add_subcommand("batch", "A whole corpus: table, expectations, reports, many workers");
    addValue(*batch, "PATH", parsed_.paths,
             "Litmus tests, folders of them, @FILE for a list of paths; with --merge results files", "")
        ->option_text("...");
    addModels(*batch, parsed_.models, "those that the expectations of a test name, else as for check");
    addInclude(*batch, parsed_.includes);
    search_.build(*batch, 60);
    addWorkers(*batch, parsed_.workers);
    addShard(*batch, shard_, "tests");
    addExpectations(*batch);
    addResults(*batch);
    addReports(*batch);
    batch->footer(batchHelp());
    return batch;
  }

  Command command() const override {
    BatchArguments result = parsed_;
    result.search = search_.arguments();
    result.expect = expect_ == "auto"         ? ExpectationMode::Auto
                    : expect_ == "conditions" ? ExpectationMode::Conditions
                    : expect_ == "none"       ? ExpectationMode::None
                                              : ExpectationMode::File;
    result.expectFile = result.expect == ExpectationMode::File ? expect_ : "";
    result.resume = !resume_.empty();
    result.results = unlessEmpty(result.resume ? resume_ : results_);
    result.shard = shardOf(shard_);
    result.junit = unlessEmpty(junit_);
    result.html = unlessEmpty(html_);
    result.herd = unlessEmpty(herd_);
    result.details = result.details || result.html.has_value();
    result.table = table_ == "problems" ? TableRows::Problems
                   : table_ == "none"   ? TableRows::None
                                        : TableRows::All;
    result.failOnRacy = contains(failOn_, "racy");
    result.failOnAllowed = contains(failOn_, "allowed");
    result.failOnUndecided = contains(failOn_, "undecided");
    result.failOnUnsupported = contains(failOn_, "unsupported");
    result.failOnUnjudged = contains(failOn_, "unjudged");
    result.colour = colourOf(colour_);
    result.progress = progressOf(progress_);
    refuse(result);
    return result;
  }

 private:
  void addExpectations(CLI::App& app) {
    addValue(
        app, "--expect", expect_,
        "auto: expected/NAME.log beside the tests, conditions for tests without (default); conditions: that "
        "~exists and forall hold; none; or a file: a log of herd7, or a .csv",
        "auto|conditions|none|FILE");
    app.add_flag("--promote", parsed_.promote, "Write expected/NAME.log from what is found");
    addChoices(app, "--fail-on", failOn_,
               "Exit with 1 when a test is racy, its condition allowed, a row undecided, an expectation not "
               "supported, or an answer not judged (may be repeated)",
               {"racy", "allowed", "undecided", "unsupported", "unjudged"});
  }

  void addResults(CLI::App& app) {
    addValue(app, "--results", results_,
             "Write a line of JSON for each row as it comes; - is standard output", "FILE");
    addValue(app, "--resume", resume_, "Go on with the results of a run that was ended", "FILE");
    app.add_flag("--retry", parsed_.retry, "With --resume: ask again what was undecided or crashed");
    app.add_flag("--merge", parsed_.merge, "Join the results files of all shards");
    app.add_flag("--details", parsed_.details,
                 "Results hold reports and pictures, for --merge with --html (--html implies it)");
  }

  void addReports(CLI::App& app) {
    addValue(app, "--junit", junit_, "Write JUnit XML", "FILE");
    addValue(app, "--html", html_,
             "Write a page of tests and models, with reports and pictures: DIR/index.html", "DIR");
    addValue(app, "--herd", herd_, "Write a log in herd7's layout for each model: DIR/MODEL.log", "DIR");
    addChoice(app, "--table", table_, "List all tests, those that need attention, or none (default all)",
              {"all", "problems", "none"});
    addProgress(app, progress_);
    addColour(app, colour_);
  }

  void refuse(const BatchArguments& arguments) const {
    if (!results_.empty() && !resume_.empty()) {
      throw UserError("--resume goes on with a results file and writes to it", "leave out --results");
    }
    if (arguments.retry && !arguments.resume) {
      throw UserError("--retry needs the results of an earlier run", "name them with --resume FILE");
    }
    if (resume_ == "-") {
      throw UserError("--resume needs a file");
    }
    if (arguments.paths.empty() && arguments.merge) {
      throw UserError("--merge needs results files");
    }
    if (arguments.paths.empty() && arguments.expect != ExpectationMode::File) {
      throw UserError("PATH is required", "see hrfcheck batch --help");
    }
    if (arguments.merge && (arguments.resume || arguments.promote || !(arguments.shard == Shard{}))) {
      throw UserError("--merge asks no test", "leave out --resume, --promote and --shard");
    }
    if (arguments.promote && arguments.expect != ExpectationMode::Auto) {
      throw UserError("--promote writes the logs beside the tests", "leave out --expect");
    }
  }

  BatchArguments parsed_;
  SearchOptions search_;
  std::string expect_ = "auto";
  std::string results_, resume_, junit_, html_, herd_;
  std::string shard_ = "1/1";
  std::string table_ = "all";
  std::string progress_ = "auto";
  std::string colour_ = "auto";
  std::vector<std::string> failOn_;
};

}  // namespace

std::unique_ptr<CommandOptions> batchOptions() {
  return std::make_unique<BatchOptionTable>();
}

}  // namespace hrfcheck
