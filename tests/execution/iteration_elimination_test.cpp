// Rounds of spin loops that a model needs, and rounds that it does not.

#include "execution/elimination/iteration_elimination.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "frontend/litmus.h"
#include "support/model_builder.h"

namespace hrfcheck::test {
namespace {

/// P1 waits for what P0 stores last; whether that takes the rounds before the last depends on how it waits.
std::string waiting(const std::string& loop, const std::string& behind) {
  return "OPENCL waiting\n{ f = 0; x = 0; }\n"
         "P0@wg 0 (global atomic_int* f, global int* x) {\n  *x = 1;\n"
         "  atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);\n"
         "  atomic_store_explicit(f, 2, memory_order_release, memory_scope_device);\n}\n"
         "P1@wg 1 (global atomic_int* f, global int* x) {\n  while (" +
         loop + " != 2) { }\n  " + behind + "\n  int r = *x;\n}\nexists (1:r=1)\n";
}

bool mayBeLeftOut(const std::string& model, const std::string& text) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const EventStructure structure(parseLitmus(std::make_shared<const Source>("waiting.litmus", text)), 2);
  CHECK(structure.lengthened());
  return roundsMayBeLeftOut(library.load(model), structure);
}

const std::string kRelaxed = "atomic_load_explicit(f, memory_order_relaxed, memory_scope_device)";
const std::string kAcquire = "atomic_load_explicit(f, memory_order_acquire, memory_scope_device)";
const std::string kFence =
    "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);";
const std::string kReleaseFence =
    "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);";

}  // namespace

TEST_CASE("left out rounds: those that acquire nothing, where ordinary reads need an order") {
  for (const char* model : {"opencl", "opencl-rsp"}) {
    INFO(model);
    CHECK(mayBeLeftOut(model, waiting(kRelaxed, "")));
    CHECK(mayBeLeftOut(model, waiting(kRelaxed, kReleaseFence)));
    CHECK_FALSE(mayBeLeftOut(model, waiting(kAcquire, "")));
    CHECK_FALSE(mayBeLeftOut(model, waiting(kRelaxed, kFence)));
  }
}

TEST_CASE("left out rounds: an exchange that takes the lock later does not acquire what they read") {
  const std::string take =
      "int s = atomic_exchange_explicit(f, 3, memory_order_acquire, memory_scope_device);";
  CHECK(mayBeLeftOut("opencl", waiting(kRelaxed, take)));
}

namespace {

/// P0 and P1 take a lock: they read it until it looks free, and then try to take it.
std::string lockTwice(const std::string& failing) {
  const auto thread = [&](const std::string& head) {
    return head +
           " (global atomic_int* l, global int* x) {\n  int s = 1;\n  do {\n"
           "    while (atomic_load_explicit(l, memory_order_relaxed, memory_scope_device) == 1) { }\n"
           "    s = 0;\n  } while (!atomic_compare_exchange_strong_explicit(l, &s, 1, memory_order_acquire, " +
           failing +
           ", memory_scope_device));\n  *x = *x + 1;\n"
           "  atomic_store_explicit(l, 0, memory_order_release, memory_scope_device);\n}\n";
  };
  return "OPENCL lock\n{ l = 0; x = 0; }\n" + thread("P0@wg 0") + thread("P1@wg 1") + "exists (x=2)\n";
}

}  // namespace

TEST_CASE("left out rounds: compare-and-swaps of rounds that go back have failed") {
  CHECK(mayBeLeftOut("opencl", lockTwice("memory_order_relaxed")));
  CHECK_FALSE(mayBeLeftOut("opencl", lockTwice("memory_order_acquire")));
}

