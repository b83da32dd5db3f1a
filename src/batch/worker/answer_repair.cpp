#include "batch/worker/answer_repair.h"

#include <algorithm>
#include <new>

#include "advise/advice_engine.h"
#include "check/engine_choice.h"
#include "frontend/litmus.h"
#include "frontend/test_file.h"
#include "program/lock_unit/with_lock_bits.h"
#include "report/advice_report.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {
namespace {

/// Most rows are repaired in a fraction of a second; a whole corpus should not wait for the others.
constexpr double kMostSeconds = 10;

double secondsFor(const WorkerOptions& options) {
  return options.timeout > 0 ? std::min(options.timeout, kMostSeconds) : kMostSeconds;
}

AdviceRequest requestFor(const std::shared_ptr<const Program>& program, const ChosenModel& model,
                         const WorkerOptions& options) {
  AdviceRequest request;
  request.program = program;
  const Deadline deadline = Deadline::after(secondsFor(options));
  request.read = [&options, test = program->testInFile, deadline](const SourcePtr& source) {
    return withLockBits(parseLitmus(editedSource(source, options.launch, deadline), test, deadline),
                        options.lockUnit);
  };
  request.models.push_back({model.name, model.model});
  request.search.analysis.symmetry = options.symmetry;
  request.search.analysis.enumerateInSearch = options.enumerateInSearch;
  request.search.analysis.deadline = deadline;
  request.search.unroll = options.unroll;
  return request;
}

RowRepair repairOf(const Advice& advice) {
  RowRepair repair;
  if (advice.search.impossible) {
    repair.reason = "impossible with these edits";
    return repair;
  }
  if (!advice.search.optimal) {
    const std::string why = advice.search.stopped ? " (" + *advice.search.stopped + ")" : "";
    repair.reason =
        advice.notFound() ? "not found" + why : advice.search.stopped.value_or("the engines gave up");
  }
  if (advice.search.best) {
    repair.cost = advice.search.best->cost;
    repair.optimal = advice.search.optimal;
    repair.text = adviceText(advice, {});
  }
  return repair;
}

}  // namespace

RowRepair answerRepair(const std::shared_ptr<const Program>& program, const ChosenModel& model,
                       const WorkerOptions& options) {
  RowRepair repair;
  if (isModule(program->source)) {
    repair.reason = "edits change source text, but this is read as a SPIR-V module";
    return repair;
  }
  try {
    const auto engine = options.engine == EngineChoice::Auto ? makeAdviceEngine()
                                                             : makeEngine(options.engine, options.solver);
    return repairOf(hrfcheck::repair(requestFor(program, model, options), *engine));
  } catch (const OutOfTime&) {
    repair.reason = "time limit";
  } catch (const std::bad_alloc&) {
    repair.reason = "memory limit";
  } catch (const UserError& error) {
    repair.reason = error.diagnostics().front().message;
  }
  return repair;
}

}  // namespace hrfcheck::inline batch
