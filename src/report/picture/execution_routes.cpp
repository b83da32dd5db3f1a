// The ways of arrows through the grid of execution_layout.cpp. Program order goes straight down. Other arrows
// leave nodes at their sides: into the next column directly, farther along a gap between rows, in the same
// column as a bow in the corridor beside it, and from initial values down a corridor. Arrows that share a
// side, a corridor or a gap keep a distance. Labels stand on their arrows; of several points of an arrow each
// label takes the best that is left.

#include "report/picture/execution_routes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace hrfcheck::inline report {
namespace {

constexpr double kLane = 11;

enum class Side { Left, Right, Bottom };

struct Port {
  std::size_t node;
  Side side;

  friend auto operator<=>(const Port&, const Port&) = default;
};

/// 0, +1, -1, +2 ...
double spread(std::size_t lane) {
  const std::size_t pair = (lane + 1) / 2;
  const auto step = static_cast<double>(pair);
  return lane % 2 == 1 ? step : -step;
}

Point between(Point a, Point b, double t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

Point onCubic(const Point* p, double t) {
  const Point a = between(p[0], p[1], t);
  const Point b = between(p[1], p[2], t);
  const Point c = between(p[2], p[3], t);
  return between(between(a, b, t), between(b, c, t), t);
}

/// Points along a curve at equal distances, the ends included.
std::vector<Point> sampled(const std::vector<Point>& curve, std::size_t count) {
  std::vector<Point> fine;
  std::vector<double> length{0};
  for (std::size_t piece = 0; piece + 3 < curve.size(); piece += 3) {
    for (int i = piece == 0 ? 0 : 1; i <= 24; ++i) {
      fine.push_back(onCubic(&curve[piece], i / 24.0));
      if (fine.size() > 1) {
        const Point a = fine[fine.size() - 2];
        const Point b = fine.back();
        length.push_back(length.back() + std::hypot(b.x - a.x, b.y - a.y));
      }
    }
  }
  std::vector<Point> points;
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double wanted = length.back() * static_cast<double>(i) / static_cast<double>(count - 1);
    while (at + 1 < fine.size() && length[at] < wanted) {
      ++at;
    }
    points.push_back(fine[at]);
  }
  return points;
}

bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

bool inside(Point p, const Box& box) {
  return box.left <= p.x && p.x <= box.right && box.top <= p.y && p.y <= box.bottom;
}

/// A point at the edge of a node, and the corridor beside it.
struct PortPoint {
  Point point;
  Side side = Side::Left;
  std::size_t corridor = 0;
};

class Router {
 public:
  Router(const ExecutionGraph& graph, const ExecutionLayout& layout)
      : graph_(graph),
        layout_(layout),
        inGap_(layout.rowGaps.size(), 0),
        inCorridor_(layout.corridors.size(), 0) {}

  std::vector<ArrowRoute> routes() {
    choosePorts();
    std::vector<ArrowRoute> routes(graph_.arrows.size());
    for (const std::size_t a : shortFirst()) {
      routes[a].curve = curveOf(a);
    }
    return routes;
  }

 private:
  bool initial(std::size_t n) const { return graph_.nodes[n].kind == GraphNode::Kind::Initial; }
  std::size_t column(std::size_t n) const { return layout_.place[graph_.nodes[n].thread]; }

  /// Bows over few rows lie inside of those over many.
  std::vector<std::size_t> shortFirst() const {
    std::vector<std::size_t> order(graph_.arrows.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
    }
    const auto height = [&](std::size_t a) {
      const GraphArrow& arrow = graph_.arrows[a];
      return std::abs(layout_.nodes[arrow.from].centre().y - layout_.nodes[arrow.to].centre().y);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return height(a) < height(b); });
    return order;
  }

  /// Where an arrow leaves and enters.
  std::pair<Port, Port> portsOf(const GraphArrow& arrow) const {
    const auto [from, to] = std::pair(arrow.from, arrow.to);
    if (initial(from) || initial(to)) {
      const std::size_t thread = initial(from) ? to : from;
      const std::size_t other = initial(from) ? from : to;
      const Port below{other, Side::Bottom};
      const Port beside{thread, Side::Right};
      return initial(from) ? std::pair(below, beside) : std::pair(beside, below);
    }
    const std::size_t a = column(from);
    const std::size_t b = column(to);
    return {{from, a <= b ? Side::Right : Side::Left}, {to, a < b ? Side::Left : Side::Right}};
  }

