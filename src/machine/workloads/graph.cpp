#include "machine/workloads/graph.h"

#include <algorithm>
#include <cmath>

#include "util/enum_names.h"
#include "util/random.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::uint32_t kSmallWorldDegree = 10;
constexpr std::uint32_t kMostDegree = 512;

/// Degrees by vertex, in the order of vertices.
std::uint32_t degreeOf(GraphKind kind, Random& random) {
  switch (kind) {
    case GraphKind::Road:
      return 1 + static_cast<std::uint32_t>(random.below(4));
    case GraphKind::Grid:
      return 4;
    case GraphKind::SmallWorld:
      return kSmallWorldDegree;
    case GraphKind::Uneven:
      return 1 + static_cast<std::uint32_t>(random.below(16));
    case GraphKind::PowerLaw: {
      // A Pareto distribution with exponent 2.2 and least value 2: its mean is about 4.
      constexpr double kExponent = 2.2, kLeast = 2;
      const double u = (static_cast<double>(random.below(1'000'000)) + 1) / 1'000'001.0;
      const double degree = kLeast * std::pow(u, -1 / (kExponent - 1));
      return std::min(kMostDegree, static_cast<std::uint32_t>(degree));
    }
  }
  return 1;
}

std::uint32_t neighbourOf(GraphKind kind, std::uint32_t v, std::uint32_t j, std::uint32_t vertices,
                          Random& random) {
  const auto near = [&](std::int64_t distance) {
    return static_cast<std::uint32_t>((std::int64_t{v} + distance + vertices) % vertices);
  };
  const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(vertices)));
  switch (kind) {
    case GraphKind::Road:
    case GraphKind::Uneven:
      return near(static_cast<std::int64_t>(random.below(64)) - 32);
    case GraphKind::Grid:
      return near(j == 0 ? -1 : j == 1 ? 1 : j == 2 ? -side : side);
    case GraphKind::SmallWorld:
      return random.chance(10) ? static_cast<std::uint32_t>(random.below(vertices))
                               : near(j % 2 == 0 ? j / 2 + 1 : -static_cast<std::int64_t>(j / 2 + 1));
    case GraphKind::PowerLaw:
      return static_cast<std::uint32_t>(random.below(vertices));
  }
  return v;
}

}  // namespace

constexpr std::array kGraphKindNames{EnumName{GraphKind::Road, "road"}, EnumName{GraphKind::Grid, "grid"},
                                     EnumName{GraphKind::SmallWorld, "small-world"},
                                     EnumName{GraphKind::Uneven, "uneven"},
                                     EnumName{GraphKind::PowerLaw, "power-law"}};
static_assert(coversUpTo(kGraphKindNames, GraphKind::PowerLaw));

const char* nameOf(GraphKind kind) {
  return nameIn(kGraphKindNames, kind);
}

Graph makeGraph(const GraphShape& shape) {
  Random random(shape.seed);
  std::vector<std::uint32_t> degrees(shape.vertices);
  for (std::uint32_t& degree : degrees) {
    degree = degreeOf(shape.kind, random);
  }
  // Of the vertices, so many of a hundred stand in the order of their degrees, in the places that they have.
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t v = 0; v < shape.vertices; ++v) {
    if (random.chance(shape.imbalance)) {
      chosen.push_back(v);
    }
  }
  std::vector<std::uint32_t> sorted;
  for (const std::uint32_t v : chosen) {
    sorted.push_back(degrees[v]);
  }
  std::ranges::sort(sorted, std::greater<>());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    degrees[chosen[i]] = sorted[i];
  }
  Graph graph;
  graph.first.push_back(0);
  for (std::uint32_t v = 0; v < shape.vertices; ++v) {
    for (std::uint32_t j = 0; j < degrees[v]; ++j) {
      graph.neighbours.push_back(neighbourOf(shape.kind, v, j, shape.vertices, random));
    }
    graph.first.push_back(static_cast<std::uint32_t>(graph.neighbours.size()));
  }
  return graph;
}

}  // namespace hrfcheck::inline machine
