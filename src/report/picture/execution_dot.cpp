#include "report/picture/execution_dot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/picture/arrow_look.h"
#include "report/picture/dot_text.h"
#include "report/picture/execution_drawing.h"
#include "report/picture/execution_page.h"

namespace hrfcheck::inline report {
namespace {

constexpr double kArrowHead = ExecutionPage::kArrowHead;
constexpr double kTitle = ExecutionPage::kTitle;
constexpr double kSample = ExecutionPage::kSample;

class DotWriter {
 public:
  DotWriter(const Execution& execution, const DotOptions& options)
      : program_(execution.skeleton->program()),
        options_(options),
        drawing_(drawingOf(execution, {options.racing, options.facts, options.steps})),
        page_(pageOf(execution, options, drawing_)) {}

  std::string write() {
    line("// The places are part of the graph: `dot -Tsvg` draws it as it is.");
    line("digraph execution {{");
    line(
        "  graph [layout=nop2, bb=\"0,0,{:.0f},{:.0f}\", bgcolor=white, fontname=\"Helvetica\", "
        "fontsize={}];",
        page_.width, page_.height, kTitleSize);
    line(
        "  node [shape=box, style=\"rounded,filled\", fillcolor=white, color=\"#57606a\", "
        "fontcolor=\"#1f2328\", "
        "fontname=\"Helvetica\", fontsize={}, margin=0, fixedsize=shape];",
        kHeadSize);
    line("  edge [fontname=\"Helvetica\", fontsize={}, arrowsize=0.7];", kTitleSize);
    titles();
    boxes();
    threadNames();
    nodes();
    arrows();
    legend();
    line("}}");
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    out_ += fmt::format(text, std::forward<Args>(args)...) + "\n";
  }

  /// Graphviz counts from the bottom.
  std::string at(Point p) const { return fmt::format("{:.1f},{:.1f}", p.x, page_.height - page_.top - p.y); }

  void text(const std::string& name, const std::string& what, Point leftMiddle, double size,
            const char* colour, bool bold) {
    const double wide = textWidth(what, size) * (bold ? 1.12 : 1) + 8;
    const std::string label = dotQuoted(what);
    line(
        "  {} [shape=plaintext, style=\"\", width={:.3f}, height={:.3f}, pos=\"{}\", "
        "fontname=\"{}\", fontsize={}, fontcolor=\"{}\", label={}\\l\"];",
        dotQuoted(name), wide / 72, size * 1.4 / 72, at({leftMiddle.x + wide / 2, leftMiddle.y}),
        bold ? "Helvetica-Bold" : "Helvetica", size, colour, label.substr(0, label.size() - 1));
  }

  void titles() {
    for (const auto& [words, where] : page_.caption) {
      const bool title = words == options_.title;
      text(title ? "title" : "outcome", words, where, title ? kTitle : kTitleSize,
           title ? kTextColour : kCaptionColour, title);
    }
  }

  /// As nodes, first of all and the outer ones first: Graphviz draws clusters in an order of its own, which
  /// changes from run to run.
  void boxes() {
    for (std::size_t i = 0; i < layout_.boxes.size(); ++i) {
      const Box& box = layout_.boxes[i].box;
      line("  {} [label=\"\", fillcolor=\"{}\", color=\"{}\", pos=\"{}\", width={:.3f}, height={:.3f}];",
           dotQuoted("scope " + std::to_string(i)), fillOfScope(layout_.boxes[i].depth), kScopeFrame,
           at(box.centre()), (box.right - box.left) / 72, (box.bottom - box.top) / 72);
    }
    for (std::size_t i = 0; i < layout_.boxes.size(); ++i) {
      const ScopeBox& box = layout_.boxes[i];
      text("scope title " + std::to_string(i), box.title, {box.box.left + 6, box.box.top + 11}, kTitleSize,
           kCaptionColour, false);
    }
  }

  void threadNames() {
    for (std::size_t c = 0; c < layout_.columns.size(); ++c) {
      const std::string name = program_.threadTitle(layout_.columns[c]);
      const Point middle = layout_.threadNames[c].centre();
      text("thread " + name, name, {middle.x - textWidth(name, kHeadSize) / 2 - 4, middle.y}, kHeadSize,
           kTextColour, true);
    }
  }

  std::string labelOf(const GraphNode& node) const {
    const std::string name =
        node.kind == GraphNode::Kind::Instruction ? "<b>" + dotHtml(node.name) + "</b>&#160;&#160;" : "";
    std::string label = name + dotHtml(node.head);
    const auto more = [&](const std::string& text, const char* colour) {
      if (!text.empty()) {
        label += fmt::format("<br/><font point-size=\"{}\" color=\"{}\">{}</font>", kCodeSize, colour,
                             dotHtml(text));
      }
    };
    more(shownCode(node.code), kCodeColour);
    more(node.remark, kRemarkColour);
    more(node.promotion, kPromotedColour);
    return label;
  }

