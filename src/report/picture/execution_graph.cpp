#include "report/picture/execution_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "check/races/annotation_edit.h"
#include "execution/barriers.h"
#include "report/picture/shown_arrows.h"
#include "util/enum_names.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

/// Beyond this many reads of initial values, arrows from all of them would cover the rest.
constexpr std::size_t kMostInitialReads = 6;

constexpr std::array kEventKindLetters{EnumName{EventKind::InitialWrite, "initially"},
                                       EnumName{EventKind::Read, "R"},
                                       EnumName{EventKind::Write, "W"},
                                       EnumName{EventKind::Fence, "F"},
                                       EnumName{EventKind::Arrive, "arrive"},
                                       EnumName{EventKind::Depart, "depart"}};
static_assert(coversUpTo(kEventKindLetters, EventKind::Depart));

const char* eventKindText(EventKind kind) {
  return nameIn(kEventKindLetters, kind);
}

const char* orderText(Order order, const Program& program) {
  switch (order) {
    case Order::Relaxed:
      return "rlx";
    case Order::Consume:
      return "con";
    case Order::Acquire:
      return "acq";
    case Order::Release:
      return "rel";
    case Order::AcquireRelease:
      return program.dialect == "HSA" ? "ar" : "acq_rel";
    case Order::SeqCst:
      return "sc";
  }
  return "";
}

class GraphBuilder {
 public:
  GraphBuilder(const Execution& execution, const PictureOptions& options)
      : execution_(execution),
        structure_(*execution.structure),
        program_(structure_.program()),
        options_(options),
        racing_(options.racing),
        nodeOf_(graph_.nodeOf) {
    nodeOf_.assign(structure_.size(), kNoNode);
  }

  ExecutionGraph build() {
    initialNodes();
    for (ThreadId t = 0; t < execution_.runs.size(); ++t) {
      threadNodes(t);
    }
    readsFrom();
    coherence();
    fromReads();
    barriers();
    race();
    std::sort(graph_.arrows.begin(), graph_.arrows.end());
    graph_.arrows.erase(std::unique(graph_.arrows.begin(), graph_.arrows.end()), graph_.arrows.end());
    promotions();
    addDependencies(graph_, execution_);
    addShown(graph_, options_.facts.relations);
    addSteps(graph_, options_.steps);
    std::sort(graph_.arrows.begin(), graph_.arrows.end());
    return std::move(graph_);
  }

 private:
  const Event& event(EventId e) const { return structure_.events()[e]; }

  bool isInitial(EventId e) const { return event(e).kind == EventKind::InitialWrite; }

  bool happened(EventId e) const { return e != kNoEvent && execution_.happened.contains(e); }

  void initialNodes() {
    std::size_t reads = 0;
    execution_.rf.forEach([&](EventId w, EventId) { reads += isInitial(w) ? 1 : 0; });
    initialArrows_ = reads <= kMostInitialReads;
    EventSet wanted = initialArrows_ ? execution_.rf.domain() : EventSet(structure_.size());
    for (const ShownRelation& shown : options_.facts.relations) {
      const Relation drawn = reducedRelation(shown.relation);
      wanted |= drawn.domain() | drawn.range();
    }
    for (const DrawnStep& step : options_.steps) {
      wanted.insert(step.from);
      wanted.insert(step.to);
    }
    execution_.happened.forEach([&](EventId e) {
      if (isInitial(e) && (wanted.contains(e) || isRacing(e))) {
        const std::string& name = program_.locations[execution_.location[e]].name;
        nodeOf_[e] = graph_.nodes.size();
        GraphNode node;
        node.kind = GraphNode::Kind::Initial;
        node.name = "initial " + name;
        node.head = fmt::format("initially {}", accessText(e));
        node.racing = isRacing(e);
        graph_.nodes.push_back(std::move(node));
      }
    });
  }

