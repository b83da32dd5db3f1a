#include "report/scene/scene.h"

#include <doctest/doctest.h>

#include <pugixml.hpp>

#include "report/scene/graphviz.h"
#include "report/scene/written_dot.h"
#include "support/has.h"

using namespace hrfcheck;
using hrfcheck::test::has;

namespace {

/// Something of everything.
Scene sceneOfAll() {
  Scene scene{.title = "all & more", .width = 200, .height = 100};
  scene.all.emplace_back(Shape{.name = "a",
                               .box = {10, 10, 70, 50},
                               .fill = "#eef",
                               .stroke = {"#123456", "dashed", 2},
                               .rounded = 3,
                               .lines = {{" = 1", {}, "x"}, {"below", {10, "#777777"}}}});
  scene.all.emplace_back(
      Shape{.name = "b", .box = {130, 10, 190, 50}, .fill = "#ffffff", .stroke = {"#57606a"}});
  scene.all.emplace_back(Path{.points = {{70, 30}, {90, 20}, {110, 20}, {130, 30}},
                              .stroke = {"#c00000"},
                              .arrow = true,
                              .curved = true,
                              .from = "a",
                              .to = "b"});
  scene.all.emplace_back(Words{.name = "on",
                               .at = {100, 26},
                               .text = "rf",
                               .font = {11, "#c00000"},
                               .anchor = Anchor::Middle,
                               .onPaper = true});
  scene.all.emplace_back(
      Path{.name = "way", .points = {{10, 80}, {50, 90}, {90, 80}}, .stroke = {"#555", "dotted"}});
  scene.all.emplace_back(
      Path{.name = "sign", .points = {{100, 80}, {110, 90}, {120, 80}}, .closed = true, .fill = "#0a0"});
  scene.all.emplace_back(Dot{.centre = {150, 80}, .fill = "#0072b2"});
  scene.all.emplace_back(
      Words{.at = {190, 95}, .text = "right", .font = {12, "#222", true}, .anchor = Anchor::Right});
  return scene;
}

}  // namespace

TEST_CASE("A scene in SVG: everything is there, at its place") {
  pugi::xml_document document;
  REQUIRE(document.load_string(svgOf(sceneOfAll()).c_str()));
  const pugi::xml_node svg = document.child("svg");
  CHECK(svg.child("title").text().get() == std::string("all & more"));
  CHECK(svg.attribute("viewBox").value() == std::string("0 0 200 100"));
  const pugi::xml_node box = svg.find_child_by_attribute("rect", "x", "10.0");
  CHECK(box.attribute("stroke-dasharray"));
  CHECK(box.attribute("width").as_double() == 60);
  const pugi::xml_node curve = svg.child("path");
  CHECK(curve.attribute("d").value() == std::string("M70.0,30.0C90.0,20.0 110.0,20.0 130.0,30.0"));
  const std::string head = svg.child("marker").attribute("id").value();
  CHECK(curve.attribute("marker-end").value() == "url(#" + head + ")");
  CHECK(svg.child("polyline").attribute("fill").value() == std::string("none"));
  CHECK(svg.child("polygon").attribute("fill").value() == std::string("#0a0"));
  CHECK(svg.child("circle").attribute("cx").as_double() == 150);
  const pugi::xml_node right = svg.find_child_by_attribute("text", "text-anchor", "end");
  CHECK(right.text().get() == std::string("right"));
  CHECK(right.attribute("y").as_double() == 95);
  double last = 10;  // lines of a shape: one below the other, inside of it
  for (const char* colour : {"#1f2328", "#777777"}) {
    const double base = svg.find_child_by_attribute("text", "fill", colour).attribute("y").as_double();
    CHECK(base > last + 8);
    CHECK(base < 50);
    last = base;
  }
}

TEST_CASE("A scene in TikZ: everything is there, at its place") {
  const std::string tikz = tikzOf(sceneOfAll(), false);
  CHECK(has(tikz, "\\useasboundingbox (0,0) rectangle (200.0,100.0)"));
  CHECK(has(tikz,
            "\\path[rounded corners=3bp, fill=hrfEEEEFF, draw=hrf123456, line width=2bp, dashed] (10.0,10.0) "
            "rectangle (70.0,50.0);"));
  CHECK(has(tikz, "{\\textbf{x}~= 1}"));
  CHECK(has(tikz,
            "\\path[-latex, draw=hrfC00000, line width=1bp] (70.0,30.0) .. controls (90.0,20.0) and "
            "(110.0,20.0) .. (130.0,30.0);"));
  CHECK(has(tikz, "(10.0,80.0) -- (50.0,90.0) -- (90.0,80.0);"));
  CHECK(
      has(tikz, "\\path[fill=hrf00AA00, draw=none] (100.0,80.0) -- (110.0,90.0) -- (120.0,80.0) -- cycle;"));
  CHECK(has(tikz, "(150.0,80.0) circle[radius=3.5bp];"));
  CHECK(has(tikz, "anchor=base, fill=hrfFFFFFF, inner sep=1bp, text=hrfC00000"));
  CHECK(has(tikz, "anchor=base east, inner sep=0bp"));
}

TEST_CASE("A scene as a graph: Graphviz takes it, and it is known as ours") {
  const std::string dot = dotOf(sceneOfAll());
  CHECK(isExecutionDot(dot));
  CHECK(has(dot,
            "  \"a\" [pos=\"40.0,70.0\", width=0.833, height=0.556, fillcolor=\"#eef\", color=\"#123456\""));
  CHECK(has(dot, "label=<<b>x</b>&#160;=&#160;1<br/><font point-size=\"10\""));
  CHECK(has(dot, "  \"b\" [pos=\"160.0,70.0\", width=0.833, height=0.556, label=\"\"];"));
  CHECK(
      has(dot, "  \"a\" -> \"b\" [color=\"#c00000\", style=solid, pos=\"e,130.0,70.0 70.0,70.0 90.0,80.0 "));
  CHECK(has(dot, "  \"way from\" -> \"way to\" [color=\"#555\", style=dotted, dir=none, pos=\"10.0,20.0 "));
  CHECK(has(dot, "label=\"right\""));
  if (haveGraphviz()) {
    CHECK(has(drawSvg({dot}).front(), ">below<"));
  }
}