  /// Gives the arrows of each side of a node their points on it, in the order of where they come from.
  void choosePorts() {
    std::map<Port, std::vector<std::tuple<double, std::size_t, bool>>> uses;
    for (std::size_t a = 0; a < graph_.arrows.size(); ++a) {
      const GraphArrow& arrow = graph_.arrows[a];
      if (arrow.kind == ArrowKind::ProgramOrder) {
        continue;
      }
      const auto [out, in] = portsOf(arrow);
      const auto key = [&](const Port& port, std::size_t other) {
        const Point p = layout_.nodes[other].centre();
        return port.side == Side::Bottom ? p.x : p.y;
      };
      uses[out].emplace_back(key(out, arrow.to), a, true);
      uses[in].emplace_back(key(in, arrow.from), a, false);
    }
    starts_.resize(graph_.arrows.size());
    ends_.resize(graph_.arrows.size());
    for (auto& [port, arrows] : uses) {
      std::sort(arrows.begin(), arrows.end());
      for (std::size_t i = 0; i < arrows.size(); ++i) {
        const auto& [key, arrow, isStart] = arrows[i];
        const double share = static_cast<double>(i + 1) / static_cast<double>(arrows.size() + 1);
        const std::size_t corridor =
            initial(port.node) ? 0 : column(port.node) + (port.side == Side::Right ? 1 : 0);
        (isStart ? starts_ : ends_)[arrow] = {pointAt(port, share), port.side, corridor};
      }
    }
  }

  Point pointAt(const Port& port, double share) const {
    const Box& box = layout_.nodes[port.node];
    switch (port.side) {
      case Side::Left:
        return {box.left, box.top + (box.bottom - box.top) * share};
      case Side::Right:
        return {box.right, box.top + (box.bottom - box.top) * share};
      case Side::Bottom:
        break;
    }
    return {box.left + (box.right - box.left) * share, box.bottom};
  }

  std::vector<Point> curveOf(std::size_t a) {
    const GraphArrow& arrow = graph_.arrows[a];
    if (arrow.kind == ArrowKind::ProgramOrder) {
      const Box& above = layout_.nodes[arrow.from];
      const Box& below = layout_.nodes[arrow.to];
      return line({above.centre().x, above.bottom}, {below.centre().x, below.top});
    }
    if (starts_[a].side == Side::Bottom) {
      return fall(starts_[a].point, ends_[a]);
    }
    if (ends_[a].side == Side::Bottom) {
      std::vector<Point> up = fall(ends_[a].point, starts_[a]);
      std::reverse(up.begin(), up.end());
      return up;
    }
    const std::size_t from = column(arrow.from);
    const std::size_t to = column(arrow.to);
    if (from == to) {
      return bow(starts_[a].point, ends_[a].point, from);
    }
    if (from + 1 == to || to + 1 == from) {
      return across(starts_[a], ends_[a]);
    }
    return around(a);
  }

  static std::vector<Point> line(Point a, Point b) {
    return {a, between(a, b, 1.0 / 3), between(a, b, 2.0 / 3), b};
  }

  /// A line down a corridor; when all are taken, they are given away again.
  double lane(std::size_t corridor) {
    const Box& free = layout_.corridors[corridor];
    const double half = std::max(0.0, (free.right - free.left) / 2 - kLane);
    const std::size_t lanes = 2 * static_cast<std::size_t>(half / kLane) + 1;
    return free.centre().x + kLane * spread(inCorridor_[corridor]++ % lanes);
  }

  /// Steep ones each in a lane of the corridor, as those of one pair would lie on each other.
  std::vector<Point> across(const PortPoint& from, const PortPoint& to) {
    const Point a = from.point;
    const Point b = to.point;
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    if (std::abs(dy) > std::abs(dx)) {
      const double x = lane(from.corridor);
      return {a, {x, a.y}, {x, b.y}, b};
    }
    return {a, {a.x + dx * 0.4, a.y + dy * 0.15}, {b.x - dx * 0.4, b.y - dy * 0.15}, b};
  }

  std::vector<Point> bow(Point a, Point b, std::size_t column) {
    // A cubic goes three quarters of the way to its handles.
    const double most = (layout_.corridors[column + 1].right - a.x) / 0.75;
    const double reach = std::min(46 + kLane * 1.4 * static_cast<double>(bows_[column]++), most);
    return {a, {a.x + reach, a.y}, {b.x + reach, b.y}, b};
  }

  /// From an initial value down a corridor, and into a side.
  std::vector<Point> fall(Point a, const PortPoint& end) {
    const double x = lane(end.corridor);
    const double top = layout_.boxes.empty() ? layout_.rowGaps.front() : layout_.boxes.front().box.top + 8;
    const Point b{x, std::min(top, end.point.y - 30)};
    const Point c{x, std::max(b.y, end.point.y - 46)};
    std::vector<Point> curve{a, {a.x, between(a, b, 0.6).y}, {b.x, between(a, b, 0.4).y}};
    for (const Point& p : line(b, c)) {
      curve.push_back(p);
    }
    curve.insert(curve.end(),
                 {{x, end.point.y - 12}, {between(c, end.point, 0.35).x, end.point.y}, end.point});
    return curve;
  }

