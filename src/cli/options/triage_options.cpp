#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string triageHelp() {
  return helpFooter(
      {{"hrfcheck triage racecheck.txt kernels/triage/lock.cu",
        "which of the races that compute-sanitizer reports there are any"},
       {"hrfcheck triage --pair mp.cu:18 mp.cu:21 mp.cu:publish-block", "two lines that are named by hand"},
       {"hrfcheck triage - queue.cu --launch 1x64 < report.txt", "a report from standard input"},
       {"hrfcheck triage --fail-on racy racecheck.txt queue.cu",
        "for scripts: exit status 1 if a pair races"}},
      "0 success, whatever the answers; 1 a result is as --fail-on names it; 2 input error; 3 some pair is undecided, or its lines were not found.");
}

class TriageOptionTable final : public ArgumentTable<TriageArguments> {
 public:
  TriageOptionTable() : ArgumentTable(runTriage) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* triage =
        app.add_subcommand("triage", "Decide which races that a sanitizer reports of a kernel are real");
    triage
        ->add_option("REPORT", given_,
                     "What a sanitizer printed; - for standard input. With --pair it may be left out")
        ->option_text(" ");
    triage->add_option("KERNEL", file_, "The kernel, or a litmus test")->option_text(" ");
    triage
        ->add_option("--pair", lines_,
                     "Two lines to ask about, each as FILE:LINE; may be given several times")
        ->expected(2)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->option_text("FILE:LINE FILE:LINE");
    addModels(*triage, parsed_.models, "see hrfcheck check --help");
    addLaunch(*triage, parsed_.launch);
    addIncludeFolders(*triage, parsed_.launch);
    addInclude(*triage, parsed_.includes);
    triage->add_flag("!--no-repair", parsed_.repair, "Do not search for edits after which nothing races");
    addSearch(*triage, parsed_.search, 60, "the pairs under one model, and for its repair");
    addMemory(*triage, parsed_.memory);
    addFlags(*triage, "--fail-on", "Exit status 1 if some pair races (racy)",
             {{"racy", &parsed_.failOnRacy}});
    addFormat(*triage, parsed_.report.format);
    addColour(*triage, parsed_.report.colour);
    addText(*triage, "-o,--output", parsed_.report.output, "Write the report to this file", "FILE");
    addProgress(*triage, parsed_.progress);
    triage->footer(triageHelp());
    return triage;
  }

 protected:
  void complete(TriageArguments& result) const override {
    const bool both = !file_.empty();
    if (given_.empty() || (!both && lines_.empty())) {
      throw UserError("REPORT and KERNEL are required",
                      "without a report, name lines yourself: --pair FILE:LINE FILE:LINE");
    }
    if (both) {
      result.given = given_;
    }
    result.file = both ? file_ : given_;
    if (lines_.size() % 2 != 0) {
      throw UserError("--pair takes two lines");
    }
    for (std::size_t i = 0; i + 1 < lines_.size(); i += 2) {
      result.lines.emplace_back(lines_[i], lines_[i + 1]);
    }
    if (result.given && *result.given == "-" && result.file == "-") {
      throw UserError("REPORT and KERNEL cannot both be standard input");
    }
  }

 private:
  std::string given_;
  std::string file_;
  std::vector<std::string> lines_;
};

}  // namespace

std::unique_ptr<CommandOptions> triageOptions() {
  return std::make_unique<TriageOptionTable>();
}

}  // namespace hrfcheck::inline cli
