#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>

#include "cat/library.h"
#include "check/engine_choice.h"
#include "report/picture/execution_drawing.h"
#include "report/picture/execution_scene.h"
#include "report/scene/graphviz.h"
#include "report/scene/written_dot.h"
#include "report/text/execution_line.h"
#include "support/given.h"
#include "support/has.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

Verdict verdictOf(const std::string& text, const std::string& model, bool explain = false) {
  const auto engine = makeEngine(EngineChoice::Auto);
  const auto structure = std::make_shared<const EventStructure>(programOf(text));
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  CheckOptions options;
  options.explain = explain;
  return checkProgram(*engine, given(structure, library.load(model)), options);
}

/// The execution with these final values, in the order of what is observed.
Execution executionOf(const Verdict& verdict, const std::vector<Value>& values) {
  const auto& outcomes = verdict.analysis.outcomes;
  const auto found = std::find_if(outcomes.begin(), outcomes.end(),
                                  [&](const Outcome& outcome) { return outcome.values == values; });
  REQUIRE(found != outcomes.end());
  return found->witness.execution();
}

/// The line that begins so, without its indentation.
std::string lineOf(const std::string& text, const std::string& start) {
  const std::size_t at = text.find("\n  " + start);
  REQUIRE_MESSAGE(at != std::string::npos, start);
  return text.substr(at + 3, text.find('\n', at + 1) - at - 3);
}

const GraphNode& nodeNamed(const ExecutionGraph& graph, const std::string& name) {
  const auto found = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                  [&](const GraphNode& node) { return node.name == name; });
  REQUIRE_MESSAGE(found != graph.nodes.end(), name);
  return *found;
}

/// "rf P0:1 P1:0", without program order that nothing is written on.
std::vector<std::string> arrowsOf(const ExecutionGraph& graph) {
  std::vector<std::string> arrows;
  for (const GraphArrow& arrow : graph.arrows) {
    if (!arrow.label.empty()) {
      arrows.push_back(arrow.label + " " + graph.nodes[arrow.from].name + " " + graph.nodes[arrow.to].name);
    }
  }
  return arrows;
}

constexpr const char* kBarrier = R"(HSA Barrier
{ X=0; }
 P0@wg 0    | P1@wg 0    ;
 st X, 1    | barrier.wg ;
 barrier.wg | ld r0, X   ;
locations [1:r0;]
)";

constexpr const char* kCoherence = R"(HSA Coherence
{ X=0; }
 P0            | P1             | P2             ;
 st.rlx.sys X, 1 | st.rlx.sys X, 2 | ld.rlx.sys r0, X ;
               |                | st.rlx.sys X, 3 ;
exists (2:r0=1)
)";

constexpr const char* kTwoDevices = R"(HSA TwoDevices
{ X=0; Y=0; Z=0; }
 P0@cmp 0,wg 0     | P1@cmp 1,wg 0     | P2@cmp 0,wg 0     | P3@cmp 0,wg 1    ;
 st.rel.wg X, 1    | ld.acq.sys r0, X  | ld.acq.wg r0, X   | ld.acq.cmp r0, X ;
 st.rel.cmp Y, 1   | ld.acq.sys r1, Y  | ld.acq.wg r1, Z   | ld.acq.cmp r1, Y ;
exists (1:r0=1 /\ 1:r1=1 /\ 2:r0=1 /\ 3:r0=1)
)";

bool apart(const Box& a, const Box& b) {
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}

bool within(const Box& inner, const Box& outer) {
  return outer.left <= inner.left && inner.right <= outer.right && outer.top <= inner.top &&
         inner.bottom <= outer.bottom;
}

