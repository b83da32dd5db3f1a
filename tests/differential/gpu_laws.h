#pragma once

#include <string>
#include <vector>

#include "differential/properties.h"

namespace hrfcheck {

/// Laws about tests in PTX and Vulkan, as in properties.h.
/// @param answers of every model that applies to the test; `ptx-partial` is the model of
/// tests/differential/models,
///   and missing where a location has too many writes for it
std::vector<std::string> brokenGpuLaws(const EventStructure& structure, const Answers& answers);
void countGpuLaws(const EventStructure& structure, const Answers& answers, LawCounts& counts);
/// Their names.
std::vector<std::string> gpuLaws();

}  // namespace hrfcheck
