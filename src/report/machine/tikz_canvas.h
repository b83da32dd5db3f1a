#pragma once

#include "report/machine/canvas.h"
#include "report/picture/tikz_picture.h"

namespace hrfcheck::inline report {

/// In TikZ, with the colours of SvgCanvas.
class TikzCanvas final : public Canvas {
 public:
  explicit TikzCanvas(bool standalone) : standalone_(standalone) {}

  void text(double x, double y, const std::string& text, const std::string& style = "") override;
  void textInMiddle(double x, double y, const std::string& text, const std::string& style = "") override;
  void line(double x1, double y1, double x2, double y2, const std::string& style) override;
  void arrow(double x1, double y1, double x2, double y2, const std::string& style) override;
  void dot(double x, double y, const std::string& style) override;
  void rectangle(double x, double y, double width, double height, const std::string& style) override;
  std::string written(double width, double height) override;

 private:
  TikzPicture picture_;
  bool standalone_;
};

}  // namespace hrfcheck::inline report