  void threadNodes(ThreadId t) {
    std::map<std::string, unsigned> rounds;
    std::size_t last = kNoNode;
    const auto append = [&](GraphNode node) {
      if (const unsigned round = rounds[node.name]++; round > 0) {
        node.name += fmt::format(" ({})", round + 1);
      }
      if (last != kNoNode) {
        graph_.arrows.push_back({ArrowKind::ProgramOrder, last, graph_.nodes.size(), "", 0, true, false});
      }
      last = graph_.nodes.size();
      graph_.nodes.push_back(std::move(node));
    };
    const ThreadRun& run = execution_.runs[t];
    for (const EventId e : run.events) {
      if (isSecondHalf(e)) {
        nodeOf_[e] = nodeOf_[event(e).partner];
      } else {
        nodeOf_[e] = graph_.nodes.size();
        append(nodeOf(e));
      }
    }
    if (run.end != ThreadEnd::Completed) {
      append(endOf(t));
    }
  }

  bool isSecondHalf(EventId e) const {
    const EventKind kind = event(e).kind;
    return (kind == EventKind::Write || kind == EventKind::Depart) && happened(event(e).partner);
  }

  GraphNode nodeOf(EventId e) const {
    const Event& it = event(e);
    GraphNode node;
    node.thread = it.thread;
    node.name = program_.instructionName(it.thread, it.instruction);
    node.head = headOf(e);
    node.code = program_.threads[it.thread].instructions[it.instruction].text;
    node.remote = it.remote;
    if (it.remote && it.scope != kNoScope) {
      node.remark = "remote, scope " + scopeText(program_.scopes, it.scope);
    } else if (it.kind == EventKind::Read && it.partner != kNoEvent && !happened(it.partner)) {
      node.remark = "fails: writes nothing";
    }
    if (const EventId source = execution_.readsFrom[e];
        !initialArrows_ && source != kNoEvent && isInitial(source)) {
      node.remark += node.remark.empty() ? "reads the initial value" : ", reads the initial value";
    }
    node.racing = isRacing(e) || (it.partner != kNoEvent && isRacing(it.partner));
    return node;
  }

  bool isRacing(EventId e) const { return racing_ && (racing_->first == e || racing_->second == e); }

  std::string headOf(EventId e) const {
    const Event& it = event(e);
    const bool both = it.partner != kNoEvent && happened(it.partner);
    std::string text = !both ? eventKindText(it.kind) : isBarrierHalf(it.kind) ? "barrier" : "RMW";
    if (it.order && !isBarrierHalf(it.kind)) {
      const Order order = both ? *it.order : it.failureOrder.value_or(*it.order);
      text += fmt::format(".{}{}", it.remote ? "rm_" : "", orderText(order, program_));
    }
    if (it.scope != kNoScope && hasScopes(program_)) {
      const ScopeInstanceId scope = isBarrierHalf(it.kind) && it.meeting != kNoScope ? it.meeting : it.scope;
      text += "." + program_.scopes.levels()[program_.scopes.instances()[scope].level];
    }
    if (execution_.location[e] != kNoLocation) {
      text += "  " + accessText(e);
      if (both) {
        text += "→" + program_.valueText(execution_.value[it.partner]);
      }
    }
    return text;
  }

  std::string accessText(EventId e) const {
    return fmt::format("{}={}", program_.locations[execution_.location[e]].name,
                       program_.valueText(execution_.value[e]));
  }

  GraphNode endOf(ThreadId t) const {
    const auto text = [&]() -> const char* {
      switch (execution_.runs[t].end) {
        case ThreadEnd::Completed:
          return "ends";
        case ThreadEnd::BoundReached:
          return "would continue: loop bound";
        case ThreadEnd::Spinning:
          return "spins for ever";
        case ThreadEnd::Blocked:
          return "waits here for ever";
        case ThreadEnd::Fault:
          return "fault: out-of-bounds access, or no value";
      }
      return "";
    }();
    GraphNode node;
    node.kind = GraphNode::Kind::End;
    node.thread = t;
    node.name = program_.threads[t].name + " end";
    node.head = text;
    return node;
  }

  void arrow(ArrowKind kind, EventId from, EventId to, const char* label) {
    const std::size_t a = nodeOf_[from];
    const std::size_t b = nodeOf_[to];
    if (a != kNoNode && b != kNoNode && a != b) {
      graph_.arrows.push_back({kind, a, b, label, 0, kind != ArrowKind::Race, false});
    }
  }

  void readsFrom() {
    execution_.rf.forEach([&](EventId w, EventId r) { arrow(ArrowKind::ReadsFrom, w, r, "rf"); });
  }

