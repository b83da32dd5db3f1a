#pragma once

#include <string_view>
#include <vector>

#include "triage/reports/reported.h"

namespace hrfcheck::inline triage {

// A reader for each form of reports. Each finds in the lines what is of its form, and passes over the rest.

using TextLines = std::vector<std::string_view>;

/// Compute Sanitizer, User Manual, "Racecheck Tool": "Understanding Racecheck Analysis Reports" and
/// "Understanding Racecheck Hazard Reports". The older cuda-memcheck puts the function behind the line.
void readRacecheck(const TextLines& lines, Report& report);
/// ThreadSanitizer: compiler-rt, lib/tsan/rtl/tsan_report.cpp. Frames of its own functions are passed over.
void readThreadSanitizer(const TextLines& lines, Report& report);
/// Vulkan-ValidationLayers, layers/gpuav/instrumentation/shared_memory_data_race.cpp.
void readGpuAv(const TextLines& lines, Report& report);
/// Triton's concurrency sanitizer: assertions that fail on the device, one side of the race.
void readConSan(const TextLines& lines, Report& report);
/// Sentences that name two accesses, as triton-viz does: "the store at FILE:LINE and the load at FILE:LINE".
void readSentences(const TextLines& lines, Report& report);

}  // namespace hrfcheck::inline triage
