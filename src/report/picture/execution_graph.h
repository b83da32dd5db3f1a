#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "execution/execution.h"
#include "report/picture/picture_facts.h"
#include "report/picture/picture_parts.h"

namespace hrfcheck::inline report {

/// Something that happened, as a picture shows it: an instruction with its events (a read-modify-write and a
/// barrier are one node each), an initial value, or how a thread that did not complete ends.
struct GraphNode {
  enum class Kind { Initial, Instruction, End };

  Kind kind = Kind::Instruction;
  ThreadId thread = kNoThread;
  std::string name;       ///< "P0:1", of each node another
  std::string head;       ///< "W.rel.wg  L=0"
  std::string code;       ///< the instruction as the test has it; may be long
  std::string remark;     ///< "remote: scope cmp 0", mostly empty
  std::string promotion;  ///< "wg 0, promoted to cmp 0 by P1:0", mostly empty
  bool remote = false;
  bool racing = false;
};

/// What an arrow means, in the order of the legend. Shown: a relation that was asked for. Step: where there
/// is no other arrow to mark.
enum class ArrowKind { ProgramOrder, ReadsFrom, Coherence, FromRead, Dependency, Shown, Barrier, Race, Step };

/// Between nodes, by their index.
struct GraphArrow {
  ArrowKind kind = ArrowKind::ProgramOrder;
  std::size_t from = 0;
  std::size_t to = 0;
  std::string label;         ///< all that holds between the two: "rf", "rf,so"; mostly none in program order
  std::size_t relation = 0;  ///< of Shown: which one, in ExecutionGraph::relations
  bool directed = true;      ///< not: barrier, race, and relations that hold both ways
  bool marked = false;       ///< a step that was to be pointed out

  friend auto operator<=>(const GraphArrow&, const GraphArrow&) = default;
};

/// A relation that was asked for, and what became of it.
struct GraphRelation {
  std::string name;
  bool ownArrows = false;  ///< it is not merely written on other arrows
  bool directed = true;
  std::string note;  ///< what a reader has to know: "what follows is left out"; mostly empty
};

/// A step to be pointed out, as of the cycle that forbids an outcome.
struct DrawnStep {
  EventId from = kNoEvent;
  EventId to = kNoEvent;
  std::string label;
};

/// What is marked in the picture of an execution, its title, and what surrounds it.
struct PictureOptions {
  std::optional<std::pair<EventId, EventId>> racing;  ///< drawn in red
  std::string title = {};
  PictureFacts facts = {};
  std::vector<DrawnStep> steps = {};       ///< pointed out, in bold
  std::string stepsMeaning = "the cycle";  ///< for the legend
  PictureParts parts = {};
};

/// What there is to see of an execution. Kept small for the sake of the reader: coherence between neighbours
/// only and not from initial values, which come first anyway; from-read to the next write only, the rest
/// follows along coherence; control dependencies to the first event that depends, where all later ones do,
/// too; transitive relations without the pairs that follow from others.
struct ExecutionGraph {
  std::vector<GraphNode> nodes;  ///< initial values, then thread by thread in program order
  std::vector<GraphArrow> arrows;
  std::vector<std::vector<std::size_t>> meetings;  ///< nodes of one barrier, of different threads
  std::vector<GraphRelation> relations;            ///< that were asked for
  std::vector<std::string> dependencies;           ///< kinds that occur: "addr", "data", "ctrl"
  std::vector<std::size_t> nodeOf;                 ///< by event; kNoNode for what is not drawn
};
inline constexpr std::size_t kNoNode = ~std::size_t{0};

/// Scopes are something that the test speaks of; in C11 everything has the same.
bool hasScopes(const Program& program);

/// "ends in  1:r0=1  X=2", or nothing for an execution that does not end.
std::string finalState(const Execution& execution);

ExecutionGraph graphOf(const Execution& execution, const PictureOptions& options);

}  // namespace hrfcheck::inline report
