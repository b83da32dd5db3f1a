#include "termination/system/barrier_table.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "program/flow/ended_threads.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

constexpr std::uint32_t kNoBarrier = std::numeric_limits<std::uint32_t>::max();

/// The barriers of one scope instance that are written alike: by constants with the same instance and id, or
/// with a register in the same place.
struct Written {
  ScopeInstanceId scope;
  bool counted;
  bool amongNamed;
  std::optional<Value> instance;  ///< nothing where a register gives it
  std::optional<Value> id;

  bool namedByRegister() const { return !instance || !id; }
  friend auto operator<=>(const Written&, const Written&) = default;
};

std::optional<Value> constantOf(const BarrierNumber& number) {
  return number.reg ? std::nullopt : std::optional(number.value);
}

bool mayBeSame(const Written& a, const Written& b) {
  const auto mayEqual = [](std::optional<Value> x, std::optional<Value> y) { return !x || !y || *x == *y; };
  return a.scope == b.scope && a.counted == b.counted && a.amongNamed == b.amongNamed &&
         mayEqual(a.instance, b.instance) && mayEqual(a.id, b.id);
}

using Group = std::vector<BarrierTable::BarrierPlace>;
using Groups = std::map<Written, Group>;

Groups writtenIn(const Program& program, const Agents& agents) {
  Groups result;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const auto& instructions = program.threads[t].instructions;
    for (std::uint32_t i = 0; i < instructions.size(); ++i) {
      if (const auto* op = std::get_if<BarrierOp>(&instructions[i].operation)) {
        result[{program.scopes.instanceOf(t, op->level), op->count.has_value(), op->amongNamed,
                constantOf(op->instance), constantOf(op->id)}]
            .push_back({agents.agentOf(t), t, i, *op});
      }
    }
  }
  return result;
}

/// Those that may be the same barrier, together.
std::vector<Group> groupsOf(const Program& program, const Agents& agents) {
  std::vector<std::pair<Written, Group>> all;
  for (auto& [written, group] : writtenIn(program, agents)) {
    all.emplace_back(written, group);
  }
  std::vector<std::size_t> home(all.size());  // of each group, one that it is together with; itself at last
  std::iota(home.begin(), home.end(), std::size_t{0});
  const auto find = [&](std::size_t g) {
    while (home[g] != g) {
      g = home[g] = home[home[g]];
    }
    return g;
  };
  for (std::size_t g = 0; g < all.size(); ++g) {
    for (std::size_t other = 0; all[g].first.namedByRegister() && other < all.size(); ++other) {
      if (mayBeSame(all[g].first, all[other].first)) {
        const auto [low, high] = std::minmax({find(g), find(other)});
        home[high] = low;
      }
    }
  }
  std::vector<Group> result(all.size());
  for (std::size_t g = 0; g < all.size(); ++g) {
    Group& into = result[find(g)];
    into.insert(into.end(), all[g].second.begin(), all[g].second.end());
  }
  std::erase_if(result, [](const Group& group) { return group.empty(); });
  for (Group& group : result) {
    std::ranges::sort(group, {}, [](const auto& p) { return std::pair(p.thread, p.instruction); });
  }
  return result;
}

BarrierTable::Barrier barrierOf(const Program& program, const Agents& agents, const Group& group) {
  using Kind = BarrierTable::Kind;
  const BarrierOp& first = group.front().op;
  const bool named = std::ranges::any_of(group, [](const auto& p) { return p.op.isNamedByRegister(); });
  const bool counts =
      std::ranges::any_of(group, [](const auto& p) { return p.op.count && p.op.count->reg.has_value(); });
  BarrierTable::Barrier barrier;
  barrier.kind = first.count ? (named ? Kind::CountedByValue : Kind::Counted)
                 : named     ? Kind::Named
                             : Kind::All;
  barrier.waitsForTheEnded = waitsForTheEnded(program, first);
  INVARIANT(!named || std::ranges::all_of(group,
                                          [&](const auto& p) { return agents[p.agent].lanes().size() == 1; }),
            "registers name barriers only where every agent is one thread");
  if (barrier.kind == Kind::Named) {
    barrier.places = group;
  } else if (barrier.kind == Kind::All && !first.amongNamed) {
    const ScopeInstanceId scope = program.scopes.instanceOf(group.front().thread, first.level);
    barrier.agents = agents.agentsAmong(program.scopes.instances()[scope].agents);
  } else if (barrier.kind == Kind::All) {
    std::set<AgentId> those;
    for (const auto& place : group) {
      those.insert(place.agent);
    }
    barrier.agents.assign(those.begin(), those.end());
  } else if (counts) {
    barrier.largestCount = std::numeric_limits<std::uint32_t>::max();
  } else {
    for (const auto& place : group) {
      barrier.largestCount = std::max(barrier.largestCount, arrivalsFor(place.op.count->value));
    }
  }
  return barrier;
}

}  // namespace

std::uint32_t arrivalsFor(Value count) {
  constexpr Value kMost = std::numeric_limits<std::uint32_t>::max() - 1;
  return static_cast<std::uint32_t>(std::clamp<Value>(count, 0, kMost));
}

std::size_t BarrierTable::Barrier::words() const {
  return kind == Kind::All ? agents.size() : kind == Kind::Named ? places.size() : 1;
}

std::uint32_t BarrierTable::Barrier::wordOf(AgentId agent, std::uint32_t instruction) const {
  if (kind == Kind::Counted || kind == Kind::CountedByValue) {
    return firstWord;
  }
  if (kind == Kind::All) {
    const auto found = std::ranges::find(agents, agent);
    INVARIANT(found != agents.end(), "only agents of the scope instance arrive");
    return firstWord + static_cast<std::uint32_t>(found - agents.begin());
  }
  const auto found = std::ranges::find_if(
      places, [&](const BarrierPlace& p) { return p.agent == agent && p.instruction == instruction; });
  INVARIANT(found != places.end(), "threads arrive where their code has a barrier");
  return firstWord + static_cast<std::uint32_t>(found - places.begin());
}

std::vector<std::uint32_t> BarrierTable::Barrier::wordsOf(AgentId agent) const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < agents.size(); ++i) {
    if (agents[i] == agent) {
      result.push_back(firstWord + i);
    }
  }
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    if (places[i].agent == agent) {
      result.push_back(firstWord + i);
    }
  }
  return result;
}

BarrierTable::BarrierTable(const Program& program, const Agents& agents) {
  for (const Thread& thread : program.threads) {
    barrierOf_.emplace_back(thread.instructions.size(), kNoBarrier);
  }
  for (const Group& group : groupsOf(program, agents)) {
    for (const BarrierPlace& place : group) {
      barrierOf_[place.thread][place.instruction] = static_cast<std::uint32_t>(barriers_.size());
    }
    barriers_.push_back(hrfcheck::barrierOf(program, agents, group));
    barriers_.back().firstWord = static_cast<std::uint32_t>(words_);
    words_ += barriers_.back().words();
  }
}

}  // namespace hrfcheck::inline termination
