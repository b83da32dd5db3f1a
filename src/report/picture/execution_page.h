#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/picture/arrow_look.h"
#include "report/picture/execution_dot.h"
#include "report/picture/execution_drawing.h"

namespace hrfcheck::inline report {

/// What stands above and below a drawn execution, and how large the whole is. Places are those of the
/// drawing, where y grows downwards; what is above it has a negative y.
struct ExecutionPage {
  std::vector<std::pair<std::string, Point>> caption;  ///< lines and the middle of their left ends
  std::vector<std::pair<LegendEntry, Point>> legend;   ///< entries and where each begins
  double top = 0;                                      ///< height of the caption
  double width = 0, height = 0;

  static constexpr double kTitle = 14;     ///< font of the first line of a caption
  static constexpr double kArrowHead = 8;  ///< length
  static constexpr double kSample = 28;    ///< length of the arrows of a legend
};

ExecutionPage pageOf(const Execution& execution, const DotOptions& options, const ExecutionDrawing& drawing);

/// How a node is filled and framed; the first of what holds of it counts.
struct NodeLook {
  std::string fill, frame;
  double width = 1;
  bool dashed = false;
};
NodeLook lookOf(const GraphNode& node);

/// The fill of the box of a scope instance, by depth.
std::string fillOfScope(std::size_t depth);

inline constexpr const char* kScopeFrame = "#8c959f";
inline constexpr const char* kTextColour = "#1f2328";
inline constexpr const char* kCaptionColour = "#424a53";
inline constexpr const char* kCodeColour = "#57606a";
inline constexpr const char* kRemarkColour = "#7d3c00";
inline constexpr const char* kPromotedColour = "#5b2fb0";

}  // namespace hrfcheck::inline report
