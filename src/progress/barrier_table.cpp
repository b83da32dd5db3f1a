#include "progress/barrier_table.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "util/invariant.h"

namespace hrfcheck {
namespace {

constexpr std::uint32_t kNoBarrier = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::uint32_t arrivalsFor(const BarrierOp& op) {
  constexpr Value kMost = std::numeric_limits<std::uint32_t>::max() - 1;
  return static_cast<std::uint32_t>(std::clamp<Value>(op.count.value(), 0, kMost));
}

std::uint32_t BarrierTable::Barrier::wordOf(AgentId agent) const {
  if (largestCount) {
    return firstWord;
  }
  const auto found = std::ranges::find(agents, agent);
  INVARIANT(found != agents.end(), "only agents of the scope instance arrive");
  return firstWord + static_cast<std::uint32_t>(found - agents.begin());
}

BarrierTable::BarrierTable(const Program& program, const Agents& all) {
  // Whoever may come, by what a barrier is: its scope instance, instance and id, and which of the three
  // kinds.
  using Key = std::tuple<ScopeInstanceId, Value, Value, bool, bool>;
  std::map<Key, std::uint32_t> known;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const auto& instructions = program.threads[t].instructions;
    barrierOf_.emplace_back(instructions.size(), kNoBarrier);
    for (std::uint32_t i = 0; i < instructions.size(); ++i) {
      const auto* op = std::get_if<BarrierOp>(&instructions[i].operation);
      if (op == nullptr) {
        continue;
      }
      const ScopeInstanceId scope = program.scopes.instanceOf(t, op->level);
      const Key key{scope, op->instance, op->id, op->count.has_value(), op->amongNamed};
      const auto [entry, isNew] = known.try_emplace(key, static_cast<std::uint32_t>(barriers_.size()));
      if (isNew) {
        const std::vector<AgentId> everybody = all.agentsAmong(program.scopes.instances()[scope].agents);
        barriers_.push_back({op->amongNamed ? std::vector<AgentId>{} : everybody, 0, std::nullopt});
      }
      auto& agents = barriers_[entry->second].agents;
      const AgentId agent = all.agentOf(t);
      if (op->amongNamed && std::ranges::find(agents, agent) == agents.end()) {
        agents.insert(std::ranges::lower_bound(agents, agent), agent);
      }
      barrierOf_[t][i] = entry->second;
      if (op->count) {
        auto& largest = barriers_[entry->second].largestCount;
        largest = std::max(largest.value_or(0), arrivalsFor(*op));
      }
    }
  }
  for (Barrier& barrier : barriers_) {
    barrier.firstWord = static_cast<std::uint32_t>(words_);
    words_ += barrier.largestCount ? 1 : barrier.agents.size();
  }
}

}  // namespace hrfcheck
