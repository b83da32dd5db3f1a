// Tests in which an earlier round of a spin loop shows something that the last one alone does not.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cat/library.h"
#include "check/check.h"
#include "check/check_options.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "frontend/litmus.h"

namespace hrfcheck::test {
namespace {

constexpr unsigned kLoopBound = 4;

/// What both engines say.
struct Answers {
  Status condition;
  bool racy;

  friend bool operator==(const Answers&, const Answers&) = default;
};

Answers answersOf(Engine& engine, const std::string& text, const std::string& name) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load(name);
  const auto program = parseLitmus(std::make_shared<const Source>("t.litmus", text));
  const CheckOptions options = checkOptions({}, CheckQuestion::Everything, Explaining::No);
  const Verdict verdict = checkProgram(engine, prepared(program, kLoopBound, model), options);
  return {verdict.condition, verdict.racy};
}

void agree(const std::string& text, const std::vector<std::string>& models, const Answers& wanted) {
  for (const std::string& model : models) {
    CAPTURE(text);
    CAPTURE(model);
    CHECK(answersOf(*makeExplicitEngine(), text, model) == wanted);
    CHECK(answersOf(*makeSmtEngine(), text, model) == wanted);
  }
}

/// P1 waits for P0, and what it does behind the loop depends on whether it had to.
std::string waited(const std::string& loop) {
  return fmt::format(
      "C t\n{{ f = 0; x = 0; p = 0; }}\n"
      "P0 (atomic_int* f, int* x) {{\n  atomic_store_explicit(f, 1, memory_order_relaxed);\n  *x = 1;\n}}\n"
      "P1 (atomic_int* f, int* x, int* p) {{\n  int r = 0;\n  {}\n  if (r == 7) *x = 2;\n}}\n"
      "exists (1:r = 7)\n",
      loop);
}

/// P0 fences and hands a lock to P1, which hands it to P2, which waits for it and fences.
std::string fencedHandOver(const std::string& space, const std::string& fence, const std::string& scope,
                           const std::string& read, const std::vector<std::string>& places) {
  const auto swap = [&](int expected, int stored) {
    return fmt::format(
        "  if (atomic_compare_exchange_strong_explicit(l, {}, {}, memory_order_acq_rel, memory_order_acquire, "
        "{}))\n    atomic_store_explicit(l, {}, memory_order_release, {});\n",
        expected, stored, scope, stored + 1, scope);
  };
  const auto thread = [&](int t, const std::string& body) {
    return fmt::format("P{}@{} ({} atomic_int* l, global int* x) {{\n{}}}\n", t, places[t], space, body);
  };
  return "OPENCL t\n{ l = 0; x = 0; }\n" + thread(0, "  *x = 1;\n  " + fence + ";\n" + swap(0, 1)) +
         thread(1, swap(2, 3)) +
         thread(2, fmt::format("  int r = 5;\n  while (atomic_load_explicit(l, memory_order_{}, {}) != 4) ;\n"
                               "  {};\n  r = *x;\n",
                               read, scope, fence)) +
         "exists (2:r = 1)\n";
}

/// P0 takes a lock twice and releases only between the two; P1 has a part in the chain of what it reads.
const std::string kTakesTwice =
    "C t\n{ l = 0; x = 0; y = 0; }\n"
    "P0 (atomic_int* l, int* x, int* y) {\n  int r2 = 5;\n  int i = 0;\n  while (i < 2) {\n"
    "    while (atomic_exchange_explicit(l, 1, memory_order_acquire) == 1) ;\n"
    "    if (i == 0) { *x = 1; atomic_thread_fence(memory_order_release); }\n    i = i + 1;\n  }\n"
    "  r2 = *y;\n}\n"
    "P1 (atomic_int* l, int* x, int* y) {\n  int r1 = 5;\n  *y = 1;\n"
    "  atomic_exchange_explicit(l, 1, memory_order_acq_rel);\n  r1 = *x;\n}\n"
    "P2 (atomic_int* l) {\n  atomic_store_explicit(l, 0, memory_order_relaxed);\n}\n"
    "exists (0:r2 = 1 /\\ 1:r1 = 1)\n";

/// P2 stores in a loop that waits, but never in its first round.
const std::string kStoresLater =
    "C t\n{ l = 0; y = 0; z = 0; f = 0; }\n"
    "P0 (atomic_int* l, int* y, int* z) {\n  int r = 5;\n  int q = 5;\n"
    "  while (atomic_exchange_explicit(l, 1, memory_order_acquire) == 1) ;\n  r = *y;\n  q = *z;\n}\n"
    "P1 (atomic_int* l, int* y) {\n  *y = 1;\n  atomic_store_explicit(l, 1, memory_order_release);\n}\n"
    "P2 (atomic_int* l, int* z, atomic_int* f) {\n  int go = 0;\n  int c = 0;\n  *z = 1;\n  while (1) {\n"
    "    c = atomic_load_explicit(f, memory_order_relaxed);\n"
    "    if (go) { if (c) { atomic_store_explicit(l, 1, memory_order_release); break; } }\n    go = 1;\n  }\n}\n"
    "P3 (atomic_int* l, atomic_int* f) {\n  atomic_store_explicit(f, 1, memory_order_relaxed);\n"
    "  atomic_store_explicit(l, 0, memory_order_relaxed);\n}\n"
    "exists (0:r = 1 /\\ 0:q = 1)\n";

}  // namespace

