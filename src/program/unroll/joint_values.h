#pragma once

#include "program/unroll/joint_view.h"

namespace hrfcheck::inline program {

/// Whether a round goes on, by what the leader has seen: over its registers where it has looked. Null where
/// threads do not all go on alike, by that alone; or where something that rounds before the last one compute
/// may be noticed.
ExprPtr whetherAllGoOn(const JointView& view);

}  // namespace hrfcheck::inline program
