#include "report/machine/trace_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "report/machine/node_text.h"
#include "report/scene/text.h"

// A trace as a message sequence. A thread is placed beside the first cache that it uses, so that most arrows
// are short; caches are in the machine's order, memory last. Every step is one row: number, instruction and
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
constexpr double kTextLine = 16;  ///< from one line of text to the next
constexpr const char* kStart = "at the start";

constexpr const char* kInk = "#222";
constexpr const char* kGrey = "#777";
constexpr const char* kEdge = "#555";
constexpr const char* kWrong = "#c00000";
const Font kPlainFont{12, kInk};
const Font kFaintFont{12, kGrey};
const Font kBadFont{12, kWrong, true};

/// Of a step of a thread, a step of a cache, and a faulty one.
const Stroke kStepStroke{kEdge, "solid", 1.2};
const Stroke kOwnStroke{kGrey, "dashed", 1.2};
const Stroke kWrongStroke{kWrong, "solid", 2};

constexpr double heightOfBox(std::size_t lines) {
  return 6 + kTextLine * static_cast<double>(lines);
}

struct Column {
  std::string name;
  std::string fill;
  double width = 0;
  double x = 0;  ///< of the middle
};

class TracePicture {
 public:
  TracePicture(const Program& program, const std::string& title, const ToldTrace& told, PictureParts parts)
      : program_(program),
        title_(parts.caption ? title : ""),
        legend_(parts.legend),
        told_(told),
        trace_(told.trace),
        scene_{.title = title, .typewriter = true} {
    makeColumns();
    makeStory();
    place();
  }

