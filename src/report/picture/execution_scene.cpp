#include "report/picture/execution_scene.h"

#include <algorithm>
#include <array>

#include "report/picture/arrow_look.h"
#include "report/picture/execution_drawing.h"

namespace hrfcheck::inline report {
namespace {

constexpr double kTitle = 14;   ///< font of the first line of a caption
constexpr double kSample = 28;  ///< length of the arrows of a legend
constexpr double kPageMargin = 12;
constexpr double kLegendLine = 16;
constexpr double kNarrowest = 250;
constexpr double kRounded = 5;
constexpr std::array kFills{"#f3f6fa", "#e6edf6", "#d9e4f1", "#ccdaec"};

constexpr const char* kScopeFrame = "#8c959f";
constexpr const char* kTextColour = "#1f2328";
constexpr const char* kCaptionColour = "#424a53";
constexpr const char* kCodeColour = "#57606a";
constexpr const char* kRemarkColour = "#7d3c00";
constexpr const char* kPromotedColour = "#5b2fb0";

/// The right and the lower end of what is drawn.
Point endOf(const ExecutionDrawing& drawing) {
  Point end{drawing.layout.all.right, drawing.layout.all.bottom};
  for (std::size_t a = 0; a < drawing.routes.size(); ++a) {
    for (const Point& p : drawing.routes[a].curve) {
      end = {std::max(end.x, p.x), std::max(end.y, p.y)};
    }
    if (const auto& centre = drawing.routes[a].label) {
      const Box box = labelBox(*centre, drawing.graph.arrows[a].label);
      end = {std::max(end.x, box.right), std::max(end.y, box.bottom)};
    }
  }
  return end;
}

/// Filled, framed and written; of its looks the first of what holds of a node counts.
Shape shapeOf(const GraphNode& node) {
  Shape shape{.name = node.name, .fill = "#ffffff", .stroke = {kCodeColour}, .rounded = kRounded};
  if (node.kind == GraphNode::Kind::End) {
    shape.stroke.line = "dashed";
  } else if (node.kind == GraphNode::Kind::Initial) {
    shape.fill = "#eaeef2";
  } else if (node.remote) {
    shape.fill = "#fff3d6";
    shape.stroke.colour = "#9a6700";
  }
  if (!node.promotion.empty()) {
    shape.fill = "#f3edff";
    shape.stroke.colour = kPromotedColour;
  }
  if (node.racing) {
    shape.stroke.colour = "#c4161c";
    shape.stroke.width = 2.4;
  }
  const bool named = node.kind == GraphNode::Kind::Instruction;
  shape.lines.push_back({(named ? "  " : "") + node.head, {kHeadSize, kTextColour}, named ? node.name : ""});
  for (const auto& [text, colour] : {std::pair(shownCode(node.code), kCodeColour),
                                     {node.remark, kRemarkColour},
                                     {node.promotion, kPromotedColour}}) {
    if (!text.empty()) {
      shape.lines.push_back({text, {kCodeSize, colour}});
    }
  }
  return shape;
}

class Painter {
 public:
  Painter(const Execution& execution, const PictureOptions& options)
      : execution_(execution), options_(options), drawing_(drawingOf(execution, options)) {}

  Scene painted() {
    caption();
    boxes();
    nodes();
    arrows();
    const Point drawn = endOf(drawing_);
    const double right = std::max({drawn.x, captionWidth_, options_.parts.legend ? kNarrowest : 0.0});
    scene_.width = right + kPageMargin;
    const double end = options_.parts.legend ? legend({kPageMargin, drawn.y + 16 + kLegendLine / 2}, right)
                                             : drawn.y + kPageMargin;
    scene_.height = top_ + end;
    return std::move(scene_);
  }

 private:
  /// In the picture, whose caption is above the drawing.
  Point at(Point p) const { return {p.x, p.y + top_}; }
  Box at(const Box& box) const { return {box.left, box.top + top_, box.right, box.bottom + top_}; }

  /// @param middle of the line, at its anchor
  void words(std::string name, Point middle, const std::string& text, const Font& font,
             Anchor anchor = Anchor::Left, bool onPaper = false) {
    const Point place = at(middle);
    scene_.all.emplace_back(
        Words{std::move(name), {place.x, place.y + baseBelow(font.size)}, text, font, anchor, onPaper});
  }

