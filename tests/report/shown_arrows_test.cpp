#include "report/picture/shown_arrows.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "cat/library.h"
#include "check/engine_choice.h"
#include "report/picture/execution_drawing.h"
#include "report/picture/execution_scene.h"
#include "report/picture/execution_text.h"
#include "support/given.h"
#include "support/verdicts.h"

namespace shown_arrows_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::string kModels = std::string(HRFCHECK_SOURCE_DIR) + "/models";

Model modelNamed(const std::string& name) {
  return ModelLibrary({kModels}).load(name);
}

/// rsp with more lines.
Model modelOf(const std::string& more) {
  const std::string text = "\"rsp and more\"\ninclude \"rsp.cat\"\n" + more + "\n";
  return parseModel(std::make_shared<const Source>("more.cat", text), {kModels});
}

Relation relationOf(std::size_t size, const std::vector<std::pair<EventId, EventId>>& pairs) {
  Relation relation(size);
  for (const auto& [a, b] : pairs) {
    relation.insert(a, b);
  }
  return relation;
}

/// The execution that the model allows with these final values.
Execution executionOf(const std::string& text, const Model& model, const std::vector<Value>& values) {
  const auto structure = std::make_shared<const EventStructure>(programOf(text));
  AnalysisOptions options;
  options.flags = false;
  const Analysis analysis = makeExplicitEngine()->analyse(given(structure, model), options);
  const auto found = std::ranges::find(analysis.outcomes, values, &Outcome::values);
  REQUIRE(found != analysis.outcomes.end());
  return found->witness.execution();
}

ExecutionGraph shown(const Execution& execution, const Model& model, const std::vector<std::string>& names) {
  return graphOf(execution, {std::nullopt, "", factsOf(model, execution, shownNames(model, names))});
}

/// The label between two nodes, in the direction given; "" where there is none.
std::string labelOf(const ExecutionGraph& graph, const std::string& from, const std::string& to) {
  std::string label;
  for (const GraphArrow& arrow : graph.arrows) {
    if (!arrow.label.empty() && graph.nodes[arrow.from].name == from && graph.nodes[arrow.to].name == to) {
      label += (label.empty() ? "" : " ") + arrow.label;
    }
  }
  return label;
}

/// The first event of an instruction.
EventId eventAt(const Execution& execution, ThreadId thread, std::uint32_t instruction) {
  const auto& events = execution.structure->events();
  const auto found = std::ranges::find_if(
      events, [&](const Event& e) { return e.thread == thread && e.instruction == instruction; });
  REQUIRE(found != events.end());
  return static_cast<EventId>(found - events.begin());
}

constexpr const char* kThirdParty = R"(HSA Promoted
{ L=0; V=0; }
 P0@wg 0        | P1@wg 1              | P2@wg 1              ;
 st V, 1        | ld.rm_acq.cmp r0, L  | ld.rm_acq.sys r0, L  ;
 st.rel.wg L, 1 |                      |                      ;
exists (1:r0=1 /\ 2:r0=1)
)";

constexpr const char* kBranch = R"(HSA Branch
{ X=0; Y=0; }
 P0              ;
 ld.rlx.cmp r0, X ;
 bne r0, 0, END  ;
 st.rlx.cmp Y, 1 ;
 st.rlx.cmp X, 1 ;
 END:            ;
exists (0:r0=0)
)";

}  // namespace

TEST_CASE("what follows from other pairs is left out, and nothing else") {
  // A strict order: 0 < 1 < 2.
  CHECK(reducedRelation(relationOf(3, {{0, 1}, {1, 2}, {0, 2}})) == relationOf(3, {{0, 1}, {1, 2}}));
  // The same with every event below itself.
  CHECK(reducedRelation(relationOf(3, {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {0, 2}, {2, 2}})) ==
        relationOf(3, {{0, 1}, {1, 2}}));
  // Not transitive: all stays.
  const Relation open = relationOf(4, {{0, 1}, {1, 2}, {0, 2}, {2, 3}});
  CHECK(reducedRelation(open) == open);
  // An equivalence becomes a chain.
  CHECK(reducedRelation(relationOf(
            4, {{0, 1}, {1, 0}, {0, 3}, {3, 0}, {1, 3}, {3, 1}, {0, 0}, {1, 1}, {3, 3}, {2, 2}})) ==
        relationOf(4, {{0, 1}, {1, 0}, {1, 3}, {3, 1}}));
  // Symmetric and no equivalence.
  const Relation path = relationOf(3, {{0, 1}, {1, 0}, {1, 2}, {2, 1}});
  CHECK(reducedRelation(path) == path);
  // A cycle: either pair may be needed.
  const Relation cycle = relationOf(3, {{0, 1}, {1, 2}, {2, 0}});
  CHECK(reducedRelation(cycle) == cycle);
}

