#include <doctest/doctest.h>

#include "show_code.h"

namespace {

using namespace hrfcheck;
using test::codeOf;
using test::codeOfC;
using test::parse;

TEST_CASE("C: if is one branch") {
  CHECK(codeOfC("if (1 == r0) { *y = 1; } r0 = 2;") == "if (1 != r0) goto 2\nst [&y], 1\nr0 := 2\n");
  CHECK(codeOfC("r0 = *x; if (r0) *y = 1; else *y = 2;") ==
        "ld r0, [&x]\nif !r0 goto 4\nst [&y], 1\ngoto 5\nst [&y], 2\n");
  CHECK(codeOfC("r0 = *x; if (r0 == 0) {} else { *y = 2; }") ==
        "ld r0, [&x]\nif (r0 == 0) goto 3\nst [&y], 2\n");
  CHECK(codeOfC("if (*x) {}") == "ld #1, [&x]\n");
  CHECK(codeOfC("r = 0; if (!(r < 3)) *y = 1;") == "r := 0\nif (r < 3) goto 3\nst [&y], 1\n");
}

TEST_CASE("C: a condition that touches memory") {
  CHECK(codeOfC("if (atomic_load(x) == 1) *y = 1;") ==
        "ld.sc.dev #1, [&x]\nif (#1 != 1) goto 3\nst [&y], 1\n");
  CHECK(codeOfC("if (!atomic_compare_exchange_strong(x, 0, 1)) *y = 1;") ==
        "cas.sc.dev #1, [&x], 0, 1\nif (#1 == 0) goto 3\nst [&y], 1\n");
  CHECK(codeOfC("int e = 0; if (!atomic_compare_exchange_strong(x, &e, 1)) *y = e;") ==
        "e := 0\ncas.sc.dev #1, [&x], e, 1\n#2 := (#1 == e)\ne := #1\nif #2 goto 6\nst [&y], e\n");
  CHECK(codeOfC("if ((r = atomic_load(x)) != 0) *y = r;") ==
        "ld.sc.dev r, [&x]\nif (r == 0) goto 3\nst [&y], r\n");
}

TEST_CASE("C: && and || are branches only where the right side has effects") {
  CHECK(codeOfC("r = 1; if (r && r < 3) *y = 1;") == "r := 1\nif !(r && (r < 3)) goto 3\nst [&y], 1\n");
  CHECK(codeOfC("r = 1; if (r && *x) *y = 1;") ==
        "r := 1\nif !r goto 5\nld #1, [&x]\nif !#1 goto 5\nst [&y], 1\n");
  CHECK(codeOfC("r = 1; if (r || *x) *y = 1;") ==
        "r := 1\nif r goto 4\nld #1, [&x]\nif !#1 goto 5\nst [&y], 1\n");
  CHECK(codeOfC("r = 1; if (!(r || *x)) *y = 1;") ==
        "r := 1\nif r goto 5\nld #1, [&x]\nif #1 goto 5\nst [&y], 1\n");
  CHECK(codeOfC("r = 1; s = r && *x;") ==
        "r := 1\n#1 := (r != 0)\nif !#1 goto 5\nld #2, [&x]\n#1 := (#2 != 0)\ns := #1\n");
  CHECK(codeOfC("r = 1; s = r == 2 || *x;") ==
        "r := 1\n#1 := (r == 2)\nif #1 goto 5\nld #2, [&x]\n#1 := (#2 != 0)\ns := #1\n");
  CHECK(codeOfC("s = *x && r; r = 1;") == "ld #1, [&x]\ns := (#1 && r)\nr := 1\n");
}

TEST_CASE("C: what might divide by zero is not evaluated before its guard") {
  CHECK(codeOfC("r = *x; if (r && 4 / r == 2) *y = 1;") ==
        "ld r, [&x]\nif !r goto 4\nif ((4 / r) != 2) goto 4\nst [&y], 1\n");
  CHECK(codeOfC("r = *x; s = r && r / 2;") == "ld r, [&x]\ns := (r && (r / 2))\n");
}

TEST_CASE("C: conditional expressions") {
  CHECK(codeOfC("r = *x; s = r ? 1 : 2;") == "ld r, [&x]\ns := (r ? 1 : 2)\n");
  CHECK(codeOfC("r = *x; s = r ? *y : 2;") == "ld r, [&x]\nif !r goto 4\nld s, [&y]\ngoto 5\ns := 2\n");
}

TEST_CASE("C: loops are one range with one head") {
  CHECK(codeOfC("while (atomic_load(x) != 1) ;") == "ld.sc.dev #1, [&x]\nif (#1 != 1) goto 0\n");
  CHECK(codeOfC("while (atomic_exchange(x, 1)) {}") == "exch.sc.dev #1, [&x], 1\nif #1 goto 0\n");
  CHECK(codeOfC("while (*x) { *y = 1; }") == "ld #1, [&x]\nif !#1 goto 4\nst [&y], 1\ngoto 0\n");
  CHECK(codeOfC("while (r == 0) { r = atomic_load(x); }") ==
        "if (r != 0) goto 3\nld.sc.dev r, [&x]\nif (r == 0) goto 1\n");
  CHECK(codeOfC("while (r < 2) { if (*x) continue; r++; }") ==
        "if (r >= 2) goto 5\nld #1, [&x]\nif #1 goto 4\nr := (r + 1)\nif (r < 2) goto 1\n");
  CHECK(codeOfC("do { r = atomic_load(x); } while (r == 0);") == "ld.sc.dev r, [&x]\nif (r == 0) goto 0\n");
  CHECK(codeOfC("for (int i = 0; i < 2; i++) a[i] = 1;") ==
        "i := 0\nif (i >= 2) goto 5\nst [(&a[0] + i)], 1\ni := (i + 1)\ngoto 1\n");
  CHECK(codeOfC("for (;;) { *y = 1; }") == "st [&y], 1\ngoto 0\n");
  CHECK(codeOfC("for (; *x;) ;") == "ld #1, [&x]\nif #1 goto 0\n");
  CHECK(codeOfC("while (*x && *y) ;") == "ld #1, [&x]\nif !#1 goto 4\nld #2, [&y]\nif #2 goto 0\n");
}

TEST_CASE("C: break and continue") {
  CHECK(codeOfC("while (*x) { if (r == 1) break; if (r == 2) continue; r++; }") ==
        "ld #1, [&x]\nif !#1 goto 6\nif (r == 1) goto 6\nif (r == 2) goto 0\nr := (r + 1)\ngoto 0\n");
  CHECK(codeOfC("for (int i = 0; i < 4; i++) { if (i == 1) continue; *y = i; }") ==
        "i := 0\nif (i >= 4) goto 6\nif (i == 1) goto 4\nst [&y], i\ni := (i + 1)\ngoto 1\n");
  CHECK(codeOfC("do { if (r == 1) continue; r++; } while (r < 3);") ==
        "if (r == 1) goto 2\nr := (r + 1)\nif (r < 3) goto 0\n");
  for (const char* loop : {"while (1)", "for (;;)"}) {
    CHECK(codeOfC(std::string(loop) + " { if (*x) continue; *y = 1; }") ==
          "ld #1, [&x]\nif #1 goto 0\nst [&y], 1\ngoto 0\n");
  }
  CHECK(codeOfC("while (1) { if (*x) { r = 1; break; } }") ==
        "ld #1, [&x]\nif !#1 goto 4\nr := 1\ngoto 5\ngoto 0\n");
  CHECK(
      codeOfC("while (*x) { while (*y) { if (r++) break; } continue; }") ==
      "ld #1, [&x]\nif !#1 goto 9\nld #2, [&y]\nif !#2 goto 8\n#3 := r\nr := (r + 1)\nif #3 goto 8\ngoto 2\n"
      "goto 0\n");
}

TEST_CASE("C: goto and return") {
  CHECK(codeOfC("L: r = atomic_load(x); if (r != 1) goto L; *y = 1;") ==
        "ld.sc.dev r, [&x]\nif (r != 1) goto 0\nst [&y], 1\n");
  CHECK(codeOfC("goto END; *y = 1; END: *y = 2;") == "goto 2\nst [&y], 1\nst [&y], 2\n");
  CHECK(codeOfC("r = *x; if (r) return; *y = 1;") == "ld r, [&x]\nif r goto 3\nst [&y], 1\n");
  CHECK(codeOfC("r = *x; if (r) { *y = 2; return; } *y = 1;") ==
        "ld r, [&x]\nif !r goto 4\nst [&y], 2\ngoto 5\nst [&y], 1\n");
  CHECK(codeOfC("*y = 1; END: ;") == "st [&y], 1\n");
}

TEST_CASE("C: constant conditions decide nothing") {
  CHECK(codeOfC("if (1) *y = 1; else *y = 2;") == "st [&y], 1\ngoto 3\nst [&y], 2\n");
  CHECK(codeOfC("do { *y = 1; } while (0);") == "st [&y], 1\n");
}

TEST_CASE("C: instructions show what was written, white space folded") {
  const auto program = parse(test::cTest(
      "int  r0 = atomic_load_explicit\n (x, memory_order_acquire, // an acquire\n memory_scope_device );\n"
      "if ( r0  == 1 )\n  *y  =  *x;\n(*y)++;\nwhile (*x);"));
  std::vector<std::string> texts;
  for (const Instruction& instruction : program->threads[0].instructions) {
    texts.push_back(instruction.text);
  }
  CHECK(texts ==
        std::vector<std::string>{"r0 = atomic_load_explicit(x, memory_order_acquire, memory_scope_device)",
                                 "if (r0 == 1)", "*x", "*y = *x", "*y", "(*y)++", "*x", "while (*x)"});
  const LineColumn place = program->threads[0].instructions[3].place.position();
  CHECK(place.line == 10);
  CHECK(place.column == 3);
}

}  // namespace
