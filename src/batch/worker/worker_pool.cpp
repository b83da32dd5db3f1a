#include "batch/worker/worker_pool.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "batch/task.h"
#include "batch/worker/answer_task.h"
#include "batch/worker/worker_messages.h"
#include "jobs/frames.h"
#include "jobs/worker_pool.h"
#include "report/rows/result_row.h"
#include "util/overloaded.h"

// The parent keeps a copy of each task, with the models that have given their row, so that a task can be
// given again, less what is done, whatever happens to the worker. Before each model the worker says which one
// it begins: that model is to blame for a sudden end.

namespace hrfcheck::inline batch {
namespace {

/// Why a row has no answer.
struct RowLoss {
  RowStatus status;
  std::string reason;
};

/// The row of a model that a worker was at.
/// @pre `column` is one of the plan
ResultRow lostRow(const BatchTest& test, const TestPlan& plan, std::size_t column, const RowLoss& loss) {
  ResultRow row;
  row.test = test.index;
  row.path = test.path;
  row.column = column;
  row.columns = plan.models.size();
  row.model = plan.models[column];
  row.sourceHash = plan.sourceHash;
  row.status = loss.status;
  row.reason = loss.reason;
  return row;
}

/// A racy row, found by a worker that ended while it looked for a repair.
ResultRow withoutRepair(ResultRow found, const RowLoss& loss) {
  found.repair = RowRepair{};
  found.repair->reason = loss.reason;
  return found;
}

/// What is asked of a test that no worker could read: the models that its expectations name, or one row
/// without a model. Of an earlier run nothing stays.
TestPlan planWithoutTest(const BatchTest& test) {
  return {test.models.empty() ? std::vector<std::string>{""} : test.models, ""};
}

/// The rows of a task that a worker could not even begin: of each model that is not done.
std::vector<ResultRow> lostTest(const WorkerTask& task, const TestPlan& plan, const RowLoss& loss) {
  const auto isIn = [](const std::vector<std::string>& models, const std::string& model) {
    return std::ranges::find(models, model) != models.end();
  };
  std::vector<ResultRow> rows;
  for (std::size_t column = 0; column < plan.models.size(); ++column) {
    if (!isIn(task.done, plan.models[column]) && !isIn(plan.kept, plan.models[column])) {
      rows.push_back(lostRow(task.test, plan, column, loss));
    }
  }
  return rows;
}

constexpr double kLeastGrace = 2;
/// Of the memory limit, a worker may keep this part when a test is finished.
constexpr std::uint64_t kKeptPart = 4;
/// Workers that a test may cost before they have read it.
constexpr unsigned kMostUnread = 2;

/// What all tests of a run share.
struct TestsRun {
  const PoolCalls& calls;
  std::set<std::string> warned = {};
};

class TestJob final : public Job {
 public:
  TestJob(WorkerTask task, TestsRun& run) : task_(std::move(task)), run_(run) {}

  std::string request() override {
    begun_.reset();
    found_.reset();
    answered_ = false;
    tooLate_ = false;
    return encode(task_);
  }

  void hear(std::string_view text, bool late) override {
    WorkerMessage message = decodeMessage(text);
    std::visit(
        Overloaded{[&](const TestPlan& plan) { learn(plan); }, [&](ModelBegun begun) { begin(begun.column); },
                   [&](RowFound& found) { keep(std::move(found.row)); },
                   [&](ResultRow& row) { answer(std::move(row), late); },
                   [&](const Diagnostic& diagnostic) { warn(diagnostic); }},
        message);
  }

  void finished() override { run_.calls.testDone(task_.test); }

  bool lost(const WorkerEnding& ending) override {
    const RowLoss loss = lossBy(ending);
    if (tooLate_) {
      return true;  // Nothing is lost, and the model that it was at by then is not to blame.
    }
    if (begun_) {
      ResultRow row =
          found_ ? withoutRepair(std::move(*found_), loss) : lostRow(task_.test, *plan_, *begun_, loss);
      row.seconds += ending.silence;
      give(std::move(row));
      return true;
    }
    if (answered_) {
      return true;
    }
    if (!plan_ && !ending.ours() && ++unread_ < kMostUnread) {
      return true;  // Perhaps it was not the test's fault.
    }
    if (plan_ || ending.ours() || loss.status == RowStatus::Crashed || task_.found.models.empty()) {
      giveUp(loss);
    }
    return false;
  }

