// A branch that only a value out of thin air opens: the test is racy, and the value is found, however the
// branch's condition is written.

#include <doctest/doctest.h>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

const std::vector<std::string> kAskedEngines{"explicit", "smt"};

/// Ways to write `REGISTER == 7` in C: what comes before the branch, and the branch's condition.
struct Spelling {
  const char* name;
  std::string before;
  std::string condition;
};

std::vector<Spelling> spellingsOf(const std::string& reg) {
  return {{"direct", "", reg + " == 7"},
          {"stored", "int q = (" + reg + " == 7);", "q"},
          {"negated", "", "!(" + reg + " != 7)"},
          {"conjoined", "int k = *n;", reg + " == 7 && k > 0"},
          {"arithmetic", "int z = " + reg + " * 3 - 21;", "z == 0"}};
}

std::string spelledThread(const std::string& head, const std::string& reg, const std::string& from,
                          const std::string& to, const std::string& plain, const std::string& scope,
                          const Spelling& spelling) {
  return head + "  int " + reg + " = atomic_load_explicit(" + from + ", memory_order_relaxed" + scope +
         ");\n  " + spelling.before + "\n  if (" + spelling.condition + ") { *d = " + plain +
         "; atomic_store_explicit(" + to + ", " + reg + ", memory_order_relaxed" + scope + "); }\n}\n";
}

std::string spelledInC(const Spelling& first, const Spelling& second) {
  const std::string parameters = " (atomic_int* x, atomic_int* y, int* n, int* d) {\n";
  return "C spelt\n{ x = 0; y = 0; n = 1; d = 0; }\n" +
         spelledThread("P0" + parameters, "r1", "x", "y", "1", "", first) +
         spelledThread("P1" + parameters, "r3", "y", "x", "2", "", second) + "exists (x=7)\n";
}

std::string spelledInOpenCl(const Spelling& first, const Spelling& second) {
  const std::string parameters =
      "@wg %, dev 0 (global atomic_int* x, global atomic_int* y, global int* n, global int* d) {\n";
  const auto head = [&](const std::string& name, const std::string& group) {
    std::string text = name + parameters;
    text.replace(text.find('%'), 1, group);
    return text;
  };
  const std::string scope = ", memory_scope_device";
  return "OPENCL spelt\n{ x = 0; y = 0; n = 1; d = 0; }\n" +
         spelledThread(head("P0", "0"), "r1", "x", "y", "1", scope, first) +
         spelledThread(head("P1", "1"), "r3", "y", "x", "2", scope, second) + "exists (x=7)\n";
}

void isFoundThroughCycle(const std::string& test, const std::string& model) {
  for (const std::string& engine : kAskedEngines) {
    CAPTURE(engine);
    CAPTURE(test);
    const Finished run = runProgram({"check", "-", "-m", model, "--engine", engine}, test);
    CAPTURE(run.out);
    CHECK(run.status == 0);
    CHECK(has(run.out, "RACY, only through a value cycle"));
    CHECK(has(run.out, "exists ([x]=7): Sometimes, only through a value cycle"));
  }
}

}  // namespace

TEST_CASE("each way to write a condition is the same question") {
  for (std::size_t i = 0; i < 5; ++i) {
    const Spelling first = spellingsOf("r1")[i];
    CAPTURE(first.name);
    for (const std::size_t j : {i, (i + 1) % 5}) {
      const Spelling second = spellingsOf("r3")[j];
      isFoundThroughCycle(spelledInC(first, second), "c11");
      isFoundThroughCycle(spelledInOpenCl(first, second), "opencl");
    }
  }
}

TEST_CASE("and a condition that no value meets is none") {
  const Spelling never{"never", "int z = r1 * 2;", "z == 7"};
  for (const std::string& engine : kAskedEngines) {
    const Finished run =
        runProgram({"check", "-", "-m", "c11", "--engine", engine}, spelledInC(never, spellingsOf("r3")[0]));
    CAPTURE(run.out);
    CHECK(has(run.out, "race-free\n"));
    CHECK(has(run.out, "exists ([x]=7): Never\n"));
  }
}

