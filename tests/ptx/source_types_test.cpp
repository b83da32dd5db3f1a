#include <doctest/doctest.h>

#include <algorithm>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "program/ir/program.h"
#include "ptx/debug_text.h"
#include "ptx/kernel_of.h"
#include "support/given.h"

// Elements, fields and floats are those of the source where debugging information says which there are.

using namespace hrfcheck;

namespace {

/// struct Item { float x, y; int tag; /* 4 bytes */ }; struct Ring { unsigned head, tail; Item slot[2]; };
/// k(Ring* ring, float* out, Vector* vectors, Given given), where Vector has four ints and Given a pointer
/// and an int.
std::string ringModule(const std::string& body) {
  DebugText debug;
  const auto real = debug.base(4, 4);
  const auto integer = debug.base(5, 4);
  const auto natural = debug.base(7, 4);
  const auto item = debug.structOf(16);
  debug.field("x", real, 0);
  debug.field("y", real, 4);
  debug.field("tag", integer, 8);
  debug.end();
  const auto slots = debug.array(item, 2);
  const auto ring = debug.structOf(40);
  debug.field("head", natural, 0);
  debug.field("tail", natural, 4);
  debug.field("slot", slots, 8);
  debug.end();
  const auto vector = debug.structOf(16);
  debug.field("a", integer, 0);
  debug.field("b", integer, 4);
  debug.field("c", integer, 8);
  debug.field("d", integer, 12);
  debug.end();
  const auto given = debug.structOf(16);
  debug.field("p", debug.pointerTo(real), 0);
  debug.field("n", integer, 8);
  debug.end();
  debug.function("k");
  debug.parameter("ring", debug.pointerTo(ring));
  debug.parameter("out", debug.pointerTo(real));
  debug.parameter("vectors", debug.pointerTo(vector));
  debug.parameter("given", given);
  debug.end();
  debug.variable("tile", debug.array(real, 2));
  return moduleWith("ld.param.u64 %rd1, [k_0]; ld.param.u64 %rd2, [k_1]; ld.param.u64 %rd3, [k_2];\n" + body,
                    ".param .u64 k_0, .param .u64 k_1, .param .u64 k_2, .param .align 8 .b8 k_3[16]",
                    ".global .align 4 .b8 tile[8];") +
         debug.sections();
}

void holds(const std::string& body, const std::string& init, const std::string& forall) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load("hrf-indirect-relaxed");
  LaunchOptions options = launched("1x1", init);
  options.forall = forall;
  const auto program = readKernel(ringModule(body), options);
  const Verdict verdict = checkProgram(*makeEngine(EngineChoice::Explicit),
                                       given(std::make_shared<const EventStructure>(program), model), {});
  CAPTURE(body);
  CHECK(verdict.holding == Holding::Holds);
  CHECK(verdict.faults.empty());
}

std::string shown(const Program& program, const std::string& name) {
  const auto found = std::ranges::find(program.locations, name, &MemoryLocation::name);
  REQUIRE(found != program.locations.end());
  return valueText(program, static_cast<LocationId>(found - program.locations.begin()), found->initial);
}

}  // namespace

TEST_CASE("ptx: fields are given and asked for as the source calls them") {
  holds("ld.global.u32 %r1, [%rd1+4]; st.global.u32 [%rd1], %r1; st.global.u32 [%rd1+32], -3;",
        "ring.head = 1; ring.tail = 4; ring.slot[1].tag = 2", "ring.head = 4 and 0.slot[1].tag = -3");
  holds("ld.param.u32 %r1, [k_3+8]; st.global.u32 [%rd1], %r1;", "ring[1]; given.n = 7", "ring[0].head = 7");
  holds("ld.global.u32 %r1, [%rd3+28]; st.global.u32 [%rd3], %r1;",
        "vectors[2] = {1, 2, 3, 4, 5, 6, 7, 8}; vectors[1].d = 9", "2[0].a = 9 and vectors[1].c = 7");
}

TEST_CASE("ptx: a condition speaks of all elements, of one field of each, or of all fields") {
  const std::string store =
      "mov.u32 %r1, 2; st.global.v4.u32 [%rd3], {%r1, %r1, 7, %r1};\n"
      "st.global.v4.u32 [%rd3+16], {%r1, 8, %r1, %r1};";
  holds(store, "vectors[2]", "vectors[*].a = 2 and 2[*].d = 2");
  holds(store, "vectors[2] = 0", "not (vectors[*].b = 2) and not (vectors[*] = 2)");
  holds("st.global.v4.u32 [%rd3], {5, 5, 5, 5};", "vectors[2] = {0, 0, 0, 0, 5, 5, 5, 5}", "vectors[*] = 5");
  holds("st.global.u32 [%rd1+16], -1;", "ring.slot[1].tag = -1", "ring.slot[*].tag = -1");
}