  /// The write that follows in coherence, or kNoEvent.
  EventId nextOf(EventId write) const {
    EventId next = kNoEvent;
    execution_.co.successors(write).forEach([&](EventId later) {
      if (next == kNoEvent || execution_.co.contains(later, next)) {
        next = later;
      }
    });
    return next;
  }

  void coherence() {
    execution_.happened.forEach([&](EventId e) {
      if (event(e).kind == EventKind::Write) {
        if (const EventId next = nextOf(e); next != kNoEvent) {
          arrow(ArrowKind::Coherence, e, next, "co");
        }
      }
    });
  }

  void fromReads() {
    execution_.rf.forEach([&](EventId w, EventId r) {
      if (const EventId next = nextOf(w); next != kNoEvent) {
        arrow(ArrowKind::FromRead, r, next, "fr");
      }
    });
  }

  void barriers() {
    auto runs = mapped<const ThreadRun*>(execution_.runs, [&](const ThreadRun& run) { return &run; });
    for (const auto& [key, meeting] : barrierMeetings(structure_, runs)) {
      std::set<std::size_t> nodes;
      for (const EventId e : meeting.arrivals) {
        nodes.insert(nodeOf_[e]);
      }
      graph_.meetings.emplace_back(nodes.begin(), nodes.end());
    }
  }

  void race() {
    if (racing_ && happened(racing_->first) && happened(racing_->second)) {
      const auto [a, b] = std::minmax(racing_->first, racing_->second);
      arrow(ArrowKind::Race, a, b, "race");
    }
  }

  /// "wg 0, promoted to cmp 0 by P1:0" at what was promoted to larger scopes. The scopes form a chain: those
  /// promoters stand first who reach farthest.
  void promotions() {
    std::map<std::size_t, std::map<ScopeInstanceId, std::set<std::string>>> promoters;  // by node
    for (const auto& [promoted, promoter] : options_.facts.promotions) {
      const ScopeInstanceId scope = event(promoter).scope;
      if (nodeOf_[promoted] != kNoNode && nodeOf_[promoter] != kNoNode && scope != kNoScope &&
          scope != event(promoted).scope) {
        promoters[nodeOf_[promoted]][scope].insert(graph_.nodes[nodeOf_[promoter]].name);
        ownScope_[nodeOf_[promoted]] = event(promoted).scope;
      }
    }
    for (const auto& [node, byScope] : promoters) {
      std::vector<ScopeInstanceId> scopes;
      for (const auto& [scope, names] : byScope) {
        scopes.push_back(scope);
      }
      const auto level = [&](ScopeInstanceId scope) { return program_.scopes.instances()[scope].level; };
      std::ranges::stable_sort(scopes, std::greater<>(), level);
      std::string text = scopeText(program_.scopes, ownScope_[node]) + ", promoted";
      for (const ScopeInstanceId scope : scopes) {
        text += fmt::format("{} to {} by {}", scope == scopes.front() ? "" : ",",
                            scopeText(program_.scopes, scope), fmt::join(byScope.at(scope), ", "));
      }
      graph_.nodes[node].promotion = text;
    }
  }

  const Execution& execution_;
  const EventStructure& structure_;
  const Program& program_;
  const PictureOptions& options_;
  const std::optional<std::pair<EventId, EventId>>& racing_;
  ExecutionGraph graph_;
  std::vector<std::size_t>& nodeOf_;                 ///< of the graph
  std::map<std::size_t, ScopeInstanceId> ownScope_;  ///< of promoted nodes
  bool initialArrows_ = true;
};

}  // namespace

bool hasScopes(const Program& program) {
  return program.dialect != "C";
}

std::string finalState(const Execution& execution) {
  if (!execution.complete()) {
    return "";
  }
  const Program& program = execution.structure->program();
  std::string text;
  for (const StateVariable& v : program.observed) {
    text += fmt::format("{}{}={}", text.empty() ? "ends in  " : "  ", program.nameOf(v),
                        program.valueText(execution.finalValue(v)));
  }
  return text;
}

ExecutionGraph graphOf(const Execution& execution, const PictureOptions& options) {
  return GraphBuilder(execution, options).build();
}

}  // namespace hrfcheck::inline report
