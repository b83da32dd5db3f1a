#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "check/models/scope_of_model.h"
#include "check/races/races.h"
#include "frontend/litmus.h"
#include "suite/corpus/program_text.h"
#include "suite/examiner.h"
#include "suite_run.h"
#include "support/given.h"
#include "support/has.h"

using namespace hrfcheck;
using namespace hrfcheck::test;
using Kind = SuiteFinding::Kind;

namespace {

std::set<std::vector<Value>> outcomesOnMachine(const std::shared_ptr<const Program>& program,
                                               const std::string& machine) {
  SimulationOptions options;
  options.machine = machine;
  const Simulation simulation = Simulator(program, options).explore();
  REQUIRE(simulation.incomplete.empty());
  std::set<std::vector<Value>> outcomes;
  for (const ReachedOutcome& outcome : simulation.outcomes) {
    outcomes.insert(outcome.values);
  }
  return outcomes;
}

std::set<std::vector<Value>> outcomesUnder(const Model& model,
                                           const std::shared_ptr<const Program>& program) {
  const auto structure = std::make_shared<const EventStructure>(program);
  std::set<std::vector<Value>> outcomes;
  for (const Outcome& outcome : makeExplicitEngine()->analyse(given(structure, model), {}).outcomes) {
    outcomes.insert(outcome.values);
  }
  return outcomes;
}

const SuiteMutant& mutantOf(const SuiteResult& result, const std::string& rule) {
  const auto found = std::ranges::find(result.mutants, rule, &SuiteMutant::rule);
  REQUIRE(found != result.mutants.end());
  return *found;
}

}  // namespace

TEST_CASE("the machines that are right keep P1, P2 and P3 on all programs of two operations") {
  for (const std::string machine : {"rsp-fix", "rsp-fix2", "qr-fix"}) {
    CAPTURE(machine);
    const SuiteResult result = runToEnd(smallSuite(machine));
    CHECK_FALSE(result.failed());
    CHECK_FALSE(result.undecided());
    CHECK(result.tally.counts.raceFree > 0);
    CHECK(result.tally.counts.sound == result.tally.counts.raceFree);
    CHECK(result.tally.counts.programs == result.tally.counts.raceFree + result.tally.counts.racy);
    CHECK(result.tally.found(Kind::NotSc) > 0);
    CHECK(result.tally.found(Kind::Excepted) == 0);
  }
}

TEST_CASE("every machine executes the programs of its suite, and its model defines races") {
  for (const MachineInfo& machine : machines()) {
    CAPTURE(machine.name);
    SimulationOptions options;
    options.machine = machine.name;
    CHECK(definesRaces(models().load(suiteModelFor(options))));
    for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
      options.hierarchy = hierarchy;
      const ProgramSpace corpus(grammarFor(options, SuiteLocations::Any), 1, 1);
      for (std::uint64_t number = 0; number < corpus.numbers(); ++number) {
        if (const auto suite = corpus.at(number)) {
          CHECK_NOTHROW(Simulator(programOf(*suite), options));
        }
      }
    }
  }
  SimulationOptions unknown;
  unknown.machine = "rsp-fxi";
  CHECK_THROWS_WITH(suiteModelFor(unknown),
                    "error: unknown machine rsp-fxi\n  hint: did you mean rsp-fix?\n");
}

TEST_CASE("the machines of machines/ keep P1 and P2, and a wrong one does not") {
  const auto suiteOn = [](const std::string& text) {
    SuiteOptions options = smallSuite("rsp-fix");
    const DescribedMachine machine = describedMachine(std::make_shared<const Source>("m.machine", text));
    options.simulation.machine = machine.name;
    options.simulation.described = machine.kind;
    options.models = {suiteModelFor(options.simulation)};
    return runToEnd(options);
  };
  for (const char* name : {"denovo", "write-through"}) {
    CAPTURE(name);
    const std::string file = std::string(HRFCHECK_SOURCE_DIR) + "/machines/" + name + ".machine";
    const SuiteResult result = suiteOn(readSource(file)->text());
    CHECK_FALSE(result.failed());
    CHECK_FALSE(result.undecided());
    CHECK(result.tally.counts.raceFree > 100);
    CHECK(result.tally.counts.sound == result.tally.counts.raceFree);
  }
  CHECK(suiteOn("machine wrong\nlike qr-fix\nwithout acc-star\n").failed());
}

