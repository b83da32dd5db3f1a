#include "report/machine/svg_canvas.h"

#include <fmt/format.h>

#include <sstream>

#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

constexpr const char* kStyle =
    "text{font:12px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#222}"
    ".faint{fill:#777}.strong{font-weight:bold}.bad{fill:#c00000;font-weight:bold}"
    "line{stroke:#555;stroke-width:1.2}line.life{stroke:#bbb;stroke-dasharray:3 3}"
    "line.own{stroke:#777;stroke-dasharray:5 3}line.wrong{stroke:#c00000;stroke-width:2}"
    "line.rule{stroke:#eee}"
    "circle{fill:#555}circle.wrong{fill:#c00000}circle.own{fill:#999}"
    "rect{fill:#fff;stroke:#555}rect.head{fill:#e8eef7}rect.memory{fill:#f3ecdf}rect.thread{fill:#e7f3e7}"
    "rect.wrong{stroke:#c00000;stroke-width:2;fill:#fdeaea}rect.band{fill:#fff3f3;stroke:none}"
    "rect.paper{fill:#fff;stroke:none}";

}  // namespace

SvgCanvas::SvgCanvas(const std::string& title) : root_(document_.append_child("svg")) {
  root_.append_attribute("xmlns") = "http://www.w3.org/2000/svg";
  root_.append_child("title").text() = cleaned(title, Controls::Xml).c_str();
  root_.append_child("style").text() = kStyle;
  for (const auto& [id, colour] : {std::pair{"head", "#555"}, std::pair{"head-wrong", "#c00000"}}) {
    pugi::xml_node marker = root_.append_child("marker");
    marker.append_attribute("id") = id;
    marker.append_attribute("viewBox") = "0 0 10 10";
    marker.append_attribute("refX") = "10";
    marker.append_attribute("refY") = "5";
    marker.append_attribute("markerWidth") = "9";
    marker.append_attribute("markerHeight") = "9";
    marker.append_attribute("markerUnits") = "userSpaceOnUse";
    marker.append_attribute("orient") = "auto";
    pugi::xml_node path = marker.append_child("path");
    path.append_attribute("d") = "M0 0L10 5L0 10z";
    path.append_attribute("fill") = colour;
  }
}

void SvgCanvas::number(pugi::xml_node& node, const char* name, double value) {
  node.append_attribute(name) = fmt::format("{:.1f}", value).c_str();
}

void SvgCanvas::text(double x, double y, const std::string& text, const std::string& style) {
  pugi::xml_node node = root_.append_child("text");
  number(node, "x", x);
  number(node, "y", y);
  if (!style.empty()) {
    node.append_attribute("class") = style.c_str();
  }
  node.text() = cleaned(text, Controls::Xml).c_str();
}

void SvgCanvas::textInMiddle(double x, double y, const std::string& text, const std::string& style) {
  this->text(x, y, text, style);
  root_.last_child().append_attribute("text-anchor") = "middle";
}

void SvgCanvas::line(double x1, double y1, double x2, double y2, const std::string& style) {
  pugi::xml_node node = root_.append_child("line");
  number(node, "x1", x1);
  number(node, "y1", y1);
  number(node, "x2", x2);
  number(node, "y2", y2);
  node.append_attribute("class") = style.c_str();
}

void SvgCanvas::arrow(double x1, double y1, double x2, double y2, const std::string& style) {
  line(x1, y1, x2, y2, style);
  root_.last_child().append_attribute("marker-end") = style == "wrong" ? "url(#head-wrong)" : "url(#head)";
}

void SvgCanvas::dot(double x, double y, const std::string& style) {
  pugi::xml_node node = root_.append_child("circle");
  number(node, "cx", x);
  number(node, "cy", y);
  number(node, "r", 3.5);
  node.append_attribute("class") = style.c_str();
}

void SvgCanvas::rectangle(double x, double y, double width, double height, const std::string& style) {
  pugi::xml_node node = root_.append_child("rect");
  number(node, "x", x);
  number(node, "y", y);
  number(node, "width", width);
  number(node, "height", height);
  number(node, "rx", 2);
  node.append_attribute("class") = style.c_str();
}

std::string SvgCanvas::written(double width, double height) {
  root_.append_attribute("width") = fmt::format("{:.0f}", width).c_str();
  root_.append_attribute("height") = fmt::format("{:.0f}", height).c_str();
  root_.append_attribute("viewBox") = fmt::format("0 0 {:.0f} {:.0f}", width, height).c_str();
  // Behind everything, also where a page is dark.
  pugi::xml_node paper = root_.insert_child_after("rect", root_.child("style"));
  number(paper, "width", width);
  number(paper, "height", height);
  paper.append_attribute("class") = "paper";
  std::ostringstream out;
  document_.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

}  // namespace hrfcheck::inline report
