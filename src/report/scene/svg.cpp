#include <fmt/format.h>

#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "report/scene/scene.h"
#include "report/scene/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

class SvgWriter {
 public:
  explicit SvgWriter(const Scene& scene) : scene_(scene), root_(document_.append_child("svg")) {}

  std::string write() {
    set(root_, "xmlns", "http://www.w3.org/2000/svg");
    set(root_, "width", fmt::format("{:.0f}", scene_.width));
    set(root_, "height", fmt::format("{:.0f}", scene_.height));
    set(root_, "viewBox", fmt::format("0 0 {:.0f} {:.0f}", scene_.width, scene_.height));
    set(root_, "font-family",
        scene_.typewriter ? "DejaVu Sans Mono,Menlo,Consolas,monospace" : "Helvetica,Arial,sans-serif");
    set(root_, "font-size", "12");
    root_.append_child("title").text() = cleaned(scene_.title, Controls::Xml).c_str();
    heads();
    // Behind everything, also where a page is dark.
    (*this)(Shape{.box = {0, 0, scene_.width, scene_.height}, .fill = "#fff"});
    for (const auto& part : scene_.all) {
      std::visit(*this, part);
    }
    std::ostringstream out;
    document_.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
    return out.str();
  }

  void operator()(const Shape& shape) {
    pugi::xml_node node = root_.append_child("rect");
    numbers(node, {{"x", shape.box.left},
                   {"y", shape.box.top},
                   {"width", shape.box.width()},
                   {"height", shape.box.height()}});
    if (shape.rounded > 0) {
      numbers(node, {{"rx", shape.rounded}});
    }
    paint(node, shape.fill, shape.stroke);
    const std::vector<Point> bases = shape.bases();
    for (std::size_t i = 0; i < shape.lines.size(); ++i) {
      line(bases[i], Anchor::Middle, shape.lines[i]);
    }
  }

  void operator()(const Words& words) {
    if (words.onPaper) {
      const double size = words.font.size;
      const double width = scene_.typewriter ? typewriterWidth(words.text) : textWidth(words.text, size);
      const double left = words.leftOf(width);
      (*this)(Shape{.box = {left, words.at.y - size, left + width, words.at.y + size / 4}, .fill = "#fff"});
    }
    line(words.at, words.anchor, {words.text, words.font});
  }

  void operator()(const Path& path) {
    const std::vector<Point>& points = path.points;
    const bool single = points.size() == 2 && !path.closed;
    pugi::xml_node node = root_.append_child(path.curved   ? "path"
                                             : single      ? "line"
                                             : path.closed ? "polygon"
                                                           : "polyline");
    if (path.curved) {
      std::string way = fmt::format("M{:.1f},{:.1f}C", points.front().x, points.front().y);
      for (std::size_t i = 1; i < points.size(); ++i) {
        way += fmt::format("{}{:.1f},{:.1f}", i == 1 ? "" : " ", points[i].x, points[i].y);
      }
      set(node, "d", way + (path.closed ? "z" : ""));
    } else if (single) {
      numbers(node, {{"x1", points[0].x}, {"y1", points[0].y}, {"x2", points[1].x}, {"y2", points[1].y}});
    } else {
      std::string corners;
      for (const Point& p : points) {
        corners += fmt::format("{}{:.1f},{:.1f}", corners.empty() ? "" : " ", p.x, p.y);
      }
      set(node, "points", corners);
    }
    paint(node, path.fill, path.stroke);
    if (path.arrow) {
      set(node, "marker-end", fmt::format("url(#{})", headOf(path.stroke.colour)));
    }
  }

  void operator()(const Dot& dot) {
    pugi::xml_node node = root_.append_child("circle");
    numbers(node, {{"cx", dot.centre.x}, {"cy", dot.centre.y}, {"r", dot.radius}});
    paint(node, dot.fill, dot.stroke);
  }

 private:
  using Number = std::pair<const char*, double>;

  static void set(pugi::xml_node node, const char* name, const std::string& value) {
    node.append_attribute(name) = value.c_str();
  }

  static void numbers(pugi::xml_node node, std::initializer_list<Number> all) {
    for (const auto& [name, value] : all) {
      set(node, name, fmt::format("{:.1f}", value));
    }
  }

  static std::string headOf(const std::string& colour) { return "head-" + colour.substr(1); }

  /// Of arrows, one for each of their colours.
  void heads() {
    std::set<std::string> colours;
    for (const auto& part : scene_.all) {
      if (const auto* path = std::get_if<Path>(&part); path != nullptr && path->arrow) {
        colours.insert(path->stroke.colour);
      }
    }
    for (const std::string& colour : colours) {
      pugi::xml_node marker = root_.append_child("marker");
      for (const auto& [name, value] : {std::pair<const char*, const char*>{"viewBox", "0 0 10 10"},
                                        {"refX", "10"},
                                        {"refY", "5"},
                                        {"markerWidth", "9"},
                                        {"markerHeight", "9"},
                                        {"markerUnits", "userSpaceOnUse"},
                                        {"orient", "auto"}}) {
        set(marker, name, value);
      }
      set(marker, "id", headOf(colour));
      pugi::xml_node tip = marker.append_child("path");
      set(tip, "d", "M0 0L10 5L0 10z");
      set(tip, "fill", colour);
    }
  }

  static void paint(pugi::xml_node node, const std::string& fill, const Stroke& stroke) {
    set(node, "fill", fill.empty() ? "none" : fill);
    if (stroke.colour.empty()) {
      return;
    }
    set(node, "stroke", stroke.colour);
    if (stroke.width != 1) {
      set(node, "stroke-width", fmt::format("{}", stroke.width));
    }
    if (stroke.line != "solid") {
      set(node, "stroke-dasharray", stroke.line == "dotted" ? "2 3" : "5 3");
    }
  }

  void line(Point base, Anchor anchor, const Line& line) {
    pugi::xml_node node = root_.append_child("text");
    numbers(node, {{"x", base.x}, {"y", base.y}});
    if (anchor != Anchor::Left) {
      set(node, "text-anchor", anchor == Anchor::Middle ? "middle" : "end");
    }
    set(node, "fill", line.font.colour);
    if (line.font.size != 12) {
      set(node, "font-size", fmt::format("{}", line.font.size));
    }
    if (line.font.bold) {
      set(node, "font-weight", "bold");
    }
    if (!line.strong.empty()) {
      pugi::xml_node strong = node.append_child("tspan");
      set(strong, "font-weight", "bold");
      strong.text() = cleaned(line.strong, Controls::Xml).c_str();
    }
    node.append_child(pugi::node_pcdata).set_value(cleaned(line.text, Controls::Xml).c_str());
  }

  const Scene& scene_;
  pugi::xml_document document_;
  pugi::xml_node root_;
};

}  // namespace

std::string svgOf(const Scene& scene) {
  return SvgWriter(scene).write();
}

}  // namespace hrfcheck::inline report
