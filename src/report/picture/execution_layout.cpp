// Where the parts of an execution are placed. Graphviz's own layouts place events by their arrows, so that
// threads lean and cross; readers of litmus tests look for threads as columns (as in herd's pictures, Alglave
// et al., "Herding Cats", 2014). So the place of everything is computed here, and Graphviz only draws: a grid
// of columns and rows, with a corridor beside each column and a gap above each row that stay free of nodes.

#include "report/picture/execution_layout.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "check/races/annotation_edit.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::inline report {
namespace {

constexpr double kMargin = 12;
constexpr double kBoxPad = 12;
constexpr double kBoxTitle = 20;
constexpr double kCorridor = 84;
constexpr double kWidestCorridor = 200;
constexpr double kRowGap = 34;
constexpr double kThreadName = 20;

/// Bytes that continue a UTF-8 character.
bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

double heightOf(const GraphNode& node) {
  double height = 10 + kHeadSize * 1.25;
  height += node.code.empty() ? 0 : kCodeSize * 1.3;
  height += node.remark.empty() ? 0 : kCodeSize * 1.3;
  height += node.promotion.empty() ? 0 : kCodeSize * 1.3;
  return height;
}

double widthOf(const GraphNode& node) {
  const std::string name = node.kind == GraphNode::Kind::Instruction ? node.name + "  " : "";
  const double head = textWidth(name + node.head, kHeadSize) * 1.04;  // the name is bold
  const double code = textWidth(shownCode(node.code), kCodeSize);
  return 18 + std::max({head, code, textWidth(node.remark, kCodeSize), textWidth(node.promotion, kCodeSize)});
}

/// Levels that operations name.
std::set<std::uint32_t> namedLevels(const Program& program) {
  std::set<std::uint32_t> named;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (std::uint32_t i = 0; i < program.threads[t].instructions.size(); ++i) {
      if (const auto scope = scopeOf(program, {t, i})) {
        named.insert(program.scopes.instances()[*scope].level);
      }
    }
  }
  return named;
}

/// How many scope instances each level has.
std::vector<std::size_t> instancesByLevel(const ScopeTree& scopes) {
  std::vector<std::size_t> count(scopes.levels().size(), 0);
  for (const ScopeInstance& instance : scopes.instances()) {
    ++count[instance.level];
  }
  return count;
}

class Layout {
 public:
  Layout(const Program& program, const ExecutionGraph& graph, double stretch)
      : program_(program),
        graph_(graph),
        levels_(shownLevels(program)),
        stretch_(stretch),
        rowGap_(kRowGap * (1 + (stretch - 1) / 2)) {}

  ExecutionLayout make() {
    out_.nodes.resize(graph_.nodes.size());
    out_.row.assign(graph_.nodes.size(), 0);
    orderColumns();
    assignRows();
    placeColumns();
    placeRows();
    placeInitial();
    placeBoxes();
    measure();
    return std::move(out_);
  }

 private:
  bool initial(std::size_t n) const { return graph_.nodes[n].kind == GraphNode::Kind::Initial; }
  std::size_t columnOf(std::size_t n) const { return out_.place[graph_.nodes[n].thread]; }

