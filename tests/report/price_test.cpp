#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "report/price/price_table.h"
#include "support/has.h"
#include "support/json_schema.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

Chart sample() {
  Chart chart;
  chart.title = "A & B";
  chart.groups = {"one", "two"};
  chart.series = {{"ours", {1.0, 2.0}}, {"other", {3.0, std::nullopt}}, {"ours", {std::nullopt, 1.5}, true}};
  return chart;
}

struct Bar {
  double x, y, width, height;
};

std::vector<Bar> barsIn(const std::string& svg, const std::string& fill) {
  pugi::xml_document document;
  REQUIRE(document.load_string(svg.c_str()));
  std::vector<Bar> bars;
  for (const pugi::xml_node node : document.child("svg").children("rect")) {
    if (node.attribute("fill").value() == fill && node.attribute("width").as_double() != 10) {
      bars.push_back({node.attribute("x").as_double(), node.attribute("y").as_double(),
                      node.attribute("width").as_double(), node.attribute("height").as_double()});
    }
  }
  return bars;
}

}  // namespace

TEST_CASE("A chart has a bar for each number, as high as the number says") {
  const std::string svg = chartSvg(sample());
  CHECK(has(svg, "A &amp; B"));
  const std::vector<Bar> ours = barsIn(svg, "#0072b2");
  REQUIRE(ours.size() == 2);
  CHECK(ours[1].height == doctest::Approx(2 * ours[0].height).epsilon(0.01));
  CHECK(ours[0].y + ours[0].height == doctest::Approx(ours[1].y + ours[1].height).epsilon(0.01));
  CHECK(barsIn(svg, "#e69f00").size() == 1);  // what is not there has no bar
}

TEST_CASE("A paper's number is an outline over ours of the same name") {
  const std::string svg = chartSvg(sample());
  const std::vector<Bar> published = barsIn(svg, "none");
  REQUIRE(published.size() == 1);
  CHECK(published[0].x == doctest::Approx(barsIn(svg, "#0072b2")[1].x));
  CHECK(has(svg, "ours (paper)"));
}

TEST_CASE("A chart of lines has a line for each series") {
  Chart chart = sample();
  chart.lines = true;
  chart.groups.emplace_back("three");
  chart.series = {
      {"ours", {1.0, 2.0, 3.0}}, {"other", {3.0, 2.5, 2.0}}, {"ours", {std::nullopt, 1.5, 2.0}, true}};
  pugi::xml_document document;
  REQUIRE(document.load_string(chartSvg(chart).c_str()));
  std::vector<std::string> colours;
  for (const pugi::xml_node node : document.child("svg")) {
    if (node.attribute("stroke-width").as_string() == std::string("2")) {
      colours.emplace_back(node.attribute("stroke").value());
      CHECK(node.attribute("stroke-dasharray").empty() == (colours.size() < 3));
    }
  }
  CHECK(colours == std::vector<std::string>{"#0072b2", "#e69f00", "#0072b2"});
  const auto dots = document.child("svg").children("circle");
  CHECK(std::distance(dots.begin(), dots.end()) == 8);
}

TEST_CASE("A table of a figure is text with aligned columns, and JSON of its schema") {
  PriceTable table;
  table.figure = "stealing";
  table.title = "work stealing";
  table.source = "a paper";
  table.notes = {"a note"};
  table.rows = {{{{"machine", "qr"}}, {{"cycles", 1200, 0}, {"speed-up", 1.256, 2}}},
                {{{"machine", "rsp-fix"}}, {{"cycles", 7, 0}}}};
  CHECK(priceText(table) ==
        "work stealing  ·  a paper\n\n"
        "  machine  cycles  speed-up\n"
        "  qr         1200      1.26\n"
        "  rsp-fix       7         -\n"
        "\n  a note\n");
  const auto json = nlohmann::json::parse(priceJson(table));
  CHECK(schemaMistakes("price", json) == "");
  CHECK(json["complete"] == true);
  CHECK(json["rows"][0]["measured"]["speed-up"] == 1.256);
  table.incomplete = "time limit";
  CHECK(has(priceText(table), "not all of it: time limit"));
  CHECK(schemaMistakes("price", nlohmann::json::parse(priceJson(table))) == "");
}
