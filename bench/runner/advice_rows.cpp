// How long repair and narrow take: a racy test is repaired, another one narrowed, with the edits, costs and
// models that the commands take unless told otherwise. From the test as it was read to the whole answer, with
// the check of the edited text by both engines.

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "advise/advice.h"
#include "advise/advice_engine.h"
#include "bench/runner/corpus.h"
#include "bench/runner/measure.h"
#include "bench/runner/rows.h"
#include "check/models/model_choice.h"
#include "check/models/scope_of_model.h"
#include "frontend/test_file.h"
#include "program/ir/operands.h"

namespace hrfcheck::bench {
namespace {

namespace fs = std::filesystem;

/// Within which a person waits for an answer, and within which none notices.
constexpr double kSecondsOfLarge = 10;
constexpr double kSecondsOfSmall = 0.2;
constexpr std::size_t kEventsOfSmall = 8;

std::vector<AskedModel> defaultModels(const Setting& setting, const Program& program) {
  std::vector<AskedModel> models;
  if (!program.notForModels.empty() || !hasDefaultModel(program)) {
    return models;
  }
  const ModelLibrary library({setting.root / "models"});
  ModelChoice choice(library, {});
  for (const ChosenModel& chosen : choice.forProgram(program)) {
    if (chosen.model && definesRaces(*chosen.model)) {
      models.push_back({chosen.name, chosen.model});
    }
  }
  return models;
}

/// A test that can be asked for advice; nothing where its default model defines no race.
std::optional<AdviceRequest> requestOf(const Setting& setting,
                                       const std::shared_ptr<const Program>& program) {
  AdviceRequest request;
  request.program = program;
  request.read = [test = program->testInFile](const SourcePtr& source) { return parseLitmus(source, test); };
  request.models = defaultModels(setting, *program);
  return request.models.empty() ? std::nullopt : std::optional(request);
}

/// @param seconds that the answer may take
bool isRacy(AdviceRequest request, double seconds) {
  request.search.analysis.deadline = Deadline::after(seconds);
  const EditedTest test(request.program, request.read, request.kinds, request.costs, Purpose::Repair);
  const std::unique_ptr<Engine> engine = makeAdviceEngine();
  return !assessAssignment(test, test.asWritten(), {{request.models[0], Goal{}}}, *engine, request.search, 1)
              .findings.empty();
}

Sample advise(AdviceRequest request, bool racy, double seconds) {
  request.search.analysis.deadline = Deadline::after(seconds);
  const double start = cpuSeconds();
  const std::unique_ptr<Engine> engine = makeAdviceEngine();
  const SearchResult found = (racy ? repair(request, *engine) : narrow(request, *engine)).search;
  Sample sample;
  sample.value = cpuSeconds() - start;
  sample.counts = {{"asked", found.state.asked}, {"boxes", found.state.boxes}};
  if (found.best) {
    sample.counts.emplace("cost", found.best->cost);
  }
  sample.problem = found.stopped.value_or("");
  return sample;
}

Row rowOf(const Setting& setting, const std::string& name, const std::string& path) {
  const Setting longer{setting.root, std::max(setting.seconds, 6 * kSecondsOfLarge)};
  return {"target/advice/" + name,
          name + ", repaired if it is racy, else narrowed",
          Unit::Seconds,
          Target{kSecondsOfLarge},
          "",
          [=]() -> Repetition {
            const auto request = requestOf(longer, readTestFile(path));
            const bool racy = isRacy(*request, longer.seconds);
            return [=] { return advise(*request, racy, longer.seconds); };
          },
          longer.seconds};
}

std::vector<std::string> filesIn(const fs::path& folder, const std::string& extension) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::size_t eventsOf(const Program& program) {
  const auto inFront = [](const Instruction& i) { return accessKindOf(i.operation) != AccessKind::None; };
  std::size_t events = 0;
  for (const Thread& thread : program.threads) {
    events += static_cast<std::size_t>(std::ranges::count_if(thread.instructions, inFront));
  }
  return events;
}

/// Which part of the small tests takes longer than none notices.
Row smallRow(const Setting& setting) {
  return {"target/advice/small",
          fmt::format("tests of at most {} accesses: the part of them that takes more than {} s",
                      kEventsOfSmall, kSecondsOfSmall),
          Unit::Ratio,
          Target{0},
          "",
          [=]() -> Repetition {
            std::vector<AdviceRequest> requests;
            for (const CorpusTest& test : smallTests(setting)) {
              const auto program = parseLitmus(std::make_shared<const Source>(test.name, test.text));
              const auto request = requestOf(setting, program);
              if (request && eventsOf(*program) <= kEventsOfSmall) {
                requests.push_back(*request);
              }
            }
            return [=] {
              Sample sample;
              std::size_t slow = 0;
              double slowest = 0;
              for (const AdviceRequest& request : requests) {
                const bool racy = isRacy(request, setting.seconds);
                const Sample one = advise(request, racy, setting.seconds);
                slow += one.value > kSecondsOfSmall || !one.problem.empty() ? 1 : 0;
                slowest = std::max(slowest, one.value);
              }
              sample.value = static_cast<double>(slow) / static_cast<double>(requests.size());
              sample.counts = {{"tests", requests.size()},
                               {"slow", slow},
                               {"slowest us", static_cast<std::uint64_t>(slowest * 1e6)}};
              return sample;
            };
          }};
}

}  // namespace

std::vector<Row> adviceRows(const Setting& setting) {
  std::vector<Row> rows{smallRow(setting)};
  for (const std::string& file : filesIn(setting.root / "litmus/workstealing", ".litmus")) {
    rows.push_back(rowOf(setting, "workstealing/" + fs::path(file).stem().string(), file));
  }
  for (const std::string& file : filesIn(setting.root / "kernels", ".cl")) {
    for (const std::string& path : testPathsOf(file, {})) {
      if (requestOf(setting, readTestFile(path))) {
        rows.push_back(rowOf(setting, "kernels/" + fs::path(path).filename().string(), path));
      }
    }
  }
  return rows;
}

}  // namespace hrfcheck::bench
