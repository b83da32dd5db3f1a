#include "batch/batch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "batch/expect/expect_lines.h"
#include "batch/expect/log_folder.h"
#include "batch/expect/termination.h"
#include "batch/found_rows.h"
#include "batch/results/journal.h"
#include "check/status_names.h"
#include "frontend/shared/expect_line.h"
#include "frontend/test_file.h"
#include "util/diagnostic.h"
#include "util/hash.h"

// One pass: tests of the corpus go out in order, rows come back as they are ready, are judged, counted and
// written. When a run is resumed, every test goes out again: only a worker that has read the test knows what
// would be asked of it now. It says which rows of the earlier run answer that, and asks the rest.

namespace hrfcheck::inline batch {
namespace {

/// Of the text of a test; empty where it cannot be read, or only once.
std::string sourceHashOf(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return "";
  }
  try {
    return hashText(readSource(path)->text());
  } catch (const UserError&) {
    return "";
  }
}

/// Reads the texts of tests to tell them from others later on.
CorpusPrint corpusPrint(const std::vector<std::string>& tests) {
  CorpusPrint print;
  std::string paths;
  for (const std::string& test : tests) {
    paths += test + '\0';
    print.sources.push_back(sourceHashOf(testPathOf(test).file));
  }
  print.paths = hashText(paths);
  return print;
}

namespace fs = std::filesystem;

JournalHeader headerOf(const BatchOptions& options, const Corpus& corpus, const ModelChoice& models) {
  const WorkerOptions& worker = options.worker;
  const auto engine = [&] {
    switch (worker.engine) {
      case EngineChoice::Auto:
        return "auto";
      case EngineChoice::Smt:
        return "smt";
      case EngineChoice::Explicit:
        return "explicit";
      case EngineChoice::Race:
        return "race";
      case EngineChoice::Reference:
        return "reference";
    }
    return "";
  };
  const auto word = [](bool on) { return on ? "on" : "off"; };
  JournalHeader header{
      options.version,
      corpus.tests.size(),
      options.shard,
      {{"models",
        options.models.empty() ? "by expectation" : fmt::format("{}", fmt::join(options.models, " "))},
       {"engine", engine()},
       {"symmetry", word(worker.symmetry)},
       {"enumeration", worker.enumerateInSearch ? "search" : "blocking"},
       {"unroll", std::to_string(worker.unroll)},
       {"timeout", fmt::format("{}", worker.timeout)},
       {"memory", std::to_string(worker.memory)},
       {"details", word(worker.details)}},
      options.results ? corpusPrint(corpus.tests) : CorpusPrint{},
      models.textHashes()};
  if (worker.question != CheckQuestion::Everything) {
    header.options["only"] = nameOf(worker.question);
  }
  if (worker.rules == Rules::Plain) {
    header.options["plain"] = word(true);
  }
  if (worker.solver != SolverChoice::Auto) {
    header.options["solver"] = worker.solver == SolverChoice::Cadical ? "cadical" : "z3";
  }
  for (const auto& [option, value] : worker.launch.byOption()) {
    header.options[option] = value;
  }
  header.options.insert(options.modelOptions.begin(), options.modelOptions.end());
  return header;
}

std::unique_ptr<Expectations> expectationsOf(const BatchOptions& options, const Corpus& corpus) {
  switch (options.expect) {
    case ExpectationMode::Auto:
      return expectedLogs(corpus);
    case ExpectationMode::Conditions:
      return conditionsOnly();
    case ExpectationMode::None:
      return noExpectations();
    case ExpectationMode::File:
      return expectationsFrom(options.expectFile, corpus);
  }
  return noExpectations();
}

class BatchRun {
 public:
  BatchRun(const BatchOptions& options, ModelChoice& models, const BatchCalls& calls)
      : options_(options),
        models_(models),
        calls_(calls),
        corpus_(walkCorpus(options.paths, options.worker.launch, options.unlaunched)) {
    expectations_ = expectationsOf(options, corpus_);
    if (options.paths.empty()) {
      corpus_.tests = expectations_->tests();
    }
    tellCorpus();
    if (corpus_.tests.empty() && (options.unlaunched == Unlaunched::Read || corpus_.unlaunched.empty())) {
      throw UserError("there are no tests", "name files or folders of litmus tests");
    }
    loadModels();
    refuseOverwriting(outputs(), inputs());
    collectRowsOfFiles();
    const JournalHeader header = headerOf(options, corpus_, models_);
    journal_ = std::make_shared<Journal>(options.resume
                                             ? Journal::resume(options.results.value(), header, corpus_.tests)
                                             : Journal::create(options.results, header));
  }

