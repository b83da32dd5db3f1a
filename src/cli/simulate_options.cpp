#include <map>

#include "cli/help_text.h"
#include "cli/option_groups.h"
#include "cli/suite_options.h"
#include "util/diagnostic.h"

namespace hrfcheck {
namespace {

std::string simulateHelp() {
  return helpFooter(
      {{"hrfcheck simulate --machine rsp-lit litmus/rsp/fig14-case2.litmus",
        "the final states that the machine reaches"},
       {"hrfcheck simulate --machine rsp-lit --machine rsp-fix --against rsp-incl FILE",
        "two machines side by side, compared with what the model allows; what it does not allow with its trace"},
       {"hrfcheck simulate --without inv-after-access --against rsp-incl FILE",
        "a machine without one of its fixes"},
       {"hrfcheck simulate --machine rsp-lit --outcome \"1:r0=1\" --trace why.svg FILE",
        "the shortest trace to a final state, as text and drawn"},
       {"hrfcheck simulate --list", "the machines and their rules, with sources"}},
      "0 done; 1 a machine reaches a final state that the model of --against does not allow for this race-free test, or hangs; 2 bad usage or input; 3 undecided (a limit was reached, a loop bound mattered).");
}

std::string isSvg(const std::string& path) {
  return path.ends_with(".svg") ? "" : path + " does not end in .svg";
}

class SimulateOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* simulate =
        app.add_subcommand("simulate", "What hardware machines make of a test, held against a model");
    addValue(*simulate, "FILE", parsed_.files, "Litmus tests; - is standard input", "")->option_text("...");
    addMachine(*simulate);
    addModel(*simulate);
    addLimits(*simulate);
    addReport(*simulate);
    suite_.build(*simulate);
    simulate->footer(simulateHelp());
    return simulate;
  }

  Command command() const override {
    if (parsed_.files.empty() && !parsed_.list && !suite_.asked()) {
      throw UserError("no test to simulate", "name a FILE, or ask for --list");
    }
    if (parsed_.against.empty() && parsed_.sequential) {
      throw UserError("--sc says what a model promises", "name the model whose races count: --against MODEL");
    }
    SimulateArguments result = parsed_;
    result.search = search_.arguments();
    result.simulation.hierarchy = std::map<std::string, Hierarchy>{
        {"h2", Hierarchy::H2},
        {"h3", Hierarchy::H3},
        {"h5", Hierarchy::H5}}.at(hierarchy_);
    result.simulation.environment = std::map<std::string, Environment>{
        {"fifo", Environment::Fifo},
        {"evict", Environment::Evict},
        {"full", Environment::Full}}.at(environment_);
    result.simulation.shortest = !depthFirst_;
    result.simulation.reduce = reduction_ == "on";
    result.tellTraces = !noTrace_;
    if (suite_.asked()) {
      result.suite = suite_.arguments();
    }
    if (!outcome_.empty()) {
      result.outcome = outcome_;
    }
    if (!picture_.empty()) {
      result.picture = picture_;
    }
    directReport(result.report, format_, colour_, output_);
    return result;
  }

 private:
  void addMachine(CLI::App& app) {
    addValue(app, "--machine", parsed_.machines,
             "The machine (--list has them), also \"rsp-fix without RULE\"; several are shown side by side "
             "(default "
             "rsp-fix)",
             "NAME")
        ->allow_extra_args(false);
    addChoice(
        app, "--hierarchy", hierarchy_,
        "Caches of work-groups alone (h2, the default), of components, too (h3), or at every level (h5)",
        {"h2", "h3", "h5"});
    addChoice(
        app, "--env", environment_,
        "What caches do on their own: drain in order (fifo), write back early, too (evict, the default), "
        "or fill lines, too (full)",
        {"fifo", "evict", "full"});
    addValue(app, "--without", parsed_.simulation.without,
             "Switch a rule of the machines off; may be repeated", "RULE")
        ->allow_extra_args(false);
    addValue(app, "--with", parsed_.simulation.with, "Switch a rule on; may be repeated", "RULE")
        ->allow_extra_args(false);
    app.add_flag("--list", parsed_.list, "List machines and rules, with their sources");
  }

  void addModel(CLI::App& app) {
    addValue(app, "--against", parsed_.against,
             "Compare with what this model allows: its name, or the path of a .cat file", "MODEL");
    app.add_flag("--sc", parsed_.sequential,
                 "A race-free test is promised sequential consistency, whatever else MODEL allows");
    addInclude(app, parsed_.includes);
    search_.build(app, 0);
  }

  void addLimits(CLI::App& app) {
    addValue(app, "--states", parsed_.simulation.mostStates,
             "States of a machine that are explored (default 20000000)", "N")
        ->check(CLI::PositiveNumber);
    addValue(app, "--memory", parsed_.simulation.mostMemory, "Memory for them (default 4096)", "MIB")
        ->check(CLI::PositiveNumber);
    app.add_flag("--depth-first", depthFirst_,
                 "Search depth first: traces need not be the shortest any more");
    addChoice(app, "--reduction", reduction_,
              "Leave out orders of steps that cannot matter (default on); the final states are the same",
              {"on", "off"});
  }

  void addReport(CLI::App& app) {
    addValue(
        app, "--outcome", outcome_,
        "Tell the way to this final state, as reports list it or as a condition (default: to what is not "
        "allowed)",
        "STATE");
    app.add_flag("--no-trace", noTrace_, "Tell no way to anything");
    addValue(app, "--trace", picture_, "Draw the trace into a file", "FILE.svg")->check(isSvg);
    addChoice(app, "--format", format_, "Text for people, or JSON", {"text", "json"});
    addValue(app, "-o,--output", output_, "Write the report to a file, whole or not at all", "FILE");
    addColour(app, colour_);
    app.add_flag("--stats", parsed_.report.statistics, "Transitions and times, too");
  }

  SimulateArguments parsed_;
  SearchOptions search_;
  SuiteOptionGroup suite_;
  std::string hierarchy_ = "h2";
  std::string environment_ = "evict";
  bool depthFirst_ = false;
  std::string reduction_ = "on";
  std::string outcome_;
  bool noTrace_ = false;
  std::string picture_;
  std::string format_ = "text";
  std::string colour_ = "auto";
  std::string output_;
};

}  // namespace

std::unique_ptr<CommandOptions> simulateOptions() {
  return std::make_unique<SimulateOptionTable>();
}

}  // namespace hrfcheck
