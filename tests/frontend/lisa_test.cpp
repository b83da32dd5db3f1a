#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include "program/structure/event_structure.h"
#include "show_code.h"

namespace lisa_test {

using namespace hrfcheck;
using test::codeOf;
using test::mistakes;
using test::parse;

namespace {

std::string inLisa(const std::string& code, const std::string& behind = "") {
  std::string rows;
  std::size_t begin = 0;
  while (begin < code.size()) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    rows += code.substr(begin, end - begin) + " ;\n";
    begin = end + 1;
  }
  return "LISA t\n{ x=0; y=0; q[3]=0; 0:r9=&x; }\nP0 ;\n" + rows + behind;
}

std::string lisa(const std::string& code) {
  return codeOf(*parse(inLisa(code)));
}

std::string two(const std::string& behind) {
  return "LISA t\n{ x=0; y=0; }\nP0 | P1 ;\nw[] x 1 | r[] r0 x ;\n" + behind;
}

std::vector<std::string> annotationsOf(const std::string& code) {
  return parse(inLisa(code))->threads[0].instructions[0].marks;
}

}  // namespace

TEST_CASE("lisa: accesses are ordinary, whatever their annotations") {
  CHECK(lisa("r[] r0 x") == "ld r0, [&x]\n");
  CHECK(lisa("r r0 x") == "ld r0, [&x]\n");
  CHECK(lisa("r[acquire] r0 q+2") == "ld r0, [&q[2]]\n");
  CHECK(lisa("w[once,gpu] x -1") == "st [&x], -1\n");
  CHECK(lisa("mov r0 2\nw[] x r0") == "r0 := 2\nst [&x], r0\n");
}

TEST_CASE("lisa: an address may be in a register, with something added") {
  CHECK(lisa("r[] r0 r9") == "ld r0, [r9]\n");
  CHECK(lisa("w[] r9+1 1") == "st [(r9 + 1)], 1\n");
  CHECK(lisa("mov r1 0\nr[] r0 x+r1") == "r1 := 0\nld r0, [(&x + r1)]\n");
}

TEST_CASE("lisa: annotations are marks behind a quote") {
  CHECK(annotationsOf("f[rcu-lock]") == std::vector<std::string>{"'rcu-lock"});
  CHECK(annotationsOf("w[release, gpu] x 1") == std::vector<std::string>{"'release", "'gpu"});
  CHECK(annotationsOf("f[]").empty());
}

TEST_CASE("lisa: operations of mov") {
  CHECK(lisa("mov r0 (add r9 1)") == "r0 := (r9 + 1)\n");
  CHECK(lisa("mov r0 (eq r9 x)") == "r0 := (r9 == &x)\n");
  CHECK(lisa("mov r0 (neq r9 0)") == "r0 := (r9 != 0)\n");
  CHECK(lisa("mov r0 (xor r9 r9)") == "r0 := (r9 ^ r9)\n");
  CHECK(lisa("mov r0 (and r9 3)") == "r0 := (r9 & 3)\n");
  CHECK(lisa("mov r0 x") == "r0 := &x\n");
}

TEST_CASE("lisa: a read-modify-write exchanges, or computes from what it reads") {
  CHECK(lisa("rmw[] r0 1 x") == "exch.rlx.thread r0, [&x], 1\n");
  CHECK(lisa("rmw[] r0 (add r9 1) x") == "exch.rlx.thread r0, [&x], (r9 + 1)\n");
  CHECK(lisa("rmw[] r0 (add r0 1) x") == "add.rlx.thread r0, [&x], 1\n");
  CHECK(lisa("rmw[] r0 (xor 3 r0) x") == "xor.rlx.thread r0, [&x], 3\n");
  CHECK(lisa("rmw[] r0 (and r9 r0) r9") == "and.rlx.thread r0, [r9], r9\n");
  CHECK(lisa("rmw[] r0 r0 x") == "or.rlx.thread r0, [&x], 0\n");
}

TEST_CASE("lisa: branches and labels") {
  CHECK(lisa("r[] r0 x\nb[] r0 L\nw[] x 2\nb[] L\nL:") ==
        "ld r0, [&x]\nif (r0 != 0) goto 4\nst [&x], 2\ngoto 4\nnop\n");
}

TEST_CASE("lisa: Bell is another name of the dialect") {
  CHECK(parse("Bell t\n{ x=0; }\nP0 ;\nw[] x 1 ;\n")->dialect == "LISA");
}

