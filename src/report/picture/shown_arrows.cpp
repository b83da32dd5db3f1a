#include "report/picture/shown_arrows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace hrfcheck::inline report {
namespace {

/// More arrows of one relation would hide the rest.
constexpr std::size_t kMostArrows = 60;

using NodePair = std::pair<std::size_t, std::size_t>;

void writeOn(GraphArrow& arrow, const std::string& label, bool first = false) {
  const std::string there = "," + arrow.label + ",";
  if (label.empty() || there.find("," + label + ",") != std::string::npos) {
    return;
  }
  const std::string before = first ? label : arrow.label;
  const std::string after = first ? arrow.label : label;
  arrow.label = before + (before.empty() || after.empty() ? "" : ",") + after;
}

class ArrowTable {
 public:
  explicit ArrowTable(ExecutionGraph& graph) : graph_(graph) {
    for (std::size_t a = 0; a < graph.arrows.size(); ++a) {
      const GraphArrow& arrow = graph.arrows[a];
      at_.emplace(std::tuple(arrow.from, arrow.to, arrow.directed), a);
    }
  }

  GraphArrow* find(const NodePair& pair, bool directed) {
    const auto found = at_.find({pair.first, pair.second, directed});
    return found == at_.end() ? nullptr : &graph_.arrows[found->second];
  }

  void add(const GraphArrow& arrow) {
    at_.emplace(std::tuple(arrow.from, arrow.to, arrow.directed), graph_.arrows.size());
    graph_.arrows.push_back(arrow);
  }

  /// Nothing for what is in one node, and for two initial values.
  std::optional<NodePair> nodes(EventId from, EventId to) const {
    const NodePair pair{graph_.nodeOf[from], graph_.nodeOf[to]};
    const bool drawn = pair.first != kNoNode && pair.second != kNoNode && pair.first != pair.second &&
                       !(initial(pair.first) && initial(pair.second));
    return drawn ? std::optional(pair) : std::nullopt;
  }

  std::set<NodePair> nodes(const Relation& relation) const {
    std::set<NodePair> pairs;
    relation.forEach([&](EventId from, EventId to) {
      if (const auto pair = nodes(from, to)) {
        pairs.insert(*pair);
      }
    });
    return pairs;
  }

 private:
  bool initial(std::size_t node) const { return graph_.nodes[node].kind == GraphNode::Kind::Initial; }

  ExecutionGraph& graph_;
  std::map<std::tuple<std::size_t, std::size_t, bool>, std::size_t> at_;
};

Relation withoutIdentity(const Relation& relation) {
  Relation result = relation;
  for (EventId e = 0; e < result.size(); ++e) {
    result.erase(e, e);
  }
  return result;
}

/// A control dependency goes on to everything later in program order; the first event stands for all.
/// The write of a compare-and-swap, which its own read decides, is in the same node.
Relation firstOnly(const Relation& ctrl, const Execution& execution, const std::vector<std::size_t>& nodeOf) {
  Relation result = ctrl;
  ctrl.domain().forEach([&](EventId read) {
    const ThreadRun& run = execution.runs[execution.structure->events()[read].thread];
    const auto first = std::ranges::find_if(
        run.events, [&](EventId e) { return ctrl.contains(read, e) && nodeOf[e] != nodeOf[read]; });
    if (first == run.events.end()) {
      return;
    }
    const bool all = std::all_of(first, run.events.end(), [&](EventId e) { return ctrl.contains(read, e); });
    if (all) {
      std::for_each(std::next(first), run.events.end(), [&](EventId e) { result.erase(read, e); });
    }
  });
  return result;
}

/// Whether a relation goes along program order all the way, so that to write it on every line says nothing.
bool alongProgramOrder(const ExecutionGraph& graph, const std::set<NodePair>& pairs) {
  bool any = false;
  for (const GraphArrow& arrow : graph.arrows) {
    if (arrow.kind == ArrowKind::ProgramOrder && graph.nodes[arrow.to].kind != GraphNode::Kind::End) {
      any = true;
      if (!pairs.contains({arrow.from, arrow.to})) {
        return false;
      }
    }
  }
  return any;
}

bool relatesInitialWrites(const ExecutionGraph& graph, const Relation& relation) {
  const auto initial = [&](EventId e) {
    const std::size_t node = graph.nodeOf[e];
    return node != kNoNode && graph.nodes[node].kind == GraphNode::Kind::Initial;
  };
  bool found = false;
  relation.forEach([&](EventId from, EventId to) { found |= initial(from) && initial(to); });
  return found;
}

void addOne(ExecutionGraph& graph, ArrowTable& arrows, const ShownRelation& shown) {
  const Relation proper = withoutIdentity(shown.relation);
  const Relation reduced = reducedRelation(shown.relation);
  GraphRelation relation;
  relation.name = shown.name;
  relation.directed = proper.empty() || proper != proper.inverse();
  std::set<NodePair> pairs = arrows.nodes(reduced);
  std::vector<std::string> notes;
  if (relation.directed && alongProgramOrder(graph, arrows.nodes(proper))) {
    notes.emplace_back("also along program order");
    std::erase_if(pairs, [&](const NodePair& pair) {
      const GraphArrow* arrow = arrows.find(pair, true);
      return arrow != nullptr && arrow->kind == ArrowKind::ProgramOrder;
    });
  }
  if (reduced != proper) {
    notes.emplace_back("implied pairs are omitted");
  }
  if (proper != shown.relation) {
    notes.emplace_back("reflexive pairs are omitted");
  }
  if (relatesInitialWrites(graph, proper)) {
    notes.emplace_back("pairs of initial values are omitted");
  }
  if (shown.relation.empty()) {
    notes.emplace_back("no pairs");
  }
  if (pairs.size() > kMostArrows) {
    notes.push_back(fmt::format("{} arrows, too many to draw", pairs.size()));
    pairs.clear();
  }
  for (const NodePair& pair : pairs) {
    if (!relation.directed && pair.first > pair.second) {
      continue;
    }
    if (GraphArrow* arrow = arrows.find(pair, relation.directed)) {
      writeOn(*arrow, shown.name);
    } else {
      arrows.add({ArrowKind::Shown, pair.first, pair.second, shown.name, graph.relations.size(),
                  relation.directed, false});
      relation.ownArrows = true;
    }
  }
  relation.note = fmt::format("{}", fmt::join(notes, "; "));
  graph.relations.push_back(std::move(relation));
}

}  // namespace

