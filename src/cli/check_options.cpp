#include <fmt/format.h>

#include "cli/help_text.h"
#include "cli/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck {
namespace {

std::string checkHelp() {
  return helpFooter(
      {{"hrfcheck check litmus/rsp/fig14-case2.litmus",
        "under hrf-indirect-relaxed, or rsp when the test has remote operations"},
       {"hrfcheck check -m hrf-direct -m my/model.cat test.litmus", "under two models, one of them a file"},
       {"hrfcheck check -m all litmus/rsp/fig14-case2.litmus",
        "a table of all models that apply, then each report"},
       {"hrfcheck check --fail-on racy litmus/hrf/*.litmus",
        "for scripts: exit status 1 when a test is racy"},
       {"generate | hrfcheck check --format json -o report.json -",
        "a test from standard input, a report for programs"}},
      "0 done; 1 an expectation failed, what --fail-on names happened, or a thread made an out-of-bounds access or divided by zero; 2 bad usage or input, or a model that is not applicable to the test; 3 undecided (time limit, loop bound) or vacuous (no execution to judge); 70 an error of hrfcheck itself.");
}

/// Options that need an answer which was not asked for.
void refuseUnanswerable(const CheckArguments& arguments) {
  if (arguments.question == Question::Condition && arguments.unwanted.racy) {
    throw UserError("--fail-on racy needs the races", "leave out --only condition");
  }
  if (arguments.question == Question::Races &&
      (arguments.unwanted.allowed || arguments.unwanted.brokenConditions)) {
    throw UserError(fmt::format("{} needs the condition",
                                arguments.unwanted.allowed ? "--fail-on allowed" : "--expect-conditions"),
                    "leave out --only races");
  }
  if (arguments.question != Question::Everything && arguments.report.format == Format::Herd) {
    throw UserError("--format herd lists all final states and flags", "leave out --only");
  }
}

class CheckOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* check = app.add_subcommand("check", "Verdict, races and outcomes of each test");
    addValue(*check, "FILE", parsed_.files, "Litmus tests; - is standard input", "")
        ->required()
        ->option_text("...");
    addModels(*check, parsed_.models,
              "hrf-indirect-relaxed, rsp for tests with remote operations, rc11 for C11 tests");
    addInclude(*check, parsed_.includes);
    search_.build(*check, 0);
    addValue(*check, "--memory", parsed_.memory,
             "MiB to hold at most; a test that needs more is undecided (default 4096; 0: no limit)", "MIB");
    addChoice(*check, "--only", only_,
              "Ask one question: whether the condition can hold and can fail, or which races there are",
              {"condition", "races"});
    addReport(*check);
    addJudgement(*check);
    check->footer(checkHelp());
    return check;
  }

  Command command() const override {
    CheckArguments result = parsed_;
    result.search = search_.arguments();
    result.progress = progressOf(progress_);
    directReport(result.report, format_, colour_, output_);
    result.question = only_ == "condition" ? Question::Condition
                      : only_ == "races"   ? Question::Races
                                           : Question::Everything;
    if (!dumpSmt2_.empty()) {
      result.dumpSmt2 = dumpSmt2_;
    }
    result.unwanted.racy = contains(failOn_, "racy");
    result.unwanted.allowed = contains(failOn_, "allowed");
    if (result.dumpSmt2 && result.search.engine == EngineChoice::Explicit) {
      throw UserError("--dump-smt2 needs the solver", "leave out --engine explicit");
    }
    refuseUnanswerable(result);
    return result;
  }

 private:
  void addReport(CLI::App& app) {
    addChoice(app, "--format", format_, "Text for people, herd7's log layout, or JSON",
              {"text", "herd", "json"});
    addColour(app, colour_);
    app.add_option("-o,--output", output_, "Write the report to a file, whole or not at all")
        ->type_name("FILE");
    app.add_flag("--stats", parsed_.report.statistics,
                 "Show which engine answered, its counts, and the time");
    addProgress(app, progress_);
    app.add_option("--dump-smt2", dumpSmt2_, "Write the solver's formulas in SMT-LIB 2 (implies smt)")
        ->type_name("FILE");
  }

  void addJudgement(CLI::App& app) {
    addChoices(app, "--fail-on", failOn_,
               "Exit with 1 when a test is racy, or when its condition is allowed (may be repeated)",
               {"racy", "allowed"});
    app.add_flag("--expect-conditions", parsed_.unwanted.brokenConditions,
                 "Exit with 1 when a ~exists or forall condition does not hold, is undefined or vacuous");
  }

  CheckArguments parsed_;
  SearchOptions search_;
  std::string only_;
  std::string progress_ = "auto";
  std::string format_ = "text";
  std::string colour_ = "auto";
  std::string output_;
  std::string dumpSmt2_;
  std::vector<std::string> failOn_;
};

}  // namespace

std::unique_ptr<CommandOptions> checkOptions() {
  return std::make_unique<CheckOptionTable>();
}

}  // namespace hrfcheck
