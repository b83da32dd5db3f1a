#pragma once

#include <string>
#include <variant>
#include <vector>

// Pictures as values: a layout says what is where and how it looks, and each format is written once, of
// any scene. Colours are "#rrggbb" or "#rgb", and empty for none; names are of a picture's parts in formats
// that have such, and may be empty.

namespace hrfcheck::inline report {

/// In points, x to the right, y downwards.
struct Point {
  double x = 0;
  double y = 0;
};

/// A rectangle.
struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;

  Point centre() const { return {(left + right) / 2, (top + bottom) / 2}; }
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

struct Stroke {
  std::string colour;
  std::string line = "solid";  ///< solid, dashed or dotted
  double width = 1;
};

struct Font {
  double size = 12;
  std::string colour = "#1f2328";
  bool bold = false;
};

/// A line of text.
struct Line {
  std::string text;
  Font font = {};
  std::string strong = {};  ///< before the text, in bold
};

/// A rectangle with lines of text in its middle.
struct Shape {
  std::string name = {};
  Box box = {};
  std::string fill = {};
  Stroke stroke = {};
  double rounded = 0;  ///< radius of the corners
  std::vector<Line> lines = {};

  /// Of each line the middle of what it stands on.
  std::vector<Point> bases() const;
};

/// What of a text is at its place.
enum class Anchor { Left, Middle, Right };

/// A line of text by itself.
struct Words {
  std::string name = {};
  Point at;  ///< on the base line
  std::string text;
  Font font = {};
  Anchor anchor = Anchor::Left;
  bool onPaper = false;  ///< with white behind it

  /// Where it begins, so wide.
  double leftOf(double width) const;
};

/// Straight lines, or cubic Bézier pieces (3n+1 points).
struct Path {
  std::string name = {};
  std::vector<Point> points = {};
  Stroke stroke = {};
  bool arrow = false;
  bool curved = false, closed = false;
  std::string fill = {};
  std::string from = {}, to = {};  ///< names of the shapes that it leads from and to
};

struct Dot {
  Point centre;
  std::string fill = {};
  Stroke stroke = {};
  double radius = 3.5;
};

struct Scene {
  std::string title = {};  ///< for screen readers
  double width = 0, height = 0;
  bool typewriter = false;                                      ///< the font: of fixed width, or sans-serif
  std::vector<std::variant<Shape, Words, Path, Dot>> all = {};  ///< later ones lie over earlier ones
};

std::string svgOf(const Scene& scene);

/// Needs `\usepackage{tikz}` and nothing else.
/// @param standalone a whole document with a page of the scene's size, rather than the picture alone
std::string tikzOf(const Scene& scene, bool standalone);

/// A Graphviz graph whose places are part of it: shapes are nodes, paths between them edges.
std::string dotOf(const Scene& scene);

}  // namespace hrfcheck::inline report
