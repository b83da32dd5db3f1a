#pragma once

#include <string>
#include <vector>

#include "machine/workloads/stealing.h"

namespace hrfcheck::inline batch {

/// A program and its input of Orr et al. 2015, Table 2, with what Table 3 has of it.
struct PublishedProgram {
  const char* name;   ///< "SSSP-1"
  const char* graph;  ///< "dip20090126_MAX"
  GraphWork work;
  GraphKind kind;          ///< the structure that stands for the graph
  std::uint32_t vertices;  ///< of the graph, in the collection that has it
  /// Per cent of the tasks that are stolen, and of the steals that fail.
  struct Steals {
    double stolen, failed;
  };
  Steals stealOnly, remSync;

  /// Of a scenario; null for one without stealing or without numbers.
  const Steals* steals(StealingScenario scenario) const;
  /// The program's graph, generated.
  /// @param shape its seed and imbalance are kept
  GraphShape shapeOf(GraphShape shape) const;
};

/// "SSSP-1", ..., in the order of Table 3.
const std::vector<std::string>& publishedProgramNames();
/// The programs with these names, or all where there are none; in the order of Table 3.
std::vector<const PublishedProgram*> chosenPrograms(const std::vector<std::string>& names);

}  // namespace hrfcheck::inline batch
