#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "cli/output/picture_file.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string explainHelp() {
  return helpFooter(
      {{"hrfcheck explain -m rsp litmus/rsp/fig14-case2.litmus",
        "the races, and why the condition's final state is allowed or forbidden"},
       {"hrfcheck explain -m sc --outcome \"0:r0=0 1:r1=0\" litmus/hrf/t20-sb-rlx.litmus",
        "why this final state is forbidden: the requirement, and the cycle that violates it"},
       {"hrfcheck explain -m rsp --outcome \"1:r0=1 /\\ 1:r1=1\" --depth 5 test.litmus",
        "with the model's definitions expanded down to rf and co"},
       {"hrfcheck explain -m rsp --outcome \"1:r0=1\" --picture why.svg test.litmus",
        "with a picture of the execution"}},
      "0 success, whatever the answer; 2 input error; 3 undecided (time limit, loop bound) or vacuous (no execution to judge).");
}

class ExplainOptionTable final : public ArgumentTable<ExplainArguments> {
 public:
  ExplainOptionTable() : ArgumentTable(runExplain) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* explain = app.add_subcommand(
        "explain", "Explain why a final state is allowed or forbidden, or why a pair races");
    addValue(*explain, "FILE", parsed_.file,
             "A litmus test, or a kernel with a launch (FILE:NAME for one of several); - for standard input",
             "")
        ->required()
        ->option_text(" ");
    addModels(*explain, parsed_.models, "see hrfcheck check --help");
    addLaunch(*explain, parsed_.launch);
    addIncludeFolders(*explain, parsed_.launch);
    addInclude(*explain, parsed_.includes);
    addText(
        *explain, "--outcome", parsed_.outcome,
        "The final state to explain, written as in reports (\"1:r0=0 1:r1=2\") or as in conditions (\"1:r0=0 /\\ 1:r1=2\"); default: the test's condition, and its races",
        "STATE");
    addValue(*explain, "--depth", parsed_.depth,
             "Number of levels of the model's definitions to expand in each step (default 2)", "N")
        ->check(CLI::Range(0U, 100U));
    addSearch(*explain, parsed_.search, 0);
    addMemory(*explain, parsed_.memory);
    addText(*explain, "--picture", parsed_.picture,
            "Draw the execution: .svg, .png, .pdf, .tex (TikZ) or .dot", "FILE")
        ->check(isPictureFile);
    addFormat(*explain, parsed_.report.format);
    addColour(*explain, parsed_.report.colour);
    addText(*explain, "-o,--output", parsed_.report.output, "Write the explanation to this file", "FILE");
    explain->footer(explainHelp());
    return explain;
  }
};

}  // namespace

std::unique_ptr<CommandOptions> explainOptions() {
  return std::make_unique<ExplainOptionTable>();
}

}  // namespace hrfcheck::inline cli
