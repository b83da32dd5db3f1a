#include "report/machine/trace_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "report/machine/node_text.h"
#include "report/machine/svg_canvas.h"
#include "report/machine/tikz_canvas.h"

// A trace as a message sequence. A thread stands beside the first cache that it uses, so that most arrows are
// short; caches stand in the machine's order, memory last. Every step is one row: number, instruction and
// what happens at the left, where nothing can run into it; at the right an arrow between the two lines that
// take part (or a dot, where only one does), and a box with what a node holds wherever that has changed.
// Columns are as wide as their widest box, rows as high as their highest, so no two labels can meet: nothing
// is placed by trial.

namespace hrfcheck::inline report {
namespace {

constexpr double kTraceMargin = 16;
constexpr double kGap = 26;       ///< between columns
constexpr double kArrowRow = 20;  ///< a row's part for its arrow
constexpr double kPad = 6;
constexpr double kNumberWidth = 36;
constexpr const char* kStart = "at the start";

struct Column {
  std::string name;
  std::string style;
  double width = 0;
  double x = 0;  ///< of the middle
};

class TracePicture {
 public:
  TracePicture(const Program& program, const std::string& title, const ToldTrace& told, PictureParts parts,
               Canvas& canvas)
      : program_(program),
        title_(parts.caption ? title : ""),
        legend_(parts.legend),
        told_(told),
        trace_(told.trace),
        canvas_(canvas) {
    makeColumns();
    makeStory();
    place();
  }

  std::string drawn() {
    double y = kTraceMargin;
    if (!title_.empty()) {
      canvas_.text(kTraceMargin, kTraceMargin + 10, title_, "strong");
      y += 30;
    }
    const double top = y + Canvas::heightOfBox(1);
    const double bottom = top + bodyHeight();
    lifelines(top, bottom);
    heads(y);
    y = top + kPad;
    initialRow(y);
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      stepRow(i, y);
    }
    heads(bottom);
    const double end = bottom + Canvas::heightOfBox(1);
    return canvas_.written(width_, legend_ ? legend(end + 24) : end + kTraceMargin);
  }

 private:
  /// The innermost of the nodes that a thread accesses.
  std::optional<std::size_t> homeOf(ThreadId thread) const {
    std::optional<std::size_t> home;
    for (const MicroStep& step : trace_.steps) {
      if (step.thread == thread && isAccess(step)) {
        home = std::min(home.value_or(step.node), step.node);
      }
    }
    return home;
  }

  static bool isAccess(const MicroStep& step) {
    return step.rule == StepRule::Load || step.rule == StepRule::Store || step.rule == StepRule::Rmw;
  }

  void addThread(ThreadId t) {
    threadColumn_[t] = columns_.size();
    const std::string name = program_.threadTitle(t);
    columns_.push_back({name, "thread", Canvas::widthOf(name) + 16, 0});
  }

  void makeColumns() {
    std::map<std::size_t, std::vector<ThreadId>> beside;
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      if (const auto home = homeOf(t)) {
        beside[*home].push_back(t);
      } else {
        addThread(t);
      }
    }
    for (std::size_t n = 0; n < trace_.initial.size(); ++n) {
      for (const ThreadId t : beside[n]) {
        addThread(t);
      }
      nodeColumn_.push_back(columns_.size());
      const bool root = n + 1 == trace_.initial.size();
      columns_.push_back({trace_.initial[n].name, root ? "memory" : "head", 0, 0});
      Column& column = columns_.back();
      column.width = Canvas::widthOf(column.name) + 16;
      widen(column, trace_.initial[n]);
      for (const std::vector<NodeView>& state : trace_.states) {
        widen(column, state[n]);
      }
    }
  }

  void widen(Column& column, const NodeView& node) const {
    for (const std::string& line : nodeText(program_, node)) {
      column.width = std::max(column.width, Canvas::widthOf(line) + 12);
    }
  }

