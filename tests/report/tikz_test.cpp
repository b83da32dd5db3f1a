#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "cat/library.h"
#include "check/engine_choice.h"
#include "machine_sample.h"
#include "report/machine/trace_picture.h"
#include "report/picture/execution_scene.h"
#include "report/scene/graph_scene.h"
#include "report/scene/graphviz.h"
#include "report/scene/text.h"
#include "support/given.h"
#include "support/has.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// An execution of a test with a race, with its title.
std::string raceInTikz(PictureParts parts) {
  const auto engine = makeEngine(EngineChoice::Auto);
  const auto structure = std::make_shared<const EventStructure>(
      programOf("HSA MP_1\n{ x=0; f=0; }\n P0@wg 0 | P1@wg 1 ;\n st x, 1 | ld.acq.wg r0, f ;\n"
                " st.rel.wg f, 1 | ld r1, x ;\nexists (1:r0=1 /\\ 1:r1=0)"));
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Verdict verdict = checkProgram(*engine, given(structure, library.load("hrf-indirect")), {});
  REQUIRE_FALSE(verdict.races.empty());
  const Race& race = verdict.races.front();
  PictureOptions options{std::pair(race.firstEvent, race.secondEvent), "MP_1: 100% & more"};
  options.parts = parts;
  return tikzOf(executionScene(race.witness.execution(), options), parts.standalone);
}

/// What a picture uses without saying it, as far as that can be seen without TeX.
void checkWhole(const std::string& tikz) {
  CHECK(std::ranges::count(tikz, '{') - std::ranges::count(tikz, '}') == 0);
  CHECK(has(tikz, "\\begin{tikzpicture}"));
  CHECK(has(tikz, "\\end{tikzpicture}"));
  std::set<std::string> defined;
  const std::regex definition(R"(\\definecolor\{(hrf[0-9A-F]{6})\}\{HTML\})");
  for (std::sregex_iterator i(tikz.begin(), tikz.end(), definition), end; i != end; ++i) {
    defined.insert((*i)[1]);
  }
  const std::regex use(R"((?:draw|fill|text)=(hrf[0-9A-F]{6}))");
  for (std::sregex_iterator i(tikz.begin(), tikz.end(), use), end; i != end; ++i) {
    CHECK(defined.contains((*i)[1]));
  }
  CHECK(std::ranges::all_of(tikz, [](unsigned char c) { return c < 0x80; }));
}

}  // namespace

TEST_CASE("TikZ: any text stands for itself") {
  CHECK(tikzText("P0:1 W.rel x_1=50% & {a} #$") == "P0:1 W.rel x\\_1=50\\% \\& \\{a\\} \\#\\$");
  CHECK(tikzText("0→1 × 2") == "0\\ensuremath{\\to}1 \\ensuremath{\\times} 2");
  CHECK(tikzText("a  b") == "a ~b");
  CHECK(tikzText("a\u00a0b") == "a~b");
  CHECK(tikzText("--x") == "-{}-{}x");
  CHECK(tikzText("é\x01") == "??");
}

TEST_CASE("TikZ: an execution with its caption and its legend, or without") {
  const std::string whole = raceInTikz({});
  checkWhole(whole);
  CHECK(has(whole, "\\textbf{P0:0}"));
  CHECK(has(whole, "MP\\_1: 100\\% \\& more"));
  CHECK(has(whole, "race: not ordered"));
  CHECK(has(whole, "{rf}"));
  CHECK_FALSE(has(whole, "documentclass"));
  const std::string bare = raceInTikz({false, false, false});
  checkWhole(bare);
  CHECK(has(bare, "\\textbf{P0:0}"));
  CHECK_FALSE(has(bare, "MP\\_1"));
  CHECK_FALSE(has(bare, "ends in"));
  CHECK_FALSE(has(bare, "race: not ordered"));
  const std::string document = raceInTikz({true, true, true});
  CHECK(document.starts_with("\\documentclass"));
  CHECK(has(document, whole));
  CHECK(document.ends_with("\\end{document}\n"));
}

TEST_CASE("TikZ: a trace of a machine") {
  const SimulationReport report = sampleReport();
  const MachineRun& run = report.runs[0];
  const std::string whole = tikzOf(traceScene(*report.program, run.options, *run.trace), false);
  checkWhole(whole);
  CHECK(has(whole, "step of a thread"));
  const Scene scene = traceScene(*report.program, run.options, *run.trace, {false, false, false});
  const std::string bare = tikzOf(scene, false);
  checkWhole(bare);
  CHECK_FALSE(has(bare, "step of a thread"));
  CHECK(bare.size() < whole.size());
  const std::string svg = svgOf(scene);
  CHECK_FALSE(has(svg, "font-weight=\"bold\""));
  CHECK_FALSE(has(svg, "step of a thread"));
}

TEST_CASE("TikZ: a graph as Graphviz lays it out") {
  if (!haveGraphviz()) {
    MESSAGE("skipped: Graphviz is not installed");
    return;
  }
  const std::string tikz = tikzOf(
      sceneOfGraph(
          "digraph g { node [shape=box, style=\"rounded,filled\", fillcolor=\"#e2f3e2\"];\n"
          "a [label=<<b>a_1</b>>, peripheries=2]; a -> b [label=\"x\", color=\"#c01818\", penwidth=2.4]; }"),
      false);
  checkWhole(tikz);
  CHECK(has(tikz, "\\bfseries] at"));
  CHECK(has(tikz, "{a\\_1}"));
  CHECK(tikz.find("\\bfseries") == tikz.rfind("\\bfseries"));  // of one text alone
  CHECK(has(tikz, "draw=hrfC01818, line width=2.4bp"));
  CHECK(has(tikz, "fill=hrfE2F3E2"));
}
