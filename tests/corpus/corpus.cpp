#include "corpus/corpus.h"

#include <algorithm>
#include <stdexcept>

#include "cat/library.h"
#include "check/models/scope_of_model.h"
#include "frontend/litmus.h"
#include "util/source.h"

namespace hrfcheck::corpus {

namespace fs = std::filesystem;

fs::path root() {
  return HRFCHECK_SOURCE_DIR;
}

/// The tests of litmus/progress and litmus/simt ask which schedulers let them end (docs/progress.md,
/// docs/simt.md), and no memory model: they have no outcomes or races to be held against, and
/// tests/termination holds their `terminates` lines. Those of litmus/synth are generated with what models say
/// of them (docs/synth.md), and those of litmus/soundness have `expect` lines alone: a batch holds both
/// against that.
bool isHeldElsewhere(const fs::path& family) {
  return family == "progress" || family == "simt" || family == "soundness" || family == "synth";
}

std::vector<std::string> families() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root() / "litmus")) {
    if (!entry.is_directory()) {
      throw std::runtime_error(entry.path().string() + ": belongs into a folder of litmus/");
    }
    if (!isHeldElsewhere(entry.path().filename())) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// A model beside tests, or a part of one.
bool isModel(const fs::path& file) {
  return file.extension() == ".cat" || file.extension() == ".bell";
}

std::vector<LitmusFile> litmusFiles() {
  std::vector<LitmusFile> files;
  for (const std::string& family : families()) {
    for (const auto& entry : fs::directory_iterator(root() / "litmus" / family)) {
      if (entry.path().filename() == "expected") {
        continue;
      }
      if (isModel(entry.path())) {
        continue;
      }
      if (entry.path().extension() != ".litmus") {
        throw std::runtime_error(entry.path().string() + ": no litmus file");
      }
      files.push_back({family, entry.path().stem().string()});
    }
  }
  std::sort(files.begin(), files.end(), [](const LitmusFile& a, const LitmusFile& b) {
    return std::pair(a.family, a.name) < std::pair(b.family, b.name);
  });
  return files;
}

std::map<std::string, Model> models() {
  const ModelLibrary library({root() / "models"});
  std::map<std::string, Model> models;
  for (const std::string& name : library.names()) {
    models.emplace(name, library.load(name));
  }
  for (const std::string& family : families()) {
    for (const auto& entry : fs::directory_iterator(root() / "litmus" / family)) {
      if (entry.path().extension() == ".cat") {
        const std::string name = fs::relative(entry.path(), root()).string();
        models.emplace(name, library.load(entry.path().string())).first->second.name = name;
      }
    }
  }
  return models;
}

std::shared_ptr<const EventStructure> structureOf(const std::string& path) {
  return std::make_shared<const EventStructure>(parseLitmus(readSource((root() / path).string())));
}

Expectations table() {
  return readExpectations(root() / "tests/corpus/expected-hrf.json");
}

Expectations extra() {
  return readExpectations(root() / "tests/corpus/expected-extra.json");
}

std::vector<ExpectedTest> allTests() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(root() / "tests/corpus")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("expected-") && name.ends_with(".json")) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<ExpectedTest> tests;
  for (const fs::path& file : files) {
    const Expectations more = readExpectations(file);
    tests.insert(tests.end(), more.tests.begin(), more.tests.end());
  }
  return tests;
}

std::map<std::string, ExpectedTest> testsByFile() {
  std::map<std::string, ExpectedTest> tests;
  for (ExpectedTest test : allTests()) {
    const std::string file = test.file;
    tests.emplace(file, std::move(test));
  }
  return tests;
}

bool isPinned(const ExpectedTest& test, const Program& program, const Model& model) {
  const bool listed = test.pinned.empty() || test.pinned.contains(model.name);
  return listed && whyNotApplicable(model, program).empty();
}

}  // namespace hrfcheck::corpus
