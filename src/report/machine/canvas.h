#pragma once

#include <string>
#include <vector>

namespace hrfcheck::inline report {

/// A drawing in pixels, x to the right and y down, in one fixed-width font. Styles are names: of text "",
/// "faint", "strong", "bad"; of lines and dots "step", "own", "wrong", "life", "rule"; of rectangles "box",
/// "head", "memory", "thread", "wrong".
class Canvas {
 public:
  static constexpr double kCharacter = 7.3;  ///< width of one, at 12 pixels
  static constexpr double kLine = 16;        ///< from one line of text to the next

  virtual ~Canvas() = default;

  /// @param y of the baseline
  virtual void text(double x, double y, const std::string& text, const std::string& style = "") = 0;
  virtual void textInMiddle(double x, double y, const std::string& text, const std::string& style = "") = 0;
  virtual void line(double x1, double y1, double x2, double y2, const std::string& style) = 0;
  virtual void arrow(double x1, double y1, double x2, double y2, const std::string& style) = 0;
  virtual void dot(double x, double y, const std::string& style) = 0;
  virtual void rectangle(double x, double y, double width, double height, const std::string& style) = 0;
  /// The document, of this size.
  virtual std::string written(double width, double height) = 0;

  /// @param x of the middle, @param y of the upper edge
  void box(double x, double y, double width, const std::vector<std::string>& lines, const std::string& style);

  static double widthOf(const std::string& text);
  static double heightOfBox(std::size_t lines) { return 6 + kLine * static_cast<double>(lines); }
};

}  // namespace hrfcheck::inline report