TEST_CASE("in kernels") {
  const auto kernel = [](const std::string& before, const std::string& condition) {
    const auto side = [&](const std::string& from, const std::string& to, const std::string& plain) {
      return "    int r = atomic_load_explicit(" + from +
             ", memory_order_relaxed, memory_scope_device);\n    " + before + "\n    if (" + condition +
             ") { *d = " + plain + "; atomic_store_explicit(" + to +
             ", r, memory_order_relaxed, memory_scope_device); }\n";
    };
    return "//# launch 2x1\n//# init x; y; d\n"
           "kernel void k(global atomic_int *x, global atomic_int *y, global int *d) {\n"
           "  if (get_global_id(0) == 0) {\n" +
           side("x", "y", "1") + "  } else {\n" + side("y", "x", "2") + "  }\n}\n";
  };
  const Scratch scratch;
  const std::string direct = scratch.file("direct.cl", kernel("", "r == 7"));
  const std::string stored = scratch.file("stored.cl", kernel("int ready = r == 7;", "ready"));
  for (const std::string& file : {direct, stored}) {
    for (const std::string& engine : kAskedEngines) {
      const Finished run = runProgram({"check", file, "-m", "opencl", "--engine", engine});
      CAPTURE(run.out);
      CHECK(has(run.out, "RACY, only through a value cycle"));
    }
  }
}

TEST_CASE("in columns of Vulkan") {
  const auto test = [](const std::string& first, const std::string& second) {
    return "VULKAN spelt\n{ x=0; y=0; P0:r0=0; P1:r1=0; P0:r2=0; P1:r3=0; }\n"
           " P0@sg 0,wg 0,qf 0  | P1@sg 0,wg 1,qf 0 ;\n"
           " ld.atom.dv.sc0 r0, x | ld.atom.dv.sc0 r1, y ;\n" +
           first + "|" + second + ";\n" +
           " st.atom.dv.sc0 y, r0 | st.atom.dv.sc0 x, r1 ;\n LA: | LB: ;\nexists (P0:r0=7)\n";
  };
  const std::vector<std::pair<std::string, std::string>> ways{
      {"bne r0, 7, LA", "bne r1, 7, LB"},
      {"sub r2, r0, 7 | ; bne r2, 0, LA", "bne r1, 7, LB"},
      {"beq r0, 7, LT | ; goto LA | ; LT:", "bne r1, 7, LB"}};
  for (const auto& [first, second] : ways) {
    for (const std::string& engine : kAskedEngines) {
      const Finished run =
          runProgram({"check", "-", "-m", "vulkan", "--engine", engine}, test(first, second));
      CAPTURE(run.out);
      CAPTURE(run.err);
      CHECK(has(run.out, "exists (0:r0=7): Sometimes, only through a value cycle"));
    }
  }
}

TEST_CASE("a cycle of control alone") {
  const std::string test = R"(OPENCL deque-shape
{ top = 0; bot = 0; }
P0@wg 0, dev 0 (global atomic_int* top, global atomic_int* bot) {
  int t = atomic_load_explicit(top, memory_order_relaxed, memory_scope_device);
  if (t == 1) atomic_store_explicit(bot, 1, memory_order_relaxed, memory_scope_device);
}
P1@wg 1, dev 0 (global atomic_int* top, global atomic_int* bot) {
  int b = atomic_load_explicit(bot, memory_order_acquire, memory_scope_device);
  int e = 0;
  if (b == 1) atomic_compare_exchange_strong_explicit(top, &e, 1, memory_order_seq_cst, memory_order_relaxed, memory_scope_device);
}
exists (0:t=1 /\ 1:b=1)
)";
  for (const std::string& engine : kAskedEngines) {
    const Finished run = runProgram({"check", "-", "-m", "opencl", "--engine", engine}, test);
    CAPTURE(run.out);
    CHECK(has(run.out, "Sometimes, only through a value cycle"));
    CHECK(has(run.out, "race-free\n"));
  }
}

