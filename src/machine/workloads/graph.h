#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hrfcheck::inline machine {

/// The structures of graphs that the inputs of Orr et al. 2015, Table 2, stand for, generated.
enum class GraphKind {
  Road,        ///< each vertex has one to four neighbours nearby (USA-road-d)
  Grid,        ///< four neighbours on a square (ecology1, G3_circuit)
  SmallWorld,  ///< ten neighbours nearby, one in ten of them anywhere (small-world)
  Uneven,      ///< one to sixteen neighbours nearby: ours, for imbalance and nothing else
  PowerLaw     ///< few with many, many with few: collaborations, proteins (coAuthorsDBLP, cond-mat, dip)
};
const char* nameOf(GraphKind kind);  ///< "road", "grid", "small-world", "uneven", "power-law"

struct GraphShape {
  GraphKind kind = GraphKind::PowerLaw;
  std::uint32_t vertices = 65536;
  /// 0: where a vertex stands says nothing of its degree; 100: vertices are sorted by it, so that the first
  /// queue has the heaviest; in between: so many of a hundred are.
  std::uint32_t imbalance = 50;
  std::uint64_t seed = 1;
};

/// Rows of neighbours, one after the other.
struct Graph {
  std::vector<std::uint32_t> first;  ///< by vertex, and one more
  std::vector<std::uint32_t> neighbours;

  std::uint32_t vertices() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::uint32_t degree(std::uint32_t v) const { return first[v + 1] - first[v]; }
};

/// The same graph for the same shape.
Graph makeGraph(const GraphShape& shape);

}  // namespace hrfcheck::inline machine
