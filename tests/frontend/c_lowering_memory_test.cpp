#include <doctest/doctest.h>

#include "show_code.h"

namespace {

using namespace hrfcheck;
using test::codeOf;
using test::codeOfC;
using test::parse;

TEST_CASE("C: one access, one instruction") {
  CHECK(codeOfC("int r = *y;") == "ld r, [&y]\n");
  CHECK(codeOfC("r = *y;") == "ld r, [&y]\n");
  CHECK(codeOfC("*y = 5;") == "st [&y], 5\n");
  CHECK(codeOfC("*x = 5;") == "st [&x], 5\n");
  CHECK(codeOfC("*y = *x;") == "ld #1, [&x]\nst [&y], #1\n");
  CHECK(codeOfC("int r = *y + 1;") == "ld #1, [&y]\nr := (#1 + 1)\n");
  CHECK(codeOfC("*y;") == "ld #1, [&y]\n");
}

TEST_CASE("C: declarations without a value are no instructions") {
  CHECK(codeOfC("int r; int s = 1, t, u = 2;") == "s := 1\nu := 2\n");
  CHECK(codeOfC("int r = -1;") == "r := -1\n");
  CHECK(codeOfC("unsigned long r = (unsigned long)7;") == "r := 7\n");
}

TEST_CASE("C: counting and compound assignments") {
  CHECK(codeOfC("r = 1; r++; --r; r += 3;") == "r := 1\nr := (r + 1)\nr := (r - 1)\nr := (r + 3)\n");
  CHECK(codeOfC("(*y)++;") == "ld #1, [&y]\nst [&y], (#1 + 1)\n");
  CHECK(codeOfC("*y += 2;") == "ld #1, [&y]\nst [&y], (#1 + 2)\n");
  CHECK(codeOfC("r = (*y)++;") == "ld #1, [&y]\nst [&y], (#1 + 1)\nr := #1\n");
  CHECK(codeOfC("r = ++*y;") == "ld #1, [&y]\nst [&y], (#1 + 1)\nr := (#1 + 1)\n");
}

TEST_CASE("C: an operand that a later one changes is kept") {
  CHECK(codeOfC("i = 0; r = i + i++;") == "i := 0\n#1 := i\n#2 := i\ni := (i + 1)\nr := (#1 + #2)\n");
  CHECK(codeOfC("i = 0; a[i++] = i;") == "i := 0\n#1 := i\ni := (i + 1)\nst [(&a[0] + #1)], convert s32 i\n");
  CHECK(codeOfC("i = 0; r = i + (i = 5);") == "i := 0\n#1 := i\ni := 5\nr := (#1 + i)\n");
  CHECK(codeOfC("i = 0; r = i + *y;") == "i := 0\nld #1, [&y]\nr := (i + #1)\n");
  CHECK(codeOfC("i = 0; a[i] = i = 2;") == "i := 0\n#1 := (&a[0] + i)\ni := 2\nst [#1], i\n");
}

TEST_CASE("C: arrays") {
  CHECK(codeOfC("r = a[1];") == "ld r, [&a[1]]\n");
  CHECK(codeOfC("r = *(a + 2);") == "ld r, [&a[2]]\n");
  CHECK(codeOfC("*a = 1;") == "st [&a[0]], 1\n");
  CHECK(codeOfC("i = *y; r = a[i];") == "ld i, [&y]\nld r, [(&a[0] + i)]\n");
  CHECK(codeOfC("p = &a[1]; r = *p; r = p[1]; p = p + 1;") ==
        "p := &a[1]\nld r, [p]\nld r, [(p + 1)]\np := (p + 1)\n");
}

Value onlyAddress(const std::string& body) {
  const auto program = parse(test::cTest(body));
  const auto& instruction = program->threads[0].instructions.at(0);
  const auto address = std::get<StoreOp>(instruction.operation).address;
  const auto value = evaluate(*address, [](RegisterId) { return Value{0}; });
  return program->locationAt(value.value()) ? -1 : *value;
}

TEST_CASE("C: outside of an array there is nothing") {
  for (const std::string body : {"a[3] = 1;", "a[-1] = 1;", "y[1] = 1;", "q->contents[2] = 1;",
                                 "q->contents[-1] = 1;", "(&q->head)[1] = 1;", "q[1].head = 1;",
                                 "q[-1].contents[1] = 1;", "(q + 1)->tail = 1;", "(q - 1)->tail = 1;"}) {
    CAPTURE(body);
    CHECK(onlyAddress(body) != -1);
  }
  CHECK(onlyAddress("a[2] = 1;") == -1);
  CHECK(onlyAddress("q[0].contents[1] = 1;") == -1);
}

TEST_CASE("C: structs are their fields") {
  CHECK(codeOfC("r = q->tail; q->contents[1] = r; (*q).tail = 2;") ==
        "ld r, [&q.tail]\nst [&q.contents[1]], r\nst [&q.tail], 2\n");
  CHECK(codeOfC("Queue* p = q; r = p->tail;") == "p := &q.head\nld r, [(p + 1048576)]\n");
  CHECK(codeOfC("atomic_fetch_add((Queue**)x, 1);") == "add.sc.dev _, [&x], 3145728\n");
  CHECK(codeOfC("p = &q->contents[0]; *p = 1;") == "p := &q.contents[0]\nst [p], 1\n");
  CHECK(codeOfC("p = q->contents; p[1] = 1;") == "p := &q.contents[0]\nst [(p + 1)], 1\n");
  CHECK(codeOfC("r = *y; r = q->contents[r];") == "ld r, [&y]\nld r, [(&q.contents[0] + r)]\n");
}

TEST_CASE("C: structs in structs and arrays of them") {
  const auto program = parse(
      "OPENCL t\n{ Out o[2]; o[1].in.v[1] = 7; }\n"
      "struct In { int u; int v[2]; };\ntypedef struct { int first; struct In in; struct In ins[2]; } Out;\n"
      "P0 (global Out* o) { r = o[1].in.v[1]; i = 1; o[i].ins[i].u = 3; s = &o[1] - o; }\n");
  CHECK(codeOf(*program).starts_with("ld r, [&o[1].in.v[1]]\ni := 1\n"));
  const auto& store = std::get<StoreOp>(program->threads[0].instructions[2].operation);
  const auto address = evaluate(*store.address, [](RegisterId) { return Value{1}; });
  REQUIRE(program->locationAt(*address));
  CHECK(program->locations[*program->locationAt(*address)].name == "o[1].ins[1].u");
  const auto& difference = std::get<AssignOp>(program->threads[0].instructions[3].operation);
  CHECK(evaluate(*difference.value, [](RegisterId) { return Value{0}; }) == Value{1});
  for (const MemoryLocation& location : program->locations) {
    CHECK(location.initial == (location.name == "o[1].in.v[1]" ? 7 : 0));
  }
}

TEST_CASE("C: outside of an array of structs there is nothing") {
  for (const std::string place :
       {"o[2].first", "o[-1].first", "o[0].ins[2].u", "o[1].ins[-1].u", "o[0].ins[-1].v[1]",
        "o[1].ins[2].v[0]", "(&o[0].in)[1].u", "(&o[1].in - 1)->u", "(&o[0].first)[1]"}) {
    CAPTURE(place);
    const auto program = parse(
        "C t\n{ Out o[2]; x=0; }\n"
        "struct In { int u; int v[2]; };\n"
        "typedef struct { int first; struct In in; struct In ins[2]; int last; } Out;\n"
        "P0 (Out* o, int* x) { " +
        place + " = 1; }\n");
    const auto& store = std::get<StoreOp>(program->threads[0].instructions.at(0).operation);
    CHECK_FALSE(program->locationAt(evaluate(*store.address, [](RegisterId) { return Value{0}; }).value()));
  }
}

TEST_CASE("C: pointers in memory") {
  const auto program = parse(
      "C t\n{ p = &x; x = 1; y = 2; }\n"
      "P0 (int** p, int* x, int* y) { *p = y; int r = **p; **p = 3; *p = &a; (*p)[1] = 2; }\nint a[2];\n");
  CHECK(codeOf(*program) ==
        "st [&p], &y\nld #1, [&p]\nld r, [#1]\nld #2, [&p]\nst [#2], 3\nst [&p], &a[0]\nld #3, [&p]\n"
        "st [(#3 + 1)], 2\n");
  CHECK(program->valueText(program->locations[0].initial) == "&x");
}

TEST_CASE("C: variables outside of functions are locations") {
  const auto program = parse(
      "OPENCL t\n{ }\nglobal int n = 3;\nglobal atomic_int lock;\nglobal int v[2] = {4, 5};\nint* p = &n;\n"
      "P0 () { n = n + 1; int r = v[1]; atomic_store(&lock, r); *v = 0; n++; *p = 1; }\n");
  CHECK(codeOf(*program) ==
        "ld #1, [&n]\nst [&n], (#1 + 1)\nld r, [&v[1]]\nst.sc.dev [&lock], r\nst [&v[0]], 0\n"
        "ld #2, [&n]\nst [&n], (#2 + 1)\nld #3, [&p]\nst [#3], 1\n");
  CHECK(program->locations[0].initial == 3);
  CHECK(program->locations[3].initial == 5);
  CHECK(program->valueText(program->locations[4].initial) == "&n");
}

TEST_CASE("C: a pointer parameter that is assigned is a register that starts as the address") {
  const auto program = parse("C t\n{ int x[2]; }\nP0 (int* x) { x = x + 1; *x = 1; x++; }\n");
  CHECK(codeOf(*program) == "x := (x + 1)\nst [x], 1\nx := (x + 1)\n");
  CHECK(program->valueText(program->threads[0].initialRegisters[0]) == "&x[0]");
}

TEST_CASE("C: registers that the initial state sets") {
  const auto program = parse("C t\n{ 0:r=5; 0:p=&z; z=0; }\nP0 (int* p, int* x) { *p = r; *x = r + 1; }\n");
  CHECK(codeOf(*program) == "st [p], r\nst [&x], convert s32 (r + 1)\n");
  CHECK(program->locations.size() == 2);
}

}  // namespace