TEST_CASE("a machine that the paper describes breaks P1, and the program that is shown does") {
  SuiteOptions options = smallSuite("rsp-lit");
  options.workers = 2;
  const SuiteResult result = runToEnd(options);
  CHECK(result.failed());
  const std::vector<SuiteFinding> findings = result.tally.findings(Kind::Outside);
  REQUIRE(findings.size() == SuiteTally::kMostKept);
  CHECK(result.tally.found(Kind::Outside) > SuiteTally::kMostKept);
  const auto sc = models().load("sc");
  for (const SuiteFinding& finding : findings) {
    CAPTURE(finding.litmus);
    const auto parsed = parseLitmus(std::make_shared<Source>("finding", finding.litmus));
    const auto onMachine = outcomesOnMachine(parsed, "rsp-lit");
    const auto underSc = outcomesUnder(sc, parsed);
    const auto asked = [&](const std::vector<Value>& values) {
      return holds(*parsed->condition, [&](const StateVariable& v) {
        const auto at = std::ranges::find(parsed->observed, v);
        return values[static_cast<std::size_t>(at - parsed->observed.begin())];
      });
    };
    CHECK(std::ranges::any_of(onMachine, asked));
    CHECK(std::ranges::none_of(underSc, asked));
  }
}

TEST_CASE("what SC allows is what the machine without caches does") {
  const ProgramSpace corpus({SuiteLocations::Any, false, true, false}, 3, 2);
  const Model sc = models().load("sc");
  std::size_t compared = 0;
  for (std::uint64_t number = 0; number < corpus.numbers(); number += 101) {
    if (const auto suite = corpus.at(number)) {
      const auto program = programOf(*suite);
      CAPTURE(litmusOf(*suite));
      CHECK(outcomesOnMachine(program, "sc") == outcomesUnder(sc, program));
      ++compared;
    }
  }
  CHECK(compared > 300);
}

TEST_CASE("a race-free program has the outcomes of SC under the model, too") {
  const Model sc = models().load("sc");
  for (const std::string name : {"rsp-incl", "hrf-indirect-relaxed"}) {
    const Model model = models().load(name);
    const ProgramSpace corpus({SuiteLocations::Any, false, name == "rsp-incl", false}, 3, 2);
    std::size_t compared = 0;
    for (std::uint64_t number = 0; number < corpus.numbers(); number += 53) {
      const auto suite = corpus.at(number);
      if (!suite) {
        continue;
      }
      const auto program = programOf(*suite);
      const auto structure = std::make_shared<const EventStructure>(program);
      const Analysis analysis = makeExplicitEngine()->analyse(given(structure, model), {});
      if (findFlag(model, analysis, "heterogeneous-race") == nullptr) {
        CAPTURE(litmusOf(*suite));
        CHECK(outcomesUnder(model, program) == outcomesUnder(sc, program));
        ++compared;
      }
    }
    CHECK(compared > 200);
  }
}

TEST_CASE("where programs are undecided, a rule that none detects is undecided, and not unneeded") {
  SuiteOptions options = smallSuite();
  options.mutants = true;
  options.simulation.mostStates = 3;
  const SuiteResult result = runToEnd(options);
  REQUIRE(result.tally.found(Kind::Undecided) > 0);
  CHECK(result.undecided());
  CHECK_FALSE(result.failed());
  for (const SuiteMutant& mutant : result.mutants) {
    CHECK(mutant.undecided == !mutant.killer.has_value());
  }
}

