#include "differential/promises.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/promise/judgement.h"

namespace hrfcheck {
namespace {

bool goesOnFreely(const EventStructure& structure, const EngineAnswer& answer) {
  return structure.program().filter == nullptr && answer.incidents.empty() &&
         std::ranges::all_of(structure.threads(),
                             [](const UnrolledThread& thread) { return thread.loops.empty(); });
}

bool speaksOfTest(const EventStructure& structure, const DeclaredPromise& promise,
                  const EngineAnswer& answer) {
  using To = DeclaredPromise::To;
  const Program& program = structure.program();
  return speaksOf(promise, program) && goesOnFreely(structure, answer) && !answer.racy() &&
         (promise.to != To::RaceFreeSeqCst || weakerAccesses(program).empty());
}

Promise promiseOf(const EngineAnswer& answer) {
  Promise promise;
  promise.kind = PromiseKind::Interleavings;
  promise.outcomes.assign(answer.outcomes.begin(), answer.outcomes.end());
  return promise;
}

}  // namespace

std::string promiseLaw(const Model& model) {
  return fmt::format("the promise of {}: {}", model.name, model.header.fields.at("Promises"));
}

std::optional<bool> keepsPromise(const EventStructure& structure, const DeclaredPromise& promise,
                                 const EngineAnswer& answer, const EngineAnswer& sc) {
  if (!speaksOfTest(structure, promise, answer)) {
    return std::nullopt;
  }
  const SeenOutcomes seen{{answer.outcomes.begin(), answer.outcomes.end()}, false, ""};
  const Judgement judgement = judge(promiseOf(sc), seen);
  return judgement.outside.empty() && judgement.notSeen.empty();
}

}  // namespace hrfcheck