  void makeStory() {
    double told = Canvas::widthOf(kStart);
    for (const MicroStep& step : trace_.steps) {
      whoWidth_ = std::max(whoWidth_, Canvas::widthOf(stepInstruction(program_, step)));
      told = std::max(told, Canvas::widthOf(step.text));
    }
    if (told_.badStep) {
      told = std::max(told, Canvas::widthOf(badLine()));
    }
    storyWidth_ = toldAt() - kTraceMargin + told;
  }

  std::string badLine() const { return "not allowed: " + told_.badText; }

  double toldAt() const { return kTraceMargin + kNumberWidth + whoWidth_ + 2 * kPad; }

  void place() {
    double x = kTraceMargin + storyWidth_ + kGap;
    for (Column& column : columns_) {
      column.x = x + column.width / 2;
      x += column.width + kGap;
    }
    width_ = std::max({x - kGap + kTraceMargin, 2 * kTraceMargin + Canvas::widthOf(title_),
                       legend_ ? 2 * kTraceMargin + kLegendWidth : 0.0});
  }

  const std::vector<NodeView>& before(std::size_t i) const {
    return i == 0 ? trace_.initial : trace_.states[i - 1];
  }

  double boxesHeight(std::size_t i) const {
    double height = 0;
    for (const std::size_t n : changedNodes(before(i), trace_.states[i])) {
      height = std::max(height, Canvas::heightOfBox(nodeText(program_, trace_.states[i][n]).size()) + kPad);
    }
    return height;
  }

  double rowHeight(std::size_t i) const {
    const double told = told_.badStep == i ? kArrowRow + Canvas::kLine : kArrowRow;
    return std::max(kArrowRow + boxesHeight(i), told) + kPad;
  }

  double initialHeight() const {
    double height = 0;
    for (const NodeView& node : trace_.initial) {
      height = std::max(height, Canvas::heightOfBox(nodeText(program_, node).size()));
    }
    return height + 2 * kPad;
  }