  BatchResult run(const std::atomic<bool>& cancelled) {
    collectTasks();
    if (calls_.begin) {
      calls_.begin({testsOfShard_, 0, "the run has not ended", options_.worker.question, corpus_.unlaunched});
    }
    askTests(cancelled);
    result_.extent = {testsOfShard_, testsDone_, "", options_.worker.question, corpus_.unlaunched};
    if (testsDone_ == testsOfShard_) {
      addRowsOfFiles();
      journal_->complete();
    } else {
      result_.extent.stopped = cancelled ? "interrupted" : "worker processes were killed";
      journal_->stop(result_.extent);
    }
    result_.tally = tally_;
    result_.rows = [journal = journal_, unsettled = unsettled_](const RowVisitor& visitor) {
      journal->visit([&](const ResultRow& row) {
        if (!unsettled.contains(row.test)) {
          visitor(row);
        }
      });
    };
    if (options_.promote) {
      promote();
    }
    return std::move(result_);
  }

 private:
  void tellCorpus() const {
    calls_.diagnose(corpus_.warnings);
    for (const Corpus::Unreadable& what : corpus_.unreadable) {
      calls_.diagnose({{Severity::Error, {}, fmt::format("{}: {}", what.path, what.reason), ""}});
    }
  }

  /// Workers share what is loaded before they start. All shards load the same models, and say so.
  void loadModels() {
    std::set<std::string> names;
    if (options_.models.empty()) {
      names.insert({kDefaultModel, kDefaultRemoteModel, kDefaultCModel, kDefaultOpenClModel});
      for (const std::string& test : corpus_.tests) {
        const std::vector<std::string> named = expectations_->modelsOf(test);
        names.insert(named.begin(), named.end());
        const std::vector<std::string> stated = modelsInText(test);
        names.insert(stated.begin(), stated.end());
      }
    }
    names.erase(kProgressModel);
    models_.preload({names.begin(), names.end()});
    calls_.diagnose(models_.takeWarnings());
  }

  /// Those that the `expect` lines of a test name. A file that cannot be read is reported by its worker.
  std::vector<std::string> modelsInText(const std::string& test) const {
    const std::string file = testPathOf(test).file;
    std::error_code error;
    if (!options_.worker.expectLines || !fs::is_regular_file(file, error)) {
      return {};
    }
    try {
      return frontend::modelsOfExpectLines(readSource(file)->text());
    } catch (const UserError&) {
      return {};
    }
  }

  std::vector<OutputFile> outputs() const {
    std::vector<OutputFile> outputs = options_.reports;
    if (options_.results) {
      outputs.push_back({options_.resume ? "--resume" : "--results", *options_.results});
    }
    for (const auto& [model, hash] : models_.textHashes()) {
      if (options_.herd) {
        outputs.push_back({"--herd", herdLogPath(*options_.herd, model)});
      }
    }
    return outputs;
  }

