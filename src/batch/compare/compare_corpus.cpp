#include "batch/compare/compare_corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "batch/corpus_walk.h"
#include "frontend/test_file.h"

namespace hrfcheck::inline batch {
namespace {

TestSize sizeOf(const std::string& path, const WorkerOptions& options) {
  const auto program = readTestFile(path, options.launch, Deadline::after(options.timeout));
  TestSize size{program->threads.size(), 0};
  for (const Thread& thread : program->threads) {
    size.instructions += thread.instructions.size();
  }
  return size;
}

/// A test that has changed under our hands is no good example.
TestSize sizeOrLargest(const std::string& path, const WorkerOptions& options) {
  try {
    return sizeOf(path, options);
  } catch (const UserError&) {
    return {SIZE_MAX, SIZE_MAX};
  } catch (const OutOfTime&) {
    return {SIZE_MAX, SIZE_MAX};
  }
}

}  // namespace

CompareResult compareCorpus(const CompareOptions& options, ModelChoice& models, const BatchCalls& calls,
                            const std::atomic<bool>& cancelled) {
  const Corpus corpus = walkCorpus(options.paths, options.worker.launch);
  calls.diagnose(corpus.warnings);
  for (const Corpus::Unreadable& what : corpus.unreadable) {
    calls.diagnose({{Severity::Error, {}, fmt::format("{}: {}", what.path, what.reason), ""}});
  }
  if (corpus.tests.empty()) {
    throw UserError("there are no tests", "name files or folders of litmus tests");
  }
  std::vector<std::string> inputs = corpus.inputs();
  inputs.insert(inputs.end(), models.files().begin(), models.files().end());
  refuseOverwriting(options.reports, inputs);
  CompareResult result{Comparison(options.basis), {}, !corpus.unreadable.empty()};
  Tally tally;
  std::size_t given = 0;
  std::size_t done = 0;
  std::map<std::size_t, std::vector<ResultRow>> open;
  std::map<std::string, Diagnostic> warnings;  // in one order, whoever comes first
  PoolCalls pool;
  pool.next = [&]() -> std::optional<WorkerTask> {
    if (given == corpus.tests.size()) {
      return std::nullopt;
    }
    const std::size_t index = given++;
    return WorkerTask{{index, corpus.tests[index], {}}, {}};
  };
  pool.row = [&](ResultRow row) {
    tally.add(row);
    calls.row(row);
    open[row.test].push_back(std::move(row));
  };
  pool.testDone = [&](const BatchTest& test) {
    ++done;
    std::vector<ResultRow> rows = std::move(open[test.index]);
    open.erase(test.index);
    result.comparison.add(std::move(rows),
                          [&](const std::string& path) { return sizeOrLargest(path, options.worker); });
  };
  pool.tick = [&] { calls.progress({done, corpus.tests.size(), 0, &tally}); };
  pool.warn = [&](const Diagnostic& warning) { warnings.emplace(warning.message, warning); };
  const std::size_t workers = std::min<std::size_t>(options.workers, corpus.tests.size());
  runPool(options.worker, models, static_cast<unsigned>(workers), pool, cancelled);
  for (const auto& [message, warning] : warnings) {
    calls.diagnose({warning});
  }
  result.extent = {corpus.tests.size(), done, done < corpus.tests.size() ? "interrupted" : ""};
  return result;
}

}  // namespace hrfcheck::inline batch
