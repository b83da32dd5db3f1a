#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "cli/picture_file.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string compareHelp() {
  return helpFooter(
      {{"hrfcheck compare -m hrf-direct -m hrf-indirect litmus/hrf",
        "what each model allows that the other does not, for each test and over all tests"},
       {"hrfcheck compare -m all litmus --table none --diagram strength.svg",
        "all models ordered by strength, as text and as a picture"},
       {"hrfcheck compare -m rsp -m my/rsp.cat litmus/rsp --fail-on difference",
        "for CI: exit status 1 if the two models differ on some test"},
       {"hrfcheck compare -m sc -m hsa test.litmus --candidates",
        "compare the consistent executions of the models, ignoring races"}},
      "0 success; 1 models differ, with --fail-on difference; 2 a test that cannot be read; 3 some result is undecided, or the run was interrupted; 70 a worker crashed.");
}

class CompareOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* compare = app.add_subcommand("compare", "Compare models on a test or a whole corpus");
    addValue(*compare, "PATH", parsed_.paths, "Litmus tests, folders of tests, @FILE for a list of paths", "")
        ->required()
        ->option_text("...");
    addValue(*compare, "-m,--model", parsed_.models,
             "A model's name, the path of a .cat file, or all; repeated, as at least two models are required",
             "MODEL")
        ->allow_extra_args(false);
    addLaunch(*compare, parsed_.launch);
    addInclude(*compare, parsed_.includes);
    addAssume(*compare, parsed_.includes);
    compare->add_flag(
        "--candidates", candidates_,
        "Compare the final states of the executions that are consistent with each model, ignoring races (by default a racy test allows every final state)");
    search_.build(*compare, 60);
    search_.buildPlain(*compare);
    addWorkers(*compare, parsed_.workers);
    addReport(*compare);
    compare->footer(compareHelp());
    return compare;
  }

  Command command() const override {
    CompareArguments result = parsed_;
    result.search = search_.arguments();
    result.basis = candidates_ ? Basis::Candidates : Basis::Promises;
    result.listTests = table_ == "all";
    directReport(result.report, format_, colour_, output_);
    if (!diagram_.empty()) {
      result.diagram = diagram_;
    }
    result.failOnDifference = contains(failOn_, "difference");
    result.progress = progressOf(progress_);
    return [result] { return runCompare(result); };
  }

 private:
  void addReport(CLI::App& app) {
    addChoice(app, "--table", table_, "List the tests on which models differ (all, the default), or none",
              {"all", "none"});
    addValue(app, "--diagram", diagram_,
             "Draw the models ordered by strength: .svg, .png, .pdf, .tex (TikZ) or .dot", "FILE")
        ->check(isPictureFile);
    addChoice(app, "--format", format_, "Output format: text (default) or JSON", {"text", "json"});
    addValue(app, "-o,--output", output_, "Write the report to this file", "FILE");
    addChoices(app, "--fail-on", failOn_, "Exit with status 1 if models differ on a test", {"difference"});
    addProgress(app, progress_);
    addColour(app, colour_);
  }

  CompareArguments parsed_;
  SearchOptions search_;
  bool candidates_ = false;
  std::string table_ = "all";
  std::string diagram_, output_;
  std::string format_ = "text";
  std::string progress_ = "auto";
  std::string colour_ = "auto";
  std::vector<std::string> failOn_;
};

}  // namespace

std::unique_ptr<CommandOptions> compareOptions() {
  return std::make_unique<CompareOptionTable>();
}

}  // namespace hrfcheck::inline cli