TEST_CASE("left out rounds: those that read the initial write acquire nothing") {
  const auto text = [](const std::string& goesBack) {
    return "OPENCL waiting\n{ f = 0; x = 0; }\n"
           "P0@wg 0 (global atomic_int* f, global int* x) {\n  *x = 1;\n"
           "  atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);\n"
           "  atomic_store_explicit(f, 2, memory_order_release, memory_scope_device);\n}\n"
           "P1@wg 1 (global atomic_int* f, global int* x) {\n  while (" +
           kAcquire + goesBack + ") { }\n  int r = *x;\n}\nexists (1:r=1)\n";
  };
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto left = [&](const std::string& goesBack) {
    const EventStructure structure(
        parseLitmus(std::make_shared<const Source>("waiting.litmus", text(goesBack))), 2);
    return roundsMayBeLeftOut(library.load("opencl"), structure);
  };
  CHECK(left(" == 0"));
  CHECK_FALSE(left(" == 1"));
  CHECK_FALSE(left(" < 2"));
}

TEST_CASE("left out rounds: all of them where a model needs no read") {
  for (const char* model : {"sc", "hrf-indirect-relaxed"}) {
    CHECK(mayBeLeftOut(model, waiting(kAcquire, "")));
  }
}

namespace {

bool raiseNothing(const std::string& model, const std::string& text) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const EventStructure few(parseLitmus(std::make_shared<const Source>("waiting.litmus", text)), 2,
                           RoundBounds::Few);
  CHECK(few.hasSpinLoops());
  return earlierRoundsRaiseNothing(library.load(model), few);
}

/// P1 waits for what P0 stores with these orders and scopes.
std::string flag(const std::string& store, const std::string& load) {
  return "HSA flag\n{ f=0; x=0; }\n P0@wg 0 | P1@wg 1 ;\n st x, 1 | A: ;\n " + store + " f, 1 | " + load +
         " r0, f ;\n | bne r0, 1, A ;\n | ld r1, x ;\nexists (1:r1=1)\n";
}

}  // namespace

TEST_CASE("left out rounds: none is left where no read of them can race") {
  CHECK(raiseNothing("hrf-indirect-relaxed", flag("st.rel.cmp", "ld.acq.cmp")));
  CHECK_FALSE(raiseNothing("hrf-indirect-relaxed", flag("st.rel.wg", "ld.acq.cmp")));
  CHECK_FALSE(raiseNothing("hrf-indirect-relaxed", flag("st.rel.cmp", "ld.acq.wg")));
  CHECK_FALSE(raiseNothing("hrf-indirect-relaxed", flag("st", "ld.acq.cmp")));
  CHECK(raiseNothing("sc", flag("st.rel.cmp", "ld.acq.cmp")));
}

TEST_CASE("left out rounds: the first one stays where it leaves something behind") {
  const std::string text =
      "HSA cas\n{ l=1; }\n P0@wg 0 | P1@wg 0 ;\n mov r1, 5 | st.rel.cmp l, 0 ;\n A: | ;\n"
      " ld.acq.cmp r0, l | ;\n mov r2, r1 | ;\n mov r1, 0 | ;\n bne r0, 0, A | ;\nexists (0:r2=0)\n";
  const auto program = parseLitmus(std::make_shared<const Source>("cas.litmus", text));
  const EventStructure few(program, 2, RoundBounds::Few);
  const EventStructure last(program, 2, RoundBounds::Last);
  CHECK(few.size() == last.size());
}

TEST_CASE("left out rounds: vulkan passes over coherence only through writes") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const std::string text =
      "VULKAN waiting\n{ f=0; x=0; }\n P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 ;\n"
      " st.av.dv.sc0 x, 1 | LC00: ;\n"
      " st.atom.rel.dv.sc0.semsc0 f, 1 | ld.atom.acq.dv.sc0.semsc0 r0, f ;\n"
      " st.atom.rel.dv.sc0.semsc0 f, 2 | bne r0, 2, LC00 ;\n"
      " | ld.vis.dv.sc0 r1, x ;\nexists (1:r1=1)\n";
  const EventStructure structure(parseLitmus(std::make_shared<const Source>("waiting.litmus", text)), 2);
  CHECK(structure.lengthened());
  CHECK(roundsMayBeLeftOut(library.load("vulkan"), structure));
}

}  // namespace hrfcheck::test
