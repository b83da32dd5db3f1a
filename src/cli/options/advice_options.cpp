#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

constexpr const char* kAdviceStatus =
    "0 edits found, or none needed; 1 no edits achieve the goal; 2 input error; 3 undecided (time or memory limit), or not proved to be the cheapest.";

std::string repairHelp() {
  return helpFooter({{"hrfcheck repair litmus/hrf/t03-mp-rel-wg-acq-cmp.litmus",
                      "the cheapest edits after which no pair races"},
                     {"hrfcheck repair --goal forbid --edits order,fence test.litmus",
                      "the cheapest orders and fences that forbid the condition"},
                     {"hrfcheck repair -m hrf-indirect --also hrf-direct --all test.litmus",
                      "every cheapest repair that holds under both models"},
                     {"hrfcheck repair --in-place test.litmus", "write the edits into the file"}},
                    kAdviceStatus);
}

std::string narrowHelp() {
  return helpFooter(
      {{"hrfcheck narrow --table litmus/workstealing/variant-steal-only.litmus",
        "the cheapest orders and scopes, and what each weaker one would cause"},
       {"hrfcheck narrow --edits scope,order test.litmus", "the same without remote operations"},
       {"hrfcheck narrow --keep race-freedom test.litmus", "outcomes may change as long as no pair races"}},
      kAdviceStatus);
}

/// The options of both commands.
class AdviceOptionTable : public ArgumentTable<AdviceArguments> {
 public:
  using ArgumentTable::ArgumentTable;

 protected:
  void addShared(CLI::App& app) {
    app.add_option("FILE", parsed_.file, "A litmus test, or a kernel with a launch")->option_text(" ");
    addModels(app, parsed_.models, "see hrfcheck check --help");
    addValue(app, "--also", parsed_.also, "Also require the goal under this model (may be repeated)",
             "MODEL");
    addLaunch(app, parsed_.launch);
    addIncludeFolders(app, parsed_.launch);
    addInclude(app, parsed_.includes);
    addSearch(app, parsed_.search, 60, "the search");
    addValue(app, "--memory", parsed_.memory,
             "Memory limit in MiB; a search that needs more stops (default 4096; 0: no limit)", "MIB");
  }
  void addResults(CLI::App& app) {
    addValue(app, "--costs", parsed_.costs, "Costs of annotations and edits, a JSON object (docs/repair.md)",
             "FILE");
    app.add_flag("--list-costs", parsed_.listCosts, "Print the costs, and exit");
    app.add_flag("--in-place", parsed_.inPlace, "Write the edited test over FILE");
    addText(app, "-o,--output", parsed_.edited, "Write the edited test to this file", "FILE");
    addFormat(app, parsed_.report.format);
    addColour(app, parsed_.report.colour);
    addProgress(app, parsed_.progress);
  }
  void addEdits(CLI::App& app, const std::string& what, const std::vector<std::string>& kinds) {
    addChoices(app, "--edits", edits_, what, kinds)->delimiter(',');
  }

  void complete(AdviceArguments& result) const override {
    if (result.file.empty() && !result.listCosts) {
      throw UserError("FILE is required");
    }
    if (!edits_.empty()) {
      result.kinds = {contains(edits_, "scope"), contains(edits_, "order"),  contains(edits_, "remote"),
                      contains(edits_, "fence"), contains(edits_, "atomic"), contains(edits_, "barrier")};
    }
    if (result.inPlace && (result.edited || result.file == "-")) {
      throw UserError("--in-place needs a file, and excludes --output");
    }
  }

 private:
  std::vector<std::string> edits_;
};

class RepairOptionTable final : public AdviceOptionTable {
  static std::vector<std::pair<std::string, std::optional<RepairGoal>>> goals() {
    std::vector<std::pair<std::string, std::optional<RepairGoal>>> words;
    for (const auto& [goal, word] : kRepairGoalWords) {
      words.emplace_back(word, goal);
    }
    return words;
  }

 public:
  RepairOptionTable() : AdviceOptionTable(runRepair) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* repair = app.add_subcommand("repair", "Find the cheapest edits that make a test race-free");
    addShared(*repair);
    addWord(
        *repair, "--goal", parsed_.goal,
        "No pair races (race-free); a forall also holds (hold, the default for one); the condition is also forbidden (forbid); or it is allowed (allow)",
        goals());
    addEdits(
        *repair,
        "What may be edited: scopes, orders, whether an operation is remote; fences may be inserted, ordinary accesses become atomic, and barriers order another memory (default: all; separated by commas)",
        {"scope", "order", "remote", "fence", "atomic", "barrier"});
    repair->add_flag("--all", parsed_.all, "Print every repair of minimum cost");
    addResults(*repair);
    repair->footer(repairHelp());
    return repair;
  }
};

class NarrowOptionTable final : public AdviceOptionTable {
 public:
  NarrowOptionTable() : AdviceOptionTable(runNarrow) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* narrow =
        app.add_subcommand("narrow", "Find the cheapest orders and scopes that keep a test's behaviour");
    addShared(*narrow);
    addWord(
        *narrow, "--keep", parsed_.keep,
        "What must stay the same, besides race freedom: all outcomes (outcomes, the default), whether the condition can hold and can fail (condition), or nothing (race-freedom)",
        {{"outcomes", Keep::AllOutcomes},
         {"condition", Keep::Condition},
         {"race-freedom", Keep::RaceFreedom}});
    addEdits(
        *narrow,
        "What may be edited: scopes, orders, whether an operation is remote (default: all; separated by commas)",
        {"scope", "order", "remote"});
    narrow->add_flag("--all", parsed_.all, "Print every result of minimum cost");
    narrow->add_flag(
        "--table", parsed_.table,
        "For each atomic operation, show the order and scope that it has and needs, and what weaker ones would cause");
    addResults(*narrow);
    narrow->footer(narrowHelp());
    return narrow;
  }
};

}  // namespace

std::unique_ptr<CommandOptions> repairOptions() {
  return std::make_unique<RepairOptionTable>();
}

std::unique_ptr<CommandOptions> narrowOptions() {
  return std::make_unique<NarrowOptionTable>();
}

}  // namespace hrfcheck::inline cli
