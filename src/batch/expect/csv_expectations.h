#pragma once

#include <memory>

#include "batch/expect/expectations.h"
#include "util/source.h"

namespace hrfcheck::inline batch {

/// Expectations of a CSV. Its tests are found by their files: the corpus may name them by other paths than
/// the CSV.
/// @throws UserError for malformed rows, and rows that contradict each other
std::unique_ptr<Expectations> csvExpectations(const SourcePtr& source);

}  // namespace hrfcheck::inline batch