TEST_CASE("lisa: levels are those of the scope tree") {
  const auto program = parse(two("scopes: (system (gpu (cta P0) (cta 1)))\nexists (1:r0=1)"));
  CHECK(program->scopes.levels() == std::vector<std::string>{"thread", "cta", "gpu", "system"});
  CHECK(program->scopes.instanceOf(0, 1) != program->scopes.instanceOf(1, 1));
  CHECK(program->scopes.instanceOf(0, 2) == program->scopes.instanceOf(1, 2));
  CHECK(program->scopesPlace.known());
  CHECK(parse(two(""))->scopes.levels() == std::vector<std::string>{"thread", "system"});
}

TEST_CASE("lisa: levels of memory are another tree") {
  const auto program = parse(two("levels: (l2 (l1 P0) (l1 P1))\nscopes: (system P0 P1)\n"));
  REQUIRE(program->memoryLevels.has_value());
  CHECK(program->memoryLevels->levels() == std::vector<std::string>{"thread", "l1", "l2"});
  CHECK(program->scopes.levels() == std::vector<std::string>{"thread", "system"});
}

TEST_CASE("lisa: regions of locations") {
  const auto program = parse(two("regions: x: local, y: global shared\nexists (1:r0=1)"));
  CHECK(program->locations[0].regions == std::vector<std::string>{"local"});
  CHECK(program->locations[1].regions == std::vector<std::string>{"global", "shared"});
}

TEST_CASE("lisa: sizes are bounded, and nothing is given twice") {
  CHECK(mistakes(two("regions: x: a, x: b")) == "5:16: the regions of 'x' are given twice\n");
  std::string regions = "regions: x:";
  std::string annotations = "f[a";
  for (int i = 0; i < 17; ++i) {
    regions += fmt::format(" n{}", i);
    annotations += fmt::format(", a{}", i);
  }
  CHECK(mistakes(two(regions)).ends_with(": more than 16 regions of one location\n"));
  CHECK(mistakes(inLisa(annotations + "]")).ends_with(": more than 16 annotations\n"));
}

TEST_CASE("lisa: annotations and regions are sets of events, scopes and levels relations") {
  const auto program = parse(
      "LISA t\n{ x=0; y=0; }\nP0 | P1 ;\nw[release] x 1 | r[acquire] r0 y ;\nf[gpu] | ;\n"
      "scopes: (gpu (cta P0) (cta P1))\nlevels: (l1 P0 P1)\nregions: x: local\n");
  const EventStructure structure(program, {});
  const auto sizeOf = [&](const std::string& tag) { return structure.tags().at(tag).members().size(); };
  CHECK(sizeOf("'release") == 1);
  CHECK(sizeOf("'acquire") == 1);
  CHECK(sizeOf("'gpu") == 1);
  CHECK(sizeOf("'local") == 2);  // with the initial write
  const auto pairsOf = [&](const std::string& name) {
    return structure.staticRelation(name)->pairs().size();
  };
  CHECK(pairsOf("same-cta") == 5);
  CHECK(pairsOf("same-gpu") == 9);
  CHECK(pairsOf("level-l1") == 9);
  CHECK(structure.staticRelation("level-l2") == nullptr);
}

TEST_CASE("lisa: trees that say nothing sensible") {
  CHECK(mistakes(two("scopes: (system (gpu P0) (cta P1))")) ==
        "5:27: the levels down to here are system, cta, and elsewhere system, gpu\n");
  CHECK(mistakes(two("scopes: (system (system P0 P1))")) == "5:18: level 'system' is inside of itself\n");
  CHECK(mistakes(two("scopes: (system P0)")) == "5:9: thread P1 is not in this tree\n");
  CHECK(mistakes(two("scopes: (system P0 P1 P2)")) == "5:23: there is no thread P2\n");
  CHECK(mistakes(two("scopes: (system P0 P1 P1)")) == "5:23: thread P1 appears twice in this tree\n");
  CHECK(mistakes(two("scopes: (cta P0) (cta P1)")) ==
        "5:18: a second tree: there is one outermost level, with all threads in it\n");
  CHECK(mistakes(two("scopes: (thread P0 P1)")) ==
        "5:10: 'thread' is the thread itself, which is not named in a tree\n");
  std::string deep;
  for (int i = 0; i < 17; ++i) {
    deep += "(l" + std::to_string(i) + " ";
  }
  CHECK(mistakes(two("scopes: " + deep)) == "5:80: more than 16 levels\n");
}

}  // namespace lisa_test
