// Do the minimal suites of docs/synth.md notice a weaker model? Changes the file of a model, and those that
// it includes, in small ways, and asks about every test of its suite until one is answered differently. Of
// the changes that none notices, prints in which answers the changed model differs from the model up to three
// operations: f forbidden, a allowed, r racy, that of the model first ("ra": racy, and allowed after the
// change). Takes a minute and needs a reader:
//   test_synth --no-skip --test-case='mutants of suites'

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include "corpus/mutations.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/given.h"
#include "synth/brute_bounds.h"
#include "synth/models.h"
#include "synth/search/answer_search.h"
#include "synth/synth.h"

namespace suite_mutants_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

fs::path root() {
  return HRFCHECK_SOURCE_DIR;
}

/// The tests of a model's suite, and what a model says of them: its outcomes, and whether there is a race.
class Suite {
 public:
  /// @param searches whose tests are in it
  explicit Suite(const std::vector<SynthOptions>& searches) : engine_(makeExplicitEngine()) {
    for (const SynthOptions& search : searches) {
      const SynthCalls calls{[](const SynthQuestion&) {},
                             [&](const WrittenTest& test) {
                               const auto source = std::make_shared<const Source>(test.name, test.hsa.litmus);
                               tests_.push_back(std::make_shared<const EventStructure>(parseLitmus(source)));
                             },
                             [](unsigned, std::uint64_t, std::uint64_t, std::uint64_t) {}};
      runSynth(search, modelLibrary(), calls, std::atomic<bool>{false});
    }
  }

  std::size_t size() const { return tests_.size(); }

  bool answersAlike(const Model& first, const Model& second) const {
    return std::ranges::all_of(tests_,
                               [&](const auto& test) { return answer(test, first) == answer(test, second); });
  }

 private:
  std::string answer(const std::shared_ptr<const EventStructure>& test, const Model& model) const {
    const Analysis analysis = engine_->analyse(given(test, model), {});
    std::set<std::string> states;
    for (const Outcome& outcome : analysis.outcomes) {
      states.insert(fmt::format("{}", fmt::join(outcome.values, " ")));
    }
    const bool racy = std::ranges::any_of(
        analysis.flags, [&](const FlagFinding& flag) { return model.checks[flag.check].name == kRaceFlag; });
    return racy ? "racy" : fmt::format("{}", fmt::join(states, "; "));
  }

  std::unique_ptr<Engine> engine_;
  std::vector<std::shared_ptr<const EventStructure>> tests_;
};

/// Pairs of different answers, each once.
std::set<std::string> differences(const Model& model, const Model& changed) {
  SynthQuestion question;
  question.models = {std::make_shared<const Model>(model), std::make_shared<const Model>(changed)};
  question.bounds = boundsOf(3, 3, 1, {SynthKind::Load, SynthKind::Store, SynthKind::Exchange},
                             {SynthOrder::Ordinary, SynthOrder::Relaxed, SynthOrder::AcquireRelease});
  AnswerSearch search(question);
  std::set<std::string> result;
  SynthCounts counts;
  for (unsigned events = 1; events <= question.bounds.events; ++events) {
    const ShapeSpace space(question.bounds, events);
    for (std::uint64_t number = 0; number < space.numbers(); ++number) {
      if (const auto shape = space.at(number)) {
        search.search(*shape, {}, counts, [&](const AnsweredTest& test) {
          if (test.answers[0] != test.answers[1]) {
            result.insert({nameOf(test.answers[0])[0], nameOf(test.answers[1])[0]});
          }
        });
      }
    }
  }
  return result;
}

/// Changes the files in a copy of models/.
void tryAll(const std::string& name, const std::vector<SynthOptions>& searches,
            const std::vector<std::string>& files) {
  const fs::path copy = fs::temp_directory_path() / "hrfcheck-suite-mutants";
  fs::remove_all(copy);
  fs::copy(root() / "models", copy, fs::copy_options::recursive);
  const Model model = modelLibrary().load(name);
  const Suite suite(searches);
  REQUIRE(suite.size() > 100);
  unsigned noticed = 0, unnoticed = 0, illTyped = 0;
  std::map<std::string, bool> quiet;  // by line, that no change of it is noticed
  for (const std::string& file : files) {
    const SourcePtr source = readSource((root() / "models" / file).string());
    for (const corpus::Mutation& mutation : corpus::mutationsOf(source)) {
      std::ofstream(copy / file) << mutation.text;
      try {
        const Model changed = ModelLibrary({copy}).load(name);
        const std::string line = mutation.what.substr(0, mutation.what.rfind(':', mutation.what.find(' ')));
        if (!suite.answersAlike(model, changed)) {
          ++noticed;
          quiet[line] = false;
          continue;
        }
        ++unnoticed;
        quiet.try_emplace(line, true);
        const std::set<std::string> differs = differences(model, changed);
        std::cout << mutation.what << "   " << fmt::format("{}", fmt::join(differs, " ")) << std::endl;
        CHECK_FALSE((differs.contains("fa") || differs.contains("fr")));  // it forbids less
      } catch (const UserError&) {
        ++illTyped;
      }
    }
    std::ofstream(copy / file) << source->text();
  }
  std::cout << name << ": noticed " << noticed << ", not noticed " << unnoticed << ", ill-typed " << illTyped
            << "\nno change of these lines is noticed:";
  for (const auto& [line, is] : quiet) {
    std::cout << (is ? " " + line : "");
  }
  std::cout << std::endl;
  CHECK(noticed > 50);
  fs::remove_all(copy);
}

}  // namespace

/// The suites of docs/synth.md that tests/synth/suites.sh makes.
SynthOptions minimal(const std::string& model) {
  SynthOptions options;
  options.wanted = SynthWanted::Minimal;
  options.models = {model};
  options.keep = 1000;
  return options;
}

TEST_CASE("mutants of suites" * doctest::skip()) {
  SynthOptions sc = minimal("hrf-indirect-relaxed");
  sc.bounds.kinds = {SynthKind::Load, SynthKind::Store};
  sc.bounds.orders = {SynthOrder::Ordinary, SynthOrder::Relaxed, SynthOrder::SeqCst};
  sc.ordersChosen = true;
  tryAll("hrf-indirect-relaxed", {minimal("hrf-indirect-relaxed"), sc},
         {"hrf-indirect-relaxed.cat", "hrf-base.cat"});
  SynthOptions rsp = minimal("rsp");
  rsp.bounds.kinds = {SynthKind::Load, SynthKind::Store};
  SynthOptions updates = minimal("rsp");
  updates.bounds.orders = {SynthOrder::Relaxed};
  updates.bounds.events = 3;
  updates.ordersChosen = true;
  tryAll("rsp", {rsp, updates}, {"rsp.cat", "hrf-base.cat"});
}

}  // namespace suite_mutants_test