 private:
  /// A task that is given again has its plan, and rows that fit it.
  void learn(const TestPlan& plan) {
    if (!plan_) {
      settle(plan);
    } else if (*plan_ != plan) {
      changed_ = true;
      throw UnreadableMessage("it is about another test");
    }
  }

  void settle(const TestPlan& plan) {
    plan_ = plan;
    if (run_.calls.plan) {
      run_.calls.plan(task_.test, plan);
    }
  }

  void begin(std::size_t column) {
    if (!plan_ || column >= plan_->models.size()) {
      throw UnreadableMessage("there is no such model");
    }
    begun_ = column;
  }

  void keep(ResultRow row) {
    if (!begun_) {
      throw UnreadableMessage("a row was found for no model");
    }
    found_ = std::move(row);
  }

  void answer(ResultRow row, bool late) {
    begun_.reset();
    found_.reset();
    tooLate_ = late;
    answered_ = true;
    give(std::move(row));
  }

  void give(ResultRow row) {
    row.test = task_.test.index;
    task_.done.push_back(row.model);
    run_.calls.row(std::move(row));
  }

  /// A model, and a test that is given again, would warn once more.
  void warn(const Diagnostic& diagnostic) {
    if (run_.warned.insert(diagnostic.message).second) {
      run_.calls.warn(diagnostic);
    }
  }

  RowLoss lossBy(const WorkerEnding& ending) const {
    if (changed_) {
      return {RowStatus::Error, "the test changed while it was run"};
    }
    const bool crashed = ending.by == WorkerEnding::By::Itself || ending.by == WorkerEnding::By::Unreadable;
    return {crashed ? RowStatus::Crashed : RowStatus::Undecided, ending.reason};
  }

  void giveUp(const RowLoss& loss) {
    if (!plan_) {
      settle(planWithoutTest(task_.test));
    }
    std::ranges::for_each(lostTest(task_, *plan_, loss), run_.calls.row);
    run_.calls.testDone(task_.test);
  }

  WorkerTask task_;  ///< what is done grows with every row
  TestsRun& run_;
  std::optional<TestPlan> plan_;      ///< once a worker has told
  std::optional<std::size_t> begun_;  ///< the column that the worker is at
  std::optional<ResultRow> found_;    ///< of the column, should nothing better come
  bool answered_ = false;             ///< the worker has given a row
  bool tooLate_ = false;              ///< the row that it was killed for came nevertheless
  bool changed_ = false;              ///< another plan was told
  unsigned unread_ = 0;               ///< workers that died before they told
};

}  // namespace

void runPool(const WorkerOptions& options, unsigned workers, const PoolCalls& calls,
             const std::atomic<bool>& cancelled, const WorkFunction& work) {
  TestsRun run{calls};
  const double silence =
      options.timeout > 0 ? options.timeout + std::max(kLeastGrace, options.timeout / 4) : 0;
  const auto next = [&]() -> std::unique_ptr<Job> {
    std::optional<WorkerTask> task = calls.next();
    return task ? std::make_unique<TestJob>(std::move(*task), run) : nullptr;
  };
  runJobs({workers, options.memory, kKeptPart, silence}, next, calls.tick, cancelled,
          [&](const std::string& request, const auto& say) {
            work(decodeTask(request), {[&](const TestPlan& plan) { say(encode(plan)); },
                                       [&](std::size_t column) { say(encode(ModelBegun{column})); },
                                       [&](ResultRow row) { say(encode(std::move(row))); },
                                       [&](const Diagnostic& diagnostic) { say(encode(diagnostic)); },
                                       [&](ResultRow row) { say(encode(RowFound{std::move(row)})); }});
          });
}

void runPool(const WorkerOptions& options, ModelChoice& models, unsigned workers, const PoolCalls& calls,
             const std::atomic<bool>& cancelled) {
  runPool(options, workers, calls, cancelled, [&](const WorkerTask& task, const AnswerCalls& answers) {
    const auto engine = makeEngine(options.engine, options.solver);
    answerTask(task, options, models, *engine, answers);
  });
}

}  // namespace hrfcheck::inline batch
