#pragma once

#include "report/machine/simulation_report.h"
#include "report/picture/picture_parts.h"
#include "report/scene/scene.h"

namespace hrfcheck::inline report {

/// A trace as a message sequence: the steps from top to bottom, told at the left; a line for each thread and
/// each node, arrows for what moves between them, and boxes with what a node holds after each change.
Scene traceScene(const Program& program, const SimulationOptions& machine, const ToldTrace& told,
                 PictureParts parts = {});

}  // namespace hrfcheck::inline report
