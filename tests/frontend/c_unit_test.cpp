#include <doctest/doctest.h>

#include "c_tree.h"

// What stands outside of bodies: threads and where they are placed, functions, types, constants, variables.

namespace {

using namespace hrfcheck;
namespace c = hrfcheck::frontend::c;
using test::CUnit;
using test::parseC;
using test::show;

c::Unit unitOf(const CUnit& parsed) {
  CHECK(parsed.messages() == "");
  return parsed.parsed.unit;
}

std::string parametersOf(const std::string& list) {
  const CUnit parsed = parseC("P0 (" + list + ") { }");
  const c::Unit unit = unitOf(parsed);
  REQUIRE(unit.threads.size() == 1);
  std::string text;
  for (const c::Parameter& p : unit.threads[0].parameters) {
    text +=
        fmt::format("{}{} {}{}", text.empty() ? "" : ", ", show(p.type), p.name.text, p.array ? "[]" : "");
  }
  return text;
}

TEST_CASE("parameters") {
  CHECK(parametersOf("") == "");
  CHECK(parametersOf("void") == "");
  CHECK(parametersOf("global atomic_int* x, volatile global int *y, local int* z, int r") ==
        "global atomic int* x, global int* y, local int* z, int r");
  CHECK(parametersOf("__global int *restrict x, const int* const y, atomic_int* __restrict z") ==
        "global int* x, int* y, atomic int* z");
  CHECK(parametersOf("int x[], int y[4], int** p") == "int x[], int y[], int** p");
  CHECK(parametersOf("_Atomic(int)* x, _Atomic int* y") == "atomic int* x, atomic int* y");
}

TEST_CASE("threads and their places") {
  const CUnit parsed = parseC(
      "P0@wg 0, dev 1 (int* x) { }\nP1-P2@sg 3,wg 0 () { }\nkernel void P3 () { }\nvoid P4@device 1 () { }");
  const c::Unit unit = unitOf(parsed);
  REQUIRE(unit.threads.size() == 4);
  CHECK(unit.threads[1].threads == std::vector<ThreadId>{1, 2});
  const std::vector<frontend::HeaderCell>& header = parsed.parsed.header;
  REQUIRE(header.size() == 4);
  CHECK(header[0].placed);
  CHECK(header[0].ids == frontend::DeclaredIds{{}, {}, 0, 1, {}});
  CHECK(header[1].ids == frontend::DeclaredIds{{}, 3, 0, {}, {}});
  CHECK_FALSE(header[2].placed);
  CHECK(header[3].ids == frontend::DeclaredIds{{}, {}, {}, 1, {}});
}

TEST_CASE("functions") {
  const CUnit parsed = parseC(
      "int twice(int a);\nstatic inline int twice(int a) { return 2 * a; }\nint f(int, int*);\n"
      "P0 () { }\nvoid g(void) { }\nglobal int* h(global int* p) { return p; }");
  const c::Unit unit = unitOf(parsed);
  REQUIRE(unit.functions.size() == 3);
  CHECK(unit.functions[0].name.text == "twice");
  CHECK(show(unit.functions[0].returns) == "int");
  CHECK(unit.functions[0].parameters.size() == 1);
  CHECK(show(unit.functions[0].body) == "{\n  return (2 * a)\n}\n");
  CHECK(show(unit.functions[1].returns) == "void");
  CHECK(show(unit.functions[2].returns) == "global int*");
}

TEST_CASE("structs") {
  const CUnit parsed = parseC(
      "struct Node;\nstruct Node { struct Node* next; atomic_int v, w[3]; };\n"
      "typedef struct { int head, tail; Node* first; } Queue, *QueuePtr;\ntypedef struct Node Node;\n"
      "P0 () { }");
  CHECK(parsed.messages() == "3:34: unknown type 'Node'\n");
  const c::Unit& unit = parsed.parsed.unit;
  REQUIRE(unit.structs.size() == 2);
  CHECK(unit.structs[0].name.text == "Node");
  REQUIRE(unit.structs[0].fields.size() == 3);
  CHECK(show(unit.structs[0].fields[0].type) == "struct Node*");
  CHECK(show(unit.structs[0].fields[2].type) == "atomic int");
  CHECK(unit.structs[0].fields[2].array);
  CHECK(unit.structs[0].fields[2].size == 3);
  CHECK(unit.structs[1].name.text == "Queue");
  CHECK(unit.structs[1].fields.size() == 2);
  REQUIRE(unit.typedefs.size() == 3);
  CHECK(show(unit.typedefs[1].type) == "struct Queue*");
}

TEST_CASE("typedefs are resolved where they are used") {
  const CUnit parsed = parseC(
      "typedef int Task;\ntypedef global atomic_int* Flag;\ntypedef struct Q { Task t; } Queue;\n"
      "P0 (global Queue* q, Flag f) { Task t = (Task)q->t; Queue* p; }");
  const c::Unit unit = unitOf(parsed);
  CHECK(show(unit.threads[0].parameters[0].type) == "global struct Q*");
  CHECK(show(unit.threads[0].parameters[1].type) == "global atomic int*");
  CHECK(show(unit.threads[0].body) == "{\n  int t = ((int) q->t)\n  struct Q* p\n}\n");
  CHECK(show(unit.structs[0].fields[0].type) == "int");
}

TEST_CASE("constants of the file") {
  const CUnit parsed = parseC(
      "\n#include <stdatomic.h>\n#pragma once upon a time\n#define N 4\n#define EMPTY (-1) // why\n"
      "const int M = N * 2 + (N > 3 ? 1 : 0), K = ~0;\nenum { A, B = 7, C };\nenum E { D = C + M };\n"
      "typedef enum { F = -3, } G;\n#define N 4\nP0 (int x[M]) { enum E e; G g; }");
  const c::Unit unit = unitOf(parsed);
  std::string text;
  for (const c::Constant& constant : unit.constants) {
    text += fmt::format("{}={} ", constant.name.text, constant.value);
  }
  CHECK(text == "N=4 EMPTY=-1 M=9 K=-1 A=0 B=7 C=8 D=17 F=-3 ");
  CHECK(unit.globals.empty());
}

TEST_CASE("variables of the file") {
  const CUnit parsed = parseC(
      "struct Q { int a; } q;\nglobal atomic_int x = 1, y[2] = {1, 2};\nconst int t[2] = {1, 2};\n"
      "const atomic_int z = 1;\nint u;\nlocal int v;\nP0 () { }");
  const c::Unit unit = unitOf(parsed);
  std::string text;
  for (const c::Declarator& d : unit.globals) {
    text += show(d) + "; ";
  }
  CHECK(text ==
        "struct Q q; global atomic int x = 1; global atomic int y[2] = {1, 2}; int t[2] = {1, 2}; "
        "atomic int z = 1; int u; local int v; ");
}

TEST_CASE("names of statements that could not be read are doubtful") {
  const CUnit parsed = parseC("P0 () { int r0 = ; r1 = 1; foo r2 = r3; }");
  CHECK(parsed.messages() == "1:20: expected an expression, found ';'\n1:30: unknown type 'foo'\n");
  std::string text;
  for (const frontend::Token& token : parsed.parsed.doubtful) {
    text += std::string(token.text) + " ";
  }
  CHECK(text == "int r0 foo r2 r3 ");
}

}  // namespace
