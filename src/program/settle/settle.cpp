#include "program/settle/settle.h"

#include <algorithm>

#include "program/flow/outside_models.h"
#include "program/settle/known_run.h"
#include "program/settle/needless_barriers.h"
#include "program/unroll/joint_waits.h"

namespace hrfcheck::inline program {
namespace {

/// Runs until what is taken for granted is right. Each finds a location more that is not settled, or a loop
/// more that is not known to end.
constexpr unsigned kMostRuns = 64;

bool isDefined(const Instruction& instruction) {
  const auto* barrier = std::get_if<BarrierOp>(&instruction.operation);
  if (barrier != nullptr) {
    return !barrier->isNamedByRegister() && barrier->waits && !(barrier->count && barrier->count->reg);
  }
  return std::visit([]<typename Op>(const Op&) { return UnderModels<Op>; }, instruction.operation);
}

bool isDefined(const Program& program) {
  return program.systemSynchronizesWith.empty() &&
         std::ranges::all_of(program.threads, [](const Thread& thread) {
           return std::ranges::all_of(thread.instructions,
                                      [](const Instruction& instruction) { return isDefined(instruction); });
         });
}

/// Whose regions or levels of visibility models may look at.
bool isPlain(const MemoryLocation& location) {
  return !location.observableLevel && location.regions.empty();
}

/// Threads that have left out all of a barrier are still among those who name it, where others have not.
void keepNaming(const Program& program, const KnownRun& run, Program& result) {
  const Barriers& barriers = run.meetings().barriers();
  std::vector<bool> left(barriers.size(), false);
  std::vector<std::vector<bool>> names(program.threads.size(), std::vector<bool>(barriers.size(), false));
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (const Instruction& instruction : result.threads[t].instructions) {
      if (const auto* o = std::get_if<BarrierOp>(&instruction.operation)) {
        left[barriers.numberOf(t, *o)] = true;
        names[t][barriers.numberOf(t, *o)] = true;
      }
    }
  }
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<Instruction>& code = result.threads[t].instructions;
    bool ends = false;
    for (const Instruction& instruction : program.threads[t].instructions) {
      const auto* o = std::get_if<BarrierOp>(&instruction.operation);
      if (o == nullptr || !o->amongNamed || !left[barriers.numberOf(t, *o)] ||
          names[t][barriers.numberOf(t, *o)]) {
        continue;
      }
      if (!ends) {
        code.push_back(instruction);
        code.back().operation = ExitOp{};
        code.back().predicate.reset();
        ends = true;
      }
      names[t][barriers.numberOf(t, *o)] = true;
      code.push_back(instruction);
    }
  }
}

Settled made(const std::shared_ptr<const Program>& program, KnownRun& run) {
  leaveOutNeedlessBarriers(*program, run);
  Settled result;
  result.locations.resize(program->locations.size(), false);
  result.accesses = run.leftOut();
  Program left = *program;
  for (ThreadId t = 0; t < program->threads.size(); ++t) {
    left.threads[t].instructions = run.residues()[t].instructions();
  }
  keepNaming(*program, run, left);
  for (const LocationId location : run.settledLocations()) {
    result.locations[location] = true;
    left.locations[location].initial = *run.memory()[location];
    left.locations[location].open = false;
  }
  result.program = madeOf(writtenOf(program), std::move(left));
  return result;
}

}  // namespace

std::optional<Settled> settled(const std::shared_ptr<const Program>& program, std::vector<bool> kept,
                               OrderUnderModel& order, const Deadline& deadline) {
  if (!isDefined(*program)) {
    return std::nullopt;
  }
  RunAssumptions assumptions{std::move(kept), {}};
  assumptions.kept.resize(program->locations.size(), false);
  for (LocationId l = 0; l < program->locations.size(); ++l) {
    assumptions.kept[l] = assumptions.kept[l] || !isPlain(program->locations[l]);
  }
  std::vector<CodeFlow> flows;
  for (const Thread& thread : program->threads) {
    flows.emplace_back(thread);
  }
  try {
    for (unsigned runs = 0; runs < kMostRuns; ++runs) {
      KnownRun run(*program, flows, assumptions, order, deadline);
      if (run.corrected() == assumptions) {
        return run.leftOut() == 0 ? std::nullopt : std::optional(made(program, run));
      }
      assumptions = run.corrected();
    }
  } catch (const KnownRun::TooLong&) {
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace hrfcheck::inline program
