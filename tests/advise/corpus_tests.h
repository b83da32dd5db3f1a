#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "advise/advice.h"
#include "cat/library.h"
#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "frontend/test_file.h"
#include "support/slice.h"

namespace hrfcheck::test {

/// The litmus tests of a folder under the source folder, sorted; of all folders in it. With sanitizers, a
/// slice of them.
inline std::vector<std::string> testsUnder(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/" + folder)) {
    if (entry.path().extension() == ".litmus") {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return sliceOf(std::move(files));
}

inline std::shared_ptr<const Program> readAgain(const SourcePtr& source) {
  return parseLitmus(source);
}

/// The default model of a test; none where no memory model can be asked about it.
inline std::vector<AskedModel> defaultModel(const Program& program) {
  static const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  if (!program.notForModels.empty() || !hasDefaultModel(program)) {
    return {};
  }
  ModelChoice choice(library, {});
  std::vector<AskedModel> models;
  for (const ChosenModel& chosen : choice.forProgram(program)) {
    if (chosen.model) {
      models.push_back({chosen.name, chosen.model});
    }
  }
  return models;
}

inline bool definesRaces(const Model& model) {
  return std::ranges::any_of(model.checks, [](const Check& check) { return check.name == kRaceFlag; });
}

/// Most tests of this folder leave out larger ones, which take minutes with brute force.
inline constexpr std::size_t kMostInstructions = 14;

inline std::size_t instructionsOf(const Program& program) {
  std::size_t count = 0;
  for (const Thread& thread : program.threads) {
    count += thread.instructions.size();
  }
  return count;
}

/// A test with what is asked of it; without models where there is nothing to ask, or the test is too large.
inline AdviceRequest requestFor(const std::string& file, const EditKinds& kinds,
                                std::size_t mostInstructions = kMostInstructions) {
  AdviceRequest request;
  request.program = readTestFile(file);
  request.read = readAgain;
  request.kinds = kinds;
  if (instructionsOf(*request.program) <= mostInstructions) {
    request.models = defaultModel(*request.program);
  }
  request.search.analysis.deadline = Deadline::after(300);
  return request;
}

/// How many edits there are of a test.
inline std::size_t editsOf(const EditedTest& test) {
  std::size_t edits = 0;
  for (const EditVariable& site : test.sites()) {
    edits += site.variants.size() - 1;
  }
  return edits;
}

/// An engine has confirmed the edited text, and none refutes it: one may give up on a large test.
inline bool isConfirmed(const Advice& advice) {
  return std::ranges::any_of(advice.rechecks, &Recheck::good) &&
         std::ranges::all_of(advice.rechecks, [](const Recheck& r) { return r.good || r.undecided; });
}

}  // namespace hrfcheck::test
