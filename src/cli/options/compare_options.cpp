#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "cli/output/picture_file.h"
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

class CompareOptionTable final : public ArgumentTable<CompareArguments> {
 public:
  CompareOptionTable() : ArgumentTable(runCompare) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* compare = app.add_subcommand("compare", "Compare models on a test or a whole corpus");
    addValue(*compare, "PATH", parsed_.paths, "Litmus tests, folders of tests, @FILE for a list of paths", "")
        ->required()
        ->option_text("...");
    addValue(
        *compare, "-m,--model", parsed_.models,
        "A model's name, the path of a .cat file, or all; to be repeated, as at least two models are required",
        "MODEL")
        ->allow_extra_args(false);
    addLaunch(*compare, parsed_.launch);
    addInclude(*compare, parsed_.includes);
    addAssume(*compare, parsed_.includes);
    compare->add_flag_callback(
        "--candidates", [this] { parsed_.basis = Basis::Candidates; },
        "Compare the final states of the executions that are consistent with each model, ignoring races (by default a racy test allows every final state)");
    addSearch(*compare, parsed_.search, 60);
    addPlain(*compare, parsed_.search);
    addWorkers(*compare, parsed_.workers);
    addReport(*compare);
    compare->footer(compareHelp());
    return compare;
  }

 private:
  void addReport(CLI::App& app) {
    addWord(app, "--table", parsed_.listTests,
            "List the tests on which models differ (all, the default), or none",
            {{"all", true}, {"none", false}});
    addText(app, "--diagram", parsed_.diagram,
            "Draw the models ordered by strength: .svg, .png, .pdf, .tex (TikZ) or .dot", "FILE")
        ->check(isPictureFile);
    addFormat(app, parsed_.report.format);
    addText(app, "-o,--output", parsed_.report.output, "Write the report to this file", "FILE");
    addFlags(app, "--fail-on", "Exit with status 1 if models differ on a test",
             {{"difference", &parsed_.failOnDifference}});
    addProgress(app, parsed_.progress);
    addColour(app, parsed_.report.colour);
  }
};

}  // namespace

std::unique_ptr<CommandOptions> compareOptions() {
  return std::make_unique<CompareOptionTable>();
}

}  // namespace hrfcheck::inline cli
