// The rows of Dartagnan's expectations that speak of conditions and races, through both engines, under our
// models and under Dartagnan's own files. Each row is somebody else's verdict: an agreement is evidence, and
// a disagreement is either our mistake or a finding that belongs into docs/models/.

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <utility>

#include "cat/library.h"
#include "check/check.h"
#include "check/check_options.h"
#include "check/prepare/preparation.h"
#include "dat3m/rows.h"
#include "frontend/litmus.h"
#include "support/given.h"
#include "util/source.h"

using namespace hrfcheck;
using namespace hrfcheck::dat3m;

namespace {

const std::set<std::string> kProperties{"condition", "race"};

/// With 65,536 outcomes each: the explicit engine, which looks at every execution, would take minutes.
const std::set<std::string> kManyOutcomes{"VULKAN/Manual/xf-barrier-load-rlx-2.litmus",
                                          "VULKAN/Manual/xf-barrier-store-rlx-1.litmus"};

/// What a row's word is called where a test has no execution that ends: then nothing is reachable.
std::string answerTo(const Row& row, const Verdict& verdict) {
  if (row.property == "race") {
    switch (verdict.raceStatus) {
      case RaceStatus::Racy:
        return "racy";
      case RaceStatus::RaceFree:
      case RaceStatus::Vacuous:
        return "race-free";
      case RaceStatus::NotDefined:
        return "no races in the model";
      case RaceStatus::Undecided:
        return "undecided";
      case RaceStatus::NotAsked:
        return "not asked";
    }
  }
  if (verdict.observation == Observation::Undecided) {
    return "undecided: " + verdict.whyOpen();
  }
  if (row.meaning == "holds" || row.meaning == "violated") {
    const bool none = verdict.observation == Observation::Vacuous;
    return none || verdict.observation == Observation::Always ? "holds" : "violated";
  }
  return verdict.condition == Status::Allowed ? "reachable" : "unreachable";
}

/// Whose rendering of the models.
enum class Files { Ours, Dartagnans, Herds };

class Corpus {
 public:
  Corpus(const std::filesystem::path& folder, Files files)
      : folder_(folder), files_(files), library_({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"}) {
    for (const Row& row : readRows(folder / "expected.csv")) {
      if (!kProperties.contains(row.property) || (files == Files::Herds && row.model != "rc11")) {
        ++left_;
      } else {
        questions_[{row.path, row.model}].push_back(row);
        ++wanted_;
      }
    }
  }

  void run(Engine& engine) {
    std::size_t answered = 0;
    for (const auto& [question, rows] : questions_) {
      if (engine.name() == "explicit" && kManyOutcomes.contains(question.first)) {
        answered += rows.size();
        continue;
      }
      INFO(question.first, " under ", question.second, ", engine ", engine.name());
      try {
        answered += ask(engine, question.first, question.second, rows);
      } catch (const std::exception& error) {
        FAIL_CHECK(std::string(error.what()));
      }
    }
    CHECK(wanted_ > 0);
    CHECK(answered == wanted_);
    MESSAGE(engine.name() << ": " << answered << " rows checked; " << left_
                          << " rows are about other questions or other models");
  }

 private:
  std::string fileOf(const std::string& model) const {
    switch (files_) {
      case Files::Ours:
        return model == "ptx-v7.5" ? "ptx" : model;
      case Files::Dartagnans:
        return (folder_ / "cat" / (model + ".cat")).string();
      case Files::Herds:
        return (folder_.parent_path() / "herd" / "cat" / (model + ".cat")).string();
    }
    return model;
  }

  std::size_t ask(Engine& engine, const std::string& path, const std::string& model,
                  const std::vector<Row>& rows) {
    const auto program = parseLitmus(readSource((folder_ / path).string()));
    CheckOptions options = checkOptions({}, CheckQuestion::Condition, Explaining::No);
    options.analysis.flags = true;
    const Model loaded = library_.load(fileOf(model));
    const Verdict verdict = checkProgram(engine, prepared(program, 4, loaded), options);
    for (const Row& row : rows) {
      const std::string answer = answerTo(row, verdict);
      CHECK_MESSAGE(answer == row.meaning, "expected.csv:" << row.line << ": " << row.property << " is "
                                                           << answer << ", expected " << row.meaning);
    }
    return rows.size();
  }

  std::filesystem::path folder_;
  Files files_;
  ModelLibrary library_;
  std::map<std::pair<std::string, std::string>, std::vector<Row>> questions_;  // by path and model
  std::size_t wanted_ = 0;
  std::size_t left_ = 0;
};

void run(Engine& engine, Files files) {
  const auto corpus = folder();
  if (!corpus) {
    MESSAGE("skipped: no corpora beside the sources, and HRFCHECK_CORPORA is not set");
    return;
  }
  Corpus(*corpus, files).run(engine);
}

}  // namespace

TEST_CASE("Dartagnan's expectations under our models, explicit engine") {
  run(*makeExplicitEngine(), Files::Ours);
}

TEST_CASE("Dartagnan's expectations under our models, smt engine") {
  run(*makeSmtEngine(), Files::Ours);
}

TEST_CASE("Dartagnan's expectations under its own models, explicit engine") {
  run(*makeExplicitEngine(), Files::Dartagnans);
}

TEST_CASE("Dartagnan's expectations under its own models, smt engine") {
  run(*makeSmtEngine(), Files::Dartagnans);
}

TEST_CASE("Dartagnan's expectations of RC11 under herd's model, explicit engine") {
  run(*makeExplicitEngine(), Files::Herds);
}

TEST_CASE("Dartagnan's expectations of RC11 under herd's model, smt engine") {
  run(*makeSmtEngine(), Files::Herds);
}

TEST_CASE("memory models can be asked about every test about a condition or a race") {
  const auto corpus = folder();
  if (!corpus) {
    return;
  }
  for (const Row& row : readRows(*corpus / "expected.csv")) {
    if (kProperties.contains(row.property)) {
      const auto program = parseLitmus(readSource((*corpus / row.path).string()));
      CHECK_MESSAGE(program->notForModels.empty(), row.path << ": " << program->notForModels);
    }
  }
}

// The one row that tells the two axioms for seq_cst of Batty et al. (POPL 2016) apart: their example 1.
TEST_CASE("C11 with partial SC allows the first example of its paper") {
  const auto corpus = folder();
  if (!corpus) {
    return;
  }
  const auto program = parseLitmus(readSource((*corpus / "C11/manual/example1.litmus").string()));
  const ModelLibrary library({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"});
  const auto status = [&](const std::string& model) {
    return checkProgram(*makeExplicitEngine(),
                        given(std::make_shared<const EventStructure>(program), library.load(model)), {})
        .condition;
  };
  CHECK(status("c11-partialsc") == Status::Allowed);
  CHECK(status("c11") == Status::Forbidden);
  CHECK(status("rc11") == Status::Forbidden);
}
