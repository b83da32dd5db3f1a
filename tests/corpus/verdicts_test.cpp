// Every litmus test under every model through both engines, against what was derived by hand
// (expected-*.json) and against the whole verdicts in litmus/*/expected, which `hrfcheck batch --promote`
// writes. HRFCHECK_FAMILY=rsp restricts the run to one folder.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "check/prepare/preparation.h"
#include "corpus/corpus.h"
#include "corpus/pins.h"
#include "engine/engine.h"
#include "support/given.h"

using namespace hrfcheck;
using namespace hrfcheck::corpus;

namespace {

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

std::string lines(const corpus::Verdict& verdict) {
  std::string out;
  for (const std::string& line : verdict) {
    out += "\n    " + line;
  }
  return out;
}

void compareIncidents(const ExpectedTest& expected, const Observed& observed) {
  CHECK_MESSAGE(observed.incidents == expected.incidents,
                "expected incidents: " << join(expected.incidents, "none")
                                       << "\n     got: " << join(observed.incidents, "none"));
}

void compare(const ExpectedVerdict& verdict, const Observed& observed) {
  const std::set<std::string> races = observed.pairsOf(kRaceFlag);
  const std::set<std::string> wanted = verdict.races.value_or(std::set<std::string>{});
  CHECK_MESSAGE(races == wanted, "expected races: " << join(wanted, "race-free")
                                                    << "\n     got: " << join(races, "race-free"));
  if (verdict.races) {
    return;
  }
  const std::set<State>& states = observed.states;
  CHECK_MESSAGE(states.size() == verdict.total, "expected " << verdict.total << " outcomes, with "
                                                            << join(verdict.outcomes) << "\n     got "
                                                            << states.size() << ": " << join(states));
  CHECK_MESSAGE(std::includes(states.begin(), states.end(), verdict.outcomes.begin(), verdict.outcomes.end()),
                "expected outcomes: " << join(verdict.outcomes) << "\n     got: " << join(states));
}

/// Of the environment; empty if it is not set.
std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Which tests an engine runs: the explicit engine those that it can.
enum class Part { All, NotSolverOnly };

class Run {
 public:
  Run(Engine& engine, Part part)
      : engine_(engine), part_(part), pins_(readPins()), models_(models()), expected_(testsByFile()) {}

  void all() {
    for (const LitmusFile& file : litmusFiles()) {
      const auto test = expected_.find(file.path());
      if (test == expected_.end()) {
        FAIL_CHECK(file.path(), ": no expectation");
        continue;
      }
      if (mine(test->second)) {
        underItsModels(file, test->second);
      }
    }
    CHECK(compared_ == verdictCount());
  }

 private:
  bool mine(const ExpectedTest& test) const {
    return (part_ == Part::All || !test.solverOnly) &&
           (family_.empty() || test.file.starts_with("litmus/" + family_ + "/"));
  }

  void underItsModels(const LitmusFile& file, const ExpectedTest& test) {
    for (const auto& [name, model] : models_) {
      INFO(file.path(), " under ", name, ", engine ", engine_.name());
      try {
        const auto structure = structureOf(file.path());
        if (isPinned(test, structure->program(), model)) {
          one(file, asUsersSeeIt(structure, model), name, model);
        }
      } catch (const std::exception& error) {
        FAIL_CHECK(std::string(error.what()));
      }
    }
  }

  /// With all rounds; but loops that store spin where they may, and values come out of thin air where the
  /// model lets them, as users see it.
  static std::shared_ptr<const EventStructure> asUsersSeeIt(const std::shared_ptr<const EventStructure>& all,
                                                            const Model& model) {
    const auto enough = prepared(all->programPtr(), all->unrollBound(), model).structurePtr();
    return enough->spinsWithStores() || enough->circularValues() != CircularValues::NotLookedFor ? enough
                                                                                                 : all;
  }

  void one(const LitmusFile& file, const std::shared_ptr<const EventStructure>& structure,
           const std::string& name, const Model& model) {
    const Analysis analysis = engine_.analyse(given(structure, model), AnalysisOptions{});
    REQUIRE_MESSAGE(!analysis.undecided, analysis.undecided.value_or(""));
    const Observed observed = observe(structure->program(), model, analysis);
    compareExpected(file, name, observed);
    const corpus::Verdict& pinned = pins_[file.family][file.name][name];
    CHECK_MESSAGE(pinned == verdictOf(observed),
                  "pinned:" << lines(pinned) << "\n  got:" << lines(verdictOf(observed)));
  }

  void compareExpected(const LitmusFile& file, const std::string& model, const Observed& observed) {
    const ExpectedTest& test = expected_.at(file.path());
    for (const ExpectedVerdict& verdict : test.verdicts) {
      if (std::find(verdict.models.begin(), verdict.models.end(), model) != verdict.models.end()) {
        compareIncidents(test, observed);
        compare(verdict, observed);
        ++compared_;
      }
    }
  }

  std::size_t verdictCount() const {
    std::size_t count = 0;
    for (const auto& [file, test] : expected_) {
      for (const ExpectedVerdict& verdict : test.verdicts) {
        count += mine(test) ? verdict.models.size() : 0;
      }
    }
    return count;
  }

  Engine& engine_;
  Part part_;
  const std::string family_ = setting("HRFCHECK_FAMILY");  // or all of them
  std::map<std::string, Pins> pins_;
  std::map<std::string, Model> models_;
  std::map<std::string, ExpectedTest> expected_;  // by file
  std::size_t compared_ = 0;
};

}  // namespace

TEST_CASE("verdicts, explicit engine") {
  Run(*makeExplicitEngine(), Part::NotSolverOnly).all();
}

TEST_CASE("verdicts, smt engine") {
  Run(*makeSmtEngine(), Part::All).all();
}
