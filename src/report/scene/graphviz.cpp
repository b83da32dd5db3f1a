// Graphviz as a program, not a library: it is optional at run time, and a crash of it is no crash of ours.
// One process draws many graphs, which it reads one after the other and prints as one SVG document after the
// other.

#include "report/scene/graphviz.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "util/diagnostic.h"
#include "util/mapped.h"
#include "util/process/child_process.h"

namespace hrfcheck::inline report {
namespace {

constexpr const char* kProgram = "dot";
constexpr std::size_t kLargestDrawing = std::size_t{1} << 30U;  // bytes
constexpr const char* kHint = "install Graphviz, or run without pictures";

/// Everything that it prints for an input.
/// @throws UserError when it fails
std::string draw(std::vector<std::string> words, const std::string& input) {
  words.insert(words.begin(), kProgram);
  if (!haveGraphviz()) {
    throw UserError(fmt::format("cannot run {}: it is not on the PATH", kProgram), kHint);
  }
  ProgramResult result =
      runProgram(words, input, {.largestOutput = kLargestDrawing, .largestMemory = 0, .deadline = {}});
  if (!result.succeeded()) {
    throw UserError(fmt::format("{} failed: {}", kProgram, result.why()), kHint);
  }
  return std::move(result.output);
}

void replaceAll(std::string& text, std::string_view what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
}

void removeComments(std::string& svg) {
  for (std::size_t from = 0; (from = svg.find("<!--", from)) != std::string::npos;) {
    const std::size_t end = svg.find("-->", from);
    const bool line = end != std::string::npos && svg.compare(end + 3, 1, "\n") == 0;
    svg.erase(from, end == std::string::npos ? end : end + (line ? 4 : 3) - from);
  }
}

/// One SVG element as it can stand in a page: as wide as its place at most, identifiers of its own.
std::string tidied(std::string svg, std::size_t number) {
  removeComments(svg);
  replaceAll(svg, "\"page0,1_graph", "\"graph");  // of the second graph and on
  replaceAll(svg, " id=\"", fmt::format(" id=\"picture{}-", number));
  const std::size_t head = svg.find('>');
  const std::size_t height = svg.find(" height=\"");
  if (height < head) {  // follows from the width and the viewBox
    svg.replace(height, svg.find('"', height + 9) + 1 - height, " style=\"max-width:100%;height:auto\"");
  }
  return svg;
}

}  // namespace

bool haveGraphviz() {
  return isOnPath(kProgram);
}

std::vector<std::string> drawSvg(const std::vector<std::string>& graphs) {
  if (graphs.empty()) {
    return {};
  }
  std::string input = concatenated(graphs, [&](const std::string& graph) { return graph + "\n"; });
  const std::string output = draw({"-Tsvg"}, input);
  std::vector<std::string> pictures;
  constexpr std::string_view kEnd = "</svg>";
  for (std::size_t from = 0; (from = output.find("<svg", from)) != std::string::npos;) {
    const std::size_t end = output.find(kEnd, from);
    if (end == std::string::npos) {
      break;
    }
    pictures.push_back(tidied(output.substr(from, end + kEnd.size() - from), pictures.size()));
    from = end + kEnd.size();
  }
  if (pictures.size() != graphs.size()) {
    throw UserError(fmt::format("{} produced {} of {} pictures", kProgram, pictures.size(), graphs.size()),
                    kHint);
  }
  return pictures;
}

std::string drawFile(const std::string& graph, const std::string& format) {
  // Points are 1/72 inch; letters of 12 points need more than as many pixels.
  std::vector<std::string> words{"-T" + format};
  if (format == "png") {
    words.emplace_back("-Gdpi=144");
  }
  std::string drawn = draw(std::move(words), graph + "\n");
  if (drawn.empty()) {
    throw UserError(fmt::format("{} produced no picture", kProgram), kHint);
  }
  if (format == "svg") {
    removeComments(drawn);
  }
  return drawn;
}

}  // namespace hrfcheck::inline report