Point onCurve(const Point* p, double t) {
  const double s = 1 - t;
  const double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
  return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
          a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

/// An arrow that goes through the inside of a node.
bool through(const ArrowRoute& route, const Box& box) {
  for (std::size_t piece = 0; piece + 3 < route.curve.size(); piece += 3) {
    for (int i = 0; i <= 40; ++i) {
      const Point p = onCurve(&route.curve[piece], i / 40.0);
      if (box.left + 1 < p.x && p.x < box.right - 1 && box.top + 1 < p.y && p.y < box.bottom - 1) {
        return true;
      }
    }
  }
  return false;
}

/// What a reader would have to guess at in the picture.
std::vector<std::string> faultsOf(const Execution& execution, const PictureOptions& options = {}) {
  const ExecutionDrawing drawing = drawingOf(execution, options);
  const ExecutionGraph& graph = drawing.graph;
  std::vector<std::pair<std::string, Box>> boxes;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    boxes.emplace_back(graph.nodes[n].name, drawing.layout.nodes[n]);
  }
  for (const Box& box : drawing.layout.threadNames) {
    boxes.emplace_back("name of a thread", box);
  }
  std::vector<std::string> faults;
  for (std::size_t a = 0; a < drawing.routes.size(); ++a) {
    const GraphArrow& arrow = graph.arrows[a];
    const std::string name =
        arrow.label + " " + graph.nodes[arrow.from].name + " -> " + graph.nodes[arrow.to].name;
    if (const auto& label = drawing.routes[a].label) {
      boxes.emplace_back(name, labelBox(*label, arrow.label));
    } else if (!arrow.label.empty()) {
      faults.push_back("no label: " + name);
    }
    for (const Box& box : drawing.layout.nodes) {
      if (through(drawing.routes[a], box)) {
        faults.push_back("through a node: " + name);
      }
    }
  }
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (!apart(boxes[a].second, boxes[b].second)) {
        faults.push_back("overlap of " + boxes[b].first + " and " + boxes[a].first);
      }
    }
  }
  return faults;
}

/// Every execution that a test's analysis has to show.
std::vector<Execution> allExecutions(const char* text, const char* model) {
  const Verdict verdict = verdictOf(text, model);
  std::vector<Execution> executions;
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    executions.push_back(outcome.witness.execution());
  }
  REQUIRE(!executions.empty());
  return executions;
}

}  // namespace

TEST_CASE("events with order, scope, location and value; a race in red") {
  const Verdict verdict = verdictOf(kFig14, "hrf-indirect-relaxed", true);
  const Race& race = verdict.races.front();
  const std::string dot =
      executionDot(race.witness.execution(), {std::pair(race.firstEvent, race.secondEvent), "Fig. 14"});
  CHECK(has(lineOf(dot, "\"title\""), "label=\"Fig. 14\\l\""));
  CHECK(has(lineOf(dot, "\"P0:0\" ["), "<b>P0:0</b>&#160;&#160;W&#160;&#160;V=2<br/>"));
  CHECK(has(lineOf(dot, "\"P0:0\" ["), ">st&#160;V,&#160;2</font>"));
  CHECK_FALSE(has(lineOf(dot, "\"P0:0\" ["), "#c4161c"));
  CHECK(has(lineOf(dot, "\"P0:1\" ["), "W.rel.wg&#160;&#160;L=0"));
  CHECK(has(lineOf(dot, "\"P0:1\" ["), "color=\"#c4161c\", penwidth=2.4"));
  CHECK(has(lineOf(dot, "\"P1:0\" ["), "rm_acq.cmp"));
  CHECK(has(lineOf(dot, "\"P1:0\" ["), "remote,&#160;scope&#160;cmp&#160;0"));
  const std::string edge = lineOf(dot, "\"P0:1\" -> \"P1:0\" [color=\"#c4161c\"");
  CHECK(has(edge, "style=dashed"));
  CHECK(has(edge, "dir=none"));
  CHECK(has(lineOf(dot, "\"race P0:1 P1:0\" ["), "<td>race</td>"));
  CHECK(has(dot, "race: not ordered"));
  CHECK_FALSE(has(dot, "met at the barrier"));
  CHECK(executionDot(race.witness.execution(), {std::pair(race.firstEvent, race.secondEvent), "Fig. 14"}) ==
        dot);
}

