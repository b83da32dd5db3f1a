#pragma once

#include <memory>

#include "check/test_skeletons.h"
#include "engine/engine.h"
#include "machine/machine.h"
#include "report/machine/judgement.h"

namespace hrfcheck {

/// Makes a program observe every register that its code writes and every location, behind what it observes
/// already.
void observeEverything(Program& program);
/// The same program, which observes every register that its code writes and every location: what machine and
/// model are compared by. What it observed before comes first, in its order. Its filter is left out: machines
/// do not choose their executions.
std::shared_ptr<const Program> observingEverything(const Program& program);

/// What `races` promises to a program: nothing to a racy one, else its own outcomes or, where `outcomes` is
/// given, that model's (`sc`: the promise of the HRF models as first published). Loops are looked at up to
/// the skeletons' bound; where that matters, the promise is not complete.
/// @param skeletons of a program from `observingEverything`
ModelPromise promiseOf(Engine& engine, TestSkeletons& skeletons, const Model& races, const Model* outcomes,
                       const AnalysisOptions& analysis);

/// Holds what a machine reached against what was promised; both of one program from `observingEverything`.
Judgement judge(ModelPromise promise, const Simulation& simulation);

}  // namespace hrfcheck
