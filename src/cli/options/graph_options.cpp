#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string graphHelp() {
  return helpFooter(
      {{"hrfcheck graph litmus/rsp/fig14-case2.litmus",
        "the most informative execution, as text: one with a race, or one whose final state satisfies the condition"},
       {"hrfcheck graph litmus/rsp/fig14-case2.litmus -m rsp -o fig14.svg",
        "drawn by Graphviz; also .png, .pdf, .dot and .tex (without Graphviz), and .txt"},
       {"hrfcheck graph test.litmus --no-caption -o figure.tex",
        "a picture in TikZ for a paper, without a title"},
       {"hrfcheck graph test.litmus --outcome \"1:r0=0 1:r1=2\" -o stale.png",
        "the simplest execution that ends in this state"},
       {"hrfcheck graph test.litmus --all -o states.svg",
        "one picture for each outcome: states-1.svg, states-2.svg ..."},
       {"hrfcheck graph test.litmus --show so,hhb -o order.svg",
        "with relations of the model, or built-in relations"}},
      "0 success; 1 the outcome is forbidden, or there is no race to draw; 2 input error; 3 undecided (time limit, loop bound) or vacuous (no execution to judge).");
}

std::string endingOf(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const std::size_t slash = path.rfind('/');
  const bool none = dot == std::string::npos || (slash != std::string::npos && dot < slash);
  return none ? "" : path.substr(dot + 1);
}

/// By a word of --format, or the end of a file's name.
PictureFormat pictureFormat(const std::string& word) {
  return word == "svg"                     ? PictureFormat::Svg
         : word == "png"                   ? PictureFormat::Png
         : word == "pdf"                   ? PictureFormat::Pdf
         : word == "tikz" || word == "tex" ? PictureFormat::Tikz
         : word == "dot"                   ? PictureFormat::Dot
                                           : PictureFormat::Text;
}

class GraphOptionTable final : public ArgumentTable<GraphArguments> {
 public:
  GraphOptionTable() : ArgumentTable(runGraph) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* graph = app.add_subcommand("graph", "Draw executions of a test");
    addValue(*graph, "FILE", parsed_.file,
             "A litmus test, or a kernel with a launch (FILE:NAME for one of several); - for standard input",
             "")
        ->required()
        ->option_text(" ");
    addValue(*graph, "-m,--model", parsed_.model,
             "A model's name, or the path of a .cat file; default: see hrfcheck check --help", "MODEL");
    addLaunch(*graph, parsed_.launch);
    addIncludeFolders(*graph, parsed_.launch);
    addInclude(*graph, parsed_.includes);
    addWhich(*graph);
    addValue(
        *graph, "--show", show_,
        "Relations to draw in addition to program order, rf, co, fr and dependencies: definitions of the model, or "
        "built-in names (default: what the model's `show` selects)",
        "NAME,...");
    addText(*graph, "-o,--output", parsed_.output,
            "Write the picture to this file; the extension selects the format",
            "FILE.svg|png|pdf|tex|dot|txt");
    addChoice(*graph, "--format", format_,
              "Format of the picture (default: by the extension of -o; text without -o)",
              {"svg", "png", "pdf", "tikz", "dot", "text"});
    addPictureParts(*graph, parsed_.parts, true);
    addSearch(*graph, parsed_.search, 0);
    addMemory(*graph, parsed_.memory);
    graph->footer(graphHelp());
    return graph;
  }

 protected:
  void complete(GraphArguments& result) const override {
    if (!show_.empty()) {
      result.show = namesIn(show_);
    }
    result.format = chosenFormat();
    refuse(result);
  }

 private:
  void addWhich(CLI::App& app) {
    addText(
        app, "--outcome", parsed_.outcome,
        "Draw the simplest execution found that ends in this final state, written as in reports (\"1:r0=0 1:r1=2\") or as in conditions",
        "STATE");
    app.add_flag(
        "--race", parsed_.race,
        "Draw an execution with the first race that check reports (default: an execution with a race or, without races, one that satisfies the condition)");
    app.add_flag("--all", parsed_.all, "Draw an execution for each outcome, in numbered files");
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
    if (!parsed_.output) {
      return PictureFormat::Text;
    }
    const std::string ending = endingOf(*parsed_.output);
    if (!contains({"svg", "png", "pdf", "tex", "dot", "txt"}, ending)) {
      throw UserError(fmt::format("-o {}: unknown file name extension", *parsed_.output),
                      "use .svg, .png, .pdf, .tex, .dot or .txt, or give --format");
    }
    return pictureFormat(ending);
  }

  static void refuse(const GraphArguments& arguments) {
    const int which = (arguments.outcome ? 1 : 0) + (arguments.race ? 1 : 0) + (arguments.all ? 1 : 0);
    if (which > 1) {
      throw UserError("--outcome, --race and --all exclude each other", "give only one of them");
    }
    if (arguments.model == "all") {
      throw UserError("-m all: a picture shows an execution of a single model", "name one model");
    }
    if (arguments.parts.standalone && arguments.format != PictureFormat::Tikz) {
      throw UserError("--standalone is for pictures in TikZ", "give --format tikz, or -o FILE.tex");
    }
    const bool text = arguments.format == PictureFormat::Text || arguments.format == PictureFormat::Dot;
    if (arguments.all && !text && !arguments.output) {
      throw UserError("--all writes several pictures", "name the files with -o FILE.svg");
    }
  }

  std::string show_, format_;
};

}  // namespace

std::unique_ptr<CommandOptions> graphOptions() {
  return std::make_unique<GraphOptionTable>();
}

}  // namespace hrfcheck::inline cli