TEST_CASE("fixes that two operations tell apart are missed when they are switched off") {
  SuiteOptions options = smallSuite();
  options.mutants = true;
  const SuiteResult result = runToEnd(options);
  for (const std::string rule :
       {"acc-star", "keep-dirty", "rm-ar-stall", "rm-rel-as-rm-ar", "stall-on-entry"}) {
    CAPTURE(rule);
    REQUIRE(mutantOf(result, rule).killer);
    CHECK(mutantOf(result, rule).killer->rule == rule);
  }
  CHECK_FALSE(mutantOf(result, "stall-per-requester").killer);  // takes three operations
  CHECK(result.failed());
  options.workers = 3;
  const SuiteResult again = runToEnd(options);
  REQUIRE(again.mutants.size() == result.mutants.size());
  for (std::size_t m = 0; m < result.mutants.size(); ++m) {
    CHECK(again.mutants[m].killer == result.mutants[m].killer);
  }
}

TEST_CASE("the machines for AMDGPU reach nothing that the model forbids on all programs of two operations") {
  for (const std::string machine : {"gfx942", "gfx12"}) {
    CAPTURE(machine);
    SuiteOptions options = smallSuite(machine);
    options.simulation.environment = Environment::Full;
    const SuiteResult result = runToEnd(options);
    CHECK(options.models == std::vector<std::string>{"amdgpu"});
    CHECK_FALSE(result.failed());
    CHECK_FALSE(result.undecided());
    CHECK(result.tally.counts.programs == 1200);
    CHECK(result.tally.counts.raceFree == 948);
    CHECK(result.tally.counts.sound == 948);
    CHECK(has(suiteText(options, result, {}), "P2 is not asked: 948 of 948 race-free programs"));
    CHECK(has(suiteJson(options, result), "\"P2\": \"not asked\""));
  }
}

TEST_CASE("without its rules a machine for AMDGPU hands messages on that the model forbids to be lost") {
  SuiteOptions options = smallSuite("gfx942");
  options.operations = 4;
  options.locations = SuiteLocations::DataAndFlag;
  options.sample = SuiteSample{1, 1};
  options.simulation.environment = Environment::Full;
  options.mutants = true;
  const SuiteResult result = runToEnd(options);
  for (const std::string rule : {"acquire-invalidates", "inv-after-access", "release-waits", "keep-dirty"}) {
    CAPTURE(rule);
    REQUIRE(mutantOf(result, rule).killer);
    CHECK(replayCommand(options, *mutantOf(result, rule).killer, "FILE") ==
          "hrfcheck simulate FILE --machine gfx942 --hierarchy h2 --env full --without " + rule +
              " --against amdgpu");
  }
  CHECK_FALSE(mutantOf(result, "release-writes-back").killer);  // an L2 for each agent: h3
}

TEST_CASE("where the pairwise model and Fig. 13 differ") {
  SuiteOptions options = smallSuite();
  options.models = {"rsp-incl", "rsp"};
  options.operations = 3;
  options.locations = SuiteLocations::DataAndFlag;
  options.workers = 2;
  const SuiteResult result = runToEnd(options);
  INFO(suiteText(options, result, {}));
  // S2 of docs/machines.md: a promoted acquire stays promoted, which Fig. 13 alone relies on.
  CHECK(result.tally.found(Kind::OnlySecondNotSc) > 0);
  CHECK(result.tally.found(Kind::OnlyFirstNotSc) == 0);
  const SuiteFinding finding = result.tally.findings(Kind::OnlySecondNotSc).front();
  CHECK(replayCommand(options, finding, "FILE") ==
        "hrfcheck simulate FILE --machine rsp-fix --hierarchy h2 --env evict --against rsp --sc");
}

TEST_CASE("HF2 is excepted, and nothing else") {
  SuiteOptions options = smallSuite("hrf0-fix");
  options.operations = 3;
  options.threads = 1;
  const SuiteResult result = runToEnd(options);
  CHECK_FALSE(result.failed());
  CHECK(result.tally.found(Kind::Excepted) > 0);
  const Model sc = models().load("sc");
  for (const SuiteFinding& finding : result.tally.findings(Kind::Excepted)) {
    CAPTURE(finding.litmus);
    const auto program = parseLitmus(std::make_shared<Source>("finding", finding.litmus));
    CHECK(outcomesOnMachine(program, "hrf0-fix") != outcomesUnder(sc, program));
  }
  options.operations = 2;
  options.threads = 2;
  CHECK(runToEnd(options).tally.found(Kind::Excepted) == 0);
}
