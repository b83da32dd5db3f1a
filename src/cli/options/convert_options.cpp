#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "frontend/convert/convert.h"

namespace hrfcheck::inline cli {
namespace {

std::string convertHelp() {
  return helpFooter(
      {{"hrfcheck convert litmus/hrf/t20s-sb-sc.litmus --to ptx",
        "the same test in PTX; a comment at the top says which scope became which, and what was added"},
       {"hrfcheck convert test.litmus --to hsa -o test-hsa.litmus", "write the result to a file"},
       {"hrfcheck convert test.litmus --to ptx | hrfcheck check -m ptx -",
        "ask a model of the other dialect"}},
      "0 success; 2 input error, or the test has an instruction that the other dialect cannot express; 3 a limit was reached first.");
}

class ConvertOptionTable final : public ArgumentTable<ConvertArguments> {
 public:
  ConvertOptionTable() : ArgumentTable(runConvert) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* convert = app.add_subcommand("convert", "Convert a test to another dialect");
    addValue(*convert, "FILE", parsed_.file, "A litmus test of any dialect; - for standard input", "")
        ->required()
        ->option_text(" ");
    addChoice(*convert, "--to", parsed_.target,
              "The dialect to write. An instruction that it cannot express is an error",
              targetsOfConversion())
        ->required();
    addLaunch(*convert, parsed_.launch);
    addIncludeFolders(*convert, parsed_.launch);
    addValue(*convert, "--timeout", parsed_.timeout,
             "Time limit in seconds, for reading the test and for the compiler of --via (default: no limit)",
             "SECONDS")
        ->check(CLI::NonNegativeNumber);
    addMemory(*convert, parsed_.memory);
    addText(*convert, "-o,--output", parsed_.output, "Write the test to this file", "FILE");
    convert->footer(convertHelp());
    return convert;
  }
};

}  // namespace

std::unique_ptr<CommandOptions> convertOptions() {
  return std::make_unique<ConvertOptionTable>();
}

}  // namespace hrfcheck::inline cli