  std::vector<std::string> inputs() const {
    std::vector<std::string> inputs = corpus_.tests;
    inputs.insert(inputs.end(), corpus_.lists.begin(), corpus_.lists.end());
    inputs.insert(inputs.end(), models_.files().begin(), models_.files().end());
    inputs.insert(inputs.end(), options_.alsoRead.begin(), options_.alsoRead.end());
    if (options_.expect == ExpectationMode::File) {
      inputs.push_back(options_.expectFile);
    } else if (options_.expect == ExpectationMode::Auto) {
      std::ranges::transform(corpus_.tests, std::back_inserter(inputs), logOf);
    }
    return inputs;
  }

  /// Rows about files that are not tests come after those of tests.
  void collectRowsOfFiles() {
    for (const Corpus::Unreadable& what : corpus_.unreadable) {
      ResultRow row;
      row.path = what.path;
      row.status = RowStatus::Error;
      row.reason = what.reason;
      rowsOfFiles_.push_back(std::move(row));
    }
    if (!options_.promote) {
      const std::vector<ResultRow> orphans = expectations_->orphans(corpus_, options_.models);
      rowsOfFiles_.insert(rowsOfFiles_.end(), orphans.begin(), orphans.end());
    }
    for (std::size_t i = 0; i < rowsOfFiles_.size(); ++i) {
      rowsOfFiles_[i].test = corpus_.tests.size() + i;
    }
  }

  /// The tests of the shard. Those of which something is known come first: it is soon seen what of it stays.
  void collectTasks() {
    forgetRowsOfFiles();
    for (std::size_t i = 0; i < corpus_.tests.size(); ++i) {
      if (!options_.shard.contains(i)) {
        continue;
      }
      WorkerTask task{{i, corpus_.tests[i], {}}, {}};
      if (options_.models.empty()) {
        task.test.models = expectations_->modelsOf(task.test.path);
      }
      task.test.schedulers = expectations_->schedulersOf(task.test.path);
      task.test.unroll = expectations_->unrollOf(task.test.path);
      task.test.question = expectations_->questionOf(task.test.path);
      if (const auto found = journal_->found().find(i); found != journal_->found().end()) {
        task.found = offeredRows(found->second, task.test.path, options_.retry);
        unsettled_.insert(i);
      }
      tasks_.push_back(std::move(task));
    }
    testsOfShard_ = tasks_.size();
    std::ranges::stable_partition(
        tasks_, [&](const WorkerTask& task) { return unsettled_.contains(task.test.index); });
    std::ranges::reverse(tasks_);
  }

  /// They are looked for again.
  void forgetRowsOfFiles() {
    const auto& found = journal_->found();
    std::vector<ResultRow> old;
    for (auto at = found.lower_bound(corpus_.tests.size()); at != found.end(); ++at) {
      old.insert(old.end(), at->second.begin(), at->second.end());
    }
    for (const ResultRow& row : old) {
      journal_->forget(row.test, row.column);
    }
  }

  /// Of the rows of an earlier run those stay that answer what is asked now. They are judged anew: the
  /// expectations may have changed, too.
  void settle(const BatchTest& test, const TestPlan& plan) {
    const auto found = journal_->found().find(test.index);
    unsettled_.erase(test.index);
    if (found == journal_->found().end()) {
      return;
    }
    const FoundRows offered = offeredRows(found->second, test.path, options_.retry);
    const SettledRows rows = settledRows(found->second, offered, plan, [&](ResultRow& row) { judge(row); });
    for (const std::vector<ResultRow>* gone : {&rows.dropped, &rows.replaced}) {
      std::ranges::for_each(*gone, [&](const ResultRow& row) { journal_->forget(row.test, row.column); });
    }
    std::ranges::for_each(rows.changed, [&](const ResultRow& row) { journal_->add(row); });
    std::ranges::for_each(rows.staying, [&](const ResultRow& row) { count(row); });
  }

