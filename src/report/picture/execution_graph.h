#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck {

/// Something that happened, as a picture shows it: an instruction with its events (a read-modify-write and a
/// barrier are one node each), an initial value, or how a thread that did not complete ends.
struct GraphNode {
  enum class Kind { Initial, Instruction, End };

  Kind kind = Kind::Instruction;
  ThreadId thread = kNoThread;
  std::string name;    ///< "P0:1", of each node another
  std::string head;    ///< "W.rel.wg  L=0"
  std::string code;    ///< the instruction as the test has it; may be long
  std::string remark;  ///< "remote: scope cmp 0", mostly empty
  bool remote = false;
  bool racing = false;
};

/// What an arrow means, in the order of the legend.
enum class ArrowKind { ProgramOrder, ReadsFrom, Coherence, FromRead, Barrier, Race };

/// Between nodes, by their index. Barrier and race have no direction.
struct GraphArrow {
  ArrowKind kind = ArrowKind::ProgramOrder;
  std::size_t from = 0;
  std::size_t to = 0;

  friend auto operator<=>(const GraphArrow&, const GraphArrow&) = default;
};

/// What there is to see of an execution. Kept small for the sake of the reader: coherence between neighbours
/// only and not from initial values, which come first anyway; from-read to the next write only, the rest
/// follows along coherence.
struct ExecutionGraph {
  std::vector<GraphNode> nodes;  ///< initial values, then thread by thread in program order
  std::vector<GraphArrow> arrows;
  std::vector<std::vector<std::size_t>> meetings;  ///< nodes of one barrier, of different threads
};

/// Scopes are something that the test speaks of; in C11 everything has the same.
bool hasScopes(const Program& program);

ExecutionGraph graphOf(const Execution& execution, const std::optional<std::pair<EventId, EventId>>& racing);

}  // namespace hrfcheck
