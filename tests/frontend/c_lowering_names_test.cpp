#include <doctest/doctest.h>

#include "show_code.h"

namespace {

using namespace hrfcheck;
using test::codeOf;
using test::parse;
using test::warningsOf;

std::string observedOf(const Program& program) {
  std::string result;
  for (const StateVariable& v : program.observed) {
    result += program.nameOf(v) + ' ';
  }
  return result;
}

TEST_CASE("C: what a final state lists") {
  const auto program = parse(
      "OPENCL t\n{ }\nint f(int n) { int k = n; return k; }\n"
      "P0 (global int* x) { int r = f(*x) + *x; int unwritten; s = 1; if (r) { int t = 2; } }\n"
      "P1 (global int* y) { int e = 0; atomic_compare_exchange_strong(y, &e, 1); }\n");
  CHECK(observedOf(*program) == "0:r 0:s 0:t 1:e x y ");
}

TEST_CASE("C: conditions may speak of variables of inner blocks and of unwritten ones") {
  const auto program = parse(
      "C t\n{ }\nP0 (int* x) { int r; if (*x) { int s = 1; { int t = 2; } } }\n"
      "exists (0:r=0 /\\ 0:s=1 /\\ 0:t=2)\n");
  CHECK(observedOf(*program) == "0:r 0:s 0:t ");
}

TEST_CASE("C: blocks side by side share a register, a hiding declaration has its own") {
  const auto siblings = parse("C t\n{ }\nP0 (int* x) { { int r = 1; *x = r; } { int r = 2; *x = r; } }\n");
  CHECK(codeOf(*siblings) == "r := 1\nst [&x], r\nr := 2\nst [&x], r\n");
  const auto hiding = parse("C t\n{ }\nP0 (int* x) { int r = 1; { int r = 2; *x = r; } *x = r; }\n");
  CHECK(codeOf(*hiding) == "r := 1\nr#1 := 2\nst [&x], r#1\nst [&x], r\n");
  CHECK(warningsOf(*hiding) == "this 'r' hides another one: conditions refer to the other\n");
  CHECK(observedOf(*hiding) == "0:r x ");
}

TEST_CASE("C: parameters declare locations, with their address spaces and types") {
  const auto program = parse(
      "OPENCL t\n{ x=1; }\nstruct S { atomic_int f; int g; };\n"
      "P0 (global atomic_int* x, global int* y, local int* z, int* w, struct S* s) { }\n"
      "P1 (global int* x, volatile global atomic_uint* y, int v[]) { }\n");
  std::string shown;
  for (const MemoryLocation& l : program->locations) {
    shown += fmt::format("{}={} {}{} ", l.name, l.initial,
                         l.space == AddressSpace::Global  ? "G"
                         : l.space == AddressSpace::Local ? "L"
                                                          : "-",
                         l.atomicType ? "A" : "");
  }
  CHECK(shown == "s.f=0 -A s.g=0 - x=1 GA y=0 GA z=0 L w=0 - v=0 - ");
  CHECK(warningsOf(*program).empty());
}

TEST_CASE("C: one name in two address spaces is one location") {
  const auto program = parse("OPENCL t\n{ }\nP0 (global int* x) { }\nP1 (local int* x) { }\n");
  CHECK(warningsOf(*program) == "'x' is local here and global before: it is one location, global\n");
  CHECK(program->locations.size() == 1);
  CHECK(program->locations[0].space == AddressSpace::Global);
}

TEST_CASE("C: local memory of several work-groups") {
  const auto shared = [](const std::string& second) {
    return warningsOf(*parse("OPENCL t\n{ }\nP0@wg 0, dev 0 (local int* x) { }\nP1@wg " + second +
                             ", dev 0 (local int* x) { }\n"));
  };
  CHECK(shared("1") == "local memory 'x' is shared by several work-groups here\n");
  CHECK(shared("0").empty());
}

TEST_CASE("C: several threads with the same code") {
  const auto program = parse("OPENCL t\n{ }\nP0-P1@wg 0 (global int* x) { int r = *x; }\nexists (1:r=0)\n");
  CHECK(codeOf(*program, 0) == "ld r, [&x]\n");
  CHECK(codeOf(*program, 1) == "ld r, [&x]\n");
}

TEST_CASE("C: slips that get a warning") {
  const auto warnings = [](const std::string& body) { return warningsOf(*parse(test::cTest(body))); };
  CHECK(warnings("int r; *y = r;") == "'r' is read but never written: it holds 0\n");
  CHECK(warnings("r = 1; r == 2;") == "this statement does nothing\n");
  CHECK(warnings("p = &y; *p = 1;") == "'y' is a pointer already: '&y' is read as 'y'\n");
  CHECK(warnings("int r = *y; *x = r; q->tail = 1;").empty());
  CHECK(warningsOf(*parse("C t\n{ }\nint f() { return 1; }\nP0 (int* x) { }\n")) ==
        "function 'f' is never called\n");
}

}  // namespace
