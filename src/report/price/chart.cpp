#include "report/price/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/scene/scene.h"
#include "report/scene/text.h"

namespace hrfcheck::inline report {
namespace {

// Colours that people who see colours differently can tell apart (Okabe and Ito 2008).
constexpr std::array<const char*, 6> kColours = {"#0072b2", "#e69f00", "#009e73",
                                                 "#cc79a7", "#56b4e9", "#d55e00"};
const Font kChartFont{12, "#222"};
const Font kAxisFont{12, "#777"};
constexpr double kLeft = 80, kTop = 80, kHeight = 260, kBottom = 56, kRight = 24;

/// A step between marks of an axis that people can read: 1, 2 or 5 times a power of ten, for about five.
double stepFor(double most) {
  const double rough = most / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power) {
      return factor * power;
    }
  }
  return 10 * power;
}

/// By series: a paper's numbers stand where ours of the same name do.
std::vector<std::size_t> slotsOf(const Chart& chart) {
  std::vector<std::size_t> slots;
  std::size_t next = 0;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    std::size_t same = s;
    for (std::size_t other = 0; chart.series[s].published && other < s; ++other) {
      same = chart.series[other].name == chart.series[s].name ? other : same;
    }
    slots.push_back(same == s ? next++ : slots[same]);
  }
  return slots;
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart), scene_{.title = chart.title, .typewriter = true} {
    double most = chart.reference.value_or(0);
    for (const ChartSeries& series : chart.series) {
      for (const std::optional<double>& value : series.values) {
        most = std::max(most, value.value_or(0));
      }
    }
    step_ = stepFor(most > 0 ? most : 1);
    top_ = std::ceil(std::max(most, step_) / step_) * step_;
    slots_ = slotsOf(chart);
    const double bars =
        chart.lines ? 64 : 18 * static_cast<double>(*std::ranges::max_element(slots_) + 1) + 20;
    for (const std::string& group : chart.groups) {
      group_ = std::max({group_, bars, typewriterWidth(group) + 10});
    }
    double legend = 0;
    for (const ChartSeries& series : chart.series) {
      legend += typewriterWidth(nameOf(series)) + 32;
    }
    const double inner =
        std::max({group_ * static_cast<double>(chart.groups.size()), legend, typewriterWidth(chart.title)});
    width_ = kLeft + kRight + inner;
    group_ = inner / static_cast<double>(chart.groups.size());
  }

  Scene drawn() {
    scene_.width = width_;
    scene_.height = kTop + kHeight + kBottom;
    words(kLeft, 20, chart_.title, {12, "#222", true}, Anchor::Left);
    legend();
    axes();
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      chart_.lines ? lineOf(s) : barsOf(s);
    }
    return std::move(scene_);
  }

 private:
  static std::string nameOf(const ChartSeries& series) {
    return series.published ? series.name + " (paper)" : series.name;
  }

  double y(double value) const { return kTop + kHeight * (1 - value / top_); }
  double groupStart(std::size_t g) const { return kLeft + group_ * static_cast<double>(g); }

  void words(double x, double base, const std::string& text, const Font& font, Anchor anchor) {
    scene_.all.emplace_back(Words{.at = {x, base}, .text = text, .font = font, .anchor = anchor});
  }

  void across(double value, const Stroke& stroke) {
    scene_.all.emplace_back(
        Path{.points = {{kLeft, y(value)}, {width_ - kRight, y(value)}}, .stroke = stroke});
  }

  std::string colourOf(std::size_t s) const { return kColours[slots_[s] % kColours.size()]; }

  // Ours are filled, those of a paper are outlined.
  std::string fillOf(std::size_t s) const { return chart_.series[s].published ? "" : colourOf(s); }
  Stroke frameOf(std::size_t s) const {
    return chart_.series[s].published ? Stroke{"#222", "dashed"} : Stroke{colourOf(s)};
  }

  void bar(std::size_t s, const Box& box) {
    scene_.all.emplace_back(Shape{.box = box, .fill = fillOf(s), .stroke = frameOf(s)});
  }

  void legend() {
    double x = kLeft;
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      bar(s, {x, 32, x + 10, 42});
      words(x + 15, 41, nameOf(chart_.series[s]), kChartFont, Anchor::Left);
      x += typewriterWidth(nameOf(chart_.series[s])) + 32;
    }
  }

  void axes() {
    const auto marks = static_cast<int>(std::lround(top_ / step_));
    for (int i = 0; i <= marks; ++i) {
      const double mark = step_ * i;
      across(mark, {"#eee"});
      words(kLeft - 6, y(mark) + 4, fmt::format("{:.6g}", mark), kChartFont, Anchor::Right);
    }
    words(kLeft, kTop - 8, chart_.yLabel, kAxisFont, Anchor::Left);
    for (std::size_t g = 0; g < chart_.groups.size(); ++g) {
      words(groupStart(g) + group_ / 2, kTop + kHeight + 18, chart_.groups[g], kChartFont, Anchor::Middle);
    }
    words((kLeft + width_ - kRight) / 2, kTop + kHeight + 40, chart_.xLabel, kAxisFont, Anchor::Middle);
    across(0, {"#555"});
    if (chart_.reference) {
      across(*chart_.reference, {"#999", "dashed"});
    }
  }

  void barsOf(std::size_t s) {
    const double wide = (group_ - 20) / static_cast<double>(*std::ranges::max_element(slots_) + 1);
    for (std::size_t g = 0; g < chart_.series[s].values.size(); ++g) {
      if (const std::optional<double> value = chart_.series[s].values[g]) {
        const double x = groupStart(g) + 10 + wide * static_cast<double>(slots_[s]);
        bar(s, {x + 1, y(*value), x + wide - 1, y(0)});
      }
    }
  }

  void lineOf(std::size_t s) {
    Path path{.stroke = {colourOf(s), chart_.series[s].published ? "dashed" : "solid", 2}};
    for (std::size_t g = 0; g < chart_.series[s].values.size(); ++g) {
      if (const std::optional<double> value = chart_.series[s].values[g]) {
        path.points.push_back({groupStart(g) + group_ / 2, y(*value)});
      }
    }
    const std::vector<Point> points = path.points;
    if (points.size() > 1) {
      scene_.all.emplace_back(std::move(path));
    }
    for (const Point& p : points) {
      scene_.all.emplace_back(Dot{.centre = p, .fill = fillOf(s), .stroke = frameOf(s)});
    }
  }

  const Chart& chart_;
  Scene scene_;
  std::vector<std::size_t> slots_;  ///< by series: its place in a group, and its colour
  double step_ = 1, top_ = 1, group_ = 0, width_ = 0;
};

}  // namespace

std::string chartSvg(const Chart& chart) {
  return svgOf(Drawing(chart).drawn());
}

}  // namespace hrfcheck::inline report
