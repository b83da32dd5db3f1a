// The scaling families are what they claim to be: known numbers of final states at small sizes, through every
// engine, and the same in both dialects.

#include "bench/families/families.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "cat/library.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "program/structure/event_structure.h"
#include "support/given.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using families::Dialect;
using families::Sizes;

namespace {

const ModelLibrary& library() {
  static const ModelLibrary models({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return models;
}

Analysis analyse(Engine& engine, const std::string& text, const Model& model) {
  const auto program = parseLitmus(std::make_shared<const Source>("family", text));
  return engine.analyse(given(std::make_shared<const EventStructure>(program), model), {});
}

std::size_t outcomes(Engine& engine, const char* family, const Sizes& sizes, const char* model,
                     Dialect dialect = Dialect::Hsa) {
  const std::string text = families::text(families::named(family), sizes, dialect);
  const Analysis analysis = analyse(engine, text, library().load(model));
  REQUIRE_FALSE(analysis.undecided.has_value());
  return analysis.outcomes.size();
}

struct Known {
  const char* family;
  Sizes sizes;
  const char* model;
  std::size_t outcomes;
};

const Known kKnown[] = {
    {"sb", {2}, "sc", 3},  // 2^N - 1
    {"sb", {3}, "sc", 7},
    {"sb", {3}, "hrf-indirect-relaxed", 7},
    {"lb", {3}, "sc", 7},     // 2^N - 1
    {"iriw", {2}, "sc", 15},  // 4^N - 1
    {"mp", {2}, "sc", 2},
    {"mp", {4}, "hrf-indirect-relaxed", 2},  // seen or not
    {"fetch-add", {2, 2}, "sc", 6},          // (NK)! / (K!)^N
    {"fetch-add", {3, 1}, "sc", 6},
    {"writers-readers", {2, 1}, "sc", 12},  // W + 2 W^2 + W (W-1)^2
    {"writers-readers", {3, 1}, "sc", 33},
    {"lock", {1}, "hrf-indirect-relaxed", 1},  // sequences of some of the threads, at least one
    {"lock", {2}, "hrf-indirect-relaxed", 4},
    {"steal", {1}, "rsp", 2},  // 1 + N 2^(N-1): who came in time, and which of them first
    {"steal", {2}, "rsp", 5},
    {"ghost-zone", {1}, "hrf-indirect-relaxed", 1},
};

}  // namespace

TEST_CASE("families have the known numbers of final states") {
  const std::unique_ptr<Engine> engines[] = {makeReferenceEngine(), makeExplicitEngine(), makeSmtEngine()};
  for (const Known& known : kKnown) {
    for (const auto& engine : engines) {
      CAPTURE(engine->name());
      CAPTURE(families::label(families::named(known.family), known.sizes));
      CHECK_EQ(outcomes(*engine, known.family, known.sizes, known.model), known.outcomes);
    }
  }
}

TEST_CASE("larger ones, through the solver") {
  const auto smt = makeSmtEngine();
  CHECK_EQ(outcomes(*smt, "fetch-add", {3, 2}, "sc"), 90);
  CHECK_EQ(outcomes(*smt, "lock", {3}, "hrf-indirect-relaxed"), 15);
  CHECK_EQ(outcomes(*smt, "ghost-zone", {2}, "hrf-indirect-relaxed"), 1);
  CHECK_EQ(outcomes(*smt, "steal", {3}, "rsp"), 13);
  CHECK_EQ(outcomes(*smt, "iriw", {3}, "sc"), 63);
}

TEST_CASE("the C text has the final states of the HSA text") {
  const auto explicitly = makeExplicitEngine();
  for (const families::Family& family : families::all()) {
    if (family.c == nullptr) {
      continue;
    }
    const std::string name(family.name);
    CAPTURE(name);
    CHECK_EQ(outcomes(*explicitly, name.c_str(), {2}, "rc11", Dialect::C),
             outcomes(*explicitly, name.c_str(), {2}, "sc"));
  }
}

TEST_CASE("synchronized as intended: no races, and the condition never holds") {
  const auto smt = makeSmtEngine();
  for (const auto& [family, model] : {std::pair{"mp", "hrf-indirect-relaxed"},
                                      {"lock", "hrf-indirect-relaxed"},
                                      {"steal", "rsp"},
                                      {"ghost-zone", "hrf-indirect-relaxed"}}) {
    CAPTURE(family);
    const Analysis analysis =
        analyse(*smt, families::text(families::named(family), {2}), library().load(model));
    CHECK(analysis.flags.empty());
    CHECK(analysis.incidents.empty());
  }
  const Analysis stolen = analyse(*smt, families::text(families::named("steal"), {2}), library().load("rsp"));
  for (const Outcome& outcome : stolen.outcomes) {
    CHECK_FALSE(outcome.satisfiesCondition);
  }
  // Without promotion the stealers race with the owner.
  const Analysis racy =
      analyse(*smt, families::text(families::named("steal"), {2}), library().load("hrf-indirect-relaxed"));
  CHECK_FALSE(racy.flags.empty());
  // Only transitive synchronization carries a group's writes through its leader.
  const Analysis direct =
      analyse(*smt, families::text(families::named("ghost-zone"), {2}), library().load("hrf-direct"));
  CHECK_FALSE(direct.flags.empty());
}

TEST_CASE("every family is there at a large size, without warnings, and the same every time") {
  for (const families::Family& family : families::all()) {
    const std::string name(family.name);
    CAPTURE(name);
    const std::string text = families::text(family, {40});
    CHECK_EQ(families::text(family, {40}), text);
    const auto program = parseLitmus(std::make_shared<const Source>(name, text));
    CHECK(program->warnings.empty());
    CHECK_GE(program->threads.size(), 40);
  }
}

TEST_CASE("sizes are checked") {
  const families::Family& counter = families::named("fetch-add");
  CHECK_EQ(families::completed(counter, {3}), Sizes{3, 2});
  CHECK_EQ(families::label(counter, {3}), "fetch-add 3 2");
  CHECK_THROWS_WITH(families::completed(counter, {}), "error: 'fetch-add' takes 1 to 2 sizes\n");
  CHECK_THROWS_AS(families::completed(counter, {3, 2, 1}), UserError);
  CHECK_THROWS_AS(families::completed(counter, {0}), UserError);
  CHECK_THROWS_AS(families::completed(counter, {1001}), UserError);
  CHECK_THROWS_AS(families::named("sbx"), UserError);
  CHECK_THROWS_AS(families::text(families::named("lock"), {2}, Dialect::C), UserError);
}
