#include "machine/cost/cost_graph.h"

#include <algorithm>

#include "machine/explore/state_store.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::size_t kStatesBetweenTimeChecks = 256;
constexpr std::size_t kMebibyte = std::size_t{1024} * 1024;

class Builder {
 public:
  Builder(Transitions& transitions, const CostCounters& counters, const SimulationOptions& options)
      : transitions_(transitions),
        counters_(counters),
        options_(options),
        final_(transitions, options),
        size_(transitions.layout().size),
        store_(size_ + counters.historySize(), false),
        successors_(size_),
        current_(size_ + counters.historySize()),
        next_(current_.size()) {}

  CostGraph build() {
    const std::vector<std::uint8_t> initial = transitions_.initial();
    std::copy(initial.begin(), initial.end(), current_.begin());
    store_.add(current_.data(), 0);
    try {
      for (std::uint32_t id = 0; id < store_.size(); ++id) {
        graph_.incomplete = limitReached(id);
        if (!graph_.incomplete.empty()) {
          break;
        }
        visit(id);
      }
    } catch (const TableFull& full) {
      graph_.incomplete = full.what();
    }
    return std::move(graph_);
  }

 private:
  std::string limitReached(std::uint32_t visited) const {
    if (store_.size() > options_.mostStates) {
      return "state limit";
    }
    if (visited % kStatesBetweenTimeChecks != 0) {
      return {};
    }
    if (options_.activity != nullptr) {
      options_.activity->begin("", "states");
      options_.activity->count = store_.size();
    }
    if (options_.deadline.expired()) {
      return "time limit";
    }
    const std::size_t edges = (graph_.targets.capacity() + graph_.costs.capacity()) * sizeof(std::uint32_t) +
                              graph_.first.capacity() * sizeof(std::size_t);
    return (store_.bytes() + edges) / kMebibyte >= options_.mostMemory ? "memory limit" : "";
  }

  void visit(std::uint32_t id) {
    std::copy(store_[id], store_[id] + current_.size(), current_.begin());
    const MachineState s(transitions_.layout(), current_.data());
    graph_.outcomeOf.push_back(CostGraph::kNoOutcome);
    if (final_.is(s)) {
      if (const auto values = final_.outcome(s)) {
        graph_.outcomeOf.back() = outcome(*values);
      }
    } else {
      transitions_.of(current_.data(), false, successors_);
      for (std::size_t i = 0; i < successors_.size(); ++i) {
        edge(s, i);
      }
    }
    graph_.first.push_back(graph_.targets.size());
  }

  void edge(const MachineState& before, std::size_t i) {
    std::copy(successors_.state(i), successors_.state(i) + size_, next_.begin());
    std::copy(current_.begin() + static_cast<std::ptrdiff_t>(size_), current_.end(),
              next_.begin() + static_cast<std::ptrdiff_t>(size_));
    const MachineState after(transitions_.layout(), next_.data());
    const CostCounters::Counts counts =
        counters_.of(successors_.step(i), before, after, next_.data() + size_);
    graph_.costs.push_back(cost(counts));
    graph_.targets.push_back(store_.add(next_.data(), 0).id);
  }

  std::uint32_t outcome(const std::vector<Value>& values) {
    const auto [it, fresh] = outcomes_.try_emplace(values, graph_.outcomes.size());
    if (fresh) {
      graph_.outcomes.push_back(values);
    }
    return it->second;
  }

  std::uint32_t cost(const CostCounters::Counts& counts) {
    const auto [it, fresh] = costs_.try_emplace(counts, graph_.table.size());
    if (fresh) {
      graph_.table.push_back(counts);
    }
    return it->second;
  }

  Transitions& transitions_;
  const CostCounters& counters_;
  const SimulationOptions& options_;
  FinalStates final_;
  std::size_t size_;
  StateStore store_;
  Successors successors_;
  std::vector<std::uint8_t> current_, next_;
  std::map<std::vector<Value>, std::uint32_t> outcomes_;
  std::map<CostCounters::Counts, std::uint32_t> costs_;
  CostGraph graph_;
};

}  // namespace

CostGraph costGraphOf(Transitions& transitions, const CostCounters& counters,
                      const SimulationOptions& options) {
  return Builder(transitions, counters, options).build();
}

}  // namespace hrfcheck::inline machine