TEST_CASE("minima of each other's values") {
  const std::string test = R"(OPENCL bfs
{ a = 5; b = 7; }
P0@wg 0, dev 0 (global atomic_int* a, global atomic_int* b) {
  int r0 = atomic_load_explicit(a, memory_order_relaxed, memory_scope_device);
  atomic_fetch_min_explicit(b, r0, memory_order_relaxed, memory_scope_device);
}
P1@wg 1, dev 0 (global atomic_int* a, global atomic_int* b) {
  int r1 = atomic_load_explicit(b, memory_order_relaxed, memory_scope_device);
  atomic_fetch_min_explicit(a, r1, memory_order_relaxed, memory_scope_device);
}
)";
  for (const std::string& engine : kAskedEngines) {
    const auto asked = [&](const std::string& condition) {
      return runProgram({"check", "-", "-m", "opencl", "--engine", engine}, test + condition).out;
    };
    CHECK(has(asked("forall (a = 5 /\\ b = 5)"), "Sometimes, only through a value cycle"));
    CHECK(has(asked("exists (a = 4 /\\ b = 4)"), "Sometimes, only through a value cycle"));
    CHECK(has(asked("exists (a = 4 /\\ b = 5)"), "Never"));
    CHECK(has(asked("exists (a = 6)"), "Never"));
  }
}

TEST_CASE("what synchronizes closes no cycle") {
  const auto test = [](const std::string& load, const std::string& store) {
    const auto side = [&](const std::string& from, const std::string& to) {
      return " (atomic_int* x, atomic_int* y) {\n  int r = atomic_load_explicit(" + from + ", memory_order_" +
             load + ");\n  atomic_store_explicit(" + to + ", r, memory_order_" + store + ");\n}\n";
    };
    return "C ordered\n{ x = 0; y = 0; }\nP0" + side("x", "y") + "P1" + side("y", "x") + "exists (0:r=3)\n";
  };
  for (const std::string& engine : kAskedEngines) {
    const auto asked = [&](const std::string& text) {
      return runProgram({"check", "-", "-m", "c11", "--engine", engine}, text).out;
    };
    CHECK(has(asked(test("acquire", "release")), ": Never\n"));
    CHECK(has(asked(test("relaxed", "release")), ": Sometimes, only through a value cycle\n"));
    CHECK(has(asked(test("acquire", "relaxed")), ": Sometimes, only through a value cycle\n"));
  }
}

TEST_CASE("a fault that only a value out of thin air leads to") {
  const std::string test = R"(C index
{ x = 0; y = 0; int a[2] = {0, 0}; }
P0 (atomic_int* x, atomic_int* y, int* a) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, r0, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y, int* a) {
  int r1 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, r1, memory_order_relaxed);
  a[r1] = 1;
}
exists (a[1]=1)
)";
  for (const std::string& engine : kAskedEngines) {
    const Finished run = runProgram({"check", "-", "-m", "c11", "--engine", engine}, test);
    CAPTURE(run.out);
    CHECK(has(run.out, "UNDEFINED, only through a value cycle"));
    const Finished assumed =
        runProgram({"check", "-", "-m", "c11", "--engine", engine, "--assume", "no-thin-air"}, test);
    CHECK(has(assumed.out, "(race-free)\n"));
  }
}

TEST_CASE("no certificate says that something is not there where values are like others") {
  const Scratch scratch;
  const auto certified = [&](const Spelling& spelling, const std::string& folder) {
    const std::string test = spelledInC(spelling, spellingsOf("r3")[1]);
    return runProgram({"check", "-", "-m", "c11", "--certify", scratch.path(folder)}, test);
  };
  const Finished run = certified(spellingsOf("r1")[1], "stored");
  CAPTURE(run.err);
  CHECK(run.status == 3);
  CHECK(has(run.err, "no certificate for spelt under c11: values come out of thin air under this model"));
}
