// Do the pins notice a broken model? Changes each model file in small ways, in a copy of models/, and asks
// the explicit engine about every litmus test until one verdict differs from its pin. Prints the changes that
// none noticed, and in parentheses those that only some of the models of an included file noticed. Takes
// minutes and needs a reader, so it runs on request only:
//   test_corpus --no-skip --test-case=mutants
// HRFCHECK_MUTATE="rsp hsa" in the environment restricts it to some models.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <list>
#include <sstream>

#include "cat/library.h"
#include "corpus/corpus.h"
#include "corpus/mutations.h"
#include "corpus/pins.h"
#include "engine/engine.h"
#include "support/given.h"

using namespace hrfcheck;
using namespace hrfcheck::corpus;

namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kCandidateLimit = 300000;

struct Case {
  LitmusFile file;
  std::shared_ptr<const EventStructure> structure;
};

/// The tests, those that noticed something most recently first.
class Watch {
 public:
  Watch() : pins_(readPins()), engine_(makeExplicitEngine()) {
    const std::map<std::string, ExpectedTest> tests = testsByFile();
    for (const LitmusFile& file : litmusFiles()) {
      if (!tests.at(file.path()).solverOnly) {
        cases_.push_back({file, structureOf(file.path())});
      }
    }
  }

  /// The test whose verdict changed, or "".
  std::string notices(const std::string& name, const Model& model) {
    AnalysisOptions options;
    options.candidateLimit = kCandidateLimit;
    for (auto c = cases_.begin(); c != cases_.end(); ++c) {
      const auto& pins = pins_[c->file.family][c->file.name];
      const auto pinned = pins.find(name);
      if (pinned == pins.end()) {
        continue;
      }
      const Analysis analysis = engine_->analyse(given(c->structure, model), options);
      if (analysis.undecided) {
        continue;
      }
      const corpus::Verdict verdict = verdictOf(observe(c->structure->program(), model, analysis));
      if (verdict != pinned->second) {
        cases_.splice(cases_.begin(), cases_, c);
        return cases_.front().file.name;
      }
    }
    return "";
  }

 private:
  std::map<std::string, Pins> pins_;
  std::unique_ptr<Engine> engine_;
  std::list<Case> cases_;
};

/// The file of a model and those that it includes.
std::set<std::string> filesOf(const Model& model) {
  std::set<std::string> files = {fs::path(model.source->name()).filename().string()};
  const auto add = [&](const Place& place) {
    if (place.known()) {
      files.insert(fs::path(place.source->name()).filename().string());
    }
  };
  for (const auto& [name, node] : model.definitions) {
    add(model.nodes[node].place);
  }
  for (const Check& check : model.checks) {
    add(check.place);
  }
  std::erase_if(files, [](const std::string& file) { return !fs::exists(root() / "models" / file); });
  return files;
}

class Laboratory {
 public:
  explicit Laboratory(const std::vector<std::string>& models) {
    fs::remove_all(copy_);
    fs::copy(root() / "models", copy_, fs::copy_options::recursive);
    for (const std::string& model : models) {
      for (const std::string& file : filesOf(ModelLibrary({root() / "models"}).load(model))) {
        users_[file].push_back(model);
      }
    }
  }

  void all() {
    for (const auto& [file, models] : users_) {
      const SourcePtr source = readSource((root() / "models" / file).string());
      for (const Mutation& mutation : mutationsOf(source)) {
        std::ofstream(copy_ / file) << mutation.text;
        one(mutation.what, models);
      }
      std::ofstream(copy_ / file) << source->text();
    }
    std::cout << "noticed " << noticed_ << ", not noticed " << unnoticed_ << ", ill-typed " << broken_
              << std::endl;
    CHECK(noticed_ > unnoticed_);
  }

 private:
  void one(const std::string& what, const std::vector<std::string>& models) {
    std::size_t noticing = 0;
    std::string others;
    for (const std::string& model : models) {
      try {
        const bool noticed = !watch_.notices(model, ModelLibrary({copy_}).load(model)).empty();
        noticing += noticed ? 1 : 0;
        others += noticed ? "" : " " + model;
      } catch (const UserError&) {
        ++broken_;
        return;
      }
    }
    ++(noticing > 0 ? noticed_ : unnoticed_);
    if (noticing == 0) {
      std::cout << what << std::endl;
    } else if (!others.empty()) {
      std::cout << "    (not under" << others << "): " << what << std::endl;
    }
  }

  const fs::path copy_ = fs::path(HRFCHECK_BINARY_DIR) / "model-mutants";
  std::map<std::string, std::vector<std::string>> users_;  // of each file
  Watch watch_;
  std::size_t noticed_ = 0;
  std::size_t unnoticed_ = 0;
  std::size_t broken_ = 0;
};

}  // namespace

TEST_CASE("mutants" * doctest::skip()) {
  std::vector<std::string> models = ModelLibrary({root() / "models"}).names();
  if (const char* some = std::getenv("HRFCHECK_MUTATE")) {
    models.clear();
    std::istringstream words(some);
    for (std::string word; words >> word;) {
      models.push_back(word);
    }
  }
  Laboratory(models).all();
}
