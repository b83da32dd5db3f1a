#include "report/picture/execution_page.h"

#include <algorithm>
#include <array>

namespace hrfcheck::inline report {
namespace {

constexpr double kPageMargin = 12;
constexpr double kLegendLine = 16;
constexpr double kNarrowest = 250;
constexpr std::array kFills{"#f3f6fa", "#e6edf6", "#d9e4f1", "#ccdaec"};

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

}  // namespace

ExecutionPage pageOf(const Execution& execution, const DotOptions& options, const ExecutionDrawing& drawing) {
  ExecutionPage page;
  const std::string title = options.parts.caption ? options.title : "";
  const std::string end = options.parts.caption ? finalState(execution) : "";
  page.top = (title.empty() ? 0 : ExecutionPage::kTitle * 1.6) + (end.empty() ? 0 : kTitleSize * 1.6);
  double y = -page.top + ExecutionPage::kTitle * 0.8 + 4;
  if (!title.empty()) {
    page.caption.emplace_back(title, Point{kPageMargin, y});
    y += ExecutionPage::kTitle * 1.5;
  }
  if (!end.empty()) {
    page.caption.emplace_back(end, Point{kPageMargin, y});
  }
  const Point drawn = endOf(drawing);
  const double right = std::max({drawn.x, textWidth(title, ExecutionPage::kTitle) * 1.12,
                                 textWidth(end, kTitleSize) + 12, options.parts.legend ? kNarrowest : 0.0});
  page.width = right + kPageMargin;
  page.height = page.top + drawn.y + kPageMargin;
  if (!options.parts.legend) {
    return page;
  }
  Point at{kPageMargin, drawn.y + 16 + kLegendLine / 2};
  for (LegendEntry& entry : legendOf(drawing.graph, options.stepsMeaning)) {
    const double wide = (entry.sample ? ExecutionPage::kSample : 0) + 18 + textWidth(entry.text, kCodeSize);
    if (at.x > kPageMargin && at.x + wide > right) {
      at = {kPageMargin, at.y + kLegendLine};
    }
    page.legend.emplace_back(std::move(entry), at);
    at.x += wide + 10;
  }
  page.height = page.top + at.y + kLegendLine / 2 + 6;
  return page;
}

NodeLook lookOf(const GraphNode& node) {
  NodeLook look{"#ffffff", kCodeColour};
  if (node.kind == GraphNode::Kind::End) {
    look.dashed = true;
  } else if (node.kind == GraphNode::Kind::Initial) {
    look.fill = "#eaeef2";
  } else if (node.remote) {
    look = {"#fff3d6", "#9a6700"};
  }
  if (!node.promotion.empty()) {
    look.fill = "#f3edff";
    look.frame = kPromotedColour;
  }
  if (node.racing) {
    look.frame = "#c4161c";
    look.width = 2.4;
  }
  return look;
}

std::string fillOfScope(std::size_t depth) {
  return kFills[std::min(depth, kFills.size() - 1)];
}

}  // namespace hrfcheck::inline report
