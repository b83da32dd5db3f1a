#include "check/models/interleavings.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "frontend/litmus.h"

namespace interleavings_test {

using namespace hrfcheck;

namespace {

const std::string kModels = std::string(HRFCHECK_SOURCE_DIR) + "/models";

Program programOf(const std::string& code) {
  return *parseLitmus(
      std::make_shared<const Source>("t.litmus", "HSA t\n{ x=0; y=0; }\n P0@wg 0 | P1@wg 0 ;\n " + code));
}

bool only(const std::string& model, const std::string& code = "st.sc.cmp x, 1 | ld.sc.cmp r0, x ;\n") {
  return hasOnlyInterleavings(parseModel(std::make_shared<const Source>("m.cat", model), {kModels}),
                              programOf(code));
}

const std::string kRmw = "exch.sc.cmp r0, x, 1 | st.sc.cmp x, 2 ;\n";
const std::string kBarrier = "st x, 1 | nop ;\n barrier.wg | barrier.wg ;\n";

}  // namespace

TEST_CASE("interleavings are recognized whatever the names and the order") {
  CHECK(only("acyclic po | rf | co | fr"));
  CHECK(only("acyclic fr | (co | po) | rf"));
  CHECK(only("let com = rf | co | fr\nacyclic po | com"));
  CHECK(only("let f(r) = po | r\nacyclic f(ca | rf) as sc"));
  CHECK(only("let mine = rf^-1 ; co\nacyclic rf | mine | po | co"));
  CHECK(only("let sc = (po | rf | co | fr)+\nirreflexive sc"));
  CHECK(only("acyclic (po | rf)+ | co | fr | addr"));
}

TEST_CASE("what only looks like interleavings is not taken for them") {
  CHECK(!only("let fr = 0\nacyclic po | rf | co | fr"));
  CHECK(!only("let po = po & loc\nacyclic po | rf | co | fr"));
  CHECK(!only("acyclic po | rf | co"));
  CHECK(!only("acyclic (po | rf | co | fr) & ext"));
  CHECK(!only("acyclic (po | rf | co | fr) \\ loc"));
  CHECK(!only("irreflexive po | rf | co | fr"));
  CHECK(!only("flag ~acyclic po | rf | co | fr as weak"));
  CHECK(!only("undefined_unless acyclic po | rf | co | fr as sc"));
  CHECK(!only("~acyclic po | rf | co | fr"));
  CHECK(!only("acyclic po-loc | rf | co | fr\nacyclic po | rf"));
}

TEST_CASE("read-modify-writes must be whole, where there are any") {
  const std::string sc = "acyclic po | rf | co | fr\n";
  CHECK(only(sc));
  CHECK(!only(sc, kRmw));
  CHECK(only(sc + "empty rmw & (fr ; co)", kRmw));
  CHECK(only(sc + "empty (fre ; coe) & rmw as atomicity", kRmw));
  CHECK(!only(sc + "empty rmw & (fr ; co) & addr", kRmw));
  CHECK(!only(sc + "flag ~empty rmw & (fr ; co) as torn", kRmw));
  CHECK(!only(sc + "empty rmw & (co ; fr)", kRmw));
}

TEST_CASE("barriers must order their arrivals before their departures, where there are any") {
  CHECK(!only("acyclic po | rf | co | fr", kBarrier));
  CHECK(only("acyclic po | rf | co | fr | syncbar", kBarrier));
  CHECK(only("acyclic po | rf | co | fr | [ARRIVE] ; syncbar ; [DEPART]", kBarrier));
  CHECK(!only("acyclic po | rf | co | fr | [R] ; syncbar", kBarrier));
}

TEST_CASE("ends must come before what they let go, where barriers do not wait for them") {
  const auto ofKernel = [](const std::string& model) {
    const auto program = parseLitmus(std::make_shared<const Source>(
        "k.cu",
        "//# launch 1x2\n//# init x = 0\n__global__ void k(int* x) {\n"
        "  if (threadIdx.x == 0) return;\n  __syncthreads();\n  *x = 1;\n}\n"));
    return hasOnlyInterleavings(parseModel(std::make_shared<const Source>("m.cat", model), {kModels}),
                                *program);
  };
  CHECK(!ofKernel("acyclic po | rf | co | fr | syncbar"));
  CHECK(ofKernel("acyclic po | rf | co | fr | syncbar | ended"));
  CHECK(ofKernel("acyclic po | rf | co | fr | syncbar | (unawaited \\ (int ; syncbar))"));
  CHECK(!ofKernel("acyclic po | rf | co | fr | syncbar | (unawaited & ended & loc)"));
  CHECK(ofKernel("include \"sc.cat\""));
}

TEST_CASE("which of the built-in models are of interleavings") {
  const ModelLibrary library({kModels});
  for (const char* name : {"sc", "drf0", "hrf0", "hrf-direct", "hrf-indirect", "hrf-indirect-anyloc"}) {
    for (const std::string& code : {kRmw, kBarrier}) {
      CHECK_MESSAGE(hasOnlyInterleavings(library.load(name), programOf(code)), name);
    }
  }
  for (const char* name : {"hrf-indirect-relaxed", "hsa", "rsp", "opencl", "c11", "rc11"}) {
    CHECK_MESSAGE(!hasOnlyInterleavings(library.load(name), programOf("nop | nop ;\n")), name);
  }
}

}  // namespace interleavings_test
