// What only many tests in one process show: the cost of a small test when everything is warm, whether memory
// grows, whether two threads with an engine each get in each other's way, and what a second model costs.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <thread>

#include "bench/runner/corpus.h"
#include "bench/runner/measure.h"
#include "bench/runner/rows.h"
#include "cat/library.h"
#include "check/check.h"
#include "check/prepare/preparation.h"
#include "frontend/litmus.h"

namespace hrfcheck::bench {
namespace {

constexpr std::size_t kTestsBefore = 1000;
constexpr std::size_t kTestsAfter = 10000;
constexpr unsigned kPasses = 10;

/// A list of tests with their models loaded, and answers to all of them.
class Batch {
 public:
  Batch(const Setting& setting, std::vector<CorpusTest> tests) : setting_(setting), tests_(std::move(tests)) {
    const ModelLibrary library({setting.root / "models"});
    for (const CorpusTest& test : tests_) {
      if (!models_.contains(test.model)) {
        models_.emplace(test.model, library.load(test.model));
      }
    }
  }

  std::size_t size() const { return tests_.size(); }

  Sample askOne(Engine& engine, std::size_t i, Question question = Question::Verdict) const {
    const CorpusTest& test = tests_[i % tests_.size()];
    return ask(engine, models_.at(test.model), test.text, question, setting_.seconds);
  }

 private:
  Setting setting_;
  std::vector<CorpusTest> tests_;
  std::map<std::string, Model> models_;
};

std::uint64_t microseconds(double seconds) {
  return static_cast<std::uint64_t>(seconds * 1e6);
}

Repetition medianOf(const Setting& setting, std::vector<CorpusTest> tests, EngineKind kind) {
  const auto batch = std::make_shared<Batch>(setting, std::move(tests));
  const std::shared_ptr<Engine> engine = makeEngine(kind);
  return [=] {
    std::vector<double> times;
    std::uint64_t undecided = 0;
    for (std::size_t i = 0; i < batch->size(); ++i) {
      const Sample sample = batch->askOne(*engine, i);
      times.push_back(sample.value);
      undecided += sample.problem.empty() ? 0 : 1;
    }
    std::sort(times.begin(), times.end());
    return Sample{median(times),
                  {{"tests", times.size()},
                   {"undecided", undecided},
                   {"90 % within us", microseconds(times[times.size() * 9 / 10])},
                   {"slowest us", microseconds(times.back())}},
                  std::nullopt,
                  ""};
  };
}

/// The mean over all tests, each read, unrolled and asked one question.
Repetition meanOf(const Setting& setting, std::vector<CorpusTest> tests, Question question) {
  const auto batch = std::make_shared<Batch>(setting, std::move(tests));
  const std::shared_ptr<Engine> engine = makeEngine(EngineKind::Auto);
  return [=] {
    double sum = 0;
    double slowest = 0;
    for (std::size_t i = 0; i < batch->size(); ++i) {
      const Sample sample = batch->askOne(*engine, i, question);
      sum += sample.value;
      slowest = std::max(slowest, sample.value);
    }
    return Sample{sum / static_cast<double>(batch->size()),
                  {{"tests", batch->size()}, {"slowest us", microseconds(slowest)}},
                  std::nullopt,
                  ""};
  };
}

double residentMegabytes() {
  std::ifstream in("/proc/self/statm");
  double total = 0;
  double resident = 0;
  in >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGE_SIZE)) / (1024 * 1024);
}

Repetition growth(const Setting& setting, EngineKind kind) {
  const auto batch = std::make_shared<Batch>(setting, smallTests(setting));
  const std::shared_ptr<Engine> engine = makeEngine(kind);
  return [=] {
    double before = 0;
    for (std::size_t i = 0; i < kTestsAfter; ++i) {
      batch->askOne(*engine, i);
      if (i + 1 == kTestsBefore) {
        before = residentMegabytes();
      }
    }
    const double after = residentMegabytes();
    return Sample{after / before,
                  {{"MB after 1000", static_cast<std::uint64_t>(before)},
                   {"MB after 10000", static_cast<std::uint64_t>(after)}},
                  std::nullopt,
                  ""};
  };
}

