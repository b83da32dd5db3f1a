#include <doctest/doctest.h>

#include "machine_support.h"
#include "programs.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::string errorOf(const std::string& text, const Setting& setting) {
  try {
    reach(text, setting);
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Machines and rules are listed") {
  std::vector<std::string> names;
  for (const MachineInfo& machine : machines()) {
    names.push_back(machine.name);
    CHECK_FALSE(machine.title.empty());
    CHECK_FALSE(machine.source.empty());
  }
  CHECK(names == std::vector<std::string>{"sc", "hrf0", "hrf0-fix", "qr", "qr-fix", "rsp-lit", "rsp-lit-drop",
                                          "rsp-char", "rsp-fix", "rsp-fix2", "hrfr", "gfx942", "gfx12"});
  std::set<std::string> rules;
  for (const MachineRule& rule : machineRules()) {
    CHECK(rules.insert(rule.name).second);
    CHECK_FALSE(rule.summary.empty());
    CHECK_FALSE(rule.source.empty());
  }
  for (const MachineInfo& machine : machines()) {
    for (const std::string& rule : machine.rules) {
      CHECK(rules.contains(rule));
    }
  }
}

TEST_CASE("Machines execute what their abilities say, and refuse the rest") {
  const auto test = [](const std::string& operation) {
    return "HSA Ability\n{ x=0; }\n P0@wg 0 ;\n " + operation + " ;\nexists (x=1)\n";
  };
  const std::string ptx = "PTX Ability\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\nexists (x=1)\n";
  for (const MachineInfo& machine : machines()) {
    CAPTURE(machine.name);
    const MachineAbilities& can = machine.abilities;
    if (can.tests == MachineTests::Amdgpu) {
      CHECK(can.fences);
      CHECK(can.barriers);
      CHECK_FALSE(can.remote);
      CHECK_FALSE(can.onlySeqCst);
      continue;  // amdgpu_machines_test.cpp
    }
    const auto refuses = [&](const std::string& text) { return !errorOf(text, {machine.name}).empty(); };
    CHECK(refuses(test("st.rm_rel.cmp x, 1")) == !can.remote);
    CHECK(refuses(test("fence.ar.cmp")) == !can.fences);
    CHECK(refuses(test("barrier.wg")) == !can.barriers);
    CHECK(refuses(test("st.rel.cmp x, 1")) == can.onlySeqCst);
    CHECK_FALSE(refuses(test("st.sc.cmp x, 1")));
    CHECK(refuses(ptx) == (can.tests != MachineTests::EveryDialect));
    CHECK(can.model != "");
    CHECK(findMachine(machine.name) == &machine);
  }
  CHECK(findMachine("rsp") == nullptr);
}

TEST_CASE("Unknown machines and rules are refused with the nearest name") {
  CHECK(mentions(errorOf(kB1, {"rsp-fxi"}), "no machine 'rsp-fxi'"));
  CHECK(mentions(errorOf(kB1, {"rsp-fxi"}), "did you mean 'rsp-fix'?"));
  CHECK(mentions(errorOf(kB1, {"qr", Environment::Fifo, Hierarchy::H2, {"kil-fill"}}),
                 "did you mean 'kill-fill'?"));
}

TEST_CASE("Arithmetic on integers makes no address") {
  const auto test = [](const char* code) {
    return "HSA Forged\n{ x=281474976710655; y=0; }\n P0@wg 0 ;\n " + std::string(code) +
           " ;\nexists (y=1)\n";
  };
  CHECK(
      mentions(errorOf(test("ld r0, x ;\n add r1, r0, 1 ;\n st y, r1"), {"sc"}),
               "5:2: error: 'add r1, r0, 1': address computed from integers in an execution of the machine"));
  CHECK(mentions(
      errorOf(test("faa.acq.wg r0, x, 1"), {"sc"}),
      "4:2: error: 'faa.acq.wg r0, x, 1': address computed from integers in an execution of the machine"));
}

TEST_CASE("What a machine has no rules for is refused with its place") {
  const std::string text = R"(HSA Unsupported
{ x=0; }
 P0@wg 0           | P1@wg 1             ;
 fence.ar.cmp      | ld.rm_acq.cmp r0, x ;
 barrier.wg        |                     ;
                   | ld.rlx.cmp r1, x    ;
exists (1:r0=0)
)";
  const std::string qr = errorOf(text, {"qr"});
  CHECK(mentions(qr, "test.litmus:4:"));
  CHECK(mentions(qr, "cannot run 'ld.rm_acq.cmp r0, x': it has no remote operations"));
  CHECK_FALSE(mentions(qr, "cannot run 'fence"));
  CHECK_FALSE(mentions(qr, "cannot run 'barrier"));
  CHECK_FALSE(mentions(qr, "ld.rlx"));
  const std::string hrfr = errorOf(text, {"hrfr"});
  CHECK(mentions(hrfr, "cannot run 'fence.ar.cmp': it has no fences"));
  CHECK(mentions(hrfr, "cannot run 'barrier.wg': it has no barriers"));
  CHECK(mentions(errorOf(text, {"hrf0"}), "no relaxed atomics"));
  CHECK(mentions(errorOf(kB1, {"hrfr"}), "relaxed or seq_cst"));
  CHECK_FALSE(mentions(errorOf(text, {"sc"}), "fence"));
}

