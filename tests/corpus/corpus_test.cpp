#include "corpus/corpus.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "cat/library.h"
#include "corpus/pins.h"

using namespace hrfcheck;
using namespace hrfcheck::corpus;

namespace {

constexpr std::size_t kTableTests = 46;
constexpr std::ptrdiff_t kShown = 20;

std::string join(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) {
    out += (out.empty() ? "" : ", ") + item;
  }
  return out;
}

/// What is in one of the two only.
std::vector<std::string> difference(const std::set<std::string>& a, const std::set<std::string>& b) {
  std::vector<std::string> out;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

Model named(const std::string& name) {
  Model model;
  model.name = name;
  return model;
}

bool isExpected(const ExpectedTest& test, const std::string& warning) {
  return std::any_of(test.warnings.begin(), test.warnings.end(),
                     [&](const std::string& part) { return warning.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("the table is complete") {
  const Expectations expectations = table();
  CHECK(expectations.columns.size() == 10);
  CHECK(expectations.tests.size() == kTableTests);
  CHECK(extra().columns.size() == 11);
}

TEST_CASE("every litmus file has one expectation, every expectation its file") {
  std::set<std::string> expected;
  for (const ExpectedTest& test : allTests()) {
    CHECK_MESSAGE(expected.insert(test.file).second, "expected twice: " << test.file);
  }
  std::set<std::string> files;
  for (const LitmusFile& file : litmusFiles()) {
    files.insert(file.path());
  }
  const std::vector<std::string> alone = difference(files, expected);
  CHECK_MESSAGE(alone.empty(), "file or expectation alone: " << join(alone));
}

TEST_CASE("every test is pinned under its models, every pin has its test and model") {
  std::set<std::string> wanted;
  const std::map<std::string, ExpectedTest> tests = testsByFile();
  const std::map<std::string, Model> all = models();
  REQUIRE(all.size() >= 17);
  for (const LitmusFile& file : litmusFiles()) {
    const auto test = tests.find(file.path());
    if (test == tests.end()) {
      continue;  // the test case above says so
    }
    const auto structure = structureOf(file.path());
    for (const auto& [name, model] : all) {
      if (isPinned(test->second, structure->program(), model)) {
        wanted.insert(file.family + " " + file.name + " " + name);
      }
    }
  }
  std::set<std::string> pinned;
  for (const auto& [family, pins] : readPins()) {
    for (const auto& [test, verdicts] : pins) {
      for (const auto& [model, verdict] : verdicts) {
        pinned.insert(family + " " + test + " " + model);
      }
    }
  }
  const std::vector<std::string> alone = difference(wanted, pinned);
  const auto shown = std::min(std::ssize(alone), kShown);
  CHECK_MESSAGE(alone.empty(), alone.size() << " without a pin, or pinned in vain, such as "
                                            << join({alone.begin(), alone.begin() + shown}));
}

TEST_CASE("tests have names of their own and observe what their expectations name") {
  std::map<std::string, std::string> names;
  for (const ExpectedTest& test : allTests()) {
    INFO(test.file);
    std::shared_ptr<const EventStructure> structure;
    try {
      structure = structureOf(test.file);
    } catch (const std::exception& error) {
      FAIL_CHECK(std::string(error.what()));
      continue;
    }
    const Program& program = structure->program();
    CHECK(program.warnings.size() == test.warnings.size());
    for (const Diagnostic& warning : program.warnings) {
      CHECK_MESSAGE(isExpected(test, warning.message), warning.message);
    }
    CHECK_MESSAGE(names.emplace(program.name, test.file).second, "also named so: " << names[program.name]);
    std::set<std::string> observed;
    for (const StateVariable& variable : program.observed) {
      observed.insert(program.nameOf(variable));
    }
    for (const std::string& variable : test.variables) {
      CHECK_MESSAGE(observed.contains(variable), variable);
    }
  }
}

TEST_CASE("expectations: a column must be pinned, warnings and solver-only are read") {
  const std::filesystem::path file = std::filesystem::path(HRFCHECK_BINARY_DIR) / "expected-sample.json";
  const auto write = [&](const std::string& pinned) {
    std::ofstream(file) << R"({"columns": ["rsp"], "pinned": [)" << pinned
                        << R"(], "tests": [{"id": "t", "file": "f", "warnings": ["w"], "solver-only": true,
        "verdicts": [{"models": ["rsp"], "outcomes": ["x=1"], "total": 1}]}]})";
  };
  write(R"("sc")");
  CHECK_THROWS_AS(readExpectations(file), std::runtime_error);
  write(R"("rsp", "sc")");
  const ExpectedTest test = readExpectations(file).tests.at(0);
  CHECK(test.solverOnly);
  CHECK(test.warnings == std::vector<std::string>{"w"});
  CHECK(isPinned(test, Program{}, named("sc")));
  CHECK(!isPinned(test, Program{}, named("hsa")));
  write("");
  CHECK(isPinned(readExpectations(file).tests.at(0), Program{}, named("hsa")));
  std::filesystem::remove(file);
}

TEST_CASE("a model is not asked about tests that it is not for") {
  Model model = named("c11");
  model.header.fields["Dialects"] = "C";
  Program program;
  program.dialect = "OPENCL";
  CHECK(!isPinned(ExpectedTest{}, program, model));
  program.dialect = "C";
  CHECK(isPinned(ExpectedTest{}, program, model));
}
