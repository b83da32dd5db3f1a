#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "cat/library.h"
#include "corpus/expectations.h"
#include "engine/engine.h"
#include "litmus/litmus.h"

using namespace hrfcheck;
using namespace hrfcheck::corpus;

namespace {

const std::filesystem::path kRoot = HRFCHECK_SOURCE_DIR;
constexpr std::size_t kTableTests = 46;

Expectations table() {
  return readExpectations(kRoot / "tests/corpus/expected-hrf.json");
}
Expectations extra() {
  return readExpectations(kRoot / "tests/corpus/expected-extra.json");
}

std::vector<ExpectedTest> allTests() {
  std::vector<ExpectedTest> tests = table().tests;
  const Expectations more = extra();
  tests.insert(tests.end(), more.tests.begin(), more.tests.end());
  return tests;
}

std::vector<std::string> litmusFiles() {
  std::vector<std::string> files;
  for (const char* family : {"litmus/hrf", "litmus/rsp"}) {
    for (const auto& entry : std::filesystem::directory_iterator(kRoot / family)) {
      files.push_back(std::string(family) + "/" + entry.path().filename().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

State stateOf(const Program& program, const Outcome& outcome) {
  State state;
  for (std::size_t i = 0; i < program.observed.size(); ++i) {
    if (outcome.values[i] != 0) {
      state[program.nameOf(program.observed[i])] = outcome.values[i];
    }
  }
  return state;
}

std::set<std::string> racesOf(const Program& program, const Model& model, const Analysis& analysis) {
  std::set<std::string> races;
  const auto name = [&](const InstructionRef& i) { return program.instructionName(i.thread, i.instruction); };
  for (const FlagFinding& flag : analysis.flags) {
    if (model.checks[flag.check].name == kRaceFlag) {
      for (const FlagPair& pair : flag.pairs) {
        races.insert(name(pair.first) + "/" + name(pair.second));
      }
    }
  }
  return races;
}

const char* nameOf(IncidentKind kind) {
  switch (kind) {
    case IncidentKind::BoundReached:
      return "bound-reached";
    case IncidentKind::BarrierDivergence:
      return "barrier-divergence";
    case IncidentKind::Fault:
      return "fault";
  }
  return "";
}

std::set<std::string> incidentsOf(const Program& program, const Analysis& analysis) {
  std::set<std::string> incidents;
  for (const Incident& incident : analysis.incidents) {
    incidents.insert(std::string(nameOf(incident.kind)) + " " +
                     program.instructionName(incident.where.thread, incident.where.instruction));
  }
  return incidents;
}

std::string join(const std::set<std::string>& items, const char* none) {
  std::string out;
  for (const std::string& item : items) {
    out += (out.empty() ? "" : ", ") + item;
  }
  return out.empty() ? none : out;
}

std::string join(const std::set<State>& states) {
  std::set<std::string> items;
  for (const State& state : states) {
    items.insert(text(state));
  }
  return join(items, "none");
}

/// One test under one model by one engine against its verdict.
void compare(const ExpectedTest& expected, const ExpectedVerdict& verdict, const Model& model,
             const std::shared_ptr<const Skeleton>& skeleton, Engine& engine) {
  const Program& program = skeleton->program();
  const Analysis analysis = engine.analyse(skeleton, model, AnalysisOptions{});
  CHECK_MESSAGE(!analysis.undecided, analysis.undecided.value_or(""));
  const std::set<std::string> incidents = incidentsOf(program, analysis);
  CHECK_MESSAGE(incidents == expected.incidents,
                "expected incidents: " << join(expected.incidents, "none")
                                       << "\n     got: " << join(incidents, "none"));
  const std::set<std::string> races = racesOf(program, model, analysis);
  const std::set<std::string> wanted = verdict.races.value_or(std::set<std::string>{});
  CHECK_MESSAGE(races == wanted, "expected races: " << join(wanted, "race-free")
                                                    << "\n     got: " << join(races, "race-free"));
  if (verdict.races) {
    return;
  }
  std::set<State> outcomes;
  for (const Outcome& outcome : analysis.outcomes) {
    outcomes.insert(stateOf(program, outcome));
  }
  CHECK_MESSAGE(outcomes.size() == verdict.total, "expected " << verdict.total << " outcomes, with "
                                                              << join(verdict.outcomes) << "\n     got "
                                                              << outcomes.size() << ": " << join(outcomes));
  CHECK_MESSAGE(
      std::includes(outcomes.begin(), outcomes.end(), verdict.outcomes.begin(), verdict.outcomes.end()),
      "expected outcomes: " << join(verdict.outcomes) << "\n     got: " << join(outcomes));
}

std::size_t runAll(Engine& engine) {
  const ModelLibrary library({kRoot / "models"});
  std::map<std::string, Model> models;
  std::size_t runs = 0;
  for (const ExpectedTest& test : allTests()) {
    for (const ExpectedVerdict& verdict : test.verdicts) {
      for (const std::string& model : verdict.models) {
        INFO(test.id, " (", test.file, ") under ", model, ", engine ", engine.name());
        try {
          if (!models.contains(model)) {
            models.emplace(model, library.load(model));
          }
          const auto skeleton =
              std::make_shared<const Skeleton>(parseLitmus(readSource((kRoot / test.file).string())));
          compare(test, verdict, models.at(model), skeleton, engine);
          ++runs;
        } catch (const std::exception& error) {
          FAIL_CHECK(error.what());
        }
      }
    }
  }
  return runs;
}

std::size_t verdictCount() {
  std::size_t count = 0;
  for (const ExpectedTest& test : allTests()) {
    for (const ExpectedVerdict& verdict : test.verdicts) {
      count += verdict.models.size();
    }
  }
  return count;
}

}  // namespace

TEST_CASE("the table is complete") {
  const Expectations expectations = table();
  CHECK(expectations.columns.size() == 10);
  CHECK(expectations.tests.size() == kTableTests);
  CHECK(extra().columns.size() == 11);
}

TEST_CASE("every litmus file has one expectation, every expectation its file") {
  std::vector<std::string> expected;
  for (const ExpectedTest& test : allTests()) {
    expected.push_back(test.file);
  }
  std::sort(expected.begin(), expected.end());
  CHECK(std::adjacent_find(expected.begin(), expected.end()) == expected.end());
  const std::vector<std::string> files = litmusFiles();
  std::vector<std::string> difference;
  std::set_symmetric_difference(files.begin(), files.end(), expected.begin(), expected.end(),
                                std::back_inserter(difference));
  CHECK_MESSAGE(difference.empty(),
                "file or expectation alone: " << join({difference.begin(), difference.end()}, ""));
}

TEST_CASE("tests have names of their own and observe what their expectations name") {
  std::map<std::string, std::string> names;
  for (const ExpectedTest& test : allTests()) {
    INFO(test.file);
    std::shared_ptr<const Program> program;
    try {
      program = parseLitmus(readSource((kRoot / test.file).string()));
    } catch (const std::exception& error) {
      FAIL_CHECK(error.what());
      continue;
    }
    CHECK_MESSAGE(program->warnings.empty(), program->warnings.front().message);
    CHECK_MESSAGE(names.emplace(program->name, test.file).second, "also named so: " << names[program->name]);
    std::set<std::string> observed;
    for (const StateVariable& variable : program->observed) {
      observed.insert(program->nameOf(variable));
    }
    for (const std::string& variable : test.variables) {
      CHECK_MESSAGE(observed.contains(variable), variable);
    }
  }
}

TEST_CASE("verdicts, explicit engine") {
  const auto engine = makeExplicitEngine();
  CHECK(runAll(*engine) == verdictCount());
}

TEST_CASE("verdicts, smt engine") {
  const auto engine = makeSmtEngine();
  CHECK(runAll(*engine) == verdictCount());
}
