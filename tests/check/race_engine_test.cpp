#include "check/race_engine.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "cat/library.h"
#include "check/auto_engine.h"
#include "check/prepare/preparation.h"
#include "frontend/test_file.h"
#include "support/given.h"
#include "support/slice.h"

namespace hrfcheck::test {
namespace {

Model raceModel(const std::string& name) {
  return ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}).load(name);
}

/// So many writers of one location, and a reader: as many coherence orders as there are orders of writers.
std::shared_ptr<const EventStructure> manyWriters(int writers) {
  std::string head;
  std::string code;
  for (int i = 0; i < writers; ++i) {
    head += " P" + std::to_string(i) + " |";
    code += " st.rlx.sys x, " + std::to_string(i + 1) + " |";
  }
  head += " P" + std::to_string(writers) + " ;\n";
  code += " ld.rlx.sys r0, x ;\n";
  return std::make_shared<const EventStructure>(parseLitmus(std::make_shared<const Source>(
      "writers",
      "HSA Writers\n{ x=0; }\n" + head + code + "exists (" + std::to_string(writers) + ":r0=0)\n")));
}

/// Store buffering in a ring: 2^threads - 1 final states.
std::shared_ptr<const EventStructure> ringOf(int threads) {
  std::string head;
  std::string stores;
  std::string loads;
  std::string seen;
  for (int i = 0; i < threads; ++i) {
    const char* bar = i == 0 ? " " : " | ";
    const std::string number = std::to_string(i);
    head += bar + ("P" + number);
    stores += bar + ("st.sc.sys x" + number + ", 1");
    loads += bar + ("ld.sc.sys r0, x" + std::to_string((i + 1) % threads));
    seen += number + ":r0; ";
  }
  return std::make_shared<const EventStructure>(parseLitmus(
      std::make_shared<const Source>("ring", "HSA Ring\n{ }\n" + head + " ;\n" + stores + " ;\n" + loads +
                                                 " ;\nlocations [" + seen + "]\nexists (0:r0=0)\n")));
}

std::vector<std::vector<Value>> statesOfAnalysis(const Analysis& analysis) {
  std::vector<std::vector<Value>> states;
  for (const Outcome& outcome : analysis.outcomes) {
    states.push_back(outcome.values);
  }
  return states;
}

std::size_t pairsOfAnalysis(const Analysis& analysis) {
  std::size_t pairs = 0;
  for (const FlagFinding& flag : analysis.flags) {
    pairs += 1 + flag.pairs.size();
  }
  return pairs;
}

}  // namespace

TEST_CASE("a race of both engines gives the answers of one after the other") {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/hrf")) {
    if (entry.path().extension() == ".litmus") {
      files.push_back(entry.path().string());
    }
  }
  std::ranges::sort(files);
  const Model model = raceModel("hrf-indirect");
  const auto racing = makeRaceEngine();
  const auto automatic = makeAutoEngine();
  std::size_t compared = 0;
  for (const std::string& file : sliceOf(files)) {
    CAPTURE(file);
    const PreparedTest test = prepared(readTestFile(file), 4, model);
    const Analysis one = racing->analyse(test, {});
    const Analysis other = automatic->analyse(test, {});
    REQUIRE_FALSE(one.undecided);
    CHECK(statesOfAnalysis(one) == statesOfAnalysis(other));
    CHECK(pairsOfAnalysis(one) == pairsOfAnalysis(other));
    CHECK(one.incidents.size() == other.incidents.size());
    ++compared;
  }
  CHECK(compared > shareOf(10));
}

TEST_CASE("of both engines the one that is done first answers, and the other one ends with it") {
  const Model model = raceModel("sc");
  const auto racing = makeRaceEngine();
  CHECK_FALSE(racing->analyse(given(manyWriters(1), model), {}).undecided);
  CHECK(racing->name() == "explicit");
  const Analysis solved = racing->analyse(given(manyWriters(14), model), {});
  CHECK_FALSE(solved.undecided);
  CHECK(racing->name() == "smt");
  CHECK(solved.outcomes.size() == 15U);
}

TEST_CASE("both engines stop when the question is cancelled") {
  const Model model = raceModel("sc");
  std::atomic<bool> cancelled = false;
  AnalysisOptions options;
  options.deadline = Deadline::after(0, &cancelled);
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    cancelled = true;
  });
  const auto racing = makeRaceEngine();
  std::optional<Analysis> analysis;
  try {
    analysis = racing->analyse(given(ringOf(24), model), options);
  } catch (const OutOfTime&) {
  }
  CHECK((!analysis || analysis->undecided == "time limit"));
}

}  // namespace hrfcheck::test
