#pragma once

#include <memory>
#include <optional>

#include "engine/engine.h"

namespace hrfcheck::inline check {

// Questions that a verdict depends on and that the model itself does not ask. Each puts one flag in the place
// of the model's own, so that both engines answer it as they answer any model. Nothing where that is not
// decided.

/// Whether there is any execution that could raise a flag: consistent, and not cut short by a fault.
std::optional<bool> someExecutionCounts(Engine& engine, const PreparedTest& test,
                                        const AnalysisOptions& options);

/// Whether the model lets reads justify each other: a consistent execution in which reads-from and the
/// dependencies of addresses, data and control have a cycle.
std::optional<bool> someValueCycle(Engine& engine, const PreparedTest& test, const AnalysisOptions& options);

}  // namespace hrfcheck::inline check
