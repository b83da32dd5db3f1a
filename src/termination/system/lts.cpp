// The LTS with histories: pairs of a state under interleaving (interleaving.h) and the set of threads that
// have executed, breadth first.
//
// Why who has executed belongs to the state. What obe, hsa+obe and lobe promise depends on it, and one state
// of memory and places may be reached with different histories: a thread that spins at its first instruction
// has executed, but stands where it started. A promise that is read off the first history found gives wrong
// answers there.

#include "termination/system/lts.h"

#include <algorithm>
#include <bit>

#include "termination/hangs/component_walk.h"
#include "termination/system/history_graph.h"
#include "termination/system/interleaving.h"

namespace hrfcheck::inline termination {

class Lts::Explored {
 public:
  Explored(std::shared_ptr<const Program> program, const Options& options)
      : whoHasExecuted_(options.whoHasExecuted),
        interleaving_(std::move(program), options.agents, options.rules, options.deadline),
        graph_(options) {
    graph_.start(Interleaving::kStart, 0);
    for (StateId s = 0; s < graph_.states() && !graph_.stopsAt(s, interleaving_.fault()); ++s) {
      expand(s);
    }
    graph_.finish(interleaving_.fault());
  }

  const Interleaving& interleaving() const { return interleaving_; }
  const HistoryGraph& graph() const { return graph_; }
  StateId base(StateId s) const { return graph_.base(s); }

 private:
  void expand(StateId s) {
    const StateId from = base(s);
    const AgentMask ran = graph_.executed(s);
    for (AgentMask left = interleaving_.enabled(from); left != 0; left &= left - 1) {
      if (!interleaving_.fault().empty()) {
        return;
      }
      const auto a = static_cast<AgentId>(std::countr_zero(left));
      const AgentMask runs = whoHasExecuted_ ? ran | AgentMask{1} << a : 0;
      for (std::uint32_t choice = 0; choice < interleaving_.choices(from, a); ++choice) {
        graph_.addEdge(s, a, interleaving_.after(from, a, choice), runs);
      }
    }
    graph_.endState();
  }

  bool whoHasExecuted_;
  Interleaving interleaving_;
  HistoryGraph graph_;
};

Lts::Lts(std::shared_ptr<const Program> program, const Options& options)
    : explored_(std::make_shared<const Explored>(std::move(program), options)) {}

std::size_t Lts::states() const {
  return explored_->graph().states();
}

std::size_t Lts::edges() const {
  return explored_->graph().edges();
}

const std::string& Lts::incomplete() const {
  return explored_->graph().incomplete();
}

bool Lts::faulty() const {
  return !explored_->interleaving().fault().empty();
}

AgentMask Lts::enabled(StateId s) const {
  return explored_->interleaving().enabled(explored_->base(s));
}

AgentMask Lts::executed(StateId s) const {
  return explored_->graph().executed(s);
}

AgentMask Lts::finished(StateId s) const {
  return explored_->interleaving().finished(explored_->base(s));
}

bool Lts::ended(StateId s) const {
  return explored_->interleaving().ended(explored_->base(s));
}

std::vector<LtsEdge> Lts::edgesFrom(StateId s) const {
  return explored_->graph().edgesFrom(s);
}

StateId Lts::parent(StateId s) const {
  return explored_->graph().parent(s);
}

StateText Lts::textOf(StateId s) const {
  return explored_->interleaving().textOf(explored_->base(s));
}

std::vector<ThreadId> Lts::ran(StateId s) const {
  std::vector<ThreadId> result;
  for (AgentMask left = executed(s); left != 0; left &= left - 1) {
    result.push_back(agents().firstLane(static_cast<AgentId>(std::countr_zero(left))));
  }
  return result;
}

std::string Lts::describe(StateId s) const {
  std::string names;
  for (const ThreadId thread : ran(s)) {
    names += " " + program().threads[thread].name;
  }
  return textOf(s).line() + (names.empty() ? "" : "; ran" + names);
}

std::vector<Value> Lts::finalState(StateId s) const {
  return explored_->interleaving().finalState(explored_->base(s));
}

const Agents& Lts::agents() const {
  return explored_->interleaving().agents();
}

const Program& Lts::program() const {
  return explored_->interleaving().program();
}

const std::vector<StateVariable>& Lts::finalVariables() const {
  return explored_->interleaving().finalVariables();
}

Adjacency Lts::adjacency() const {
  return explored_->graph().adjacency();
}

bool Lts::expanded(StateId s) const {
  return explored_->graph().expanded(s);
}

std::span<const std::uint8_t> Lts::actors(StateId s) const {
  return explored_->graph().actors(s);
}

ScheduleStep Lts::step(StateId s, const LtsEdge& edge) const {
  ScheduleStep step = explored_->interleaving().step(explored_->base(s), edge.agent, edge.choice);
  step.from = s;
  step.to = edge.to;
  return step;
}

StateId Lts::base(StateId s) const {
  return explored_->base(s);
}

const Interleaving& Lts::interleaving() const {
  return explored_->interleaving();
}

std::vector<Finding> Lts::findings() const {
  std::vector<Finding> result;
  for (const Notice& notice : explored_->interleaving().notices()) {
    StateId from = 0;
    while (from < states() && base(from) != notice.from) {
      ++from;
    }
    Finding finding{notice.kind, notice.thread, notice.instruction, notice.holder, {}};
    StateId at = 0;
    for (const LtsEdge& edge : scheduleTo(*this, from)) {
      finding.trace.push_back(step(at, edge));
      at = edge.to;
    }
    const auto edges = edgesFrom(from);
    const auto last = std::ranges::find_if(edges, [&](const LtsEdge& edge) {
      return edge.agent == notice.agent && edge.choice == notice.choice;
    });
    if (last != edges.end()) {  // else the exploration was cut short there
      finding.trace.push_back(step(from, *last));
    }
    result.push_back(std::move(finding));
  }
  std::ranges::stable_sort(result, {}, [](const Finding& finding) { return finding.trace.size(); });
  return result;
}

std::size_t Lts::baseStates() const {
  return explored_->interleaving().states();
}

std::size_t Lts::baseEdges() const {
  std::size_t edges = 0;
  for (StateId base = 0; base < baseStates(); ++base) {
    edges += explored_->interleaving().actions(base);
  }
  return edges;
}

}  // namespace hrfcheck::inline termination