  void orderColumns() {
    const ScopeTree& scopes = program_.scopes;
    const auto path = [&](ThreadId t) {
      std::vector<ScopeInstanceId> instances;
      for (std::uint32_t l = static_cast<std::uint32_t>(scopes.levels().size()); l-- > 0;) {
        instances.push_back(scopes.instanceOf(t, l));
      }
      return instances;
    };
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      out_.columns.push_back(t);
    }
    std::stable_sort(out_.columns.begin(), out_.columns.end(),
                     [&](ThreadId a, ThreadId b) { return path(a) < path(b); });
    out_.place.resize(out_.columns.size());
    for (std::size_t c = 0; c < out_.columns.size(); ++c) {
      out_.place[out_.columns[c]] = c;
    }
  }

  /// One below the other in program order; those who meet at a barrier side by side.
  void assignRows() {
    // Meetings are ordered alike in all threads, so that this ends sooner; the bound is for broken
    // executions.
    bool changed = true;
    for (std::size_t round = 0; changed && round <= graph_.nodes.size(); ++round) {
      changed = false;
      const auto lower = [&](std::size_t n, std::size_t row) {
        if (out_.row[n] < row) {
          out_.row[n] = row;
          changed = true;
        }
      };
      for (const GraphArrow& arrow : graph_.arrows) {
        if (arrow.kind == ArrowKind::ProgramOrder) {
          lower(arrow.to, out_.row[arrow.from] + 1);
        }
      }
      for (const std::vector<std::size_t>& meeting : graph_.meetings) {
        std::size_t lowest = 0;
        for (const std::size_t n : meeting) {
          lowest = std::max(lowest, out_.row[n]);
        }
        for (const std::size_t n : meeting) {
          lower(n, lowest);
        }
      }
    }
  }

  /// How many boxes end, and as many begin, between a column and the one before.
  std::size_t borders(std::size_t column) const {
    std::size_t count = 0;
    for (const std::uint32_t level : levels_) {
      count += program_.scopes.instanceOf(out_.columns[column - 1], level) !=
               program_.scopes.instanceOf(out_.columns[column], level);
    }
    return count;
  }

  /// By how many arrows go there, and how wide their labels are.
  std::vector<double> corridorWidths() const {
    std::vector<std::size_t> arrows(out_.columns.size() + 1, 0);
    std::vector<double> labels(out_.columns.size() + 1, 0);
    for (const GraphArrow& arrow : graph_.arrows) {
      if (arrow.kind == ArrowKind::ProgramOrder) {
        continue;
      }
      const std::size_t a = columnOf(initial(arrow.from) ? arrow.to : arrow.from);
      const std::size_t b = columnOf(initial(arrow.to) ? arrow.from : arrow.to);
      ++arrows[std::min(a, b) + 1];
      double& label = labels[std::min(a, b) + 1];
      label = std::max(label, textWidth(arrow.label, kTitleSize));
      if (std::max(a, b) > std::min(a, b) + 1) {
        ++arrows[std::max(a, b)];
      }
    }
    std::vector<double> widths;
    for (std::size_t c = 0; c < arrows.size(); ++c) {
      const double more = arrows[c] > 6 ? 8 * static_cast<double>(arrows[c] - 6) : 0;
      const double wide = std::min(kCorridor + more, kWidestCorridor);
      widths.push_back(stretch_ * std::max(wide, labels[c] + kCorridor / 2));
    }
    return widths;
  }

  void placeColumns() {
    std::vector<double> width(out_.columns.size(), 70);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      if (!initial(n)) {
        width[columnOf(n)] = std::max(width[columnOf(n)], widthOf(graph_.nodes[n]));
      }
    }
    const std::vector<double> corridors = corridorWidths();
    const double outside = kBoxPad * static_cast<double>(levels_.size());
    double x = kMargin + outside;
    out_.corridors.push_back({0, 0, kMargin, 0});
    for (std::size_t c = 0; c < width.size(); ++c) {
      if (c > 0) {
        const double pad = kBoxPad * static_cast<double>(borders(c));
        out_.corridors.push_back({x + pad, 0, x + pad + corridors[c], 0});
        x += 2 * pad + corridors[c];
      }
      left_.push_back(x);
      right_.push_back(x += width[c]);
    }
    out_.corridors.push_back({x + outside, 0, x + outside + corridors.back(), 0});
  }

  void placeRows() {
    std::vector<double> height;
    double tallest = 0;
    bool initials = false;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      if (initial(n)) {
        initials = true;
        tallest = std::max(tallest, heightOf(graph_.nodes[n]));
        continue;
      }
      height.resize(std::max(height.size(), out_.row[n] + 1), 0);
      height[out_.row[n]] = std::max(height[out_.row[n]], heightOf(graph_.nodes[n]));
    }
    top_ = initials ? kMargin + tallest + rowGap_ : kMargin;
    namesTop_ = top_ + kBoxTitle * static_cast<double>(levels_.size()) + (levels_.empty() ? 0 : 2);
    double y = namesTop_ + kThreadName + 6;
    std::vector<double> rowTop;
    for (std::size_t r = 0; r < height.size(); ++r) {
      out_.rowGaps.push_back(r == 0 ? y - 4 : y - rowGap_ / 2);
      rowTop.push_back(y);
      y += height[r] + rowGap_;
    }
    out_.rowGaps.push_back(y - rowGap_ / 2 - 4);
    rowsBottom_ = height.empty() ? y : y - rowGap_ + 16;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      if (!initial(n)) {
        const std::size_t r = out_.row[n];
        const std::size_t c = columnOf(n);
        const double spare = (height[r] - heightOf(graph_.nodes[n])) / 2;
        out_.nodes[n] = {left_[c], rowTop[r] + spare, right_[c], rowTop[r] + height[r] - spare};
      }
    }
    for (std::size_t c = 0; c < left_.size(); ++c) {
      out_.threadNames.push_back({left_[c], namesTop_, right_[c], namesTop_ + kThreadName});
    }
  }

  /// Above the corridors through which their arrows go down, to the right of those who read them.
  void placeInitial() {
    std::vector<std::pair<double, std::size_t>> wanted;
    for (std::size_t n = 0; n < graph_.nodes.size() && initial(n); ++n) {
      double sum = 0;
      double count = 0;
      for (const GraphArrow& arrow : graph_.arrows) {
        if (arrow.from == n || arrow.to == n) {
          const Box& corridor = out_.corridors[columnOf(arrow.from == n ? arrow.to : arrow.from) + 1];
          sum += corridor.centre().x;
          ++count;
        }
      }
      wanted.emplace_back(count > 0 ? sum / count : 0, n);
    }
    std::sort(wanted.begin(), wanted.end());
    double total = -14;
    for (const auto& [x, n] : wanted) {
      total += widthOf(graph_.nodes[n]) + 14;
    }
    double x = kMargin;
    double rest = total;
    for (const auto& [centre, n] : wanted) {
      const double width = widthOf(graph_.nodes[n]);
      // Not so far to the right that those behind would leave the columns.
      const double latest = std::max(kMargin, out_.corridors.back().right - rest);
      x = std::max(x, std::min(centre - width / 2, latest));
      out_.nodes[n] = {x, kMargin, x + width, kMargin + heightOf(graph_.nodes[n])};
      x += width + 14;
      rest -= width + 14;
    }
  }

  void placeBoxes() {
    const ScopeTree& scopes = program_.scopes;
    for (std::size_t depth = 0; depth < levels_.size(); ++depth) {
      const double inside = kBoxPad * static_cast<double>(levels_.size() - depth);
      for (std::size_t first = 0; first < out_.columns.size();) {
        const ScopeInstanceId instance = scopes.instanceOf(out_.columns[first], levels_[depth]);
        std::size_t last = first;
        while (last + 1 < out_.columns.size() &&
               scopes.instanceOf(out_.columns[last + 1], levels_[depth]) == instance) {
          ++last;
        }
        const double down = static_cast<double>(depth) * kBoxTitle;
        const Box box{left_[first] - inside, top_ + down, right_[last] + inside,
                      rowsBottom_ + inside - kBoxPad};
        out_.boxes.push_back({box, scopeText(scopes, instance), depth});
        first = last + 1;
      }
    }
  }

  void measure() {
    out_.all = {0, 0, right_.empty() ? 0 : right_.back(), rowsBottom_};
    const auto include = [&](const Box& box) {
      out_.all.right = std::max(out_.all.right, box.right);
      out_.all.bottom = std::max(out_.all.bottom, box.bottom);
    };
    for (const Box& box : out_.nodes) {
      include(box);
    }
    for (const ScopeBox& box : out_.boxes) {
      include(box.box);
    }
  }

  const Program& program_;
  const ExecutionGraph& graph_;
  std::vector<std::uint32_t> levels_;  ///< shown, outer to inner
  double stretch_;
  double rowGap_;
  ExecutionLayout out_;
  std::vector<double> left_, right_;  ///< of columns
  double top_ = 0, namesTop_ = 0, rowsBottom_ = 0;
};

}  // namespace