Relation reducedRelation(const Relation& relation) {
  const Relation proper = withoutIdentity(relation);
  const Relation twice = proper.compose(proper);
  if ((withoutIdentity(twice) - proper).empty() && proper == proper.inverse()) {
    Relation chains(relation.size());
    std::set<EventId> done;
    proper.domain().forEach([&](EventId first) {
      EventId last = first;
      if (!done.insert(first).second) {
        return;
      }
      proper.successors(first).forEach([&](EventId member) {
        chains.insert(last, member);
        chains.insert(member, last);
        done.insert(member);
        last = member;
      });
    });
    return chains;
  }
  return (twice - proper).empty() ? proper - twice : proper;
}

void addDependencies(ExecutionGraph& graph, const Execution& execution) {
  ArrowTable arrows(graph);
  const std::array<std::pair<const char*, Relation>, 3> kinds{
      {{"addr", execution.addr},
       {"data", execution.data},
       {"ctrl", firstOnly(execution.ctrl, execution, graph.nodeOf)}}};
  for (const auto& [name, relation] : kinds) {
    const std::set<NodePair> pairs = arrows.nodes(relation);
    for (const NodePair& pair : pairs) {
      if (GraphArrow* arrow = arrows.find(pair, true)) {
        writeOn(*arrow, name);
      } else {
        arrows.add({ArrowKind::Dependency, pair.first, pair.second, name, 0, true, false});
      }
    }
    if (!pairs.empty()) {
      graph.dependencies.emplace_back(name);
    }
  }
}

void addShown(ExecutionGraph& graph, const std::vector<ShownRelation>& relations) {
  ArrowTable arrows(graph);
  for (const ShownRelation& relation : relations) {
    addOne(graph, arrows, relation);
  }
}

void addSteps(ExecutionGraph& graph, const std::vector<DrawnStep>& steps) {
  ArrowTable arrows(graph);
  for (const DrawnStep& step : steps) {
    const auto pair = arrows.nodes(step.from, step.to);
    if (!pair) {
      continue;
    }
    if (arrows.find(*pair, true) == nullptr) {
      arrows.add({ArrowKind::Step, pair->first, pair->second, "", 0, true, true});
    }
    GraphArrow& arrow = *arrows.find(*pair, true);
    writeOn(arrow, step.label, true);
    arrow.marked = true;
  }
}

}  // namespace hrfcheck::inline report