  void askTests(const std::atomic<bool>& cancelled) {
    PoolCalls calls;
    calls.next = [&]() -> std::optional<WorkerTask> {
      if (tasks_.empty()) {
        return std::nullopt;
      }
      WorkerTask task = std::move(tasks_.back());
      tasks_.pop_back();
      return task;
    };
    calls.plan = [&](const BatchTest& test, const TestPlan& plan) { settle(test, plan); };
    calls.row = [&](ResultRow row) {
      judge(row);
      journal_->add(row);
      asked_.insert(row.test);
      count(row);
    };
    calls.testDone = [&](const BatchTest& test) {
      ++testsDone_;
      testsFound_ += asked_.erase(test.index) == 0 ? 1 : 0;
      journal_->testDone(test.index);
    };
    calls.tick = [&] { calls_.progress({testsDone_, testsOfShard_, testsFound_, &tally_}); };
    std::map<std::string, Diagnostic> warnings;  // in one order, whoever comes first
    calls.warn = [&](const Diagnostic& warning) { warnings.emplace(warning.message, warning); };
    const std::size_t workers = std::min<std::size_t>(options_.workers, tasks_.size());
    if (workers > 0) {
      runPool(options_.worker, models_, static_cast<unsigned>(workers), calls, cancelled);
    }
    for (const auto& [message, warning] : warnings) {
      calls_.diagnose({warning});
    }
  }

  void judge(ResultRow& row) const {
    if (options_.promote || !row.device.empty()) {
      return;  // what a device has shown was judged by the worker
    }
    if (options_.expect == ExpectationMode::None) {
      return;
    }
    if (row.model == kProgressModel) {
      judgeTerminates(row);
      expectations_->judgeProgress(row);
    } else {
      judgeExpectLines(row);
      expectations_->judge(row);
    }
  }

  void count(const ResultRow& row) {
    tally_.add(row);
    calls_.row(row);
  }

  /// They belong to shards as tests do.
  void addRowsOfFiles() {
    for (const ResultRow& row : rowsOfFiles_) {
      if (options_.shard.contains(row.test)) {
        journal_->add(row);
        journal_->testDone(row.test);
        count(row);
      }
    }
  }

  void promote() {
    Promoter promoter;
    std::vector<ResultRow> rows;
    result_.rows([&](const ResultRow& row) {
      if (!rows.empty() && rows.front().test != row.test) {
        promoter.add(rows);
        rows.clear();
      }
      rows.push_back(row);
    });
    if (!rows.empty()) {
      promoter.add(rows);
    }
    std::vector<ResultRow> orphans = expectations_->orphans(corpus_, options_.models);
    for (std::size_t i = 0; i < orphans.size(); ++i) {
      orphans[i].test = corpus_.tests.size() + corpus_.unreadable.size() + i;
    }
    std::erase_if(orphans, [&](const ResultRow& row) { return !options_.shard.contains(row.test); });
    promoter.remove(orphans);
    result_.promotion = promoter.done();
  }

  const BatchOptions& options_;
  ModelChoice& models_;
  const BatchCalls& calls_;
  Corpus corpus_;
  std::unique_ptr<Expectations> expectations_;
  std::vector<ResultRow>
      rowsOfFiles_;  ///< that are no tests: unreadable folders, expectations without a test
  std::shared_ptr<Journal> journal_;
  std::vector<WorkerTask> tasks_;    ///< the next one last
  std::set<std::size_t> unsettled_;  ///< tests with rows of an earlier run of which nobody knows what stays
  std::set<std::size_t> asked_;      ///< tests in work that have a new row
  std::size_t testsOfShard_ = 0;
  std::size_t testsDone_ = 0;
  std::size_t testsFound_ = 0;  ///< that an earlier run had answered
  Tally tally_;
  BatchResult result_;
};

}  // namespace

BatchResult runBatch(const BatchOptions& options, ModelChoice& models, const BatchCalls& calls,
                     const std::atomic<bool>& cancelled) {
  return BatchRun(options, models, calls).run(cancelled);
}

}  // namespace hrfcheck::inline batch
