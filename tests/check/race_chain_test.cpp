#include "check/explain/race_chain.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "cat/library.h"
#include "check/check.h"
#include "check/explain/race_order.h"
#include "check/models/scope_of_model.h"
#include "support/given.h"
#include "support/slice.h"
#include "support/verdicts.h"

namespace race_chain_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = HRFCHECK_SOURCE_DIR;

std::vector<fs::path> filesUnder(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::shared_ptr<const Program> programIn(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return parseLitmus(std::make_shared<const Source>(file.string(), text.str()));
}

/// Races with their reasons, without a search for changes that help.
Verdict racesOf(const std::shared_ptr<const Program>& program, const Model& model) {
  CheckOptions options;
  options.analysis.outcomes = OutcomeSearch::None;
  options.analysis.candidateLimit = 1000;
  options.explainSeconds = 0;
  const auto engine = makeExplicitEngine();
  return checkProgram(*engine, given(std::make_shared<const EventStructure>(program, 2), model), options);
}

/// Every instruction that a sentence names.
std::set<std::string> namesIn(const std::string& text) {
  static const std::regex kName("P[0-9]+:[0-9]+");
  std::set<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), kName), end; it != end; ++it) {
    names.insert(it->str());
  }
  return names;
}

std::set<std::string> happenedIn(const Execution& execution) {
  std::set<std::string> names;
  execution.happened.forEach([&](EventId e) {
    if (execution.structure->events()[e].kind != EventKind::InitialWrite) {
      const InstructionRef where = execution.structure->instructionOf(e);
      names.insert(execution.structure->program().instructionName(where.thread, where.instruction));
    }
  });
  return names;
}

void namesOnlyWhatHappened(const Race& race) {
  std::string said = race.explanation;
  for (const RaceStep& step : race.steps) {
    said += " " + step.what + " " + step.why;
  }
  const std::set<std::string> happened = happenedIn(race.witness.execution());
  for (const std::string& name : namesIn(said)) {
    CAPTURE(name);
    CHECK(happened.contains(name));
  }
}

void leadsFromOneToTheOther(const Race& race) {
  const std::vector<RaceStep>& steps = race.steps;
  const bool there = steps.front().from == race.firstEvent && steps.back().to == race.secondEvent;
  const bool back = steps.front().from == race.secondEvent && steps.back().to == race.firstEvent;
  CHECK((there || back));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CHECK((i == 0 || steps[i - 1].to == steps[i].from));
    CHECK(race.witness.execution().happened.contains(steps[i].from));
    CHECK(race.witness.execution().happened.contains(steps[i].to));
    CHECK_FALSE(steps[i].what.empty());
    CHECK(steps[i].why.empty() == (steps[i].status == RaceStep::Status::Ordered));
  }
  CHECK(firstMissing(steps) != nullptr);
}

void agreesWith(const Model& model, Evaluator& evaluator, const Race& race) {
  const auto node = raceOrder(model);
  REQUIRE(node.has_value());
  // There, happens-before may order a pair that is not visible, and two writes that a read may see are one,
  // too.
  if (model.name.starts_with("amdgpu")) {
    return;
  }
  const Relation order = std::get<Relation>(evaluator.value(*node, race.witness.execution()));
  CHECK_FALSE(order.contains(race.firstEvent, race.secondEvent));
  CHECK_FALSE(order.contains(race.secondEvent, race.firstEvent));
  for (const RaceStep& step : race.steps) {
    CHECK(order.contains(step.from, step.to) == (step.status != RaceStep::Status::Missing));
  }
}

}  // namespace

// Of the files, every model takes others.
TEST_CASE("over the corpus, chains are connected, agree with the model, and lack a link") {
  constexpr std::size_t kTurns = 3;
  const ModelLibrary models({(kRoot / "models").string()});
  std::size_t first = 0;
  std::size_t races = 0;
  std::size_t chains = 0;
  for (const fs::path& modelFile : filesUnder(kRoot / "models", ".cat")) {
    const Model model = models.load(modelFile.stem().string());
    const bool flags = std::any_of(model.checks.begin(), model.checks.end(),
                                   [](const Check& check) { return check.name == kRaceFlag; });
    std::size_t turn = first++;
    for (const fs::path& file : sliceOf(filesUnder(kRoot / "litmus", ".litmus"))) {
      const auto family = file.parent_path().filename();
      if (turn++ % kTurns != 0 || family == "progress" || family == "simt") {
        continue;  // long loops, which ask whether they end
      }
      const auto program = programIn(file);
      if (!flags || !program->notForModels.empty() || !whyNotApplicable(model, *program).empty()) {
        continue;
      }
      CAPTURE(model.name + " " + file.filename().string());
      const Verdict verdict = racesOf(program, model);
      for (const Race& race : verdict.races) {
        ++races;
        CHECK_FALSE(race.explanation.empty());
        Evaluator evaluator(model, *race.witness.execution().structure);
        agreesWith(model, evaluator, race);
        namesOnlyWhatHappened(race);
        if (!race.steps.empty()) {
          ++chains;
          leadsFromOneToTheOther(race);
        }
      }
    }
  }
  CHECK(races > shareOf(400));
  CHECK(chains > shareOf(200));
}

}  // namespace race_chain_test