  void caption() {
    scene_.title = options_.title;
    const std::string title = options_.parts.caption ? options_.title : "";
    const std::string end = options_.parts.caption ? finalState(execution_) : "";
    top_ = (title.empty() ? 0 : kTitle * 1.6) + (end.empty() ? 0 : kTitleSize * 1.6);
    double y = -top_ + kTitle * 0.8 + 4;
    if (!title.empty()) {
      words("title", {kPageMargin, y}, title, {kTitle, kTextColour, true});
      y += kTitle * 1.5;
    }
    if (!end.empty()) {
      words("outcome", {kPageMargin, y}, end, {kTitleSize, kCaptionColour});
    }
    captionWidth_ = std::max(textWidth(title, kTitle) * 1.12, textWidth(end, kTitleSize) + 12);
  }

  /// The outer ones first. Not as clusters of Graphviz, which draws those in an order of its own that changes
  /// from run to run.
  void boxes() {
    const std::vector<ScopeBox>& boxes = drawing_.layout.boxes;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      scene_.all.emplace_back(Shape{.name = "scope " + std::to_string(i),
                                    .box = at(boxes[i].box),
                                    .fill = kFills[std::min(boxes[i].depth, kFills.size() - 1)],
                                    .stroke = {kScopeFrame},
                                    .rounded = kRounded});
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      words("scope title " + std::to_string(i), {boxes[i].box.left + 6, boxes[i].box.top + 11},
            boxes[i].title, {kTitleSize, kCaptionColour});
    }
    for (std::size_t c = 0; c < drawing_.layout.columns.size(); ++c) {
      const std::string name = execution_.structure->program().threadTitle(drawing_.layout.columns[c]);
      words("thread " + name, drawing_.layout.threadNames[c].centre(), name, {kHeadSize, kTextColour, true},
            Anchor::Middle);
    }
  }

  void nodes() {
    for (std::size_t n = 0; n < drawing_.graph.nodes.size(); ++n) {
      Shape shape = shapeOf(drawing_.graph.nodes[n]);
      shape.box = at(drawing_.layout.nodes[n]);
      scene_.all.emplace_back(std::move(shape));
    }
  }

  /// Labels after all arrows, which would else lie across them.
  void arrows() {
    const auto nameOf = [&](std::size_t node) { return drawing_.graph.nodes[node].name; };
    const auto& arrows = drawing_.graph.arrows;
    for (std::size_t a = 0; a < arrows.size(); ++a) {
      const ArrowLook look = lookOf(arrows[a]);
      Path path{.stroke = look.stroke,
                .arrow = look.directed,
                .curved = true,
                .from = nameOf(arrows[a].from),
                .to = nameOf(arrows[a].to)};
      for (const Point& p : drawing_.routes[a].curve) {
        path.points.push_back(at(p));
      }
      scene_.all.emplace_back(std::move(path));
    }
    for (std::size_t a = 0; a < arrows.size(); ++a) {
      if (const auto& centre = drawing_.routes[a].label) {
        words(arrows[a].label + " " + nameOf(arrows[a].from) + " " + nameOf(arrows[a].to), *centre,
              arrows[a].label, {kTitleSize, lookOf(arrows[a]).stroke.colour}, Anchor::Middle, true);
      }
    }
  }

  /// In lines from a point on, up to the right edge. @returns its lower end
  double legend(Point place, double right) {
    for (const LegendEntry& entry : legendOf(drawing_.graph, options_.stepsMeaning)) {
      const double wide = (entry.sample ? kSample : 0) + 18 + textWidth(entry.text, kCodeSize);
      if (place.x > kPageMargin && place.x + wide > right) {
        place = {kPageMargin, place.y + kLegendLine};
      }
      const std::string name = "legend " + entry.text;
      Point text = place;
      if (entry.sample) {
        text.x += kSample;
        scene_.all.emplace_back(Path{.name = name,
                                     .points = {at(place), at(text)},
                                     .stroke = entry.look.stroke,
                                     .arrow = entry.look.directed});
        text.x += 4;
      }
      words(name, text, entry.text, {kCodeSize, kCaptionColour});
      place.x += wide + 10;
    }
    return place.y + kLegendLine / 2 + 6;
  }

  const Execution& execution_;
  const PictureOptions& options_;
  const ExecutionDrawing drawing_;
  Scene scene_;
  double top_ = 0;  ///< height of the caption
  double captionWidth_ = 0;
};

}  // namespace

Scene executionScene(const Execution& execution, const PictureOptions& options) {
  return Painter(execution, options).painted();
}

}  // namespace hrfcheck::inline report
