#include "report/picture/execution_tikz.h"

#include "report/picture/execution_page.h"
#include "report/picture/tikz_picture.h"
#include "report/picture/tikz_text.h"

namespace hrfcheck::inline report {
namespace {

constexpr double kRounded = 5;

class TikzWriter {
 public:
  TikzWriter(const Execution& execution, const DotOptions& options)
      : program_(execution.skeleton->program()),
        options_(options),
        drawing_(drawingOf(execution, {options.racing, options.facts, options.steps})),
        page_(pageOf(execution, options, drawing_)) {}

  std::string write() {
    caption();
    boxes();
    threadNames();
    nodes();
    arrows();
    legend();
    return picture_.written(page_.width, page_.height, options_.parts.standalone);
  }

 private:
  using Anchor = TikzPicture::Anchor;

  /// In the picture, whose caption is above the drawing.
  Point at(Point p) const { return {p.x, p.y + page_.top}; }
  Box at(const Box& box) const { return {box.left, box.top + page_.top, box.right, box.bottom + page_.top}; }

  static TikzPicture::Stroke strokeOf(const ArrowLook& look) { return {look.colour, look.line, look.width}; }

  void caption() {
    for (const auto& [words, where] : page_.caption) {
      const bool title = words == options_.title;
      picture_.text(
          at(where), Anchor::West, tikzText(words),
          {title ? ExecutionPage::kTitle : kTitleSize, title ? kTextColour : kCaptionColour, title});
    }
  }

  void boxes() {
    for (const ScopeBox& box : drawing_.layout.boxes) {
      picture_.rectangle(at(box.box), fillOfScope(box.depth), {kScopeFrame}, kRounded);
    }
    for (const ScopeBox& box : drawing_.layout.boxes) {
      picture_.text(at(Point{box.box.left + 8, box.box.top + 11}), Anchor::West, tikzText(box.title),
                    {kTitleSize, kCaptionColour});
    }
  }

  void threadNames() {
    for (std::size_t c = 0; c < drawing_.layout.columns.size(); ++c) {
      picture_.text(at(drawing_.layout.threadNames[c].centre()), Anchor::Centre,
                    tikzText(program_.threadTitle(drawing_.layout.columns[c])),
                    {kHeadSize, kTextColour, true});
    }
  }

  void nodes() {
    for (std::size_t n = 0; n < drawing_.graph.nodes.size(); ++n) {
      const GraphNode& node = drawing_.graph.nodes[n];
      const NodeLook look = lookOf(node);
      const Box box = at(drawing_.layout.nodes[n]);
      picture_.rectangle(box, look.fill, {look.frame, look.dashed ? "dashed" : "solid", look.width},
                         kRounded);
      picture_.lines(box.centre(), linesOf(node));
    }
  }

  static std::vector<std::pair<std::string, TikzPicture::Font>> linesOf(const GraphNode& node) {
    const bool named = node.kind == GraphNode::Kind::Instruction;
    const std::string name = named ? "\\textbf{" + tikzText(node.name) + "}~~" : "";
    std::vector<std::pair<std::string, TikzPicture::Font>> lines{
        {name + tikzText(node.head), {kHeadSize, kTextColour}}};
    const auto more = [&](const std::string& text, const char* colour) {
      if (!text.empty()) {
        lines.emplace_back(tikzText(text), TikzPicture::Font{kCodeSize, colour});
      }
    };
    more(shownCode(node.code), kCodeColour);
    more(node.remark, kRemarkColour);
    more(node.promotion, kPromotedColour);
    return lines;
  }

  void arrows() {
    const auto& arrows = drawing_.graph.arrows;
    for (std::size_t a = 0; a < arrows.size(); ++a) {
      const ArrowLook look = lookOf(arrows[a]);
      std::vector<Point> curve;
      for (const Point& p : drawing_.routes[a].curve) {
        curve.push_back(at(p));
      }
      picture_.curve(curve, strokeOf(look), look.directed);
    }
    for (std::size_t a = 0; a < arrows.size(); ++a) {
      if (const auto& centre = drawing_.routes[a].label) {
        picture_.label(at(*centre), tikzText(arrows[a].label), {kTitleSize, lookOf(arrows[a]).colour});
      }
    }
  }

  void legend() {
    for (const auto& [entry, begin] : page_.legend) {
      Point text = at(begin);
      if (entry.sample) {
        const Point end{text.x + ExecutionPage::kSample, text.y};
        picture_.line(text, end, strokeOf(entry.look), entry.look.directed);
        text.x = end.x + 8;
      }
      picture_.text(text, Anchor::West, tikzText(entry.text), {kCodeSize, kCaptionColour});
    }
  }

  const Program& program_;
  const DotOptions& options_;
  const ExecutionDrawing drawing_;
  const ExecutionPage page_;
  TikzPicture picture_;
};

}  // namespace

std::string executionTikz(const Execution& execution, const DotOptions& options) {
  return TikzWriter(execution, options).write();
}

}  // namespace hrfcheck::inline report
