#include "differential/shrink_kernel.h"

#include <functional>

#include "differential/shrink.h"
#include "differential/smaller_kernels.h"

namespace hrfcheck {
namespace kernels {
namespace {

/// @param stillFails whether a kernel fails as the first one does
void smallestOf(Kernel kernel, const std::function<bool(const Kernel&)>& stillFails) {
  for (bool smaller = true; smaller;) {
    smaller = eachSmallerKernel(Kernel(kernel), [&](const Kernel& candidate) {
      const bool fails = stillFails(candidate);
      kernel = fails ? candidate : kernel;
      return fails;
    });
  }
}

}  // namespace
}  // namespace kernels

TestResult shrinkKernel(DifferentialSession& session, const kernels::Kernel& kernel,
                        const TestResult& failing) {
  TestResult best = failing;
  kernels::smallestOf(kernel, [&](const kernels::Kernel& smaller) {
    const TestResult result = session.runKernel(smaller);
    const bool fails = failsAlike(result, best);
    best = fails ? result : best;
    return fails;
  });
  return best;
}

}  // namespace hrfcheck
