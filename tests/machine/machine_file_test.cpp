#include <doctest/doctest.h>

#include <filesystem>

#include "frontend/test_file.h"
#include "machine_support.h"
#include "programs.h"
#include "support/has.h"

namespace machine_file_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

DescribedMachine described(const std::string& text) {
  return describedMachine(std::make_shared<const Source>("mine.machine", text));
}

Reached reachOn(const DescribedMachine& machine, const std::shared_ptr<const Program>& program,
                SimulationOptions options) {
  options.machine = machine.name;
  options.described = machine.kind;
  return reach(program, options);
}

std::string errorOf(const std::string& text) {
  try {
    described(text);
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("A machine that is printed and read again is printed the same") {
  for (const MachineInfo& machine : machines()) {
    CAPTURE(machine.name);
    const std::string text = machineText(machine.name);
    const DescribedMachine again = described(text);
    CHECK(again.name == machine.name);
    CHECK(machineText(again) == text);
  }
}

TEST_CASE("Every machine, printed and read again, reaches the same final states in as many steps") {
  std::size_t compared = 0;
  for (const MachineInfo& machine : machines()) {
    CAPTURE(machine.name);
    const DescribedMachine again = described(machineText(machine.name));
    for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
      for (const Named& named : kPrograms) {
        CAPTURE(named.name);
        const auto program = programOf(*named.text);
        const SimulationOptions options = Setting{machine.name, Environment::Evict, hierarchy}.options();
        if (runs(program, options)) {
          const Reached before = reach(program, options);
          const Reached after = reachOn(again, program, options);
          CHECK(before.steps == after.steps);
          CHECK(before.simulation.states == after.simulation.states);
          CHECK(before.simulation.deadlock == after.simulation.deadlock);
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 300);
}

TEST_CASE("A machine that is like another has what it does not change, and switches apply to it") {
  const DescribedMachine mine = described("machine mine\nlike rsp-fix\nwithout inv-after-access\n");
  const auto program = programOf(kB1);
  const SimulationOptions switched =
      Setting{"rsp-fix", Environment::Full, Hierarchy::H2, {"inv-after-access"}}.options();
  CHECK(reachOn(mine, program, Setting{"mine", Environment::Full}.options()).steps ==
        reach(program, switched).steps);
  const SimulationOptions back =
      Setting{"mine", Environment::Full, Hierarchy::H2, {}, {"inv-after-access"}}.options();
  CHECK(reachOn(mine, program, back).shortest() == 0);
}

TEST_CASE("What a release flushes is for the machine's file to say") {
  // Message passing: without its flush a release is seen before what it releases.
  const auto release = [](const std::string& flush) {
    return described(
        "machine mine\nlike qr-fix\non ordinary\n  access leaf\n"
        "on atomic at-leaf\n  access scope gated\non atomic\n  gate\n" +
        flush + "  access scope\n  invalidate if acquires\n");
  };
  const auto program = programOf(kB1);
  const SimulationOptions options = Setting{"mine", Environment::Full}.options();
  CHECK(reachOn(release("  flush own-leaf if releases\n  wait if releases\n"), program, options).shortest() ==
        0);
  CHECK(reachOn(release(""), program, options).shortest() > 0);
}

TEST_CASE("An instruction that no clause is for is refused") {
  const DescribedMachine mine = described("machine mine\nlike qr-fix\non ordinary\n  access leaf\n");
  try {
    reachOn(mine, programOf(kB1), Setting{"mine"}.options());
    CHECK(false);
  } catch (const UserError& error) {
    CHECK(std::string(error.what()).find("it has no rules for that") != std::string::npos);
  }
}

TEST_CASE("A machine that does not have a hierarchy says which it has") {
  const DescribedMachine mine =
      described("machine mine\nlike qr-fix\nhierarchy h2\n  cache wg L1\n  memory L2\n");
  CHECK_NOTHROW(reachOn(mine, programOf(kB1), Setting{"mine"}.options()));
  try {
    reachOn(mine, programOf(kB1), Setting{"mine", Environment::Evict, Hierarchy::H3}.options());
    CHECK(false);
  } catch (const UserError& error) {
    CHECK(std::string(error.what()).find("machine mine has no hierarchy h3") != std::string::npos);
  }
}

TEST_CASE("A machine of every dialect has no caches, and any level is its memory") {
  const DescribedMachine mine =
      described("machine mine\nlike sc\non fence\n  gate\non barrier\n  meet\non anything\n  access cmp\n");
  const auto ptx = programOf("PTX One\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\nexists (x=1)\n");
  CHECK(reachOn(mine, ptx, Setting{"mine"}.options()).shortest() == 1);
}

TEST_CASE("A machine for AMDGPU has that dialect's levels, its own rules, and LDS where that is") {
  const std::string head = "machine mine\nlike gfx942\n";
  CHECK(errorOf(head + "hierarchy h2\n  cache wavefront L0\n  memory L2\n") == "");
  CHECK(has(errorOf(head + "hierarchy h2\n  cache wg L1\n  memory L2\n"), "there is no level 'wg'"));
  CHECK(has(errorOf(head + "hierarchy h2\n  cache system L1\n  memory L2\n"),
            "the memory is the level system"));
  CHECK(has(errorOf(head + "tests hsa\n"), "'tests' comes before hierarchies and clauses"));
  CHECK(has(errorOf(head + "on local\n  access leaf\non anything\n  access leaf\n"),
            "what is in LDS is accessed there"));
  CHECK(
      has(errorOf(head + "on ordinary not local\n  access lds\n"), "only what is in LDS is accessed there"));
  CHECK(has(errorOf("machine mine\nlike qr-fix\non ordinary within agent\n  access leaf\n"),
            "there is no level 'agent'"));
  const std::string rules = errorOf(
      "machine mine\ntests amdgpu\nhierarchy h2\n  memory m\non fence\n  gate\non barrier\n  meet\n"
      "on local\n  access lds\non anything\n  access leaf\n");
  CHECK(has(rules, "scope-bits"));
  CHECK_FALSE(has(rules, "rm-acq-stall"));
  CHECK_FALSE(
      has(errorOf("machine mine\nhierarchy h2\n  memory m\non anything\n  access leaf\n"), "scope-bits"));
}

TEST_CASE("A machine may deadlock, and that is an answer") {
  const DescribedMachine mine = described(
      "machine mine\nlike qr-fix\non ordinary\n  access leaf\non atomic\n  gate\n"
      "  flush leaves stalling to sys\n  wait\n  access scope\n");
  const Reached reached = reachOn(mine, programOf(kB1), Setting{"mine"}.options());
  CHECK(reached.simulation.deadlock);
}

TEST_CASE("A file that is no machine's says why") {
  CHECK(errorOf("").find("begins with 'machine NAME'") != std::string::npos);
  CHECK(errorOf("machine mine\nlike qr\nlike qr\n").find("'like' is given twice") != std::string::npos);
}

}  // namespace machine_file_test