  Scene drawn() {
    double y = kTraceMargin;
    if (!title_.empty()) {
      words(kTraceMargin, kTraceMargin + 10, title_, {12, kInk, true});
      y += 30;
    }
    const double top = y + heightOfBox(1);
    const double bottom = top + bodyHeight();
    lifelines(top, bottom);
    heads(y);
    y = top + kPad;
    initialRow(y);
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      stepRow(i, y);
    }
    heads(bottom);
    const double end = bottom + heightOfBox(1);
    scene_.width = width_;
    scene_.height = legend_ ? legend(end + 24) : end + kTraceMargin;
    return std::move(scene_);
  }

 private:
  void words(double x, double base, const std::string& text, const Font& font) {
    scene_.all.emplace_back(Words{.at = {x, base}, .text = text, .font = font});
  }

  void line(Point from, Point to, const Stroke& stroke, bool arrow = false) {
    scene_.all.emplace_back(Path{.points = {from, to}, .stroke = stroke, .arrow = arrow});
  }

  /// @param x of the middle, @param top of the upper edge
  void box(double x, double top, double width, const std::vector<std::string>& lines, const std::string& fill,
           const Stroke& stroke) {
    Shape shape{.box = {x - width / 2, top, x + width / 2, top + heightOfBox(lines.size())},
                .fill = fill,
                .stroke = stroke,
                .rounded = 2};
    for (const std::string& text : lines) {
      shape.lines.push_back({text, shape.lines.empty() ? kPlainFont : kFaintFont});
    }
    scene_.all.emplace_back(std::move(shape));
  }

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
    columns_.push_back({name, "#e7f3e7", typewriterWidth(name) + 16, 0});
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
      columns_.push_back({trace_.initial[n].name, root ? "#f3ecdf" : "#e8eef7", 0, 0});
      Column& column = columns_.back();
      column.width = typewriterWidth(column.name) + 16;
      widen(column, trace_.initial[n]);
      for (const std::vector<NodeView>& state : trace_.states) {
        widen(column, state[n]);
      }
    }
  }

  void widen(Column& column, const NodeView& node) const {
    for (const std::string& line : nodeText(program_, node)) {
      column.width = std::max(column.width, typewriterWidth(line) + 12);
    }
  }

  void makeStory() {
    double told = typewriterWidth(kStart);
    for (const MicroStep& step : trace_.steps) {
      whoWidth_ = std::max(whoWidth_, typewriterWidth(stepInstruction(program_, step)));
      told = std::max(told, typewriterWidth(step.text));
    }
    if (told_.badStep) {
      told = std::max(told, typewriterWidth(badLine()));
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
    width_ = std::max({x - kGap + kTraceMargin, 2 * kTraceMargin + typewriterWidth(title_),
                       legend_ ? 2 * kTraceMargin + kLegendWidth : 0.0});
  }

  const std::vector<NodeView>& before(std::size_t i) const {
    return i == 0 ? trace_.initial : trace_.states[i - 1];
  }

  double boxesHeight(std::size_t i) const {
    double height = 0;
    for (const std::size_t n : changedNodes(before(i), trace_.states[i])) {
      height = std::max(height, heightOfBox(nodeText(program_, trace_.states[i][n]).size()) + kPad);
    }
    return height;
  }

  double rowHeight(std::size_t i) const {
    const double told = told_.badStep == i ? kArrowRow + kTextLine : kArrowRow;
    return std::max(kArrowRow + boxesHeight(i), told) + kPad;
  }

  double initialHeight() const {
    double height = 0;
    for (const NodeView& node : trace_.initial) {
      height = std::max(height, heightOfBox(nodeText(program_, node).size()));
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
      line({column.x, top}, {column.x, bottom}, {"#bbb", "dashed", 1.2});
    }
  }

  void heads(double y) {
    for (const Column& column : columns_) {
      box(column.x, y, typewriterWidth(column.name) + 16, {column.name}, column.fill, {kEdge});
    }
  }

  void nodeBox(std::size_t n, const NodeView& node, double y, bool wrong) {
    const Column& column = columns_[nodeColumn_[n]];
    box(column.x, y, column.width, nodeText(program_, node), wrong ? "#fdeaea" : "#fff",
        wrong ? kWrongStroke : Stroke{kEdge});
  }

  void initialRow(double& y) {
    words(toldAt(), y + 15, kStart, kFaintFont);
    for (std::size_t n = 0; n < trace_.initial.size(); ++n) {
      nodeBox(n, trace_.initial[n], y, false);
    }
    y += initialHeight();
  }

  void stepRow(std::size_t i, double& y) {
    const MicroStep& step = trace_.steps[i];
    const bool wrong = told_.badStep == i;
    const double height = rowHeight(i);
    line({kTraceMargin, y}, {width_ - kTraceMargin, y}, {"#eee", "solid", 1.2});
    const Font& font = wrong ? kBadFont : step.environment ? kFaintFont : kPlainFont;
    words(kTraceMargin, y + 15, fmt::format("{}.", i + 1), font);
    if (const std::string who = stepInstruction(program_, step); !who.empty()) {
      words(kTraceMargin + kNumberWidth, y + 15, who, font);
    }
    words(toldAt(), y + 15, step.text, font);
    if (wrong) {
      words(toldAt(), y + 15 + kTextLine, badLine(), kBadFont);
    }
    move(step, y + kArrowRow / 2 + 1, wrong ? kWrongStroke : step.environment ? kOwnStroke : kStepStroke);
    for (const std::size_t n : changedNodes(before(i), trace_.states[i])) {
      nodeBox(n, trace_.states[i][n], y + kArrowRow, wrong && n == step.node);
    }
    y += height;
  }

  void move(const MicroStep& step, double y, const Stroke& stroke) {
    const auto [from, to] = endsOf(step);
    if (from == to) {
      scene_.all.emplace_back(Dot{.centre = {from, y}, .fill = stroke.colour});
    } else {
      line({from, y}, {to, y}, stroke, true);
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
    const auto entry = [&](const std::string& text, const Stroke* arrow) {
      if (arrow != nullptr) {
        line({x, y - 4}, {x + 30, y - 4}, *arrow, true);
      } else {
        scene_.all.emplace_back(Dot{.centre = {x + 15, y - 4}, .fill = kEdge});
      }
      words(x + 38, y, text, kFaintFont);
      x += 38 + typewriterWidth(text) + 20;
    };
    entry("step of a thread", &kStepStroke);
    entry("step of a cache", &kOwnStroke);
    entry("local step", nullptr);
    entry("faulty step", &kWrongStroke);
    words(kTraceMargin, y + 20,
          "x=1*: dirty, not yet written to the next level; FIFO: the order of these writes", kFaintFont);
    return y + 20 + kTraceMargin;
  }

  static constexpr double kLegendWidth = 720;

  const Program& program_;
  std::string title_;  ///< empty where it is not shown
  bool legend_;
  const ToldTrace& told_;
  const MachineTrace& trace_;
  Scene scene_;
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

Scene traceScene(const Program& program, const SimulationOptions& machine, const ToldTrace& told,
                 PictureParts parts) {
  return TracePicture(program, titleOf(program, machine, told), told, parts).drawn();
}

}  // namespace hrfcheck::inline report
