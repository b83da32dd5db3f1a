#pragma once

#include <string>

#include "observe/async_plan.h"

// What the harness is told of a test that has a plan: clusters, and what is in shared memory.

namespace hrfcheck::inline observe {

/// `#define HRF_CLUSTER 2` and what else the shape of such a test has.
std::string shapeOfPlan(const AsyncPlan& plan);
/// The functions `hrf_set_up` and `hrf_wind_up`: of each block, what is done to the locations in its shared
/// memory before an instance is played and behind it.
std::string sharedMemoryOf(const AsyncPlan& plan);

}  // namespace hrfcheck::inline observe