  /// What differs from other nodes.
  static std::string textOf(const NodeLook& look) {
    const NodeLook plain = lookOf(GraphNode{});
    std::string text = look.dashed ? ", style=\"dashed,rounded,filled\"" : "";
    text += look.fill == plain.fill ? "" : fmt::format(", fillcolor=\"{}\"", look.fill);
    text += look.frame == plain.frame ? "" : fmt::format(", color=\"{}\"", look.frame);
    return text + (look.width == plain.width ? "" : fmt::format(", penwidth={}", look.width));
  }

  void nodes() {
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const GraphNode& node = graph_.nodes[n];
      const Box& box = layout_.nodes[n];
      const std::string look = textOf(lookOf(node));
      line("  {} [pos=\"{}\", width={:.3f}, height={:.3f}{}, label=<{}>];", dotQuoted(node.name),
           at(box.centre()), (box.right - box.left) / 72, (box.bottom - box.top) / 72, look, labelOf(node));
    }
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

  void arrows() {
    for (std::size_t a = 0; a < graph_.arrows.size(); ++a) {
      const ArrowLook look = lookOf(graph_.arrows[a]);
      line("  {} -> {} [{}, pos=\"{}\"];", dotQuoted(graph_.nodes[graph_.arrows[a].from].name),
           dotQuoted(graph_.nodes[graph_.arrows[a].to].name), textOf(look),
           position(routes_[a].curve, look.directed));
    }
    for (std::size_t a = 0; a < graph_.arrows.size(); ++a) {
      if (routes_[a].label) {
        label(graph_.arrows[a], *routes_[a].label);
      }
    }
  }

  /// As a node, after all arrows: Graphviz would draw other arrows across the label of an earlier one.
  void label(const GraphArrow& arrow, Point centre) {
    const Box box = labelBox(centre, arrow.label);
    const ArrowLook look = lookOf(arrow);
    line(
        "  {} [shape=plaintext, style=\"\", width={:.3f}, height={:.3f}, pos=\"{}\", fontsize={}, "
        "fontcolor=\"{}\", label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\" "
        "bgcolor=\"white\"><tr><td>{}</td></tr></table>>];",
        dotQuoted(
            fmt::format("{} {} {}", arrow.label, graph_.nodes[arrow.from].name, graph_.nodes[arrow.to].name)),
        (box.right - box.left) / 72, (box.bottom - box.top) / 72, at(centre), kTitleSize, look.colour,
        dotHtml(arrow.label));
  }

  static std::string textOf(const ArrowLook& look) {
    return fmt::format("color=\"{}\", style={}{}{}", look.colour, look.line,
                       look.directed ? "" : ", dir=none",
                       look.width == 1 ? "" : fmt::format(", penwidth={}", look.width));
  }

  void legend() {
    for (const auto& [entry, p] : page_.legend) {
      const std::string name = "legend " + entry.text;
      if (!entry.sample) {
        text(name, entry.text, {p.x, p.y}, kCodeSize, kCaptionColour, false);
        continue;
      }
      for (const char* end : {" from", " to"}) {
        const Point where{p.x + (std::string(end) == " to" ? kSample : 0), p.y};
        line("  {} [style=invis, label=\"\", width=0.01, height=0.01, pos=\"{}\"];", dotQuoted(name + end),
             at(where));
      }
      const Point to{p.x + kSample, p.y};
      line("  {} -> {} [{}, pos=\"{}\"];", dotQuoted(name + " from"), dotQuoted(name + " to"),
           textOf(entry.look),
           position({p, {p.x + kSample / 3, p.y}, {p.x + kSample * 2 / 3, p.y}, to}, entry.look.directed));
      text(name, entry.text, {to.x + 4, p.y}, kCodeSize, kCaptionColour, false);
    }
  }

  const Program& program_;
  const DotOptions& options_;
  const ExecutionDrawing drawing_;
  const ExecutionGraph& graph_ = drawing_.graph;
  const ExecutionLayout& layout_ = drawing_.layout;
  const std::vector<ArrowRoute>& routes_ = drawing_.routes;
  const ExecutionPage page_;
  std::string out_;
};

}  // namespace

std::string executionDot(const Execution& execution, const DotOptions& options) {
  return DotWriter(execution, options).write();
}

}  // namespace hrfcheck::inline report
