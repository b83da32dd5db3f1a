#include "cli/output/picture_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "cli/output/output.h"
#include "report/scene/graph_scene.h"
#include "report/scene/graphviz.h"

namespace hrfcheck::inline cli {
namespace {

constexpr std::array<std::string_view, 5> kEndings = {"svg", "png", "pdf", "tex", "dot"};

/// ".svg" to "svg".
std::string pictureEnding(const std::string& path) {
  return path.substr(path.find_last_of('.') + 1);
}

}  // namespace

std::string isPictureFile(const std::string& path) {
  const std::string ending = pictureEnding(path);
  return std::ranges::find(kEndings, ending) != kEndings.end()
             ? ""
             : path + " does not end in .svg, .png, .pdf, .tex or .dot";
}

void requireDrawing(const std::string& path) {
  if (pictureEnding(path) != "dot" && !haveGraphviz()) {
    throw UserError(fmt::format("cannot draw {}: Graphviz (dot) is not on the PATH", path),
                    "install Graphviz, or write a file that ends in .dot");
  }
}

void writePicture(const std::string& path, const std::string& dot, PictureParts parts) {
  requireDrawing(path);
  Output output{path};
  const std::string ending = pictureEnding(path);
  output.write(ending == "dot"   ? dot
               : ending == "tex" ? tikzOf(sceneOfGraph(dot), parts.standalone)
                                 : drawFile(dot, ending));
  output.commit();
}

}  // namespace hrfcheck::inline cli
