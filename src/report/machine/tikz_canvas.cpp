#include "report/machine/tikz_canvas.h"

#include "report/picture/tikz_text.h"

namespace hrfcheck::inline report {
namespace {

constexpr double kSize = 12;
constexpr double kAboveBaseline = 4;  ///< the middle of a line of text

TikzPicture::Font fontOf(const std::string& style) {
  if (style == "faint") {
    return {kSize, "#777777", false, true};
  }
  if (style == "bad") {
    return {kSize, "#c00000", true, true};
  }
  return {kSize, "#222222", style == "strong", true};
}

TikzPicture::Stroke strokeOf(const std::string& style) {
  if (style == "life") {
    return {"#bbbbbb", "dashed", 1.2};
  }
  if (style == "own") {
    return {"#777777", "dashed", 1.2};
  }
  if (style == "wrong") {
    return {"#c00000", "solid", 2};
  }
  return {style == "rule" ? "#eeeeee" : "#555555", "solid", 1.2};
}

std::string fillOf(const std::string& style) {
  return style == "head"     ? "#e8eef7"
         : style == "memory" ? "#f3ecdf"
         : style == "thread" ? "#e7f3e7"
         : style == "wrong"  ? "#fdeaea"
                             : "#ffffff";
}

}  // namespace

void TikzCanvas::text(double x, double y, const std::string& text, const std::string& style) {
  picture_.text({x, y - kAboveBaseline}, TikzPicture::Anchor::West, tikzText(text), fontOf(style));
}

void TikzCanvas::textInMiddle(double x, double y, const std::string& text, const std::string& style) {
  picture_.text({x, y - kAboveBaseline}, TikzPicture::Anchor::Centre, tikzText(text), fontOf(style));
}

void TikzCanvas::line(double x1, double y1, double x2, double y2, const std::string& style) {
  picture_.line({x1, y1}, {x2, y2}, strokeOf(style), false);
}

void TikzCanvas::arrow(double x1, double y1, double x2, double y2, const std::string& style) {
  picture_.line({x1, y1}, {x2, y2}, strokeOf(style), true);
}

void TikzCanvas::dot(double x, double y, const std::string& style) {
  constexpr double kRadius = 3.5;
  picture_.circle({x, y}, kRadius, style == "wrong" ? "#c00000" : style == "own" ? "#999999" : "#555555");
}

void TikzCanvas::rectangle(double x, double y, double width, double height, const std::string& style) {
  picture_.rectangle({x, y, x + width, y + height}, fillOf(style),
                     {style == "wrong" ? "#c00000" : "#555555", "solid", style == "wrong" ? 2.0 : 1.0}, 2);
}

std::string TikzCanvas::written(double width, double height) {
  return picture_.written(width, height, standalone_);
}

}  // namespace hrfcheck::inline report
