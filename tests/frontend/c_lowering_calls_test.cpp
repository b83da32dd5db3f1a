#include <doctest/doctest.h>

#include "show_code.h"

namespace {

using namespace hrfcheck;
using test::codeOf;
using test::codeOfC;
using test::parse;

TEST_CASE("C: a call is the body of its function") {
  CHECK(codeOfC("unlock(x);", "void unlock(atomic_int* l) { atomic_store(l, 0); }") == "st.sc.dev [&x], 0\n");
  CHECK(codeOfC("int r = get(y);", "int get(int* p) { return *p; }") == "ld r, [&y]\n");
  CHECK(codeOfC("int r = 2 + get(y);", "int get(int* p) { return *p; }") == "ld #1, [&y]\nr := (2 + #1)\n");
  CHECK(codeOfC("*y = twice(*x);", "int twice(int n) { return n + n; }") ==
        "ld #1, [&x]\n#2 := (#1 + #1)\nst [&y], #2\n");
}

TEST_CASE("C: parameters that the function assigns are registers of each call") {
  CHECK(codeOfC("r = *y; s = down(r) + down(3);", "int down(int n) { n--; return n; }") ==
        "ld r, [&y]\ndown#1.n := r\ndown#1.n := (down#1.n - 1)\n#1 := down#1.n\n"
        "down#2.n := 3\ndown#2.n := (down#2.n - 1)\n#2 := down#2.n\ns := (#1 + #2)\n");
}

TEST_CASE("C: return leaves the body, falling off its end gives 0") {
  CHECK(codeOfC("int r = f(*x);", "int f(int n) { if (n) return 1; return 2; }") ==
        "ld #1, [&x]\nif !#1 goto 4\nr := 1\ngoto 5\nr := 2\n");
  CHECK(codeOfC("int r = f(*x);", "int f(int n) { if (n) return 1; }") ==
        "ld #1, [&x]\nif !#1 goto 4\nr := 1\ngoto 5\nr := 0\n");
  CHECK(codeOfC("int r = f(*x);", "int f(int n) { if (n) return 1; else return 2; }") ==
        "ld #1, [&x]\nif !#1 goto 4\nr := 1\ngoto 5\nr := 2\n");
  CHECK(codeOfC("f(*x); *y = 3;", "void f(int n) { if (n) return; *(int*)n = 1; }") ==
        "ld #1, [&x]\nif #1 goto 3\nst [#1], 1\nst [&y], 3\n");
}

TEST_CASE("C: a result that nobody wants") {
  CHECK(codeOfC("add(x);", "int add(atomic_int* p) { return atomic_fetch_add(p, 1); }") ==
        "add.sc.dev _, [&x], 1\n");
}

TEST_CASE("C: functions that call functions") {
  CHECK(codeOfC("int r = outer(x);",
                "int inner(atomic_int* p) { return atomic_load(p); }\n"
                "int outer(atomic_int* p) { int v = inner(p); return v + inner(p); }") ==
        "ld.sc.dev outer#1.v, [&x]\nld.sc.dev #1, [&x]\nr := (outer#1.v + #1)\n");
}

TEST_CASE("C: arguments are values at the time of the call") {
  CHECK(codeOfC("i = 0; int r = sum(i, i++);", "int sum(int a, int b) { return a + b; }") ==
        "i := 0\n#1 := i\n#2 := i\ni := (i + 1)\nr := (convert s32 #1 + convert s32 #2)\n");
  CHECK(codeOfC("i = 1; set(&i, i); *y = i;", "void set(int* p, int v) { *p = 5; *p = *p + v; }") ==
        "i := 1\nset#1.v := convert s32 i\ni := 5\ni := (i + set#1.v)\nst [&y], convert s32 i\n");
}

TEST_CASE("C: an argument is computed once") {
  CHECK(codeOfC("r = *y; int s = twice(r + 1);", "int twice(int n) { return n + n; }") ==
        "ld r, [&y]\ntwice#1.n := convert s32 (r + 1)\ns := (twice#1.n + twice#1.n)\n");
}

TEST_CASE("C: the address of a variable can be passed on") {
  CHECK(codeOfC("int e; put(&e); *y = e;",
                "void inner(int* p) { *p = 7; }\nvoid put(int* p) { inner(p); (*p)++; }") ==
        "e := 7\ne := (e + 1)\nst [&y], e\n");
  CHECK(codeOfC("int e = 0; int r = lock(x, &e);",
                "int lock(atomic_int* l, int* e) { return atomic_compare_exchange_strong(l, e, 1); }") ==
        "e := 0\ncas.sc.dev #1, [&x], e, 1\n#2 := (#1 == e)\ne := #1\nr := #2\n");
}

TEST_CASE("C: labels and loops of a function are its own") {
  CHECK(codeOfC("L: take(x); take(x); if (*y) goto L;",
                "void take(atomic_int* l) { L: if (atomic_exchange(l, 1)) goto L; }") ==
        "exch.sc.dev #1, [&x], 1\nif #1 goto 0\nexch.sc.dev #2, [&x], 1\nif #2 goto 2\nld #3, [&y]\n"
        "if #3 goto 0\n");
}

TEST_CASE("C: Figure 6 of the RSP paper") {
  const auto program = parse(
      "OPENCL steal\n{ q.tail = 1; q.contents[0] = 42; }\n"
      "enum { EMPTY = -1, ABORT = -2 };\ntypedef int Task;\n"
      "typedef struct { atomic_int head; atomic_int tail; Task contents[2]; } Queue;\n"
      "Task steal(global Queue* q) {\n"
      "  int tail = atomic_load_explicit_remote(&q->tail, memory_order_acquire, memory_scope_device);\n"
      "  int oldHead = q->head;\n"
      "  if (tail <= oldHead) return EMPTY;\n"
      "  Task task = q->contents[oldHead];\n"
      "  int newHead = oldHead + 1;\n"
      "  if (atomic_compare_exchange_strong_explicit_remote(&q->head, oldHead, newHead, "
      "memory_order_acq_rel,\n"
      "        memory_order_relaxed, memory_scope_device)) return task;\n"
      "  return ABORT;\n}\n"
      "P0 (global Queue* q) { Task r = steal(q); }\nexists (0:r=42)\n");
  CHECK(codeOf(*program) ==
        "ld.rm_acq.dev steal#1.tail, [&q.tail]\n"
        "ld steal#1.oldHead, [&q.head]\n"
        "if (steal#1.tail > steal#1.oldHead) goto 5\n"
        "r := -1\n"
        "goto 12\n"
        "ld steal#1.task, [(&q.contents[0] + steal#1.oldHead)]\n"
        "steal#1.newHead := (steal#1.oldHead + 1)\n"
        "cas.rm_ar.dev/rlx #1, [&q.head], steal#1.oldHead, steal#1.newHead\n"
        "if (#1 != steal#1.oldHead) goto 11\n"
        "r := steal#1.task\n"
        "goto 12\n"
        "r := -2\n");
}

}  // namespace