  /// Past other columns, in a gap between rows.
  std::vector<Point> around(std::size_t a) {
    const GraphArrow& arrow = graph_.arrows[a];
    const std::size_t from = layout_.row[arrow.from];
    const std::size_t to = layout_.row[arrow.to];
    const std::size_t gap = from == to ? from + 1 : (from + to + 1) / 2;
    const double y = layout_.rowGaps[gap] + 6 * spread(inGap_[gap]++ % 5);
    const Point start = starts_[a].point;
    const Point end = ends_[a].point;
    // Where the columns between begin and end, seen from the start.
    const bool right = start.x < end.x;
    const std::size_t first = right ? starts_[a].corridor : ends_[a].corridor;
    const std::size_t last = right ? ends_[a].corridor : starts_[a].corridor;
    Point near{layout_.corridors[first].right, y};
    Point far{layout_.corridors[last].left, y};
    if (!right) {
      std::swap(near, far);
    }
    std::vector<Point> curve{start, {near.x, start.y}, {start.x, y}};
    for (const Point& p : line(near, far)) {
      curve.push_back(p);
    }
    curve.insert(curve.end(), {{end.x, y}, {far.x, end.y}, end});
    return curve;
  }

  const ExecutionGraph& graph_;
  const ExecutionLayout& layout_;
  std::vector<std::size_t> inGap_, inCorridor_;  ///< arrows that go there
  std::map<std::size_t, std::size_t> bows_;      ///< by column
  std::vector<PortPoint> starts_, ends_;         ///< by arrow
};

/// Where no label may stand: nodes, and names of threads and scopes.
std::vector<Box> takenBy(const ExecutionLayout& layout) {
  std::vector<Box> taken = layout.nodes;
  taken.insert(taken.end(), layout.threadNames.begin(), layout.threadNames.end());
  for (const ScopeBox& box : layout.boxes) {
    const double width = textWidth(box.title, kTitleSize) + 12;
    taken.push_back({box.box.left, box.box.top, box.box.left + width, box.box.top + 18});
  }
  return taken;
}

/// Puts labels on arrows, one after the other, where they hide least.
class LabelPlacer {
 public:
  LabelPlacer(const ExecutionLayout& layout, const std::vector<ArrowRoute>& routes)
      : taken_(takenBy(layout)) {
    for (const ArrowRoute& route : routes) {
      points_.push_back(sampled(route.curve, 61));
    }
  }

  Point place(std::size_t arrow, const std::string& label) {
    const std::vector<Point>& own = points_[arrow];
    double best = -1;
    Box bestBox;
    for (std::size_t i = 8; i + 8 < own.size(); ++i) {
      const Point p = own[i];
      const Box box = labelBox(p, label);
      const std::size_t middle = own.size() / 2;
      const double off = std::abs(static_cast<double>(i) - static_cast<double>(middle));
      const double cost = hidden(arrow, box) + off / 10;
      if (best < 0 || cost < best) {
        best = cost;
        bestBox = box;
      }
    }
    taken_.push_back(bestBox);
    return bestBox.centre();
  }

 private:
  double hidden(std::size_t arrow, const Box& box) const {
    const Box around{box.left - 2, box.top - 2, box.right + 2, box.bottom + 2};
    double cost = 0;
    for (const Box& other : taken_) {
      cost += overlap(around, other) ? 100 : 0;
    }
    for (std::size_t a = 0; a < points_.size(); ++a) {
      const bool crosses = a != arrow && std::any_of(points_[a].begin(), points_[a].end(),
                                                     [&](Point p) { return inside(p, around); });
      cost += crosses ? 10 : 0;
    }
    return cost;
  }

  std::vector<Box> taken_;
  std::vector<std::vector<Point>> points_;  ///< by arrow
};

}  // namespace

Box labelBox(Point centre, const std::string& label) {
  const double width = textWidth(label, kTitleSize) + 6;
  constexpr double kHeight = 14;
  return {centre.x - width / 2, centre.y - kHeight / 2, centre.x + width / 2, centre.y + kHeight / 2};
}

std::vector<ArrowRoute> routesOf(const ExecutionGraph& graph, const ExecutionLayout& layout) {
  std::vector<ArrowRoute> routes = Router(graph, layout).routes();
  LabelPlacer placer(layout, routes);
  for (std::size_t a = 0; a < routes.size(); ++a) {
    if (!graph.arrows[a].label.empty()) {
      routes[a].label = placer.place(a, graph.arrows[a].label);
    }
  }
  return routes;
}

std::size_t hiddenLabels(const ExecutionGraph& graph, const ExecutionLayout& layout,
                         const std::vector<ArrowRoute>& routes) {
  std::vector<Box> taken = takenBy(layout);
  std::size_t hidden = 0;
  for (std::size_t a = 0; a < routes.size(); ++a) {
    if (routes[a].label) {
      const Box box = labelBox(*routes[a].label, graph.arrows[a].label);
      hidden += std::ranges::any_of(taken, [&](const Box& other) { return overlap(box, other); }) ? 1 : 0;
      taken.push_back(box);
    }
  }
  return hidden;
}

}  // namespace hrfcheck::inline report