TEST_CASE("ptx: what compilers copy in larger words has the elements of the source") {
  holds("ld.global.v2.u64 {%rd4, %rd5}, [%rd3]; st.global.v2.u64 [%rd3+16], {%rd4, %rd5};",
        "vectors[2] = {1, 2, -3, 4, 0, 0, 0, 0}", "vectors[1].b = 2 and vectors[1].c = -3");
  holds("ld.global.u64 %rd4, [%rd1+16]; st.global.u64 [%rd1+32], %rd4;", "ring.slot[0].tag = 2",
        "ring.slot[1].tag = 2");
}

TEST_CASE("ptx: floats of the source are floats whatever the code takes them for") {
  const auto program = readKernel(
      ringModule("ld.global.u32 %r1, [%rd2]; st.global.u32 [%rd2+4], %r1; st.global.u32 [tile], %r1;\n"
                 "st.global.f32 [%rd1+8], %f1;"),
      launched("1x1", "out[2] = 3; ring.slot[0].x = 0.5; tile = {1, 2.5}"));
  CHECK(shown(*program, "out[0]") == "3.0");
  CHECK(shown(*program, "ring.slot[0].x") == "0.5");
  CHECK(shown(*program, "ring.head") == "?");
  CHECK(shown(*program, "tile[1]") == "2.5");
}

TEST_CASE("ptx: what is a pointer in the source is one where the code does not use it") {
  holds("st.global.u32 [%rd1], 1;", "out = 2.5", "out = 2.5");
}

TEST_CASE("ptx: what is a number in the source is not a pointer, even where the code might take it for one") {
  DebugText debug;
  const auto number = debug.base(7, 8);
  debug.function("k");
  debug.parameter("n", number);
  debug.parameter("out", debug.pointerTo(debug.base(5, 4)));
  debug.end();
  // As many rounds as the number says: those of an address would be too many.
  const auto program = readKernel(
      moduleWith("ld.param.u64 %rd1, [k_0]; ld.param.u64 %rd2, [k_1]; mov.u32 %r1, 1; mov.u64 %rd3, 0;\n"
                 "setp.eq.u32 %p1, %r1, 2; @!%p1 bra loop; ld.u32 %r1, [%rd1];\n"
                 "loop: setp.ge.u64 %p2, %rd3, %rd1; @%p2 bra over; add.u64 %rd3, %rd3, 1; bra loop;\n"
                 "over: st.global.u32 [%rd2], %r1;",
                 ".param .u64 k_0, .param .u64 k_1") +
          debug.sections(),
      launched("1x1", "rest 0"));
  CHECK(program->threads.size() == 1);
}

TEST_CASE("ptx: padding is no part of final states") {
  const auto program = readKernel(ringModule("ld.global.u64 %rd4, [%rd1+16]; st.global.u64 [%rd1+32], %rd4;"),
                                  launched("1x1", "ring[1]"));
  std::string names;
  for (const StateVariable& observed : program->observed) {
    names += program->nameOf(observed) + " ";
  }
  CHECK(names.find("ring[0].slot[1].tag ") != std::string::npos);
  CHECK(names.find(".at") == std::string::npos);
}

TEST_CASE("ptx: a type that somebody says goes before that of the source") {
  const auto program = readKernel(ringModule("ld.global.u32 %r1, [%rd2]; st.global.u32 [%rd2+4], %r1;"),
                                  launched("1x1", "u32 out[2] = 3"));
  CHECK(shown(*program, "out[0]") == "3");
}

TEST_CASE("ptx: types that no compiler makes are read to an end") {
  DebugText debug;
  const auto itself = debug.structOf(8);
  debug.field("one", itself, 0);
  debug.field("two", itself, 0);
  debug.end();
  auto twice = debug.structOf(8);  // nothing is in it
  debug.end();
  for (unsigned depth = 0; depth < 40; ++depth) {
    const auto inner = twice;
    twice = debug.structOf(8);
    debug.field("one", inner, 0);
    debug.field("two", inner, 0);
    debug.end();
  }
  debug.function("k");
  debug.parameter("x", debug.pointerTo(itself));
  debug.parameter("y", debug.pointerTo(twice));
  debug.end();
  const auto program = readKernel(
      moduleWith("ld.param.u64 %rd1, [k_0]; ld.param.u64 %rd2, [k_1]; ld.global.u64 %rd3, [%rd1];\n"
                 "st.global.u64 [%rd2], %rd3;",
                 ".param .u64 k_0, .param .u64 k_1") +
          debug.sections(),
      launched("1x1", "x[1]; y[1]"));
  CHECK_FALSE(program->locations.empty());
}

TEST_CASE("ptx: a field that is not there is a mistake") {
  const std::string module = ringModule("ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd2], %r1;");
  CHECK(refusalOf(module, launched("1x1", "ring.neck = 1")).find("'ring' has no '.neck'") !=
        std::string::npos);
  CHECK(refusalOf(module, launched("1x1", "ring.slot[2].tag = 1")).find("has no") != std::string::npos);
}