std::string shownCode(const std::string& code) {
  std::string text;
  std::size_t characters = 0;
  for (const char c : code) {
    if (!continues(c) && ++characters > kMostCode) {
      return text + "…";
    }
    text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text;
}

std::vector<std::uint32_t> shownLevels(const Program& program) {
  if (!hasScopes(program)) {
    return {};
  }
  std::vector<std::size_t> instances = instancesByLevel(program.scopes);
  std::set<std::uint32_t> shown = namedLevels(program);
  if (const auto clusters = idleClusterLevel(program.scopes); clusters && !shown.contains(*clusters)) {
    instances[*clusters] = instances[*clusters + 1];  // a box around each block would say nothing
  }
  const auto outermostApart = std::ranges::find_if(instances.rbegin(), instances.rend() - 1,
                                                   [](std::size_t count) { return count > 1; });
  const auto apart = static_cast<std::uint32_t>(instances.rend() - outermostApart) - 1;
  if (apart > 1 || (apart == 1 && shown.empty())) {  // nobody cares for waves that nobody names
    shown.insert(apart);
  }
  shown.erase(0);  // a thread is a column
  // What lies between: boxes of one name in different places must not seem to be one, or side by side.
  for (std::uint32_t level = shown.empty() ? static_cast<std::uint32_t>(instances.size()) : *shown.begin();
       level + 1 < instances.size(); ++level) {
    if (instances[level] > instances[level + 1]) {
      shown.insert(level);
    }
  }
  return {shown.rbegin(), shown.rend()};
}

ExecutionLayout layoutOf(const Program& program, const ExecutionGraph& graph, double stretch) {
  return Layout(program, graph, stretch).make();
}

}  // namespace hrfcheck::inline report
