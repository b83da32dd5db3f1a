#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/models/interleavings.h"
#include "check/models/scope_of_model.h"
#include "check/promise/declared.h"
#include "check/promise/weaker_accesses.h"
#include "frontend/litmus.h"

namespace declared_promise_test {

using namespace hrfcheck;
using To = DeclaredPromise::To;

namespace {

const std::string kModels = std::string(HRFCHECK_SOURCE_DIR) + "/models";

Model modelOf(const std::string& text) {
  return parseModel(std::make_shared<const Source>("m.cat", text), {kModels});
}

Program programOf(const std::string& code) {
  return *parseLitmus(
      std::make_shared<const Source>("t.litmus", "HSA t\n{ x=0; y=0; }\n P0@wg 0 | P1@wg 0 ;\n " + code));
}

std::vector<WeakerAccess::Why> weakerIn(const std::string& code) {
  std::vector<WeakerAccess::Why> found;
  for (const WeakerAccess& access : weakerAccesses(programOf(code))) {
    found.push_back(access.why);
  }
  return found;
}

}  // namespace

TEST_CASE("the forms of a promise") {
  CHECK(parsePromise("interleavings to every program") == DeclaredPromise{To::EveryProgram, ""});
  CHECK(parsePromise("interleavings to every C program") == DeclaredPromise{To::EveryProgram, "c"});
  CHECK(parsePromise("interleavings to race-free programs") == DeclaredPromise{To::RaceFree, ""});
  CHECK(parsePromise(" Interleavings  to race-free OPENCL programs with sc atomics only ") ==
        DeclaredPromise{To::RaceFreeSeqCst, "opencl"});
}

TEST_CASE("anything else is no promise") {
  for (const char* text :
       {"", "interleavings", "interleavings to", "no interleavings to every program",
        "interleavings to every", "interleavings to race-free", "interleavings to programs",
        "interleavings to every program with sc atomics only",
        "interleavings to race-free programs with sc atomics", "interleavings to race-free programs, perhaps",
        "interleavings to race-free small C programs"}) {
    CHECK_MESSAGE(!parsePromise(text), text);
  }
}

TEST_CASE("a model's file declares its promise, or is told that it is not understood") {
  const Model plain = modelOf("(* Source: none *)\nacyclic po");
  CHECK(!declaredPromise(plain));
  CHECK(!promiseMistake(plain));
  const Model declared = modelOf("(* Promises: interleavings to race-free\n     programs *)\nacyclic po");
  CHECK(declaredPromise(declared) == DeclaredPromise{To::RaceFree, ""});
  CHECK(!promiseMistake(declared));
  const Model unclear = modelOf("(* Promises: the world *)\nacyclic po");
  CHECK(!declaredPromise(unclear));
  REQUIRE(promiseMistake(unclear));
  CHECK(promiseMistake(unclear)->message == "m: the promise 'the world' is unknown and ignored");
}

TEST_CASE("a promise of a dialect is about programs of that dialect") {
  const Program hsa = programOf("nop | nop ;\n");
  CHECK(speaksOf({To::RaceFree, ""}, hsa));
  CHECK(speaksOf({To::RaceFree, "hsa"}, hsa));
  CHECK(!speaksOf({To::RaceFree, "c"}, hsa));
}

TEST_CASE(
    "promises of built-in models are understood, and those of interleavings alone are in the definitions") {
  const ModelLibrary library({kModels});
  const Program program = programOf("exch.sc.cmp r0, x, 1 | nop ;\n barrier.wg | barrier.wg ;\n");
  unsigned declared = 0;
  for (const std::string& name : library.names()) {
    const Model model = library.load(name);
    CAPTURE(name);
    CHECK(!promiseMistake(model));
    const auto promise = declaredPromise(model);
    declared += promise ? 1 : 0;
    const bool ofInterleavings = promise && promise->to != To::RaceFreeSeqCst;
    CHECK(ofInterleavings == hasOnlyInterleavings(model, program));
    if (promise) {
      CHECK(definesRaces(model) == (promise->to != To::EveryProgram));
    }
  }
  CHECK(declared == 16);
}

TEST_CASE("what a promise about sc atomics does not speak of") {
  using Why = WeakerAccess::Why;
  CHECK(weakerIn("st.sc.cmp x, 1 | ld.sc.cmp r0, x ;\n").empty());
  CHECK(weakerIn("st.rel.cmp x, 1 | ld.sc.cmp r0, x ;\n") == std::vector{Why::Order});
  CHECK(weakerIn("st.rm_rel.cmp x, 1 | ld.sc.cmp r0, x ;\n") == std::vector{Why::Remote});
  CHECK(weakerIn("st.sc.cmp x, 1 | fence.sc.cmp ;\n") == std::vector{Why::Fence});
  CHECK(weakerIn("st x, 1 | nop ;\n barrier.wg | barrier.wg ;\n").empty());
  CHECK(weakerIn("st.sc.cmp x, 1 | nop ;\n barrier.wg | barrier.wg ;\n") ==
        std::vector{Why::Barrier, Why::Barrier});
}

}  // namespace declared_promise_test
