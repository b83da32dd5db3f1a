// The machines for AMDGPU against the model `amdgpu`: the tests of litmus/amdgpu, and random programs with
// fences, barriers and LDS, which suites have not. Suites are in tests/suite.

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <set>

#include "cat/library.h"
#include "check/auto_engine.h"
#include "check/promise/judgement.h"
#include "check/promise/observe_everything.h"
#include "machine_support.h"
#include "support/has.h"
#include "support/litmus_columns.h"
#include "util/random.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Asks the model what it promises of programs, and machines what they do.
class AmdgpuPromises {
 public:
  AmdgpuPromises()
      : model_(ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}).load("amdgpu")),
        engine_(makeAutoEngine()) {}

  Promise promiseOf(const std::shared_ptr<const Program>& program) {
    Preparation preparation(program, 1);
    return promiseOfOutcomes(*engine_, preparation, model_, nullptr, {});
  }

  /// @param program whose filter, if it has one, holds of both sides
  static Judgement judgementOf(const Promise& promise, const std::shared_ptr<const Program>& program,
                               const Setting& setting) {
    SimulationOptions options = setting.options();
    options.traces = false;
    options.mostStates = 50'000;  // chains of five threads have more
    const Simulation simulation = Simulator(program, options).explore();
    SeenOutcomes seen{{}, simulation.deadlock.has_value(), simulation.incomplete};
    for (const ReachedOutcome& outcome : simulation.outcomes) {
      seen.states.push_back(outcome.values);
    }
    return judge(promise, seen);
  }

 private:
  Model model_;
  std::unique_ptr<Engine> engine_;
};

struct AmdgpuTest {
  std::string name;
  std::shared_ptr<const Program> program;
  Promise promise;
};

/// The tests of litmus/amdgpu, everything observed. What is undefined in executions that a filter leaves out
/// is undefined there alone, so that the filter holds of the machine, too.
const std::vector<AmdgpuTest>& amdgpuTests() {
  static const std::vector<AmdgpuTest> tests = [] {
    AmdgpuPromises comparison;
    std::map<std::string, AmdgpuTest> byName;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/amdgpu")) {
      if (entry.path().extension() == ".litmus") {
        auto program = std::make_shared<Program>(*parseLitmus(readSource(entry.path().string())));
        observeEverything(*program);
        const std::string name = entry.path().stem().string();
        byName[name] = {name, program, comparison.promiseOf(program)};
      }
    }
    std::vector<AmdgpuTest> all;
    for (auto& [name, test] : byName) {
      all.push_back(std::move(test));
    }
    return all;
  }();
  return tests;
}

struct OnMachine {
  std::size_t kept = 0, nothing = 0;
  std::set<std::string> broken, refused, undecided;
};

OnMachine onCorpus(const Setting& setting) {
  OnMachine tally;
  for (const AmdgpuTest& test : amdgpuTests()) {
    try {
      switch (AmdgpuPromises::judgementOf(test.promise, test.program, setting).answer) {
        case Judgement::Answer::Kept:
          ++tally.kept;
          break;
        case Judgement::Answer::Broken:
          tally.broken.insert(test.name);
          break;
        case Judgement::Answer::NothingPromised:
          ++tally.nothing;
          break;
        case Judgement::Answer::Undecided:
          tally.undecided.insert(test.name);
          break;
      }
    } catch (const UserError&) {
      tally.refused.insert(test.name);
    }
  }
  return tally;
}

std::string joined(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : " ") + name;
  }
  return text;
}

/// Threads that write, publish by a fence or a release, or meet at a barrier, wait for a flag, and read; in
/// global memory, and in LDS where they are of one work-group.
class AmdgpuPrograms {
 public:
  explicit AmdgpuPrograms(std::uint64_t seed) : random_(seed) {}

  std::string next() {
    const std::size_t threads = 2 + random_.below(2);
    together_ = random_.below(3) == 0;
    const bool meets = together_ && random_.below(2) == 0;
    std::vector<std::vector<std::string>> columns;
    for (std::size_t t = 0; t < threads; ++t) {
      columns.push_back(column(t, meets));
    }
    return std::string("AMDGPU Random\n{ x=0; f=0; ") + (together_ ? "local " : "") + "y=0; " +
           (together_ ? "local " : "") + "g=0; }\n" + litmusRows(columns) + "exists (true)\n";
  }