TEST_CASE("A limit ends the exploration, and it says so") {
  SimulationOptions options = Setting{"rsp-fix", Environment::Full}.options();
  options.mostStates = 50;
  CHECK(reach(programOf(kB6), options).simulation.incomplete == "state limit");
  options.mostStates = 1'000'000;
  options.mostMemory = 0;
  CHECK(reach(programOf(kB6), options).simulation.incomplete == "memory limit");
  options.mostMemory = 100;
  const std::atomic<bool> cancelled = true;
  options.deadline = Deadline::after(0, &cancelled);
  CHECK(reach(programOf(kB6), options).simulation.incomplete == "time limit");
}

TEST_CASE("A loop that counts for ever runs into the table of values") {
  const std::string text = R"(HSA Counts
{ x=0; }
 P0                     ;
 LOOP: faa.ar.wg r0, x, 1 ;
 bge r0, 0, LOOP        ;
exists (x=0)
)";
  const Reached reached = reach(text, {"qr"});
  CHECK(mentions(reached.simulation.incomplete, "different values"));
  CHECK(reached.simulation.outcomes.empty());
}

TEST_CASE("A spin loop is explored as written") {
  const std::string text = R"(HSA Spins
{ x=0; L=0; }
 P0@wg 0         | P1@wg 1                ;
 st x, 1         | LOOP: ld.acq.cmp r0, L ;
 st.rel.cmp L, 1 | beq r0, 0, LOOP        ;
                 | ld r1, x               ;
exists (1:r1=0)
)";
  const Reached reached = reach(text, {"rsp-fix", Environment::Full});
  CHECK(reached.simulation.incomplete.empty());
  CHECK(reached.outcomes().size() == 1);
  CHECK(reached.shortest() == 0);
  CHECK(reach(text, {"qr", Environment::Full}).shortest() > 0);
}

TEST_CASE("A filter leaves outcomes out") {
  std::string text = kB1;
  text.insert(text.find("exists"), "filter (1:r0=1)\n");
  for (const auto& [values, steps] : reach(text, {"qr", Environment::Full}).steps) {
    CHECK(values.front() == 1);
  }
}

TEST_CASE("Final memory is read when all lines are clean, or not at all") {
  const std::string text = R"(HSA Final
{ x=0; }
 P0@wg 0 ;
 st x, 1 ;
exists (x=1)
)";
  CHECK(reach(text, {"qr"}).shortest() == 2);  // the store and its drain
  SimulationOptions options = Setting{"qr"}.options();
  options.finalMemory = false;
  CHECK(reach(programOf(text), options).steps.begin()->second == 1);
}

TEST_CASE("A scope that needs no more than the leaf is one step") {
  const std::string text = R"(HSA Leaf
{ x=0; }
 P0@wg 0           | P1@wg 0              ;
 st.rel.wi x, 1    | faa.rm_ar.wg r0, x, 1 ;
exists (1:r0=1)
)";
  CHECK(reach(text, {"rsp-fix", Environment::Fifo}).shortest() == 2);
  CHECK(reach(text, {"rsp-lit", Environment::Fifo}).shortest() == 2);
  // With caches at every level wg is two levels out.
  CHECK(reach(text, {"rsp-fix", Environment::Fifo, Hierarchy::H5}).shortest() > 2);
}

TEST_CASE("OpenCL tests run where their levels are those of HSA") {
  const std::string text = R"(OPENCL MP
{ [x]=0; [f]=0; }
P0@wg 0, dev 0 (global atomic_int* f, global int* x) {
  *x = 1;
  atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);
}
P1@wg 1, dev 0 (global atomic_int* f, global int* x) {
  int r0 = atomic_load_explicit(f, memory_order_acquire, memory_scope_device);
  int r1 = *x;
}
exists (1:r0=1 /\ 1:r1=0)
)";
  CHECK(reach(text, {"qr", Environment::Full}).shortest() == 13);
  CHECK(reach(text, {"qr-fix", Environment::Full}).shortest() == 0);
}
