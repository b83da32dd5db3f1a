#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string checkHelp() {
  return helpFooter(
      {{"hrfcheck check litmus/rsp/fig14-case2.litmus",
        "under hrf-indirect-relaxed, or rsp if the test has remote operations"},
       {"hrfcheck check -m hrf-direct -m my/model.cat test.litmus", "under two models, one of them a file"},
       {"hrfcheck check -m all litmus/rsp/fig14-case2.litmus",
        "a table of all applicable models, followed by the reports"},
       {"hrfcheck check kernels/ticket-lock.cl --kernel count --launch 2x1",
        "a kernel in OpenCL C, with two work-groups of one work-item each (docs/kernels.md)"},
       {"hrfcheck check lookback.cu --launch 3x1 --init 'status[3]'",
        "a kernel in CUDA C++ with three blocks of one thread each (docs/cuda.md)"},
       {"hrfcheck check --fail-on racy litmus/hrf/*.litmus", "for scripts: exit status 1 if a test is racy"},
       {"generate | hrfcheck check --format json -o report.json -",
        "read a test from standard input and write a JSON report"}},
      "0 success; 1 an expectation failed, a result matches --fail-on, or a thread makes an out-of-bounds access, divides by zero or computes an address from integers; 2 input error, or a model that is not applicable to the test; 3 undecided (time limit, loop bound) or vacuous (no execution to judge); 70 internal error.");
}

/// Options that need an answer which was not asked for.
void refuseUnanswerable(const CheckArguments& arguments) {
  if (arguments.question == CheckQuestion::Condition && arguments.unwanted.racy) {
    throw UserError("--fail-on racy needs the races", "omit --only condition");
  }
  if (arguments.question == CheckQuestion::Races &&
      (arguments.unwanted.allowed || arguments.unwanted.brokenConditions)) {
    throw UserError(fmt::format("{} needs the condition",
                                arguments.unwanted.allowed ? "--fail-on allowed" : "--expect-conditions"),
                    "omit --only races");
  }
  if (arguments.question != CheckQuestion::Everything && arguments.report.format == Format::Herd) {
    throw UserError("--format herd lists all final states and flags", "omit --only");
  }
}

class CheckOptionTable final : public ArgumentTable<CheckArguments> {
 public:
  CheckOptionTable() : ArgumentTable(runCheck) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* check =
        app.add_subcommand("check", "Check tests: verdict, races and outcomes under each model");
    addValue(*check, "FILE", parsed_.files, "Litmus tests, or kernels with a launch; - for standard input",
             "")
        ->required()
        ->option_text("...");
    addModels(
        *check, parsed_.models,
        "hrf-indirect-relaxed; opencl for OpenCL C; ptx and hrf-indirect-relaxed for CUDA; rsp for tests with "
        "remote operations; rc11 for C11 tests, ptx for PTX, vulkan for Vulkan; none for LISA");
    addLaunch(*check, parsed_.launch);
    addIncludeFolders(*check, parsed_.launch);
    addInclude(*check, parsed_.includes);
    addAssume(*check, parsed_.includes);
    addSearch(*check, parsed_.search, 0);
    addPlain(*check, parsed_.search);
    addValue(*check, "--memory", parsed_.memory,
             "Memory limit in MiB; a test that needs more is undecided (default 4096; 0: no limit)", "MIB");
    addOnly(*check, parsed_.question);
    addReport(*check);
    addJudgement(*check);
    check->footer(checkHelp());
    return check;
  }

 protected:
  void complete(CheckArguments& result) const override {
    if (result.dumpSmt2 &&
        (result.search.engine == EngineChoice::Explicit || result.search.engine == EngineChoice::Reference)) {
      throw UserError("--dump-smt2 needs the solver", result.search.engine == EngineChoice::Explicit
                                                          ? "omit --engine explicit"
                                                          : "omit --plain");
    }
    if (result.certify && result.search.rules == Rules::Plain) {
      throw UserError("--certify is not supported with --plain", "omit --plain");
    }
    if (result.certify) {
      result.search.rules = Rules::Unsettled;  // verify does not run threads
    }
    refuseUnanswerable(result);
    if (result.certify && result.includes.noThinAir) {
      throw UserError("--certify establishes answers, but answers under --assume are not established",
                      "omit one of them");
    }
  }

 private:
  void addReport(CLI::App& app) {
    addWord(app, "--format", parsed_.report.format,
            "Output format: text (default), a log in herd7's layout, or JSON",
            {{"text", Format::Text}, {"herd", Format::Herd}, {"json", Format::Json}});
    addColour(app, parsed_.report.colour);
    addText(app, "-o,--output", parsed_.report.output, "Write the report to this file", "FILE")
        ->option_text("");
    addValue(app, "--max-outcomes", parsed_.report.maxOutcomes,
             "Number of final states that the text lists; the others are counted (default 64; 0: list all)",
             "N");
    app.add_flag("--stats", parsed_.report.statistics,
                 "Print the engine that answered, its counters and the time");
    addProgress(app, parsed_.progress);
    addText(app, "--dump-smt2", parsed_.dumpSmt2,
            "Write the solver's formulas to this file in SMT-LIB 2 (implies --engine smt)", "FILE")
        ->option_text("");
    addText(app, "--certify", parsed_.certify,
            "Write proofs and executions for all answers into this folder; hrfcheck verify checks them",
            "DIR");
  }

  void addJudgement(CLI::App& app) {
    addFlags(
        app, "--fail-on",
        "Exit with status 1 if a test is racy, if an outcome satisfies the formula of its condition, whatever the quantifier (allowed), or if an answer rests on an assumption that hrfcheck did not establish (conditional); may be repeated",
        {{"racy", &parsed_.unwanted.racy},
         {"allowed", &parsed_.unwanted.allowed},
         {"conditional", &parsed_.unwanted.conditional}});
    app.add_flag(
        "--expect-conditions", parsed_.unwanted.brokenConditions,
        "Exit with status 1 if a ~exists or forall condition does not hold, is undefined (the test has a race or other undefined behaviour) or is vacuous (no execution to judge)");
  }
};

}  // namespace

std::unique_ptr<CommandOptions> checkOptions() {
  return std::make_unique<CheckOptionTable>();
}

}  // namespace hrfcheck::inline cli