/// Wall seconds for `kPasses` times the batch, by so many threads with an engine each.
double wallSeconds(const Batch& batch, unsigned threads) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    const std::unique_ptr<Engine> engine = makeEngine(EngineKind::Auto);
    for (std::size_t i = next++; i < kPasses * batch.size(); i = next++) {
      batch.askOne(*engine, i);
    }
  };
  const auto start = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i) {
      workers.emplace_back(work);
    }
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Repetition twoWorkers(const Setting& setting) {
  const auto batch = std::make_shared<Batch>(setting, smallTests(setting));
  return [=] {
    const double one = wallSeconds(*batch, 1);
    const double two = wallSeconds(*batch, 2);
    return Sample{one / two,
                  {{"one worker us", microseconds(one)}, {"two workers us", microseconds(two)}},
                  std::nullopt,
                  ""};
  };
}

/// CPU seconds for the HSA tests without remote operations under some models: parsed once each, one engine.
double cpuUnder(const std::vector<CorpusTest>& tests, const std::vector<Model>& models, Engine& engine) {
  const double start = cpuSeconds();
  for (const CorpusTest& test : tests) {
    const auto program = parseLitmus(std::make_shared<const Source>(test.name, test.text));
    Preparation preparation(program, 4);
    for (const Model& model : models) {
      CheckOptions options;
      options.explain = false;
      checkProgram(engine, preparation.of(model), options);
    }
  }
  return cpuSeconds() - start;
}

Repetition twoModels(const Setting& setting) {
  std::vector<CorpusTest> tests = smallTests(setting);
  std::erase_if(tests, [](const CorpusTest& t) { return t.model != "hrf-indirect-relaxed"; });
  const Model first = loadModel(setting, "hrf-indirect-relaxed");
  const Model second = loadModel(setting, "hrf-direct-relaxed");
  const std::shared_ptr<Engine> engine = makeEngine(EngineKind::Auto);
  return [=] {
    const double alone = std::max(cpuUnder(tests, {first}, *engine), cpuUnder(tests, {second}, *engine));
    return Sample{
        cpuUnder(tests, {first, second}, *engine) / alone, {{"tests", tests.size()}}, std::nullopt, ""};
  };
}

constexpr double kBatchSeconds = 60;
/// The one that takes long, and is only run when there is time.
constexpr double kGrowthSeconds = 900;

Row row(std::string name, std::string what, Unit unit, std::optional<Target> target, double seconds,
        std::function<Repetition()> prepare) {
  return {"target/" + std::move(name), std::move(what), unit, target, "", std::move(prepare), seconds};
}

/// Dartagnan's corpora of PTX and Vulkan, where they are.
std::vector<Row> outsideRows(const Setting& setting) {
  std::vector<Row> rows;
  for (const auto& [folder, model] :
       {std::pair{"PTX", "ptx"}, {"PTX", "ptx-v6.0"}, {"VULKAN", "vulkan"}, {"VULKAN", "vulkan-nochains"}}) {
    const std::vector<CorpusTest> tests = outsideTests(setting, folder, model);
    for (const Question question : {Question::Condition, Question::Races}) {
      if (!tests.empty()) {
        rows.push_back(row(
            fmt::format("outside/{}/{}", model, nameOf(question)),
            fmt::format("mean CPU of a test of Dartagnan's {}, {}, {}", folder, nameOf(question), model),
            Unit::Seconds, Target{0.003}, kBatchSeconds, [=] { return meanOf(setting, tests, question); }));
      }
    }
  }
  return rows;
}

}  // namespace

std::vector<Row> batchRows(const Setting& setting) {
  const auto batch = [&](EngineKind kind, std::optional<Target> target) {
    return row("batch/" + nameOf(kind),
               "median CPU of a corpus test in one process: outcomes and races, " + nameOf(kind),
               Unit::Seconds, target, kBatchSeconds,
               [=] { return medianOf(setting, corpus(setting), kind); });
  };
  const auto memory = [&](EngineKind kind) {
    return row("memory/" + nameOf(kind),
               "resident memory after 10,000 small tests against after 1,000, " + nameOf(kind), Unit::Ratio,
               Target{1.05}, kGrowthSeconds, [=] { return growth(setting, kind); });
  };
  std::vector<Row> rows{batch(EngineKind::Auto, Target{0.001}),
                        batch(EngineKind::Smt, std::nullopt),
                        memory(EngineKind::Auto),
                        memory(EngineKind::Smt),
                        row("two-workers", "small tests with two workers against one, wall time", Unit::Ratio,
                            Target{1.8, true}, kBatchSeconds, [=] { return twoWorkers(setting); }),
                        row("two-models", "two models against the slower one of them, small tests, CPU time",
                            Unit::Ratio, Target{1.3}, kBatchSeconds, [=] { return twoModels(setting); })};
  for (Row& outside : outsideRows(setting)) {
    rows.push_back(std::move(outside));
  }
  return rows;
}

}  // namespace hrfcheck::bench
