#pragma once

#include <pugixml.hpp>
#include <string>

#include "report/machine/canvas.h"

namespace hrfcheck::inline report {

/// As SVG.
class SvgCanvas final : public Canvas {
 public:
  /// @param title for screen readers
  explicit SvgCanvas(const std::string& title);

  void text(double x, double y, const std::string& text, const std::string& style = "") override;
  void textInMiddle(double x, double y, const std::string& text, const std::string& style = "") override;
  void line(double x1, double y1, double x2, double y2, const std::string& style) override;
  void arrow(double x1, double y1, double x2, double y2, const std::string& style) override;
  void dot(double x, double y, const std::string& style) override;
  void rectangle(double x, double y, double width, double height, const std::string& style) override;
  std::string written(double width, double height) override;

 private:
  void number(pugi::xml_node& node, const char* name, double value);

  pugi::xml_document document_;
  pugi::xml_node root_;
};

}  // namespace hrfcheck::inline report
