#pragma once

#include <memory>

#include "batch/expect/expectations.h"
#include "util/source.h"

namespace hrfcheck::inline batch {

/// Expectations of one log of many tests: herd7's, litmus7's or ours, found by the name of the test. An entry
/// with a line `Models` speaks of those models, one without of every model.
/// @throws UserError for a malformed log, one without an entry, and entries that contradict each other
std::unique_ptr<Expectations> logExpectations(const SourcePtr& log, const Corpus& corpus);

}  // namespace hrfcheck::inline batch