TEST_CASE("a read-modify-write is one node, and one that fails says so") {
  const Verdict verdict = verdictOf(kFig14, "rsp");
  const ExecutionGraph fails = graphOf(executionOf(verdict, {1, 0}), {});
  CHECK(nodeNamed(fails, "P1:0").head == "R.rm_acq.cmp  L=1");
  CHECK(nodeNamed(fails, "P1:0").remark == "remote, scope cmp 0");
  const ExecutionGraph succeeds = graphOf(executionOf(verdict, {0, 2}), {});
  CHECK(nodeNamed(succeeds, "P1:0").head == "RMW.rm_acq.cmp  L=0→1");
  CHECK(arrowsOf(succeeds) ==
        std::vector<std::string>{"ctrl P1:0 P1:2", "rf P0:0 P1:2", "rf P0:1 P1:0", "co P0:1 P1:0"});
  const Verdict local =
      verdictOf("HSA Cas\n{ X=1; }\n P0 ;\n cas.acq.wg r0, X, 0, 2 ;\nexists (0:r0=1)\n", "rsp");
  CHECK(nodeNamed(graphOf(executionOf(local, {1}), {}), "P0:0").remark == "fails: writes nothing");
}

TEST_CASE("initial values that nobody reads are left out") {
  const Verdict verdict = verdictOf(kFig14, "rsp");
  const auto initial = [](const GraphNode& node) { return node.kind == GraphNode::Kind::Initial; };
  const ExecutionGraph succeeds = graphOf(executionOf(verdict, {0, 2}), {});
  CHECK(std::none_of(succeeds.nodes.begin(), succeeds.nodes.end(), initial));
  const ExecutionGraph fails = graphOf(executionOf(verdict, {1, 0}), {});
  CHECK(std::count_if(fails.nodes.begin(), fails.nodes.end(), initial) == 1);
  CHECK(nodeNamed(fails, "initial L").head == "initially L=1");
  CHECK(arrowsOf(fails) == std::vector<std::string>{"rf initial L P1:0", "fr P1:0 P0:1"});
}

TEST_CASE("many reads of initial values are said in words") {
  std::string text = "HSA Many\n{ X=0; }\n P0 ;\n";
  for (int i = 0; i < 7; ++i) {
    text += " ld r" + std::to_string(i) + ", X ;\n";
  }
  const Verdict verdict = verdictOf(text + "exists (0:r0=0)\n", "rsp");
  const ExecutionGraph graph = graphOf(verdict.analysis.outcomes.front().witness.execution(), {});
  CHECK(graph.nodes.size() == 7);
  CHECK(arrowsOf(graph).empty());
  CHECK(graph.nodes.back().remark == "reads the initial value");
}

TEST_CASE("coherence between neighbours, from-read to the next write") {
  for (const Execution& execution : allExecutions(kCoherence, "rsp")) {
    const std::vector<std::string> arrows = arrowsOf(graphOf(execution, {}));
    const auto count = [&](const std::string& kind) {
      return std::count_if(arrows.begin(), arrows.end(),
                           [&](const std::string& arrow) { return arrow.starts_with(kind); });
    };
    CHECK(count("co ") == 2);  // of three writes
    CHECK(count("rf ") == 1);
    CHECK(count("fr ") == 1);
  }
}

TEST_CASE("halves of a barrier are one node, those who meet stand side by side") {
  const Verdict verdict = verdictOf(kBarrier, "hrf-indirect-relaxed");
  const Execution execution = executionOf(verdict, {1});
  const ExecutionGraph graph = graphOf(execution, {});
  REQUIRE(graph.nodes.size() == 4);
  CHECK(graph.nodes[1].head == "barrier.wg");
  REQUIRE(graph.meetings.size() == 1);
  CHECK(graph.meetings[0] == std::vector<std::size_t>{1, 2});
  const ExecutionLayout layout = layoutOf(execution.structure->program(), graph);
  CHECK(layout.row == std::vector<std::size_t>{0, 1, 1, 2});
  CHECK(layout.nodes[1].top == layout.nodes[2].top);
  const std::string dot = executionDot(execution, {});
  CHECK(has(lineOf(dot, "\"P0:1\" -> \"P1:0\""), "style=dotted"));
  CHECK(has(lineOf(dot, "\"barrier P0:1 P1:0\" ["), "<td>barrier</td>"));
  CHECK(has(dot, "met at the barrier"));
}

