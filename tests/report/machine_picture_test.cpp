#include <doctest/doctest.h>

#include <map>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "machine_sample.h"
#include "report/machine/trace_picture.h"

using namespace hrfcheck;

namespace {

pugi::xml_document drawn(const SimulationReport& report) {
  pugi::xml_document svg;
  const MachineRun& run = report.runs[0];
  REQUIRE(svg.load_string(svgOf(traceScene(*report.program, run.options, *run.trace)).c_str()));
  return svg;
}

struct Area {
  double left, top, right, bottom;
  std::string text;
};

/// Where texts are, by the width of a character.
std::vector<Area> textsOf(const pugi::xml_document& svg) {
  std::vector<Area> areas;
  for (const pugi::xml_node text : svg.child("svg").children("text")) {
    const std::string content = text.text().get();
    const double width = 7.3 * static_cast<double>(content.size());
    const double x = text.attribute("x").as_double();
    const double y = text.attribute("y").as_double();
    const bool middle = text.attribute("text-anchor").as_string() == std::string("middle");
    const double left = middle ? x - width / 2 : x;
    areas.push_back({left, y - 11, left + width, y + 2, content});
  }
  return areas;
}

}  // namespace

TEST_CASE("trace picture: every step is told, and no two labels meet") {
  SimulationReport report = test::sampleReport();
  report.runs[0].trace->badStep = 3;
  report.runs[0].trace->badText = "1:r1=0";
  const pugi::xml_document svg = drawn(report);
  const std::vector<Area> texts = textsOf(svg);
  const double width = svg.child("svg").attribute("width").as_double();
  std::size_t steps = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const MicroStep& step : report.runs[0].trace->trace.steps) {
      steps += texts[i].text.ends_with(step.text) ? 1 : 0;
    }
    CHECK(texts[i].left >= 0);
    CHECK(texts[i].right <= width);
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      const bool apart = texts[i].right <= texts[j].left || texts[j].right <= texts[i].left ||
                         texts[i].bottom <= texts[j].top || texts[j].bottom <= texts[i].top;
      CHECK_MESSAGE(apart, texts[i].text << " | " << texts[j].text);
    }
  }
  CHECK(steps == report.runs[0].trace->trace.steps.size());
}

TEST_CASE("trace picture: arrows go where values go, and the bad read is marked") {
  SimulationReport report = test::sampleReport();
  report.runs[0].trace->badStep = 3;
  const pugi::xml_document svg = drawn(report);
  std::map<std::string, int> arrows;
  for (const pugi::xml_node line : svg.child("svg").children("line")) {
    if (line.attribute("marker-end")) {
      const bool right = line.attribute("x2").as_double() > line.attribute("x1").as_double();
      ++arrows[std::string(line.attribute("stroke").as_string()) + (right ? " right" : " left")];
    }
  }
  // Threads stand left of their caches. Stores go right; the first load comes from L2, right of P1; the
  // legend has one arrow of each kind.
  CHECK(
      arrows ==
      std::map<std::string, int>{
          {"#555 right", 3}, {"#555 left", 1}, {"#c00000 left", 1}, {"#c00000 right", 1}, {"#777 right", 2}});
}