  double bodyHeight() const {
    double height = kPad + initialHeight() + kPad;
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      height += rowHeight(i);
    }
    return height;
  }

  void lifelines(double top, double bottom) {
    for (const Column& column : columns_) {
      canvas_.line(column.x, top, column.x, bottom, "life");
    }
  }

  void heads(double y) {
    for (const Column& column : columns_) {
      canvas_.box(column.x, y, Canvas::widthOf(column.name) + 16, {column.name}, column.style);
    }
  }

  void nodeBox(std::size_t n, const NodeView& node, double y, bool wrong) {
    const Column& column = columns_[nodeColumn_[n]];
    canvas_.box(column.x, y, column.width, nodeText(program_, node), wrong ? "wrong" : "box");
  }

  void initialRow(double& y) {
    canvas_.text(toldAt(), y + 15, kStart, "faint");
    for (std::size_t n = 0; n < trace_.initial.size(); ++n) {
      nodeBox(n, trace_.initial[n], y, false);
    }
    y += initialHeight();
  }

  void stepRow(std::size_t i, double& y) {
    const MicroStep& step = trace_.steps[i];
    const bool wrong = told_.badStep == i;
    const double height = rowHeight(i);
    canvas_.line(kTraceMargin, y, width_ - kTraceMargin, y, "rule");
    const std::string style = wrong ? "bad" : step.environment ? "faint" : "";
    canvas_.text(kTraceMargin, y + 15, fmt::format("{}.", i + 1), style);
    if (const std::string who = stepInstruction(program_, step); !who.empty()) {
      canvas_.text(kTraceMargin + kNumberWidth, y + 15, who, style);
    }
    canvas_.text(toldAt(), y + 15, step.text, style);
    if (wrong) {
      canvas_.text(toldAt(), y + 15 + Canvas::kLine, badLine(), "bad");
    }
    move(step, y + kArrowRow / 2 + 1, wrong ? "wrong" : step.environment ? "own" : "step");
    for (const std::size_t n : changedNodes(before(i), trace_.states[i])) {
      nodeBox(n, trace_.states[i][n], y + kArrowRow, wrong && n == step.node);
    }
    y += height;
  }

  void move(const MicroStep& step, double y, const std::string& style) {
    const auto [from, to] = endsOf(step);
    if (from == to) {
      canvas_.dot(from, y, style);
    } else {
      canvas_.arrow(from, y, to, y, style);
    }
  }

  /// Values go from where they are read to the thread, and from the thread to where they are stored.
  std::pair<double, double> endsOf(const MicroStep& step) const {
    const double node = columns_[nodeColumn_[step.node]].x;
    const double target = step.target ? columns_[nodeColumn_[*step.target]].x : node;
    if (step.rule == StepRule::Prefetch || step.rule == StepRule::Fill) {
      return {target, node};
    }
    if (step.thread == kNoThread || step.environment || step.rule == StepRule::Marker) {
      return {node, target};
    }
    const double thread = columns_[threadColumn_.at(step.thread)].x;
    if (step.rule == StepRule::Load) {
      return {target, thread};
    }
    return {thread, reachesNode(step) ? node : thread};
  }

  /// Not so what a thread does with itself: it issues, sends and waits.
  static bool reachesNode(const MicroStep& step) {
    constexpr std::array kRules{
        StepRule::Store,  StepRule::Rmw,          StepRule::Invalidate,         StepRule::Lock,
        StepRule::Unlock, StepRule::FlushMessage, StepRule::InvalidationMessage};
    return std::ranges::find(kRules, step.rule) != kRules.end();
  }

  double legend(double y) {
    double x = kTraceMargin;
    const auto entry = [&](const std::string& text, const auto& sign) {
      sign(x, y - 4);
      canvas_.text(x + 38, y, text, "faint");
      x += 38 + Canvas::widthOf(text) + 20;
    };
    entry("step of a thread",
          [&](double at, double line) { canvas_.arrow(at, line, at + 30, line, "step"); });
    entry("step of a cache", [&](double at, double line) { canvas_.arrow(at, line, at + 30, line, "own"); });
    entry("local step", [&](double at, double line) { canvas_.dot(at + 15, line, "step"); });
    entry("faulty step", [&](double at, double line) { canvas_.arrow(at, line, at + 30, line, "wrong"); });
    canvas_.text(kTraceMargin, y + 20,
                 "x=1*: dirty, not yet written to the next level; FIFO: the order of these writes", "faint");
    return y + 20 + kTraceMargin;
  }

  static constexpr double kLegendWidth = 720;

  const Program& program_;
  std::string title_;  ///< empty where it is not shown
  bool legend_;
  const ToldTrace& told_;
  const MachineTrace& trace_;
  Canvas& canvas_;
  std::vector<Column> columns_;
  std::map<ThreadId, std::size_t> threadColumn_;
  std::vector<std::size_t> nodeColumn_;
  double whoWidth_ = 0;
  double storyWidth_ = 0;
  double width_ = 0;
};

std::string titleOf(const Program& program, const SimulationOptions& machine, const ToldTrace& told) {
  return fmt::format("{}: {} on {} ({}, {})", program.name, told.end.empty() ? "deadlock" : told.end,
                     machineName(machine), nameOf(machine.hierarchy), nameOf(machine.environment));
}

}  // namespace

std::string tracePicture(const Program& program, const SimulationOptions& machine, const ToldTrace& told,
                         PictureParts parts) {
  const std::string title = titleOf(program, machine, told);
  SvgCanvas canvas(title);
  return TracePicture(program, title, told, parts, canvas).drawn();
}

std::string traceTikz(const Program& program, const SimulationOptions& machine, const ToldTrace& told,
                      PictureParts parts) {
  TikzCanvas canvas(parts.standalone);
  return TracePicture(program, titleOf(program, machine, told), told, parts, canvas).drawn();
}

}  // namespace hrfcheck::inline report
