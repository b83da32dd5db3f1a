#include <fmt/format.h>

#include "cli/help_text.h"
#include "cli/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck {
namespace {

std::string graphHelp() {
  return helpFooter(
      {{"hrfcheck graph litmus/rsp/fig14-case2.litmus",
        "the execution that says most, as text: one with a race, or one that ends as the condition asks about"},
       {"hrfcheck graph litmus/rsp/fig14-case2.litmus -m rsp -o fig14.svg",
        "drawn by Graphviz; also .png, .dot (without Graphviz) and .txt"},
       {"hrfcheck graph test.litmus --outcome \"1:r0=0 1:r1=2\" -o stale.png",
        "the simplest execution with a final state"},
       {"hrfcheck graph test.litmus --all -o states.svg",
        "one picture for each final state: states-1.svg, states-2.svg ..."},
       {"hrfcheck graph test.litmus --show so,hhb -o order.svg",
        "with relations of the model, or built-in ones"}},
      "0 drawn; 1 the outcome is forbidden, or there is no race to draw; 2 bad usage or input; 3 undecided (time limit, loop bound).");
}

std::string endingOf(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const std::size_t slash = path.rfind('/');
  const bool none = dot == std::string::npos || (slash != std::string::npos && dot < slash);
  return none ? "" : path.substr(dot + 1);
}

PictureFormat pictureFormat(const std::string& word) {
  return word == "svg"   ? PictureFormat::Svg
         : word == "png" ? PictureFormat::Png
         : word == "dot" ? PictureFormat::Dot
                         : PictureFormat::Text;
}

class GraphOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* graph = app.add_subcommand("graph", "Executions of a test as pictures");
    addValue(*graph, "FILE", parsed_.file, "A litmus test; - is standard input", "")->required();
    addValue(*graph, "-m,--model", parsed_.model,
             "A model's name, or the path of a .cat file; default as for check", "MODEL");
    addInclude(*graph, parsed_.includes);
    addWhich(*graph);
    addValue(
        *graph, "--show", show_,
        "Relations to draw beside program order, rf, co, fr and dependencies: definitions of the model, or "
        "built-in names (default: what the model's `show` selects)",
        "NAME,...");
    addValue(*graph, "-o,--output", output_, "Write a file, whole or not at all; its ending says the format",
             "FILE.svg|png|dot|txt");
    addChoice(*graph, "--format", format_, "The format, whatever the file is called; without -o text",
              {"svg", "png", "dot", "text"});
    search_.build(*graph, 0);
    graph->footer(graphHelp());
    return graph;
  }

  Command command() const override {
    GraphArguments result = parsed_;
    result.search = search_.arguments();
    if (!output_.empty()) {
      result.output = output_;
    }
    if (!outcome_.empty()) {
      result.outcome = outcome_;
    }
    if (!show_.empty()) {
      result.show = namesIn(show_);
    }
    result.format = chosenFormat();
    refuse(result);
    return result;
  }

 private:
  void addWhich(CLI::App& app) {
    addValue(app, "--outcome", outcome_, "An execution that ends in this state, the simplest that is found",
             "\"1:r0=0 1:r1=2\"");
    app.add_flag("--race", parsed_.race, "An execution of the first race");
    app.add_flag("--all", parsed_.all, "An execution for each final state; files are numbered");
  }

  static std::vector<std::string> namesIn(const std::string& list) {
    std::vector<std::string> names;
    for (std::string name : CLI::detail::split(list, ',')) {
      CLI::detail::trim(name);
      if (!name.empty()) {
        names.push_back(name);
      }
    }
    return names;
  }

  PictureFormat chosenFormat() const {
    if (!format_.empty()) {
      return pictureFormat(format_);
    }
    if (output_.empty()) {
      return PictureFormat::Text;
    }
    const std::string ending = endingOf(output_);
    if (!contains({"svg", "png", "dot", "txt"}, ending)) {
      throw UserError(fmt::format("-o {}: the ending tells no format", output_),
                      "end it in .svg, .png, .dot or .txt, or say --format");
    }
    return pictureFormat(ending);
  }

  static void refuse(const GraphArguments& arguments) {
    const int which = (arguments.outcome ? 1 : 0) + (arguments.race ? 1 : 0) + (arguments.all ? 1 : 0);
    if (which > 1) {
      throw UserError("--outcome, --race and --all each say which executions are drawn", "give one of them");
    }
    if (arguments.model == "all") {
      throw UserError("-m all: a picture is of one model", "name it");
    }
    const bool drawn = arguments.format == PictureFormat::Svg || arguments.format == PictureFormat::Png;
    if (arguments.all && drawn && !arguments.output) {
      throw UserError("--all makes several pictures", "name their files with -o FILE.svg");
    }
  }

  GraphArguments parsed_;
  SearchOptions search_;
  std::string output_, outcome_, show_, format_;
};

}  // namespace

std::unique_ptr<CommandOptions> graphOptions() {
  return std::make_unique<GraphOptionTable>();
}

}  // namespace hrfcheck
