// Tests of LISA under models that were read with a bell file.

#include "check/models/bell_rules.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "check/check.h"
#include "check/models/model_choice.h"
#include "engine/engine.h"
#include "support/given.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using test::programOf;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(HRFCHECK_SOURCE_DIR) / "tests" / "check" / "lisa";

ModelLimits withBell() {
  ModelLimits limits;
  limits.bell = (kFolder / "machine.bell").string();
  return limits;
}

Model modelWithBell(const std::string& text) {
  return parseModel(std::make_shared<const Source>("text.cat", text), {}, withBell());
}

constexpr const char* kTree = "scopes: (machine (board (block P0) (block P1)))\n";

/// Message passing; a fence for each thread, and the tree.
std::string handover(const std::string& first, const std::string& second, const std::string& tree = kTree) {
  return fmt::format(
      "LISA handover\n{{ data = 0; ready = 0; }}\n P0 | P1 ;\n w[] data 1 | r[] r1 ready ;\n"
      " {} | {} ;\n w[] ready 1 | r[] r2 data ;\n{}exists (1:r1=1 /\\ 1:r2=0)\n",
      first, second, tree);
}

std::string answer(Engine& engine, const std::string& test, const Model& model) {
  const auto structure = std::make_shared<const EventStructure>(programOf(test));
  const Verdict verdict = checkProgram(engine, given(structure, model), {});
  return verdict.observation == Observation::Never       ? "Never"
         : verdict.observation == Observation::Sometimes ? "Sometimes"
                                                         : "another answer";
}

/// The answer of both engines.
std::string answer(const std::string& test, const Model& model) {
  const auto explicitEngine = makeExplicitEngine();
  const auto smtEngine = makeSmtEngine();
  const std::string one = answer(*explicitEngine, test, model);
  const std::string other = answer(*smtEngine, test, model);
  return one == other ? one : fmt::format("{} and {}", one, other);
}

Model fences() {
  return ModelLibrary({}, withBell()).load((kFolder / "fences.cat").string());
}

/// "LINE:COLUMN: message" for each.
std::string bellMistakesOf(const std::string& test, const Model& model) {
  std::string text;
  for (const Diagnostic& d : bellMistakes(model, *programOf(test))) {
    const LineColumn at = d.place.position();
    text += fmt::format("{}:{}: {}\n", at.line, at.column, d.message);
  }
  return text;
}

std::string oneInstruction(const std::string& instruction) {
  return fmt::format("LISA t\n{{ x = 0; }}\nP0 ;\n{} ;\nL: ;\nscopes: (machine (board (block P0)))\n",
                     instruction);
}

}  // namespace

TEST_CASE("fences order what their scope contains") {
  const Model model = fences();
  CHECK(answer(handover("f[]", "f[]"), model) == "Sometimes");
  CHECK(answer(handover("f[board]", "f[board]"), model) == "Never");
  CHECK(answer(handover("f[block]", "f[board]"), model) == "Sometimes");
  CHECK(answer(handover("f[board]", "f[machine]"), model) == "Sometimes");
  CHECK(answer(handover("f[block]", "f[block]"), model) == "Sometimes");
  const char* together = "scopes: (machine (board (block P0 P1)))\n";
  CHECK(answer(handover("f[block]", "f[block]", together), model) == "Never");
}

TEST_CASE("levels of memory and regions reach models") {
  const std::string apart = std::string(kTree) + "levels: (l2 (l1 P0) (l1 P1))\nregions: data: fast\n";
  const std::string shared = std::string(kTree) + "levels: (l2 (l1 P0 P1))\nregions: data: fast\n";
  const Model byLevel = modelWithBell("acyclic (po | rf | co | fr) & tag2level('l1)");
  CHECK(answer(handover("f[]", "f[]", apart), byLevel) == "Sometimes");
  CHECK(answer(handover("f[]", "f[]", shared), byLevel) == "Never");
  const Model withoutFast = modelWithBell("acyclic (po | rf | co | fr) \\ (Fast * Fast)");
  CHECK(answer(handover("f[]", "f[]", shared), withoutFast) == "Sometimes");
  const Model withoutSlow = modelWithBell("let s = tag2events('slow) acyclic (po | rf | co | fr) \\ (s * s)");
  CHECK(answer(handover("f[]", "f[]", shared), withoutSlow) == "Never");
}