TEST_CASE("a relation is written on the arrow that is there, and drawn where there is none") {
  const Model model = modelNamed("rsp");
  const Execution execution = executionOf(kFig14, model, {0, 2});
  const ExecutionGraph graph = shown(execution, model, {"so", "hhb", "same-wg", "nextacq"});
  CHECK(labelOf(graph, "P0:1", "P1:0") == "rf,so,hhb co");
  CHECK(labelOf(graph, "P0:0", "P0:1") == "same-wg");  // a line beside that of program order
  CHECK(labelOf(graph, "P0:0", "P1:2") == "rf");       // in hhb, too, but that follows
  REQUIRE(graph.relations.size() == 4);
  CHECK(graph.relations[0].note == "");
  CHECK_FALSE(graph.relations[0].ownArrows);
  CHECK(graph.relations[1].note == "also along program order; implied pairs are omitted");
  CHECK(graph.relations[2].note == "implied pairs are omitted; reflexive pairs are omitted");
  CHECK(graph.relations[2].ownArrows);
  CHECK_FALSE(graph.relations[2].directed);
  CHECK(graph.relations[3].note == "no pairs");
  const std::string dot =
      executionDot(execution, {std::nullopt, "", factsOf(model, execution, {"so", "hhb", "nextacq"})});
  CHECK(dot.find("so: shown as labels on other arrows") != std::string::npos);
  CHECK(dot.find("hhb: also along program order; implied pairs are omitted") != std::string::npos);
  CHECK(dot.find("nextacq: no pairs") != std::string::npos);
}

TEST_CASE("a relation that holds along some of the program order is written there") {
  const Model model = modelOf("let some = po & (_ * R)\nlet far = po & (W * W)");
  const Execution execution = executionOf(
      "HSA Far\n{ X=0; }\n P0 ;\n st X, 1 ;\n ld r0, X ;\n st X, 2 ;\nexists (0:r0=1)\n", model, {1});
  const ExecutionGraph graph = shown(execution, model, {"some", "far"});
  CHECK(labelOf(graph, "P0:0", "P0:1") == "some rf");
  CHECK(labelOf(graph, "P0:1", "P0:2") == "fr");
  CHECK(labelOf(graph, "P0:0", "P0:2") == "co,far");
}

TEST_CASE("too many arrows of one relation are counted, not drawn") {
  std::string text = "HSA Many\n{ X=0; }\n P0 | P1 ;\n";
  for (int i = 0; i < 9; ++i) {
    text += " ld r" + std::to_string(i) + ", X | st X, 1 ;\n";
  }
  const Model model = modelNamed("sc");
  const Execution execution = executionOf(text + "exists (0:r0=0 /\\ 0:r8=1)\n", model, {0, 1});
  const ExecutionGraph graph = shown(execution, model, {"ext"});
  REQUIRE(graph.relations.size() == 1);
  CHECK_FALSE(graph.relations[0].ownArrows);
  CHECK(graph.relations[0].note.find("arrows, too many to draw") != std::string::npos);
}

TEST_CASE("the model's choices can be shown, and what it shows by itself is") {
  const Model model = modelOf("show so\nshow po ; rf as seen\nshow rf\nshow Acq as acquires");
  CHECK(shownNames(model) == std::vector<std::string>{"so", "seen"});
  CHECK(shownNames(model, std::vector<std::string>{}) == std::vector<std::string>{});
  CHECK(shownNames(model, std::vector<std::string>{"rf", "hhb", "hhb", "seen"}) ==
        std::vector<std::string>{"hhb", "seen"});
  REQUIRE(!model.choices.empty());
  const Execution execution = executionOf(kFig14, model, {0, 2});
  const PictureFacts facts = factsOf(model, execution, {"seen", model.choices.front().name});
  REQUIRE(facts.relations.size() == 2);
  CHECK(facts.relations[0].relation ==
        execution.structure->po().restrictedTo(execution.happened, execution.happened).compose(execution.rf));
  CHECK(facts.relations[1].relation == execution.choices.front());
  // An execution without its choices gets some.
  Execution bare = execution;
  bare.choices.clear();
  CHECK(factsOf(model, bare, {"so"}).relations[0].relation ==
        factsOf(model, execution, {"so"}).relations[0].relation);
}