TEST_CASE("rounds that show: by what they leave in a register") {
  const std::vector<std::string> models{"c11", "rc11", "hrf-indirect-relaxed"};
  const std::string load = "atomic_load_explicit(f, memory_order_relaxed)";
  agree(waited("while (" + load + " == 0) r = 7;"), models, {Status::Allowed, true});
  agree(waited("while (" + load + " == 0) { *p = 7; r = 7; }"), models, {Status::Allowed, true});
  agree(waited("while (" + load + " == 0) *p = 7;\n  r = *p;"), models, {Status::Allowed, true});
  agree(waited("r = 7;\n  while (" + load + " == 0) r = 6;"), models, {Status::Allowed, true});
  agree(waited("do { r = 7; } while (" + load + " == 0);\n  r = 0;"), models, {Status::Forbidden, false});
}

TEST_CASE("rounds that show: by what those of a lock leave") {
  const auto locked = [](const std::string& take) {
    return "C t\n{ l = 0; x = 0; }\nP0 (atomic_int* l, int* x) {\n  int c = 0;\n  while (" + take +
           ") c = 1;\n  if (c) *x = 1;\n  atomic_store_explicit(l, 0, memory_order_release);\n}\n"
           "P1 (atomic_int* l, int* x) {\n  while (" +
           take +
           ") ;\n  atomic_store_explicit(l, 0, memory_order_release);\n  *x = 2;\n}\nexists (0:c = 1)\n";
  };
  agree(
      locked(
          "atomic_compare_exchange_strong_explicit(l, 0, 1, memory_order_acquire, memory_order_relaxed) == 0"),
      {"c11", "rc11"}, {Status::Allowed, true});
  agree(locked("atomic_exchange_explicit(l, 1, memory_order_acquire) == 1"), {"c11", "rc11"},
        {Status::Allowed, true});
}

TEST_CASE("rounds that show: reads before a barrier that fences") {
  const std::vector<std::string> inDevice{"wg 0, dev 0", "wg 1, dev 0", "wg 2, dev 0"};
  agree(fencedHandOver("global", "barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_all_svm_devices)",
                       "memory_scope_device", "relaxed", inDevice),
        {"opencl"}, {Status::Allowed, true});
  agree(fencedHandOver("global", "sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group)",
                       "memory_scope_device", "relaxed",
                       {"sg 0, wg 0, dev 0", "sg 2, wg 1, dev 0", "sg 1, wg 0, dev 0"}),
        {"opencl", "opencl-rsp"}, {Status::Allowed, true});
  agree(fencedHandOver(
            "local", "sub_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_work_group)",
            "memory_scope_work_group", "acquire",
            {"sg 0, wg 0, dev 0", "sg 2, wg 0, dev 0", "sg 1, wg 0, dev 0"}),
        {"opencl"}, {Status::Allowed, true});
}

TEST_CASE("rounds that show: a lock that is taken in a loop") {
  agree(kTakesTwice, {"c11"}, {Status::Allowed, true});
}

TEST_CASE("rounds that show: a store in a loop that never leaves in its first round") {
  agree(kStoresLater, {"c11"}, {Status::Allowed, true});
}

}  // namespace hrfcheck::test
