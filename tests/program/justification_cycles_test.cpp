// Where values might come out of thin air: cycles of reads-from and of dependencies that carry a value.

#include "program/structure/justification_cycles.h"

#include <doctest/doctest.h>

#include "frontend/litmus.h"

using namespace hrfcheck;

namespace {

/// "P0:0 P0:1" of an HSA test with the locations x and y.
std::string cyclesOf(const std::string& code) {
  const EventStructure structure(
      parseLitmus(std::make_shared<Source>("t.litmus", "HSA t\n{ x=0; y=0; }\n" + code)), 4);
  std::string text;
  for (const InstructionRef& at : justificationCycles(structure)) {
    text += (text.empty() ? "" : " ") + structure.program().instructionName(at.thread, at.instruction);
  }
  return text;
}

}  // namespace

TEST_CASE("values that are copied around justify each other") {
  CHECK(cyclesOf("P0 | P1 ;\nld r0, x | ld r0, y ;\nst y, r0 | st x, r0 ;\n") == "P0:0 P0:1 P1:0 P1:1");
  CHECK(cyclesOf("P0 | P1 ;\nld r0, x | ld r0, y ;\nadd r1, r0, 1 | ;\nst y, r1 | st x, r0 ;\n") ==
        "P0:0 P0:2 P1:0 P1:1");
}

TEST_CASE("a constant ends a cycle") {
  CHECK(cyclesOf("P0 | P1 ;\nld r0, x | ld r0, y ;\nst y, 1 | st x, r0 ;\n").empty());
  CHECK(cyclesOf("P0 | P1 ;\nld r0, x | ld r0, y ;\nst y, r0 | st y, r0 ;\n").find("P0") ==
        std::string::npos);
}

TEST_CASE("one thread alone copies nothing around, where it reads before it writes") {
  CHECK(cyclesOf("P0 ;\nld r0, x ;\nst y, r0 ;\n").empty());
}

TEST_CASE("what no read reads from makes no cycle, where it is known which locations are meant") {
  const auto cycles = [](const std::string& code, bool possible) {
    const EventStructure structure(
        parseLitmus(std::make_shared<Source>("t.litmus", "HSA t\n{ x=0; y=0; p=x; }\n" + code)), 4);
    Relation impossible(structure.size());  // nothing reads from a later write of its thread
    for (EventId write = 0; !possible && write < structure.size(); ++write) {
      for (EventId read = 0; read < write; ++read) {
        if (structure.events()[read].thread == structure.events()[write].thread) {
          impossible.insert(write, read);
        }
      }
    }
    return justificationCycles(structure, &impossible).size();
  };
  const std::string counts = "P0 ;\nld r0, x ;\nadd r0, r0, 1 ;\nst x, r0 ;\n";
  CHECK(cycles(counts, true) == 2);
  CHECK(cycles(counts, false) == 0);
  const std::string two = "P0 | P1 ;\nld r0, x | ld r0, x ;\nst x, r0 | st x, r0 ;\n";
  CHECK(cycles(two, false) == 4);  // each from the other
  const std::string followed = "P0 ;\nld r1, p ;\nst p, r1 ;\nld r0, [r1] ;\nadd r0, r0, 1 ;\nst x, r0 ;\n";
  CHECK(cycles(followed, false) > 0);  // r1 may lead anywhere
}
