#include "batch/batch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "batch/expect/termination.h"
#include "util/diagnostic.h"
#include "util/hash.h"
#include "util/source.h"

// One pass: tests of the corpus go out in order, rows come back as they are ready, are judged, counted and
// written. What a resumed run has found already is not asked again, but judged again: the expectations may
// have changed since.

namespace hrfcheck {
namespace {

JournalHeader headerOf(const BatchOptions& options, std::size_t tests) {
  const WorkerOptions& worker = options.worker;
  const auto engine = [&] {
    switch (worker.engine) {
      case EngineChoice::Auto:
        return "auto";
      case EngineChoice::Smt:
        return "smt";
      case EngineChoice::Explicit:
        return "explicit";
    }
    return "";
  };
  const auto word = [](bool on) { return on ? "on" : "off"; };
  return {options.version,
          tests,
          options.shard,
          {{"models",
            options.models.empty() ? "by expectation" : fmt::format("{}", fmt::join(options.models, " "))},
           {"engine", engine()},
           {"symmetry", word(worker.symmetry)},
           {"enumeration", worker.enumerateInSearch ? "search" : "blocking"},
           {"unroll", std::to_string(worker.unroll)},
           {"timeout", fmt::format("{}", worker.timeout)},
           {"memory", std::to_string(worker.memory)},
           {"details", word(worker.details)}}};
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
      : options_(options), models_(models), calls_(calls), corpus_(walkCorpus(options.paths)) {
    expectations_ = expectationsOf(options, corpus_);
    if (options.paths.empty()) {
      corpus_.tests = expectations_->tests();
    }
    if (corpus_.tests.empty()) {
      calls_.diagnose(corpus_.warnings);
      throw UserError("there are no tests", "name files or folders of litmus tests");
    }
    calls_.diagnose(corpus_.warnings);
    orphans_ = expectations_->orphans(corpus_, options.models);
    for (std::size_t i = 0; i < orphans_.size(); ++i) {
      orphans_[i].test = corpus_.tests.size() + i;
    }
    const JournalHeader header = headerOf(options, corpus_.tests.size());
    journal_ = std::make_shared<Journal>(options.resume ? Journal::resume(options.results.value(), header)
                                                        : Journal::create(options.results, header));
  }

  BatchResult run(const std::atomic<bool>& cancelled) {
    collectTasks();
    loadModels();
    askTests(cancelled);
    if (!cancelled || result_.testsLeft == 0) {
      addOrphans();
      journal_->complete();
    }
    result_.tally = tally_;
    result_.rows = [journal = journal_](const RowVisitor& visitor) { journal->visit(visitor); };
    if (options_.promote) {
      promote();
    }
    return std::move(result_);
  }

 private:
  /// The tests of the shard, without what is known of them.
  void collectTasks() {
    forgetOrphans();
    for (std::size_t i = 0; i < corpus_.tests.size(); ++i) {
      if (!options_.shard.contains(i)) {
        continue;
      }
      ++testsOfShard_;
      WorkerTask task{{i, corpus_.tests[i], {}}, {}};
      if (options_.models.empty()) {
        task.test.models = expectations_->modelsOf(task.test.path);
      }
      task.test.schedulers = expectations_->schedulersOf(task.test.path);
      if (takeFound(task)) {
        ++testsDone_;
        ++testsFound_;
        journal_->testDone(i);
      } else {
        tasks_.push_back(std::move(task));
      }
    }
    std::reverse(tasks_.begin(), tasks_.end());
  }

  /// Expectations without a test are looked for again.
  void forgetOrphans() {
    const auto& found = journal_->found();
    std::vector<ResultRow> old;
    for (auto at = found.lower_bound(corpus_.tests.size()); at != found.end(); ++at) {
      old.insert(old.end(), at->second.begin(), at->second.end());
    }
    for (const ResultRow& row : old) {
      journal_->forget(row.test, row.column);
    }
  }

  /// Counts the rows of an earlier run.
  /// @returns whether there is nothing left to ask
  bool takeFound(WorkerTask& task) {
    const auto found = journal_->found().find(task.test.index);
    if (found == journal_->found().end()) {
      return false;
    }
    const std::vector<ResultRow> rows = found->second;
    const bool changed = hasChanged(task.test.path, rows.front().sourceHash);
    std::size_t kept = 0;
    for (const ResultRow& row : rows) {
      const bool again = row.status == RowStatus::Undecided || row.status == RowStatus::Crashed;
      if (changed || row.path != task.test.path || (options_.retry && again)) {
        journal_->forget(row.test, row.column);
        continue;
      }
      ++kept;
      task.done.push_back(row.model);
      ResultRow judged = row;
      judged.expectations.clear();
      judge(judged);
      if (judged.expectations != row.expectations) {
        journal_->forget(row.test, row.column);
        journal_->add(judged);
      }
      count(judged);
    }
    return kept == rows.front().columns;
  }

  static bool hasChanged(const std::string& path, const std::string& hash) {
    try {
      return hash != hashText(readSource(path)->text());
    } catch (const UserError&) {
      return !hash.empty();
    }
  }

  /// Workers share what is loaded before they start.
  void loadModels() {
    std::set<std::string> names;
    for (const WorkerTask& task : tasks_) {
      names.insert(task.test.models.begin(), task.test.models.end());
    }
    names.erase(kProgressModel);
    if (options_.models.empty()) {
      names.insert({kDefaultModel, kDefaultRemoteModel, kDefaultCModel});
    }
    models_.named({names.begin(), names.end()});
    calls_.diagnose(models_.takeWarnings());
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
    calls.row = [&](ResultRow row) {
      judge(row);
      journal_->add(row);
      count(row);
    };
    calls.testDone = [&](const BatchTest& test) {
      ++testsDone_;
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
    result_.testsLeft = testsOfShard_ - testsDone_;
    result_.interrupted = cancelled;
  }

  void judge(ResultRow& row) const {
    if (options_.promote) {
      return;
    }
    if (row.model != kProgressModel) {
      expectations_->judge(row);
    } else if (options_.expect != ExpectationMode::None) {
      judgeTerminates(row);
      expectations_->judgeProgress(row);
    }
  }

  void count(const ResultRow& row) {
    tally_.add(row);
    calls_.row(row);
  }

  /// They stand behind the tests, and belong to shards as tests do.
  void addOrphans() {
    for (const ResultRow& orphan : orphans_) {
      if (!options_.promote && options_.shard.contains(orphan.test)) {
        journal_->add(orphan);
        journal_->testDone(orphan.test);
        count(orphan);
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
    std::erase_if(orphans_, [&](const ResultRow& row) { return !options_.shard.contains(row.test); });
    promoter.remove(orphans_);
    result_.promotion = promoter.done();
  }

  const BatchOptions& options_;
  ModelChoice& models_;
  const BatchCalls& calls_;
  Corpus corpus_;
  std::unique_ptr<Expectations> expectations_;
  std::vector<ResultRow> orphans_;
  std::shared_ptr<Journal> journal_;
  std::vector<WorkerTask> tasks_;  ///< the next one last
  std::size_t testsOfShard_ = 0;
  std::size_t testsDone_ = 0;
  std::size_t testsFound_ = 0;
  Tally tally_;
  BatchResult result_;
};

}  // namespace

BatchResult runBatch(const BatchOptions& options, ModelChoice& models, const BatchCalls& calls,
                     const std::atomic<bool>& cancelled) {
  return BatchRun(options, models, calls).run(cancelled);
}

}  // namespace hrfcheck
