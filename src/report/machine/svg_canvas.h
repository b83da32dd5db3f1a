#pragma once

#include <pugixml.hpp>
#include <string>
#include <vector>

namespace hrfcheck::inline report {

/// A drawing in pixels, x to the right and y down, in one fixed-width font.
class SvgCanvas {
 public:
  static constexpr double kCharacter = 7.3;  ///< width of one, at 12 pixels
  static constexpr double kLine = 16;        ///< from one line of text to the next

  /// @param title for screen readers
  explicit SvgCanvas(const std::string& title);

  /// @param y of the baseline
  void text(double x, double y, const std::string& text, const std::string& style = "");
  void textInMiddle(double x, double y, const std::string& text, const std::string& style = "");
  void line(double x1, double y1, double x2, double y2, const std::string& style);
  void arrow(double x1, double y1, double x2, double y2, const std::string& style);
  void dot(double x, double y, const std::string& style);
  /// @param x of the middle, @param y of the upper edge
  void box(double x, double y, double width, const std::vector<std::string>& lines, const std::string& style);
  void rectangle(double x, double y, double width, double height, const std::string& style);

  static double widthOf(const std::string& text);
  static double heightOfBox(std::size_t lines) { return 6 + kLine * static_cast<double>(lines); }

  /// The document, of this size.
  std::string written(double width, double height);

 private:
  void number(pugi::xml_node& node, const char* name, double value);

  pugi::xml_document document_;
  pugi::xml_node root_;
};

}  // namespace hrfcheck::inline report
