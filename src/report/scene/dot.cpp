#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/scene/scene.h"
#include "report/scene/text.h"

// What is written here, written_dot.cpp reads.

namespace hrfcheck::inline report {
namespace {

constexpr double kArrowHead = 8;  ///< length
// Of shapes; only what differs is written.
constexpr const char* kFill = "#ffffff";
constexpr const char* kFrame = "#57606a";

/// Straight lines as cubic pieces.
std::vector<Point> cubic(const Path& path) {
  if (path.curved) {
    return path.points;
  }
  std::vector<Point> points{path.points.front()};
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    const auto [a, b] = std::pair(path.points[i - 1], path.points[i]);
    points.push_back({a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3});
    points.push_back({b.x - (b.x - a.x) / 3, b.y - (b.y - a.y) / 3});
    points.push_back(b);
  }
  return points;
}

class GraphvizWriter {
 public:
  explicit GraphvizWriter(const Scene& scene) : scene_(scene) {}

  std::string write() {
    put("// The places are part of the graph: `dot -Tsvg` draws it as it is.");
    put("digraph execution {{");
    put("  graph [layout=nop2, bb=\"0,0,{:.0f},{:.0f}\", bgcolor=white, fontname=\"Helvetica\", fontsize=11];",
        scene_.width, scene_.height);
    put("  node [shape=box, style=\"rounded,filled\", fillcolor=white, color=\"{}\", fontcolor=\"{}\", "
        "fontname=\"Helvetica\", fontsize={}, margin=0, fixedsize=shape];",
        kFrame, Font{}.colour, Font{}.size);
    put("  edge [fontname=\"Helvetica\", fontsize=11, arrowsize=0.7];");
    for (const auto& part : scene_.all) {
      std::visit(*this, part);
    }
    put("}}");
    return std::move(out_);
  }

  void operator()(const Shape& shape) {
    node(
        shape.name, shape.box,
        (shape.fill == kFill ? "" : fmt::format(", fillcolor=\"{}\"", shape.fill)) +
            (shape.stroke.colour == kFrame ? "" : fmt::format(", color=\"{}\"", shape.stroke.colour)) +
            (shape.stroke.width == 1 ? "" : fmt::format(", penwidth={}", shape.stroke.width)) +
            (shape.stroke.line == "solid" ? ""
                                          : fmt::format(", style=\"{},rounded,filled\"", shape.stroke.line)) +
            ", label=" + labelOf(shape));
  }

  void operator()(const Words& words) {
    const Font& font = words.font;
    const double wide = textWidth(words.text, font.size) * (font.bold ? 1.12 : 1) + 8;
    const double left = words.leftOf(wide);
    const double y = words.at.y - baseBelow(font.size);
    std::string label = dotQuoted(words.text);
    if (words.anchor == Anchor::Left) {
      label.insert(label.size() - 1, "\\l");
    }
    node(words.name, {left, y - font.size * 0.7, left + wide, y + font.size * 0.7},
         fmt::format(
             ", shape=plaintext, style=\"\", fontname=\"{}\", fontsize={}, fontcolor=\"{}\", label={}",
             font.bold ? "Helvetica-Bold" : "Helvetica", font.size, font.colour,
             words.onPaper ? "<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\" "
                             "bgcolor=\"white\"><tr><td>" +
                                 dotHtml(words.text) + "</td></tr></table>>"
                           : label));
  }

  void operator()(const Path& path) {
    std::string from = path.from;
    std::string to = path.to;
    if (from.empty()) {
      from = path.name + " from";
      to = path.name + " to";
      for (const auto& [name, p] :
           {std::pair(from, path.points.front()), std::pair(to, path.points.back())}) {
        node(name, {p.x - 0.5, p.y - 0.5, p.x + 0.5, p.y + 0.5}, ", style=invis, label=\"\"");
      }
    }
    put("  {} -> {} [color=\"{}\", style={}{}{}, pos=\"{}\"];", dotQuoted(from), dotQuoted(to),
        path.stroke.colour, path.stroke.line, path.arrow ? "" : ", dir=none",
        path.stroke.width == 1 ? "" : fmt::format(", penwidth={}", path.stroke.width),
        position(cubic(path), path.arrow));
  }

  void operator()(const Dot& dot) {
    const auto [x, y] = dot.centre;
    node("", {x - dot.radius, y - dot.radius, x + dot.radius, y + dot.radius},
         fmt::format(", shape=circle, style=filled, fillcolor=\"{0}\", color=\"{0}\", label=\"\"", dot.fill));
  }

 private:
  template <typename... Args>
  void put(fmt::format_string<Args...> text, Args&&... args) {
    out_ += fmt::format(text, std::forward<Args>(args)...) + "\n";
  }

  /// Graphviz counts from the bottom.
  std::string at(Point p) const { return fmt::format("{:.1f},{:.1f}", p.x, scene_.height - p.y); }

  void node(const std::string& name, const Box& box, const std::string& attributes) {
    put("  {} [pos=\"{}\", width={:.3f}, height={:.3f}{}];",
        dotQuoted(name.empty() ? fmt::format("part {}", ++unnamed_) : name), at(box.centre()),
        box.width() / 72, box.height() / 72, attributes);
  }

  static std::string labelOf(const Shape& shape) {
    std::string label;
    for (const Line& line : shape.lines) {
      const bool first = label.empty();
      label += line.strong.empty() ? "" : "<b>" + dotHtml(line.strong) + "</b>";
      label += first ? dotHtml(line.text)
                     : fmt::format("<br/><font point-size=\"{}\" color=\"{}\">{}</font>", line.font.size,
                                   line.font.colour, dotHtml(line.text));
    }
    return label.empty() ? "\"\"" : "<" + label + ">";
  }

  /// A curve as Graphviz takes it: one with a head ends where the head begins.
  std::string position(std::vector<Point> curve, bool head) const {
    std::string text;
    if (head) {
      const Point tip = curve.back();
      const Point before = curve[curve.size() - 2];
      const double length = std::max(1e-6, std::hypot(tip.x - before.x, tip.y - before.y));
      text = "e," + at(tip) + " ";
      curve.back() = {tip.x - (tip.x - before.x) / length * kArrowHead,
                      tip.y - (tip.y - before.y) / length * kArrowHead};
      if (length < kArrowHead * 1.5) {
        curve[curve.size() - 2] = curve.back();
      }
    }
    for (std::size_t i = 0; i < curve.size(); ++i) {
      text += (i == 0 ? "" : " ") + at(curve[i]);
    }
    return text;
  }

  const Scene& scene_;
  std::size_t unnamed_ = 0;
  std::string out_;
};

}  // namespace

std::string dotOf(const Scene& scene) {
  return GraphvizWriter(scene).write();
}

}  // namespace hrfcheck::inline report
