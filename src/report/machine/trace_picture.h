#pragma once

#include <string>

#include "report/machine/simulation_report.h"
#include "report/picture/picture_parts.h"

namespace hrfcheck::inline report {

/// A trace as a message sequence (SVG): the steps from top to bottom, told at the left; a line for each
/// thread and each node, arrows for what moves between them, and boxes with what a node holds after each
/// change.
std::string tracePicture(const Program& program, const SimulationOptions& machine, const ToldTrace& told,
                         PictureParts parts = {});
/// The same in TikZ.
std::string traceTikz(const Program& program, const SimulationOptions& machine, const ToldTrace& told,
                      PictureParts parts = {});

}  // namespace hrfcheck::inline report
