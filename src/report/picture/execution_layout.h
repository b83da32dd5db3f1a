#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/picture/execution_graph.h"
#include "report/scene/scene.h"
#include "report/scene/text.h"

namespace hrfcheck::inline report {

/// A box around the threads of a scope instance.
struct ScopeBox {
  Box box;
  std::string title;  ///< "wg 0", at the top left
  std::size_t depth = 0;
};

/// Threads in columns, those of one scope instance side by side; each node in a row.
struct ExecutionLayout {
  std::vector<Box> nodes;          ///< of the graph's nodes
  std::vector<std::size_t> row;    ///< of the graph's nodes; initial values have none
  std::vector<ThreadId> columns;   ///< from the left
  std::vector<std::size_t> place;  ///< by thread: its column
  std::vector<Box> threadNames;    ///< by column
  std::vector<Box> corridors;      ///< free of nodes: left of column 0, between columns, right of the last
  std::vector<double> rowGaps;     ///< free lines above row 0, between rows, below the last
  std::vector<ScopeBox> boxes;     ///< outer before inner
  Box all;
};

/// The levels of the scope tree that a picture shows, from the outside: those that some instruction names,
/// the outermost that tells threads apart, and those in between that have more instances than the level
/// around them, so that every box stands in the box that it belongs to.
std::vector<std::uint32_t> shownLevels(const Program& program);

/// @param stretch of the free space between nodes, for labels: 1 or more
ExecutionLayout layoutOf(const Program& program, const ExecutionGraph& graph, double stretch = 1);

inline constexpr double kHeadSize = 12;   ///< fonts: of what happened
inline constexpr double kCodeSize = 10;   ///< of its code and remarks
inline constexpr double kTitleSize = 11;  ///< of scope boxes and labels
/// Characters of an instruction's code that are shown.
inline constexpr std::size_t kMostCode = 36;
/// Code for a picture: in one line, cut at kMostCode characters.
std::string shownCode(const std::string& code);

}  // namespace hrfcheck::inline report
