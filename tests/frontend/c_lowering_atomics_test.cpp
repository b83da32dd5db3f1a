#include <doctest/doctest.h>

#include "show_code.h"

namespace {

using namespace hrfcheck;
using test::codeOf;
using test::codeOfC;
using test::parse;

TEST_CASE("C: atomic loads and stores") {
  CHECK(codeOfC("int r = atomic_load(x);") == "ld.sc.dev r, [&x]\n");
  CHECK(codeOfC("r = atomic_load_explicit(x, memory_order_acquire);") == "ld.acq.dev r, [&x]\n");
  CHECK(codeOfC("atomic_store(x, 1);") == "st.sc.dev [&x], 1\n");
  CHECK(codeOfC("atomic_store_explicit(&q->head, *y, memory_order_release, memory_scope_work_group);") ==
        "ld #1, [&y]\nst.rel.wg [&q.head], #1\n");
  CHECK(codeOfC("atomic_init(x, 4);") == "st [&x], 4\n");
  CHECK(codeOfC("atomic_load(x);") == "ld.sc.dev #1, [&x]\n");
  CHECK(codeOfC("atomic_store(a + 1, 1);") == "st.sc.dev [&a[1]], 1\n");
}

TEST_CASE("C: orders, scopes and remote operations") {
  const std::vector<std::pair<std::string, std::string>> orders = {{"relaxed", "rlx"}, {"consume", "con"},
                                                                   {"acquire", "acq"}, {"release", "rel"},
                                                                   {"acq_rel", "ar"},  {"seq_cst", "sc"}};
  for (const auto& [order, shown] : orders) {
    CAPTURE(order);
    CHECK(codeOfC("atomic_exchange_explicit(x, 1, memory_order_" + order + ");") ==
          "exch." + shown + ".dev _, [&x], 1\n");
  }
  const std::vector<std::pair<std::string, std::string>> scopes = {
      {"work_item", "wi"}, {"sub_group", "sg"},        {"work_group", "wg"},
      {"device", "dev"},   {"all_svm_devices", "all"}, {"all_devices", "all"}};
  for (const auto& [scope, shown] : scopes) {
    CAPTURE(scope);
    CHECK(codeOfC("r = atomic_load_explicit(x, memory_order_relaxed, memory_scope_" + scope + ");") ==
          "ld.rlx." + shown + " r, [&x]\n");
  }
  CHECK(codeOfC("atomic_store_remote(x, 1);") == "st.rm_sc.dev [&x], 1\n");
  CHECK(codeOfC("r = atomic_fetch_add_explicit_remote(x, 1, memory_order_acq_rel, memory_scope_device);") ==
        "add.rm_ar.dev r, [&x], 1\n");
}

TEST_CASE("C: read-modify-writes give the old value, or nothing where nobody wants it") {
  const std::vector<std::pair<std::string, std::string>> operations = {
      {"exchange", "exch"}, {"fetch_add", "add"}, {"fetch_sub", "sub"}, {"fetch_or", "or"},
      {"fetch_xor", "xor"}, {"fetch_and", "and"}, {"fetch_min", "min"}, {"fetch_max", "max"}};
  for (const auto& [name, shown] : operations) {
    CAPTURE(name);
    CHECK(codeOfC("r = atomic_" + name + "(x, 2);") == shown + ".sc.dev r, [&x], 2\n");
    CHECK(codeOfC("atomic_" + name + "(x, 2);") == shown + ".sc.dev _, [&x], 2\n");
    CHECK(codeOfC("*y = atomic_" + name + "(x, 2);") == shown + ".sc.dev #1, [&x], 2\nst [&y], #1\n");
  }
}

TEST_CASE("C: expected by the address of a location") {
  const std::string wanted =
      "ld #1, [&y]\ncas.acq.wg/rlx #2, [&x], #1, 1\nif (#2 == #1) goto 4\nst [&y], #2\nr := (#2 == #1)\n";
  const std::string rest = ", 1, memory_order_acquire, memory_order_relaxed, memory_scope_work_group)";
  CHECK(codeOfC("r = atomic_compare_exchange_strong_explicit(x, y" + rest + ";") == wanted);
  CHECK(codeOfC("atomic_compare_exchange_strong(x, &q->tail, 1);") ==
        "ld #1, [&q.tail]\ncas.sc.dev #2, [&x], #1, 1\nif (#2 == #1) goto 4\nst [&q.tail], #2\n");
}

TEST_CASE("C: expected in a variable of the thread") {
  CHECK(codeOfC("int e = 3; r = atomic_compare_exchange_strong(x, &e, 1);") ==
        "e := 3\ncas.sc.dev #1, [&x], e, 1\n#2 := (#1 == e)\ne := #1\nr := #2\n");
  CHECK(codeOfC("int e = 3; atomic_compare_exchange_strong(x, &e, 1);") ==
        "e := 3\ncas.sc.dev e, [&x], e, 1\n");
}

TEST_CASE("C: expected by value") {
  CHECK(codeOfC("atomic_compare_exchange_strong(x, 0, 1);") == "cas.sc.dev _, [&x], 0, 1\n");
  CHECK(codeOfC("int e = *y; r = atomic_compare_exchange_strong_explicit_remote(&q->head, e, e + 1, "
                "memory_order_acq_rel, memory_order_acquire, memory_scope_device);") ==
        "ld e, [&y]\ncas.rm_ar.dev/acq #1, [&q.head], e, (e + 1)\nr := (#1 == e)\n");
}

TEST_CASE("C: what is expected of an object that holds addresses") {
  const std::string before = "C t\n{ top = &n; }\ntypedef struct { int next; } Node;\n";
  const auto value = parse(before +
                           "P0 (Node** top, Node* n) { Node* old = *top; "
                           "r = atomic_compare_exchange_strong(top, old, n); }\n");
  CHECK(codeOf(*value) == "ld old, [&top]\ncas.sc.dev #1, [&top], old, &n.next\nr := (#1 == old)\n");
  const auto address =
      parse(before + "P0 (Node** top, Node** e) { atomic_compare_exchange_strong(top, e, 0); }\n");
  CHECK(codeOf(*address) == "ld #1, [&e]\ncas.sc.dev #2, [&top], #1, 0\nif (#2 == #1) goto 4\nst [&e], #2\n");
}

TEST_CASE("C: orders of failure") {
  const auto failure = [](const std::string& success, const std::string& order) {
    const auto program = parse(test::cTest("atomic_compare_exchange_strong_explicit(x, 0, 1, memory_order_" +
                                           success + ", memory_order_" + order + ");"));
    return std::pair(codeOf(*program), test::warningsOf(*program));
  };
  CHECK(failure("acquire", "acquire") ==
        std::pair<std::string, std::string>("cas.acq.dev _, [&x], 0, 1\n", ""));
  CHECK(failure("seq_cst", "relaxed") ==
        std::pair<std::string, std::string>("cas.sc.dev/rlx _, [&x], 0, 1\n", ""));
  CHECK(
      failure("release", "release") ==
      std::pair<std::string, std::string>(
          "cas.rel.dev/rlx _, [&x], 0, 1\n",
          "a failed compare-exchange stores nothing: memory_order_release is treated as memory_order_relaxed\n"));
  CHECK(
      failure("acq_rel", "acq_rel") ==
      std::pair<std::string, std::string>(
          "cas.ar.dev/acq _, [&x], 0, 1\n",
          "a failed compare-exchange stores nothing: memory_order_acq_rel is treated as memory_order_acquire\n"));
}

TEST_CASE("C: a weak compare-exchange is a strong one, with a warning") {
  const auto program = parse(test::cTest("r = atomic_compare_exchange_weak(x, 0, 1);"));
  CHECK(codeOf(*program) == "cas.sc.dev #1, [&x], 0, 1\nr := (#1 == 0)\n");
  CHECK(test::warningsOf(*program) ==
        "'atomic_compare_exchange_weak' is treated like the strong one: it never fails spuriously\n");
}

TEST_CASE("C: fences") {
  CHECK(codeOfC("atomic_thread_fence(memory_order_acq_rel);") == "fence.ar.dev global local\n");
  CHECK(codeOfC("atomic_thread_fence(memory_order_relaxed);") == "");
  CHECK(codeOfC("atomic_thread_fence(memory_order_consume);") == "fence.acq.dev global local\n");
  CHECK(codeOfC(
            "atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);") ==
        "fence.rel.wg local\n");
  CHECK(codeOfC("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_seq_cst, "
                "memory_scope_all_svm_devices);") == "fence.sc.all global local\n");
  CHECK(codeOfC("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_relaxed, memory_scope_device);") ==
        "");
}

TEST_CASE("C: barriers") {
  CHECK(codeOfC("barrier(CLK_GLOBAL_MEM_FENCE);") == "barrier.wg 0 global\n");
  CHECK(codeOfC("barrier(0);") == "barrier.wg 0\n");
  CHECK(codeOfC("barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);") ==
        codeOfC("work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);"));
  CHECK(codeOfC("work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);") ==
        "barrier.wg 0 global local dev\n");
  CHECK(codeOfC("sub_group_barrier(CLK_LOCAL_MEM_FENCE);") == "barrier.sg 0 local\n");
}

TEST_CASE("C: labels number the barriers of the test by name") {
  const auto program = parse(
      "OPENCL t\n{ }\nvoid meet() { B2: barrier(0); barrier(0); }\n"
      "P0 () { B9: barrier(0); C: r = 1; meet(); barrier(0); }\nP1 () { meet(); B10: barrier(0); }\n");
  CHECK(codeOf(*program, 0) == "barrier.wg 3\nr := 1\nbarrier.wg 2\nbarrier.wg 0\nbarrier.wg 0\n");
  CHECK(codeOf(*program, 1) == "barrier.wg 2\nbarrier.wg 0\nbarrier.wg 1\n");
}

TEST_CASE("C: dialect C has the same operations without scopes") {
  const auto program = parse(
      "C t\n{ }\nP0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_release); "
      "atomic_thread_fence(memory_order_seq_cst); int r = atomic_load_explicit(x, memory_order_consume); "
      "}\n");
  CHECK(codeOf(*program) == "st.rel.dev [&x], 1\nfence.sc.dev global local\nld.con.dev r, [&x]\n");
}

}  // namespace
