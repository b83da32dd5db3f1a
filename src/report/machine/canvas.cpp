#include "report/machine/canvas.h"

#include "util/utf8.h"

namespace hrfcheck::inline report {

double Canvas::widthOf(const std::string& text) {
  return kCharacter * static_cast<double>(characters(text));
}

void Canvas::box(double x, double y, double width, const std::vector<std::string>& lines,
                 const std::string& style) {
  rectangle(x - width / 2, y, width, heightOfBox(lines.size()), style);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    textInMiddle(x, y + kLine * static_cast<double>(i + 1) - 1, lines[i], i == 0 ? "" : "faint");
  }
}

}  // namespace hrfcheck::inline report
