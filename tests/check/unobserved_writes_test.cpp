// A thread that waits may find nothing that it may read once it has seen what it waits for. What races while
// it waits is a race all the same.

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "cat/library.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/findings.h"

namespace hrfcheck::test::unobserved_writes_test {
namespace {

const std::string kWaits = R"(HSA waits
{ x=0; y=0; }
 P0@wg 0 | P1@wg 1 | P2@wg 2 ;
 st y, 1 | L: ld.rlx.sys r0, x | st y, 2 ;
 st.rlx.sys x, 1 | beq r0, 0, L | ;
 | fence.sc.sys | ;
)";

const std::string kConflicts =
    "flag ~empty (((W * W) \\ ((IW * _) | (_ * IW))) & loc & ext) \\ (A * A) as conflicts\n";

std::shared_ptr<const Program> program(const std::string& text) {
  return parseLitmus(std::make_shared<Source>("waits.litmus", text));
}

Model own(const std::string& checks) {
  return parseModel(std::make_shared<const Source>(
                        "own.cat", "\"own\"\nacyclic po | rf | co | fr as sc\n" + kConflicts + checks),
                    {});
}

Findings found(Engine& engine, const Model& model, Rules rules) {
  Findings findings = findingsOf(engine.analyse(prepared(program(kWaits), 2, model, {}, rules), {}));
  findings.incidents.clear();
  return findings;
}

}  // namespace

TEST_CASE("what races while a thread waits is found where it cannot go on") {
  const Model model = own("empty ((rf & ext) \\ (IW * _)) ; [A] ; po ; [F] as nothing-behind-it\n");
  const Findings plain = found(*makeReferenceEngine(), model, Rules::Plain);
  CHECK(plain.outcomes.empty());
  REQUIRE(plain.flags.size() == 1);
  CHECK(plain.flags.begin()->second.size() == 1);
  for (const auto& engine : {makeExplicitEngine(), makeSmtEngine(), makeReferenceEngine()}) {
    CAPTURE(engine->name());
    CHECK(found(*engine, model, Rules::Licensed) == plain);
  }
}

// P1 begins when P2 has ended, which waits for what P1 stores: its accesses never happen.
TEST_CASE("a thread that begins behind one that spins for ever races with nothing") {
  const auto test = program(R"(VULKAN waits
{ x=0; y=0; }
{ ssw 2 1; }
 P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 1, qf 0 | P2@sg 0, wg 1, qf 0 ;
 st.av.wg.sc0 x, 2 | ld.vis.wg.sc0 r0, x | L0: ;
 | st.atom.dv.sc0 y, 1 | ld.atom.dv.sc0 r0, y ;
 | | bne r0, 1, L0 ;
)");
  const Model vulkan = ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}).load("vulkan");
  for (const auto& engine : {makeExplicitEngine(), makeSmtEngine(), makeReferenceEngine()}) {
    CAPTURE(engine->name());
    for (const Rules rules : {Rules::Licensed, Rules::Plain}) {
      const Analysis analysis = engine->analyse(prepared(test, 2, vulkan, {}, rules), {});
      CHECK(analysis.flags.empty());
      CHECK(analysis.outcomes.empty());
    }
  }
}

TEST_CASE("last writes are seen where a model lets executions go on") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto lastWrites = [&](const std::string& text, const Model& model) {
    return prepared(program(text), 2, model).structure().lastWrites();
  };
  for (const char* name : {"sc", "hrf-indirect", "rsp"}) {
    CHECK(lastWrites(kWaits, library.load(name)) == LastWrites::Seen);
  }
  CHECK(lastWrites(kWaits, own("")) == LastWrites::PerhapsMissed);

  const auto readBehind = [](const std::string& read) {
    return "OPENCL reads\n{ x = 0; }\nP0 (global atomic_int* x) {\n"
           "  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);\n}\n"
           "P1 (global atomic_int* x) {\n"
           "  while (atomic_load_explicit(x, memory_order_relaxed, memory_scope_device) == 0) {}\n  int r = " +
           read + ";\n}\n";
  };
  const Model opencl = library.load("opencl");
  CHECK(lastWrites(readBehind("*x"), opencl) == LastWrites::PerhapsMissed);
  CHECK(lastWrites(readBehind("atomic_load_explicit(x, memory_order_relaxed, memory_scope_device)"),
                   opencl) == LastWrites::Seen);
}

}  // namespace hrfcheck::test::unobserved_writes_test