TEST_CASE("an order that has a built-in name can be shown of the models that use it") {
  const std::vector<std::string> names{"sync_fence"};
  CHECK(shownNames(modelNamed("ptx"), names) == names);
  CHECK_THROWS_WITH_AS(shownNames(modelNamed("sc"), names),
                       "error: --show sync_fence: sc defines no such relation\n", UserError);
}

TEST_CASE("names that cannot be shown") {
  const Model model = modelNamed("rsp");
  const auto complaint = [&](const std::string& name) {
    try {
      shownNames(model, std::vector<std::string>{name});
    } catch (const UserError& error) {
      return error.diagnostics().front().message + "; " + error.diagnostics().front().hint;
    }
    return std::string();
  };
  CHECK(complaint("hbb") == "--show hbb: rsp defines no such relation; did you mean hhb?");
  CHECK(complaint("W") == "--show W: not a relation; only relations can be drawn; ");
  CHECK(complaint("Acq") == "--show Acq: not a relation; only relations can be drawn; ");
  CHECK(complaint("fencerel") == "--show fencerel: not a relation; only relations can be drawn; ");
  CHECK(complaint("rf & co") == "--show rf & co: rsp defines no such relation; ");
  CHECK(complaint("fre") == "");
  CHECK(complaint("same-wg") == "");
}

TEST_CASE("a built-in name means what it means in a model") {
  const Model model = modelOf("let mine = fre");
  const Execution execution = executionOf(kFig14, model, {1, 0});
  const PictureFacts facts = factsOf(model, execution, {"mine", "fre"});
  CHECK(!facts.relations[0].relation.empty());
  CHECK(facts.relations[0].relation == facts.relations[1].relation);
}

TEST_CASE("a promoted operation is marked with both scopes and its promoters") {
  const Model model = modelNamed("rsp");
  const Execution fig14 = executionOf(kFig14, model, {0, 2});
  const ExecutionGraph graph = shown(fig14, model, {});
  const auto nodeOf = [](const ExecutionGraph& g, const std::string& name) {
    return *std::ranges::find(g.nodes, name, &GraphNode::name);
  };
  CHECK(nodeOf(graph, "P0:1").promotion == "wg 0, promoted to cmp 0 by P1:0");
  CHECK(nodeOf(graph, "P1:0").promotion == "");
  const std::string dot = executionDot(fig14, {std::nullopt, "", factsOf(model, fig14, {})});
  CHECK(dot.find("wg&#160;0,&#160;promoted&#160;to&#160;cmp&#160;0&#160;by&#160;P1:0") != std::string::npos);
  CHECK(executionText(fig14, {std::nullopt, "", factsOf(model, fig14, {})})
            .find("P0:1: wg 0, promoted to cmp 0 by P1:0") != std::string::npos);
  const Execution two = executionOf(kThirdParty, model, {1, 1});
  CHECK(nodeOf(shown(two, model, {}), "P0:1").promotion == "wg 0, promoted to sys by P2:0, to cmp 0 by P1:0");
  // Another model promotes nothing.
  const Model plain = modelNamed("hrf-indirect-relaxed");
  CHECK(factsOf(plain, fig14, {}).promotions.empty());
}

TEST_CASE("dependencies, of control the first that stands for all") {
  const Model model = modelNamed("rsp");
  const Execution execution = executionOf(kBranch, model, {0});
  const ExecutionGraph graph = shown(execution, model, {});
  CHECK(labelOf(graph, "P0:0", "P0:2") == "ctrl");
  CHECK(labelOf(graph, "P0:0", "P0:3") == "fr");
  CHECK(graph.dependencies == std::vector<std::string>{"ctrl"});
  // The write of a compare-and-swap that its own read decides is no first one.
  CHECK(labelOf(shown(executionOf(kFig14, model, {0, 2}), model, {}), "P1:0", "P1:2") == "ctrl");
}

