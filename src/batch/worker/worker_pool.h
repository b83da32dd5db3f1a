#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "batch/task.h"
#include "cat/library.h"
#include "check/check_options.h"
#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "check/prepare/rules.h"
#include "frontend/test_file.h"
#include "observe/results.h"
#include "program/lock_unit/lock_bit.h"

namespace hrfcheck::inline batch {

/// Which tests have a row of kProgressModel: none, those that expect something of schedulers, or all.
enum class ProgressRows { None, Expected, All };

/// How each test is asked.
struct WorkerOptions {
  CheckQuestion question =
      CheckQuestion::Everything;  ///< or Condition, Races, Expected: what models are asked
  EngineChoice engine = EngineChoice::Auto;
  SolverChoice solver = SolverChoice::Auto;
  bool symmetry = true;
  bool enumerateInSearch = true;
  unsigned unroll = 4;
  Rules rules = Rules::Licensed;
  LockUnitReading lockUnit = {};
  LaunchOptions launch = {};
  double timeout = 60;           ///< seconds for one test under one model; 0 for none
  std::uint64_t memory = 0;      ///< bytes that a worker may hold resident; 0 for no limit
  bool executions = false;       ///< rows carry an execution for each final state
  bool countExecutions = false;  ///< logs count executions, where the engine does, and not final states
  bool repair = false;           ///< racy rows carry the cheapest edits that make the test race-free
  bool details = false;          ///< rows carry the text report and a picture
  ProgressRows progress = ProgressRows::Expected;
  std::shared_ptr<const ResultsByTest> observed = {};  ///< rows of what devices have shown; may be null
  bool models = true;  ///< models are asked where the expectations of a test name none
  /// The `expect` lines of tests name models where the command line names none.
  bool expectLines = true;
};

/// Where tasks come from and rows go to. All calls come from the thread that runs the pool.
struct PoolCalls {
  std::function<std::optional<WorkerTask>()> next;  ///< nothing: there is no more to do
  std::function<void(ResultRow)> row;               ///< as they come; those of one test in their order
  /// Every row of this test was given.
  std::function<void(const BatchTest&)> testDone;
  /// Now and then, at least ten times a second, whatever happens.
  std::function<void()> tick;
  std::function<void(const Diagnostic&)> warn;  ///< of parsing tests; text only, places are gone
  /// What is asked of a test, once and before its first row; may be missing. A test of an earlier run whose
  /// reader is killed from outside again and again has no plan, no rows, and is not done.
  std::function<void(const BatchTest&, const TestPlan&)> plan = {};
};

/// Answers tasks in `workers` processes of their own, forked from this one. A worker that dies, takes longer
/// than the time limit (it is asked to give up first, and killed soon after), or holds more memory than it
/// may, costs the row it was at: Crashed or Undecided with the reason; the remaining models of the test are
/// asked in a new worker. Workers die with this process, even when it is killed.
/// @param models loaded before the workers are forked, so that they share them
/// @param cancelled set by Ctrl-C: the workers are killed, tests in work give no rows, and the call returns
/// @pre the process has one thread: a lock that another one holds would be held in the workers for ever
/// @throws UserError when no process can be started
void runPool(const WorkerOptions& options, ModelChoice& models, unsigned workers, const PoolCalls& calls,
             const std::atomic<bool>& cancelled);

/// What a worker does with a task.
using WorkFunction = std::function<void(const WorkerTask&, const AnswerCalls&)>;
/// runPool with workers that do any work. It must begin models and give rows as answerTask does, or end as
/// suddenly as it likes.
void runPool(const WorkerOptions& options, unsigned workers, const PoolCalls& calls,
             const std::atomic<bool>& cancelled, const WorkFunction& work);

}  // namespace hrfcheck::inline batch
