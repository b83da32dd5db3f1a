#pragma once

#include <memory>
#include <optional>

#include "engine/engine.h"

namespace hrfcheck::inline check {

// Questions that a verdict depends on and that the model itself does not ask. Each puts one flag in the place
// of the model's own, so that both engines answer it as they answer any model. Nothing where that is not
// decided.

/// Whether there is any execution that could raise a flag: consistent, and not cut short by a fault.
std::optional<bool> someExecutionCounts(Engine& engine, const std::shared_ptr<const Skeleton>& skeleton,
                                        const Model& model, const AnalysisOptions& options);

/// Whether the model lets reads justify each other: a consistent execution in which reads-from and the
/// dependencies of values and addresses have a cycle.
std::optional<bool> someValueCycle(Engine& engine, const std::shared_ptr<const Skeleton>& skeleton,
                                   const Model& model, const AnalysisOptions& options);

/// Whether what is not found may be a value out of thin air: the test has what it takes, and the model does
/// not forbid it, as far as that can be told.
bool thinAirMatters(Engine& engine, const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                    const AnalysisOptions& options);

/// A requirement that says so in one line forbids such cycles in every test: `acyclic` of a union that has rf
/// and either po, or data and addr, among its members. (A model may forbid them without one.)
bool plainlyForbidsValueCycles(const Model& model);

}  // namespace hrfcheck::inline check
