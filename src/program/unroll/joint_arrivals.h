#pragma once

#include "program/unroll/joint_view.h"

namespace hrfcheck::inline program {

/// Whether all threads come to their loop, having passed the same barriers as often: so the k-th round of one
/// meets the k-th one of the others.
bool arriveAlike(const JointView& view);

}  // namespace hrfcheck::inline program
