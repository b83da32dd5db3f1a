#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/picture/execution_layout.h"

namespace hrfcheck::inline report {

/// A picture in TikZ, in points, x to the right and y down, from (0,0) on. It needs `\usepackage{tikz}` and
/// nothing else.
class TikzPicture {
 public:
  struct Stroke {
    std::string colour;          ///< "#rrggbb" or "#rgb"
    std::string line = "solid";  ///< solid, dashed or dotted
    double width = 1;
  };
  struct Font {
    double size = kHeadSize;
    std::string colour = "#000000";
    bool bold = false;
    bool typewriter = false;
  };
  /// Base: the middle of the line that the text stands on.
  enum class Anchor { West, Centre, Base };

  /// @param fill empty for none; a stroke without a colour is none
  void rectangle(const Box& box, const std::string& fill, const Stroke& stroke, double rounded);
  void circle(Point centre, double radius, const std::string& fill);
  /// @param tex what tikzText gives
  void text(Point at, Anchor anchor, const std::string& tex, const Font& font);
  /// Lines one below the other, in the middle; each in its font.
  void lines(Point centre, const std::vector<std::pair<std::string, Font>>& lines);
  /// With white behind it.
  void label(Point centre, const std::string& tex, const Font& font);
  /// @param points cubic Bézier pieces: 3n+1
  void curve(const std::vector<Point>& points, const Stroke& stroke, bool arrow);
  /// Filled; with a frame if the stroke has a colour.
  void closedCurve(const std::vector<Point>& points, const std::string& fill, const Stroke& stroke);
  void polygon(const std::vector<Point>& points, const std::string& fill, const Stroke& stroke);
  void line(Point from, Point to, const Stroke& stroke, bool arrow);

  /// The picture, of this size; or a document with a page of this size.
  std::string written(double width, double height, bool standalone) const;

 private:
  std::string colour(const std::string& colour);
  std::string fontOf(const Font& font);
  std::string strokeOf(const Stroke& stroke);
  /// How a shape is filled and framed.
  std::string lookOf(const std::string& fill, const Stroke& stroke);

  std::set<std::string> colours_;  ///< RRGGBB
  std::string body_;
};

}  // namespace hrfcheck::inline report
