#pragma once

#include <optional>
#include <vector>

#include "synth/programs/test_program.h"

namespace hrfcheck::inline synth {

/// Filters of a test that are tried one after the other; nothing is none at all.
using ReadFilters = std::vector<std::optional<SynthFilter>>;

/// None, then every set of reads, the smaller ones first.
ReadFilters filtersByReads(const SynthShape& shape);

}  // namespace hrfcheck::inline synth