 private:
  std::string pick(const std::vector<std::string>& words) { return words[random_.below(words.size())]; }
  std::string scope() { return pick({".wavefront", ".workgroup", ".agent", ".agent", ".system"}); }
  std::string fence(const std::vector<std::string>& orders) {
    return "fence" + pick(orders) + scope() + pick({"", "", "", "", ".global", ".local", ".av_none"});
  }
  std::string oneAs() { return pick({"", "", ".one_as", ".av_none"}); }

  std::string placement(std::size_t t) {
    const std::string name = "P" + std::to_string(t);
    if (together_) {
      return name + "@wf " + std::to_string(random_.below(2)) + ",wg 0,agent 0";
    }
    return name + "@wf " + std::to_string(t) + ",wg " + std::to_string(random_.below(2)) + ",agent " +
           std::to_string(random_.below(4) == 0 ? 1 : 0);
  }

  std::vector<std::string> column(std::size_t t, bool meets) {
    std::vector<std::string> code = {placement(t)};
    const std::string end = "END" + std::to_string(t);
    const bool waits = t > 0 && !meets;
    if (waits) {
      if (random_.below(2) == 0) {
        code.push_back("load.acquire" + scope() + oneAs() + " r0, " + pick({"f", "f", "g"}));
      } else {
        code.push_back("load.monotonic" + scope() + " r0, " + pick({"f", "f", "g"}));
        code.push_back(fence({".acquire", ".acquire", ".acq_rel", ".seq_cst", ".release"}));
      }
      code.push_back("beq r0, 0, " + end);
    }
    code.push_back(data("r1"));
    if (meets) {
      code.push_back(fence({".release", ".release", ".acq_rel"}));
      code.push_back("s_barrier");
      code.push_back(fence({".acquire", ".acquire", ".acq_rel"}));
      code.push_back(data("r2"));
    }
    const std::string flag = pick({"f", "f", "g"}) + ", " + std::to_string(t + 1);
    switch (random_.below(4)) {
      case 0:
        code.push_back("store.release" + scope() + oneAs() + " " + flag);
        break;
      case 1:
        code.push_back("atomicrmw.add" + pick({".release", ".acq_rel", ".monotonic", ".seq_cst"}) + scope() +
                       " r3, " + flag);
        break;
      case 2:
        code.push_back(fence({".release", ".release", ".acq_rel", ".seq_cst"}));
        code.push_back("store.monotonic" + scope() + " " + flag);
        break;
      default:
        break;
    }
    code.push_back(end + ": nop");
    return code;
  }

  std::string data(const std::string& reg) {
    const std::string location = pick({"x", "x", "y"});
    return random_.below(2) == 0 ? "store " + location + ", " + std::to_string(1 + random_.below(2))
                                 : "load " + reg + ", " + location;
  }

  Random random_;
  bool together_ = false;
};

/// @return of how many programs something is promised
std::size_t overRandom(AmdgpuPromises& promises, std::uint64_t seed, std::size_t programs,
                       const Setting& setting) {
  AmdgpuPrograms random(seed);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < programs; ++i) {
    const std::string text = random.next();
    CAPTURE(text);
    CAPTURE(setting.machine);
    const auto program = observingEverything(*programOf(text));
    const Promise promise = promises.promiseOf(program);
    if (promise.kind == PromiseKind::Nothing) {
      continue;
    }
    const Judgement judgement = AmdgpuPromises::judgementOf(promise, program, setting);
    CHECK(judgement.answer != Judgement::Answer::Broken);
    kept += judgement.answer == Judgement::Answer::Kept ? 1 : 0;  // else the limit of states is reached
  }
  return kept;
}

}  // namespace

TEST_CASE("The machines for AMDGPU reach nothing that the model forbids: the tests of litmus/amdgpu") {
  const std::string named =
      "barrier-cluster barrier-cluster-narrow barrier-named barrier-named-others "
      "barrier-through-third";
  for (const std::string machine : {"gfx942", "gfx12"}) {
    for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
      CAPTURE(machine);
      const OnMachine tally = onCorpus({machine, Environment::Evict, hierarchy});
      CHECK(joined(tally.broken) == "");
      CHECK(joined(tally.undecided) == "");
      CHECK(joined(tally.refused) == named);
      CHECK(tally.kept == 113);
      CHECK(tally.nothing == 93);
    }
    const OnMachine full = onCorpus({machine, Environment::Full, Hierarchy::H3});
    CHECK(joined(full.broken) == "");
    CHECK(full.kept + full.undecided.size() == 113);
    CHECK(full.undecided.size() <= 4);
  }
}

