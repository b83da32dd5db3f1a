// The rows of Dartagnan's expectations that speak of OpenCL and C11 tests, through both engines. Each row is
// somebody else's verdict under somebody else's rendering of the model: an agreement is evidence, and a
// disagreement is either our mistake or a finding that belongs into docs/models/.

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <utility>

#include "cat/library.h"
#include "check/check.h"
#include "dat3m/rows.h"
#include "frontend/litmus.h"
#include "util/source.h"

using namespace hrfcheck;
using namespace hrfcheck::dat3m;

namespace {

const std::set<std::string> kFamilies{"C11", "OPENCL"};
const std::set<std::string> kProperties{"condition", "race"};

bool supported(const Row& row) {
  return kFamilies.contains(row.family()) && kProperties.contains(row.property);
}

/// "reachable" or "unreachable" for a condition, "racy" or "race-free" for a race; otherwise what is missing.
std::string answerTo(const Row& row, const Verdict& verdict) {
  if (!verdict.settled()) {
    return "undecided: " + verdict.whyOpen();
  }
  if (row.property == "condition") {
    return verdict.condition == Status::Allowed ? "reachable" : "unreachable";
  }
  switch (verdict.raceStatus) {
    case RaceStatus::Racy:
      return "racy";
    case RaceStatus::RaceFree:
      return "race-free";
    case RaceStatus::NotDefined:
      return "no races in the model";
    case RaceStatus::Undecided:
      return "undecided";
    case RaceStatus::Vacuous:
      return "vacuous";
    case RaceStatus::NotAsked:
      return "not asked";
  }
  return "";
}

class Corpus {
 public:
  explicit Corpus(const std::filesystem::path& folder)
      : folder_(folder), library_({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"}) {
    for (const Row& row : readRows(folder / "expected.csv")) {
      if (supported(row)) {
        questions_[{row.path, row.model}].push_back(row);
        ++wanted_;
      } else {
        ++unsupported_[row.family() + " " + row.property];
      }
    }
  }

  void run(Engine& engine) {
    std::size_t answered = 0;
    for (const auto& [question, rows] : questions_) {
      INFO(question.first, " under ", question.second, ", engine ", engine.name());
      try {
        answered += ask(engine, question.first, question.second, rows);
      } catch (const std::exception& error) {
        FAIL_CHECK(std::string(error.what()));
      }
    }
    CHECK(wanted_ > 0);
    CHECK(answered == wanted_);
    std::string rest;
    for (const auto& [what, count] : unsupported_) {
      rest += "\n  " + what + ": " + std::to_string(count);
    }
    MESSAGE(engine.name() << ": " << answered << " rows checked; unsupported rows:" << rest);
  }

 private:
  std::size_t ask(Engine& engine, const std::string& path, const std::string& model,
                  const std::vector<Row>& rows) {
    const auto program = parseLitmus(readSource((folder_ / path).string()));
    CheckOptions options;
    options.explain = false;
    const Verdict verdict =
        checkProgram(engine, std::make_shared<const Skeleton>(program), library_.load(model), options);
    for (const Row& row : rows) {
      CHECK_MESSAGE(answerTo(row, verdict) == row.meaning, "expected.csv:" << row.line << ": " << row.property
                                                                           << " is " << answerTo(row, verdict)
                                                                           << ", expected " << row.meaning);
    }
    return rows.size();
  }

  std::filesystem::path folder_;
  ModelLibrary library_;
  std::map<std::pair<std::string, std::string>, std::vector<Row>> questions_;  // by path and model
  std::map<std::string, std::size_t> unsupported_;                             // by family and property
  std::size_t wanted_ = 0;
};

void run(Engine& engine) {
  const auto corpus = folder();
  if (!corpus) {
    MESSAGE("skipped: no corpora beside the sources, and HRFCHECK_CORPORA is not set");
    return;
  }
  Corpus(*corpus).run(engine);
}

}  // namespace

TEST_CASE("Dartagnan's expectations, explicit engine") {
  run(*makeExplicitEngine());
}

TEST_CASE("Dartagnan's expectations, smt engine") {
  run(*makeSmtEngine());
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
    return checkProgram(*makeExplicitEngine(), std::make_shared<const Skeleton>(program), library.load(model),
                        {})
        .condition;
  };
  CHECK(status("c11-partialsc") == Status::Allowed);
  CHECK(status("c11") == Status::Forbidden);
  CHECK(status("rc11") == Status::Forbidden);
}
