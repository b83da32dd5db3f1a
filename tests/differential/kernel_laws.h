#pragma once

#include <string>

#include "differential/compare.h"
#include "differential/kernel_interleavings.h"
#include "differential/kernel_text.h"

namespace hrfcheck {

/// The law that `differenceToInterleavings` checks.
inline constexpr const char* kInterleavingLaw =
    "a kernel under sc has the final states and the incidents of the interleavings of its tree";
/// The law that `differenceOfForms` checks.
inline constexpr const char* kLaunchLaw = "a launched kernel may be written thread by thread";

/// What an engine says of a form of a kernel.
struct KernelAnswer {
  const Program& program;
  const kernels::KernelText& text;
  const EngineAnswer& answer;
};

/// What the answer, of a model that allows interleavings and no more, has too much or too little, in words;
/// empty where nothing. Incidents are compared by thread and statement, and bounds of loops by thread.
std::string differenceToInterleavings(const kernels::Kernel& kernel, const KernelAnswer& launched,
                                      const kernels::Interleavings& interleavings);

/// What two forms of a kernel disagree on: final states, and by thread and statement incidents and the pairs
/// of flags. (Branches that ids decide are no instructions in a launched kernel, so instructions cannot be
/// counted.)
std::string differenceOfForms(const kernels::Kernel& kernel, const KernelAnswer& launched,
                              const KernelAnswer& expanded);

}  // namespace hrfcheck
