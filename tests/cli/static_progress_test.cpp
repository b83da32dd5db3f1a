#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"
#include "support/json_schema.h"

namespace static_progress_test {

using namespace hrfcheck::test;

namespace {

const std::string kSpin = R"(HSA spin
{ m=0; c=0; }
 P0-P1@wv 0,wg 0    ;
 L: cas r, m, 0, 1  ;
 bne r, 0, L        ;
 st c, %lane        ;
 exch _, m, 0       ;
)";

const std::string kSides = R"(HSA sides
{ x=0; y=0; }
 P0-P1@wv 0,wg 0 | P2@wv 1,wg 0 | P3@wv 2,wg 0 | P4@wv 2,wg 0 ;
 beq %lane, 0, W | L: ld r, y   | ld r, x      | st x, 0      ;
 st y, 1         | bne r, 1, L  |              |              ;
 bra E           | st x, 1      |              |              ;
 W: ld r, x      |              |              |              ;
 bne r, 1, W     |              |              |              ;
 E: nop          |              |              |              ;
)";

}  // namespace

TEST_CASE("progress --static: loops, with lines") {
  const Scratch scratch;
  const Finished run = runProgram({"progress", "--static", scratch.file("spin.litmus", kSpin)});
  CHECK(run.status == 0);
  CHECK(run.err == "");
  CHECK(has(
      run.out,
      "  ·  1 wavefront of several lanes, not explored\n"
      "\n"
      "  possible SIMD deadlock in the wavefront of P0, P1\n"
      "    P0 may repeat lines 4 to 5 until P0:0 cas r, m, 0, 1 (line 4) finds another value in m\n"
      "    P1 would write it at P1:3 exch _, m, 0 (line 7)\n"
      "    but is masked off at line 6 until the lanes that part at P0:1 bne r, 0, L (line 5) meet there\n"));
  const Finished sides = runProgram({"progress", "--static", "-"}, kSides);
  CHECK(has(
      sides.out,
      "    P0 may repeat lines 7 to 8 until P0:3 ld r, x (line 7) finds another value in x\n"
      "    another wavefront may do that, but P2 waits first, at P2:0 ld r, y (line 4)\n"
      "    P1 would write it at P1:1 st y, 1 (line 5)\n"
      "    but is masked off on the other side of P0:0 beq %lane, 0, W (line 4), if the side of P0 goes first\n"));
  const Finished none =
      runProgram({"progress", "--static", "-"}, "HSA t\n{ x=0; }\nP0 | P1 ;\nld r, x | st x, 1 ;\n");
  CHECK(has(none.out, "nothing to analyse: no wavefront has several lanes"));
  const Finished fine =
      runProgram({"progress", "--static", "-"}, "HSA t\n{ x=0; }\nP0-P1@wv 0,wg 0 ;\nld r, x ;\n");
  CHECK(has(fine.out, "no loop waits for lanes of its own wavefront"));
}

TEST_CASE("progress --static: JSON fits the schema") {
  const Scratch scratch;
  const Finished run =
      runProgram({"progress", "--static", "--format", "json", scratch.file("a.litmus", kSpin),
                  scratch.file("b.litmus", kSides), scratch.file("c.litmus", "HSA\n")});
  CHECK(run.status == 2);
  const auto json = nlohmann::json::parse(run.out);
  CHECK(schemaMistakes("progress", json) == "");
  REQUIRE(json["static"].size() == 2);
  const auto& spin = json["static"][0]["waits"][0];
  CHECK(spin["read"]["instruction"] == "P0:0");
  CHECK(spin["change"]["line"] == 7);
  CHECK(spin["for"] == "word");
  CHECK(spin["otherSide"] == false);
  CHECK(json["static"][1]["waits"][0]["through"]["instruction"] == "P2:0");
  CHECK(json["static"][1]["waves"] == 2);
}

TEST_CASE("progress --static: what needs exploration is refused") {
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{{"--scheduler", "obe"},
                                                                                    {"--matrix"},
                                                                                    {"--states", "5"},
                                                                                    {"--replay", "(0)"},
                                                                                    {"--model", "sc"},
                                                                                    {"--simt", "its"}}) {
    std::vector<std::string> arguments{"progress", "--static", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished run = runProgram(arguments, kSpin);
    CHECK(run.status == 64);
    CHECK_MESSAGE(has(run.err, "--static and " + more.front() + " exclude each other"), run.err);
  }
}

}  // namespace static_progress_test