TEST_CASE("a thread that does not complete says how it ends") {
  const Verdict verdict = verdictOf(
      "HSA Divergence\n{ X=0; }\n P0@wg 0 | P1@wg 0 ;\n barrier.wg | st X, 1 ;\nexists (X=1)\n", "rsp");
  REQUIRE(!verdict.analysis.incidents.empty());
  const Execution execution = verdict.analysis.incidents.front().witness.execution();
  const ExecutionGraph graph = graphOf(execution, {});
  CHECK(nodeNamed(graph, "P0:0").head == "arrive.wg");
  CHECK(nodeNamed(graph, "P0 end").head == "waits here for ever");
  CHECK_FALSE(has(executionDot(execution, {}), "\"outcome\""));
}

TEST_CASE("a race before a thread spins for ever is found, and the thread says so") {
  const Verdict verdict = verdictOf(
      "HSA Spins\n{ x=0; F=0; G=0; }\n P0@wg 0 | P1@wg 1 ;\n ld.sc.sys r0, G | st.sc.sys G, 1 ;\n"
      " beq r0, 1, W | st x, 2 ;\n st.sc.sys F, 1 | L: ld.sc.sys r0, F ;\n goto E | bne r0, 1, L ;\n"
      " W: st x, 1 | ;\n E: | ;\nexists (x=1)\n",
      "hrf-indirect");
  CHECK(verdict.racy);
  REQUIRE(!verdict.analysis.flags.empty());
  const Execution execution = verdict.analysis.flags.front().pairs.front().witness.execution();
  CHECK(nodeNamed(graphOf(execution, {}), "P1 end").head == "spins for ever");
  CHECK(has(executionLine(execution), "; P1 spins for ever"));
}

TEST_CASE("boxes of the scope tree hold their threads, and stand in each other") {
  const Verdict verdict = verdictOf(kTwoDevices, "rsp");
  REQUIRE(!verdict.analysis.outcomes.empty());
  const Execution execution = verdict.analysis.outcomes.front().witness.execution();
  const ExecutionGraph graph = graphOf(execution, {});
  const ExecutionLayout layout = layoutOf(execution.structure->program(), graph);
  CHECK(layout.columns == std::vector<ThreadId>{0, 2, 3, 1});  // those of one device together
  std::vector<std::string> titles;
  for (const ScopeBox& box : layout.boxes) {
    titles.push_back(box.title);
  }
  CHECK(titles == std::vector<std::string>{"sys", "cmp 0", "cmp 1", "cmp 0/wg 0", "wg 1", "cmp 1/wg 0"});
  CHECK(within(layout.boxes[1].box, layout.boxes[0].box));
  CHECK(within(layout.boxes[3].box, layout.boxes[1].box));
  CHECK(within(layout.boxes[5].box, layout.boxes[2].box));
  CHECK(apart(layout.boxes[1].box, layout.boxes[2].box));
  CHECK(apart(layout.boxes[3].box, layout.boxes[4].box));
  const std::map<ThreadId, std::size_t> boxOf{{0, 3}, {2, 3}, {3, 4}, {1, 5}};
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    if (graph.nodes[n].kind == GraphNode::Kind::Instruction) {
      CHECK(within(layout.nodes[n], layout.boxes[boxOf.at(graph.nodes[n].thread)].box));
    }
  }
}

TEST_CASE("nodes overlap nowhere, labels overlap neither nodes nor each other, arrows keep out of nodes") {
  for (const char* text : {kFig14, kBarrier, kCoherence, kTwoDevices}) {
    for (const Execution& execution : allExecutions(text, "hrf-indirect-relaxed")) {
      CHECK(faultsOf(execution) == std::vector<std::string>{});
    }
  }
  for (const char* file : {"opencl/independent-reads", "c11/consume-dependency",
                           "workstealing/variant-scope-only", "rsp/r8-lock-three-agents"}) {
    const std::string path = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/" + file + ".litmus";
    for (const Execution& execution : allExecutions(readSource(path)->text().c_str(), "rsp")) {
      CHECK_MESSAGE(faultsOf(execution) == std::vector<std::string>{}, file);
    }
  }
}