TEST_CASE("threads in different places of the memory hierarchy are not interchangeable") {
  const std::string test =
      "LISA t\n{ x = 0; }\nP0 | P1 | P2 ;\nrmw[] r0 (add r0 1) x | rmw[] r0 (add r0 1) x | rmw[] r0 (add r0 1) x ;\n"
      "scopes: (machine (board (block P0) (block P1) (block P2)))\nlevels: (l2 (l1 P0 P1) (l1 P2))\n"
      "exists (0:r0=1 /\\ 1:r0=0 /\\ 2:r0=2)\n";
  CHECK(answer(test, modelWithBell("empty rmw & (fr;co) empty rfe & tag2level('l1)")) == "Never");
  CHECK(answer(test, modelWithBell("empty rmw & (fr;co) empty ([W \\ IW];rfe) \\ tag2level('l2)")) ==
        "Sometimes");
}

TEST_CASE("annotations that the bell file does not allow") {
  const Model model = modelWithBell("acyclic po");
  CHECK(bellMistakesOf(oneInstruction("r[] r0 x"), model).empty());
  CHECK(bellMistakesOf(oneInstruction("r[acquire] r0 x"), model).empty());
  CHECK(bellMistakesOf(oneInstruction("rmw[release, block] r0 1 x"), model).empty());
  CHECK(bellMistakesOf(oneInstruction("b[plain] L"), model).empty());
  CHECK(bellMistakesOf(oneInstruction("r[release] r0 x"), model) ==
        "4:3: the bell file does not allow the annotation 'release' of R here\n");
  CHECK(bellMistakesOf(oneInstruction("rmw[release, plain] r0 1 x"), model) ==
        "4:14: the bell file does not allow the annotation 'plain' of RMW here\n");
  CHECK(bellMistakesOf(oneInstruction("rmw[release] r0 1 x"), model) ==
        "4:5: the bell file declares 2 annotations of RMW, and here are 1\n");
  CHECK(bellMistakesOf(oneInstruction("w[plain, board] x 1"), model) ==
        "4:10: the bell file declares 1 annotation of W, and here are 2\n");
  Model silent = model;
  silent.bell->instructions.clear();
  CHECK(bellMistakesOf(oneInstruction("f[block]"), silent) ==
        "4:3: the bell file declares no annotations of F\n");
}

TEST_CASE("trees and regions that the bell file does not know") {
  const Model model = modelWithBell("acyclic po");
  const auto ofTree = [&](const std::string& tree) {
    return bellMistakesOf(handover("f[]", "f[]", tree), model);
  };
  CHECK(ofTree("scopes: (machine (rack P0 P1))\n") == "7:9: 'rack' is not a scope of the bell file\n");
  CHECK(ofTree("scopes: (machine (block P0 P1))\n") ==
        "7:9: 'block' cannot be directly inside of 'machine'\n");
  CHECK(ofTree("scopes: (board (block P0 P1))\n").empty());
  CHECK(ofTree("regions: data: far\n") ==
        "1:1: location 'data' is in 'far', which is not a region of the bell file\n");
}

TEST_CASE("a scope that the model asks about and the test does not have") {
  CHECK(bellMistakesOf(handover("f[]", "f[]", ""), modelWithBell("acyclic rf & tag2scope('board)")) ==
        "1:14: test 'handover' has no 'board' in 'scopes:'\n");
  CHECK(bellMistakesOf(handover("f[]", "f[]"), modelWithBell("acyclic rf & tag2level('l1)")) ==
        "1:14: test 'handover' has no 'l1' in 'levels:'\n");
}

TEST_CASE("which models apply to tests of LISA") {
  const std::string fencesFile = (kFolder / "fences.cat").string();
  const auto annotated = programOf(handover("f[board]", "f[board]"));
  const auto plain = programOf(handover("f[]", "f[]"));
  const std::string models = std::string(HRFCHECK_SOURCE_DIR) + "/models";
  ModelChoice with(ModelLibrary({models}, withBell()), {fencesFile});
  CHECK(with.forProgram(*annotated).front().model != nullptr);
  CHECK_THROWS_AS(with.forProgram(*programOf(oneInstruction("r[release] r0 x"))), UserError);
  const auto hsa = programOf("HSA t\n{ x=0; }\nP0 ;\nld r0, x ;\n");
  CHECK(with.forProgram(*hsa).front().notApplicable ==
        "the model was read with a bell file, which is for LISA tests");
  ModelChoice without(ModelLibrary({models}), {(kFolder / "interleaving.cat").string()});
  CHECK(without.forProgram(*plain).front().model != nullptr);
  CHECK(without.forProgram(*annotated).front().notApplicable ==
        "only a bell file (--bell) explains the annotations of the test");
  ModelChoice others(ModelLibrary({models}), {"rc11"});
  CHECK(others.forProgram(*plain).front().notApplicable == "the model is not intended for LISA tests");
  ModelChoice none(ModelLibrary({models}), {});
  CHECK_THROWS_WITH_AS(none.forProgram(*plain), doctest::Contains("LISA tests have no default model"),
                       UserError);
}
