#include "termination/system/history_graph.h"

#include <array>

namespace hrfcheck::inline termination {
namespace {

constexpr std::size_t kWidth = 3;  ///< the state under interleaving, and 64 bits
constexpr unsigned kBitsPerWord = 32;
/// States between two looks at the clock.
constexpr StateId kStatesPerLook = 1024;

}  // namespace

HistoryGraph::HistoryGraph(const Lts::Options& options) : options_(options), table_(kWidth) {}

std::pair<StateId, bool> HistoryGraph::add(StateId base, AgentMask executed) {
  const std::array<std::uint32_t, kWidth> row{base, static_cast<std::uint32_t>(executed),
                                              static_cast<std::uint32_t>(executed >> kBitsPerWord)};
  return table_.insert(row);
}

void HistoryGraph::start(StateId base, AgentMask executed) {
  add(base, executed);
  parents_.push_back(0);
}

bool HistoryGraph::stopsAt(StateId s, const std::string& fault) {
  if (s % kStatesPerLook == 0 && options_.activity != nullptr) {
    options_.activity->begin("", "states");
    options_.activity->count = table_.size();
  }
  if (!fault.empty()) {
    incomplete_ = fault;
  } else if (s % kStatesPerLook == 0 && options_.deadline.expired()) {
    incomplete_ = "time limit";
  } else if (table_.size() > options_.mostStates) {
    incomplete_ = "state limit";
  }
  return !incomplete_.empty();
}

void HistoryGraph::addEdge(StateId from, AgentId agent, StateId base, AgentMask executed) {
  const auto [to, isNew] = add(base, executed);
  targets_.push_back(to);
  actors_.push_back(static_cast<std::uint8_t>(agent));
  if (isNew) {
    parents_.push_back(from);
  }
}

void HistoryGraph::finish(const std::string& fault) {
  if (!fault.empty()) {
    incomplete_ = fault;
  }
  expanded_ = static_cast<StateId>(firstEdges_.size() - 1);
  targets_.resize(firstEdges_.back());
  actors_.resize(firstEdges_.back());
  firstEdges_.resize(table_.size() + 1, targets_.size());
}

AgentMask HistoryGraph::executed(StateId s) const {
  const auto row = table_.row(s);
  return row[1] | AgentMask{row[2]} << kBitsPerWord;
}

std::vector<LtsEdge> HistoryGraph::edgesFrom(StateId s) const {
  std::vector<LtsEdge> edges;
  if (!expanded(s)) {
    return edges;
  }
  const auto targets = adjacency().from(s);
  const auto agents = actors(s);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const bool another = i > 0 && agents[i - 1] == agents[i];
    edges.push_back({agents[i], another ? edges.back().choice + 1 : 0, targets[i]});
  }
  return edges;
}

}  // namespace hrfcheck::inline termination