TEST_CASE("code may hold any character") {
  Program program = *programOf("HSA Quotes\n{ X=0; }\n P0 ;\n st X, 1 ;\nexists (X=1)\n");
  program.threads[0].instructions[0].text = "s = \"a\\b\" <&> x\n\xFFö→" + std::string(60, 'y');
  const auto structure = std::make_shared<const EventStructure>(std::make_shared<const Program>(program));
  ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto engine = makeExplicitEngine();
  const Verdict verdict = checkProgram(*engine, given(structure, library.load("rsp")), {});
  const Execution execution = verdict.analysis.outcomes.front().witness.execution();
  const std::string dot = executionDot(execution, {std::nullopt, "a \"title\" with \\N and </svg> \xE2\x28"});
  CHECK(has(lineOf(dot, "\"P0:0\" ["),
            "s&#160;=&#160;&quot;a\\b&quot;&#160;&lt;&amp;&gt;&#160;x&#160;\uFFFDö→yyy"));
  CHECK(has(lineOf(dot, "\"P0:0\" ["), "yyy…<"));
  CHECK(has(lineOf(dot, "\"title\""), "label=\"a \\\"title\\\" with \\\\N and </svg> \uFFFD(\\l\""));
  if (!haveGraphviz()) {
    MESSAGE("skipped: Graphviz is not installed");
    return;
  }
  const std::string svg = drawSvg({dot}).front();
  CHECK(has(svg, "a &quot;title&quot; with \\N and &lt;/svg&gt; \uFFFD("));
  CHECK(has(svg, "a\\b&quot;"));
}

TEST_CASE("the scopes of C11 are not spoken of") {
  const Verdict verdict = verdictOf(
      "C C\n{ x = 0; }\nP0 (atomic_int* x) {\n  atomic_store_explicit(x, 1, "
      "memory_order_release);\n}\nexists (x=1)\n",
      "rc11");
  const Execution execution = verdict.analysis.outcomes.front().witness.execution();
  const ExecutionGraph graph = graphOf(execution, {});
  REQUIRE(graph.nodes.size() == 1);
  CHECK(graph.nodes[0].head == "W.rel  x=1");
  CHECK(layoutOf(execution.structure->program(), graph).boxes.empty());
}

TEST_CASE("what we write is known as such, and nothing that was added to it") {
  const Verdict verdict = verdictOf(kBarrier, "hrf-indirect", true);
  REQUIRE_FALSE(verdict.analysis.outcomes.empty());
  const Execution execution = verdict.analysis.outcomes.front().witness.execution();
  const std::string dot = executionDot(execution, {std::nullopt, "a <title> & \"more\" \\ \x01"});
  CHECK(isExecutionDot(dot));
  const auto with = [&](const std::string& what, const std::string& by) {
    std::string changed = dot;
    const std::size_t at = changed.find(what);
    REQUIRE_MESSAGE(at != std::string::npos, what);
    return changed.replace(at, what.size(), by);
  };
  for (const std::string attribute :
       {"URL=\"javascript:alert(1)\"", "href=\"x\"", "image=\"/etc/passwd\"", "shapefile=\"/etc/passwd\"",
        "tooltip=\"x\"", "target=x", "label=<<table href=\"x\"><tr><td>x</td></tr></table>>",
        "label=<<img src=\"x\"/>>", "label=<a\nb>", "label=<&nosuch;>", "color=red"}) {
    CAPTURE(attribute);
    CHECK(isExecutionDot(with("  node [", "  node [" + attribute + ", ")) == (attribute == "color=red"));
  }
  CHECK_FALSE(isExecutionDot(with("layout=nop2", "layout=dot")));
  CHECK_FALSE(isExecutionDot(with("digraph execution {", "digraph execution { } digraph other {")));
  CHECK_FALSE(isExecutionDot(dot + dot));
  CHECK_FALSE(isExecutionDot(with("\n}\n", "\n/* } */\n")));
  CHECK_FALSE(isExecutionDot(dot.substr(0, dot.size() - 2)));
  CHECK_FALSE(isExecutionDot(""));
  CHECK_FALSE(isExecutionDot(with("Helvetica\", fontsize", "\x1b\", fontsize")));
  CHECK_FALSE(
      isExecutionDot(with("  node [", "  node [label=\"" + std::string((1U << 20U) + 1, '\\') + "\", ")));
  CHECK(isExecutionDot(with("  node [", "  node [label=\"" + std::string(1U << 20U, 'x') + "\", ")));
}