TEST_CASE("steps are pointed out on the arrow that is there, or on one of their own") {
  const Model model = modelNamed("rsp");
  const Execution execution = executionOf(kFig14, model, {0, 2});
  const std::vector<DrawnStep> steps{{eventAt(execution, 0, 0), eventAt(execution, 0, 1), "po"},
                                     {eventAt(execution, 0, 1), eventAt(execution, 1, 0), "so"},
                                     {eventAt(execution, 1, 2), eventAt(execution, 0, 0), "fr"}};
  const ExecutionGraph graph = graphOf(execution, {std::nullopt, "", {}, steps});
  CHECK(labelOf(graph, "P0:0", "P0:1") == "po");
  CHECK(labelOf(graph, "P0:1", "P1:0") == "so,rf co");
  CHECK(labelOf(graph, "P1:2", "P0:0") == "fr");
  CHECK(std::ranges::count_if(graph.arrows, &GraphArrow::marked) == 3);
  PictureOptions options;
  options.steps = steps;
  const std::string dot = executionDot(execution, options);
  CHECK(dot.find("\"P1:2\" -> \"P0:0\" [color=\"#b3007d\", style=solid, penwidth=3") != std::string::npos);
  CHECK(dot.find("label=\"the cycle") != std::string::npos);
  CHECK(executionText(execution, options)
            .find("the cycle  P0:0 → P0:1 (po), P0:1 → P1:0 (so,rf), P1:2 → P0:0 (fr)") != std::string::npos);
}

TEST_CASE("a picture with everything keeps its labels apart") {
  const char* files[] = {"rsp/fig14-case2",
                         "rsp/r1-iriw",
                         "rsp/t18-third-party",
                         "hrf/t04-hrf0-fig2",
                         "workstealing/variant-scope-only",
                         "c11/consume-dependency"};
  const Model model = modelNamed("rsp");
  std::size_t drawn = 0;
  for (const std::string file : files) {
    const std::string path = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/" + file + ".litmus";
    const auto structure = std::make_shared<const EventStructure>(parseLitmus(readSource(path)));
    const Analysis analysis = makeExplicitEngine()->analyse(given(structure, model), {});
    for (const Outcome& outcome : analysis.outcomes) {
      const Execution execution = outcome.witness.execution();
      PictureOptions options;
      options.facts =
          factsOf(model, execution, shownNames(model, std::vector<std::string>{"so", "hhb", "coh"}));
      const ExecutionDrawing drawing = drawingOf(execution, options);
      CHECK_MESSAGE(hiddenLabels(drawing.graph, drawing.layout, drawing.routes) == 0, file);
      ++drawn;
    }
  }
  CHECK(drawn > 20);
}

TEST_CASE("text: threads in columns in an order that explains the values, or a list") {
  const Model model = modelNamed("rsp");
  const Execution execution = executionOf(kFig14, model, {0, 2});
  CHECK(executionText(execution, {std::nullopt, "Fig. 14", factsOf(model, execution, {"so"})}) ==
        "Fig. 14\n"
        "ends in  1:r0=0  1:r1=2\n"
        "shown in an order in which each read returns the latest write\n"
        "\n"
        "  P0 (cmp 0, wg 0)     P1 (cmp 0, wg 1)\n"
        "  P0:0 W  V=2\n"
        "  P0:1 W.rel.wg  L=0\n"
        "                       P1:0 RMW.rm_acq.cmp  L=0→1\n"
        "                       P1:2 R  V=2\n"
        "\n"
        "  P0:1: wg 0, promoted to cmp 0 by P1:0\n"
        "  P1:0: remote, scope cmp 0\n"
        "\n"
        "  rf    P0:0 → P1:2, P0:1 → P1:0\n"
        "  co    P0:1 → P1:0\n"
        "  ctrl  P1:0 → P1:2\n"
        "  so    P0:1 → P1:0\n");
  std::string wide = "HSA Wide\n{ X=0; }\n P0";
  std::string code = " st X, 1";
  for (int t = 1; t < 8; ++t) {
    wide += " | P" + std::to_string(t);
    code += " | ld r0, X";
  }
  const Execution many = executionOf(wide + " ;\n" + code + " ;\nexists (1:r0=1)\n", model, {1});
  const std::string text = executionText(many, {});
  CHECK(text.find("\n  P1:0 R  X=1\n") != std::string::npos);
  CHECK(std::ranges::count(text, '\n') > 10);
}

}  // namespace shown_arrows_test