TEST_CASE("The machines for AMDGPU need each of their rules: the tests of litmus/amdgpu") {
  for (const std::string machine : {"gfx942", "gfx12"}) {
    const std::map<std::string, std::string> breaks = {{"inv-after-access", "scope-agent"},
                                                       {"acc-star", "write-read-coherence"},
                                                       {"keep-dirty", "store-buffering-release"},
                                                       {"outer-first", "scope-system"},
                                                       {"kill-fill", "scope-agent"},
                                                       {"scope-bits", "store-buffering-seq-cst"},
                                                       {"release-waits", "scope-agent"},
                                                       {"release-writes-back", "scope-system"},
                                                       {"acquire-invalidates", "scope-agent"},
                                                       {"seq-cst-waits", "store-buffering-seq-cst"}};
    CHECK(findMachine(machine)->rules.size() == breaks.size());
    for (const auto& [rule, test] : breaks) {
      CAPTURE(machine);
      CAPTURE(rule);
      const auto found = std::ranges::find(amdgpuTests(), test, &AmdgpuTest::name);
      REQUIRE(found != amdgpuTests().end());
      const Setting setting{machine, Environment::Full, Hierarchy::H3, {rule}};
      const Judgement judgement = AmdgpuPromises::judgementOf(found->promise, found->program, setting);
      CHECK(judgement.answer == Judgement::Answer::Broken);
    }
  }
}

TEST_CASE("The machines for AMDGPU reach nothing that the model forbids: random programs") {
  AmdgpuPromises promises;
  for (const std::string machine : {"gfx942", "gfx12"}) {
    CHECK(overRandom(promises, 31, 60, {machine, Environment::Full, Hierarchy::H2}) >= 10);
    CHECK(overRandom(promises, 32, 60, {machine, Environment::Evict, Hierarchy::H3}) >= 10);
  }
}

TEST_CASE("The machines for AMDGPU reach nothing that the model forbids: many random programs" *
          doctest::skip()) {
  AmdgpuPromises promises;
  for (const std::string machine : {"gfx942", "gfx12"}) {
    for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
      MESSAGE(machine, ": ", overRandom(promises, 33, 1000, {machine, Environment::Full, hierarchy}),
              " programs with a promise");
    }
  }
}

TEST_CASE("Rules of other machines are refused by name") {
  const auto refusal = [](const std::string& machine, const std::string& rule, const std::string& text) {
    try {
      Simulator(programOf(text), Setting{machine, Environment::Evict, Hierarchy::H2, {rule}}.options());
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string amdgpu = "AMDGPU Rules\n{ x=0; }\n P0 ;\n store x, 1 ;\nexists (x=0)\n";
  const std::string hsa = "HSA Rules\n{ x=0; }\n P0 ;\n st x, 1 ;\nexists (x=0)\n";
  CHECK(has(refusal("gfx942", "rm-acq-stall", amdgpu),
            "the rule 'rm-acq-stall' is one of machines other than those for AMDGPU"));
  CHECK(has(refusal("qr-fix", "scope-bits", hsa), "the rule 'scope-bits' is one of machines for AMDGPU"));
  CHECK(refusal("gfx942", "acc-star", amdgpu) == "");
}

TEST_CASE("Machines for AMDGPU refuse by name what they do not execute") {
  const auto refusal = [](const std::string& text) {
    try {
      Simulator(programOf(text), Setting{"gfx942"}.options());
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string head = "AMDGPU Refused\n{ x=0; local l=0; }\n";
  CHECK(has(refusal(head + " P0 ;\n s_barrier.named 1 ;\nexists (x=0)\n"),
            "machine gfx942 cannot run 's_barrier.named 1': named barriers"));
  CHECK(has(refusal(head + " P0 ;\n load r0, x ;\n load r1, [r0] ;\nexists (x=0)\n"),
            "whether 'load r1, [r0]' accesses LDS is not known"));
  CHECK(has(refusal("HSA Other\n{ x=0; }\n P0 ;\n st x, 1 ;\nexists (x=0)\n"),
            "machine gfx942 runs tests of the AMDGPU dialect"));
  CHECK(refusal(head + " P0 ;\n s_barrier ;\nexists (x=0)\n") == "");
}
