#include "report/price/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <pugixml.hpp>
#include <sstream>

#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

// Colours that people who see colours differently can tell apart (Okabe and Ito 2008).
constexpr std::array<const char*, 6> kColours = {"#0072b2", "#e69f00", "#009e73",
                                                 "#cc79a7", "#56b4e9", "#d55e00"};
constexpr const char* kStyle =
    "text{font:12px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#222}"
    ".faint{fill:#777}.strong{font-weight:bold}line{stroke:#555}line.rule{stroke:#eee}"
    "line.reference{stroke:#999;stroke-dasharray:5 3}rect.paper{fill:#fff}polyline{fill:none;stroke-width:2}";
constexpr double kCharacter = 7.3;
constexpr double kLeft = 80, kTop = 80, kHeight = 260, kBottom = 56, kRight = 24;

double widthOf(const std::string& text) {
  return kCharacter * static_cast<double>(characters(text));
}

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
  explicit Drawing(const Chart& chart) : chart_(chart), root_(document_.append_child("svg")) {
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
      group_ = std::max({group_, bars, widthOf(group) + 10});
    }
    double legend = 0;
    for (const ChartSeries& series : chart.series) {
      legend += widthOf(nameOf(series)) + 32;
    }
    const double inner =
        std::max({group_ * static_cast<double>(chart.groups.size()), legend, widthOf(chart.title)});
    width_ = kLeft + kRight + inner;
    group_ = inner / static_cast<double>(chart.groups.size());
  }

  std::string written() {
    root_.append_attribute("xmlns") = "http://www.w3.org/2000/svg";
    root_.append_child("title").text() = cleaned(chart_.title, Controls::Xml).c_str();
    root_.append_child("style").text() = kStyle;
    const double height = kTop + kHeight + kBottom;
    root_.append_attribute("width") = fmt::format("{:.0f}", width_).c_str();
    root_.append_attribute("height") = fmt::format("{:.0f}", height).c_str();
    root_.append_attribute("viewBox") = fmt::format("0 0 {:.0f} {:.0f}", width_, height).c_str();
    rectangle(0, 0, width_, height).append_attribute("class") = "paper";
    text(kLeft, 20, chart_.title, "strong", "start");
    legend();
    axes();
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      chart_.lines ? lineOf(s) : barsOf(s);
    }
    std::ostringstream out;
    document_.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
    return out.str();
  }

 private:
  static std::string nameOf(const ChartSeries& series) {
    return series.published ? series.name + " (paper)" : series.name;
  }

  double y(double value) const { return kTop + kHeight * (1 - value / top_); }
  double groupStart(std::size_t g) const { return kLeft + group_ * static_cast<double>(g); }

  void number(pugi::xml_node& node, const char* name, double value) {
    node.append_attribute(name) = fmt::format("{:.1f}", value).c_str();
  }

  void text(double x, double at, const std::string& words, const char* look, const char* anchor) {
    pugi::xml_node node = root_.append_child("text");
    number(node, "x", x);
    number(node, "y", at);
    node.append_attribute("class") = look;
    node.append_attribute("text-anchor") = anchor;
    node.text() = cleaned(words, Controls::Xml).c_str();
  }

  void line(double x1, double y1, double x2, double y2, const char* look) {
    pugi::xml_node node = root_.append_child("line");
    number(node, "x1", x1);
    number(node, "y1", y1);
    number(node, "x2", x2);
    number(node, "y2", y2);
    node.append_attribute("class") = look;
  }

  pugi::xml_node rectangle(double x, double at, double width, double height) {
    pugi::xml_node node = root_.append_child("rect");
    number(node, "x", x);
    number(node, "y", at);
    number(node, "width", width);
    number(node, "height", height);
    return node;
  }

  /// Ours are filled, those of a paper are outlined.
  void paint(pugi::xml_node node, std::size_t s) const {
    const char* const colour = kColours[slots_[s] % kColours.size()];
    node.append_attribute("fill") = chart_.series[s].published ? "none" : colour;
    node.append_attribute("stroke") = chart_.series[s].published ? "#222" : colour;
    if (chart_.series[s].published) {
      node.append_attribute("stroke-dasharray") = "3 2";
    }
  }

  void legend() {
    double x = kLeft;
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      paint(rectangle(x, 32, 10, 10), s);
      text(x + 15, 41, nameOf(chart_.series[s]), "", "start");
      x += widthOf(nameOf(chart_.series[s])) + 32;
    }
  }

  void axes() {
    const auto marks = static_cast<int>(std::lround(top_ / step_));
    for (int i = 0; i <= marks; ++i) {
      const double mark = step_ * i;
      line(kLeft, y(mark), width_ - kRight, y(mark), "rule");
      text(kLeft - 6, y(mark) + 4, fmt::format("{:.6g}", mark), "", "end");
    }
    text(kLeft, kTop - 8, chart_.yLabel, "faint", "start");
    for (std::size_t g = 0; g < chart_.groups.size(); ++g) {
      text(groupStart(g) + group_ / 2, kTop + kHeight + 18, chart_.groups[g], "", "middle");
    }
    text((kLeft + width_ - kRight) / 2, kTop + kHeight + 40, chart_.xLabel, "faint", "middle");
    line(kLeft, y(0), width_ - kRight, y(0), "axis");
    if (chart_.reference) {
      line(kLeft, y(*chart_.reference), width_ - kRight, y(*chart_.reference), "reference");
    }
  }

  void barsOf(std::size_t s) {
    const double bar = (group_ - 20) / static_cast<double>(*std::ranges::max_element(slots_) + 1);
    for (std::size_t g = 0; g < chart_.series[s].values.size(); ++g) {
      if (const std::optional<double> value = chart_.series[s].values[g]) {
        const double x = groupStart(g) + 10 + bar * static_cast<double>(slots_[s]);
        paint(rectangle(x + 1, y(*value), bar - 2, y(0) - y(*value)), s);
      }
    }
  }

  void lineOf(std::size_t s) {
    std::string points;
    for (std::size_t g = 0; g < chart_.series[s].values.size(); ++g) {
      if (const std::optional<double> value = chart_.series[s].values[g]) {
        points += fmt::format("{:.1f},{:.1f} ", groupStart(g) + group_ / 2, y(*value));
      }
    }
    pugi::xml_node path = root_.append_child("polyline");
    path.append_attribute("points") = points.c_str();
    path.append_attribute("stroke") = kColours[slots_[s] % kColours.size()];
    if (chart_.series[s].published) {
      path.append_attribute("stroke-dasharray") = "5 3";
    }
    for (std::size_t g = 0; g < chart_.series[s].values.size(); ++g) {
      if (const std::optional<double> value = chart_.series[s].values[g]) {
        pugi::xml_node dot = root_.append_child("circle");
        number(dot, "cx", groupStart(g) + group_ / 2);
        number(dot, "cy", y(*value));
        number(dot, "r", 3.5);
        paint(dot, s);
      }
    }
  }

  const Chart& chart_;
  pugi::xml_document document_;
  pugi::xml_node root_;
  std::vector<std::size_t> slots_;  ///< by series: its place in a group, and its colour
  double step_ = 1, top_ = 1, group_ = 0, width_ = 0;
};

}  // namespace

std::string chartSvg(const Chart& chart) {
  return Drawing(chart).written();
}

}  // namespace hrfcheck::inline report
