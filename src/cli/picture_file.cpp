#include "cli/picture_file.h"

#include <fmt/format.h>

#include "cli/output.h"
#include "report/picture/graphviz.h"

namespace hrfcheck::inline cli {
namespace {

/// ".svg" to "svg".
std::string endingOf(const std::string& path) {
  return path.substr(path.find_last_of('.') + 1);
}

}  // namespace

std::string isPictureFile(const std::string& path) {
  const std::string ending = endingOf(path);
  return ending == "svg" || ending == "png" || ending == "dot" ? ""
                                                               : path + " does not end in .svg, .png or .dot";
}

void requireDrawing(const std::string& path) {
  if (endingOf(path) != "dot" && !haveGraphviz()) {
    throw UserError(fmt::format("cannot draw {}: Graphviz (dot) is not on the PATH", path),
                    "install Graphviz, or write a file that ends in .dot");
  }
}

void writePicture(const std::string& path, const std::string& dot) {
  requireDrawing(path);
  Output output{path};
  output.write(endingOf(path) == "dot" ? dot : drawFile(dot, endingOf(path)));
  output.commit();
}

}  // namespace hrfcheck::inline cli
