#include "modules/interleavings.h"

#include <algorithm>
#include <unordered_set>

#include "modules/arithmetic.h"
#include "modules/thread.h"

namespace hrfcheck::modules {
namespace {

class Explorer {
 public:
  Explorer(const Module& module, const Launch& launch, std::size_t mostStates)
      : launch_(launch), mostStates_(mostStates), executor_(module, launch) {}

  Interleavings run() {
    State first = executor_.initial();
    for (unsigned t = 0; t < launch_.threads(); ++t) {
      advance(first, t);
    }
    settle(first);
    visit(std::move(first));
    while (!open_.empty() && seen_.size() <= mostStates_) {
      const State state = std::move(open_.back());
      open_.pop_back();
      expand(state);
    }
    result_.complete = open_.empty();
    result_.states = seen_.size();
    return std::move(result_);
  }

 private:
  void visit(State state) {
    if (seen_.insert(state.key()).second) {
      open_.push_back(std::move(state));
    }
  }

  void advance(State& state, unsigned t) {
    executor_.runAlone(state, t);
    if (state.threads[t].status == Status::Failed) {
      fail(state, t);
    }
  }

  void fail(const State& state, unsigned t) {
    result_.failures.emplace(t, state.threads[t].top().here().line);
  }

  void expand(const State& state) {
    bool any = false;
    for (unsigned t = 0; t < state.threads.size(); ++t) {
      if (state.threads[t].status != Status::Runs) {
        continue;
      }
      any = true;
      State next = state;
      if (executor_.access(next, t)) {
        advance(next, t);
      } else {
        fail(next, t);
      }
      settle(next);
      visit(std::move(next));
    }
    if (!any) {
      finish(state);
    }
  }

  void finish(const State& state) {
    const auto all = [&](Status status) {
      return std::ranges::all_of(state.threads, [&](const ThreadState& t) { return t.status == status; });
    };
    const bool failed =
        std::ranges::any_of(state.threads, [](const ThreadState& t) { return t.status == Status::Failed; });
    if (all(Status::Ended)) {
      auto objects = executor_.map().globalObjects(state.global);
      for (unsigned block = 0; block < launch_.blocks; ++block) {
        for (auto& [name, bytes] : executor_.map().sharedObjects(state.shared[block])) {
          objects[launch_.blocks == 1 ? name : name + "@g" + std::to_string(block)] = std::move(bytes);
        }
      }
      result_.finalStates.insert(std::move(objects));
    }
    for (unsigned t = 0; !failed && t < state.threads.size(); ++t) {
      if (state.threads[t].status != Status::Ended) {
        result_.waiting.emplace(t, state.threads[t].top().here().line);
      }
    }
  }

  /// Opens what can be opened: barriers of blocks, and what lanes do together.
  void settle(State& state) {
    for (bool more = true; more;) {
      more = false;
      for (unsigned block = 0; block < launch_.blocks; ++block) {
        more = openBarrier(state, block) || openWarp(state, block) || more;
      }
    }
  }

  /// All threads of the block that have not ended wait at the barrier of one number (ISA, `bar`).
  bool openBarrier(State& state, unsigned block) {
    std::vector<unsigned> waiting;
    std::set<std::uint64_t> numbers;
    for (unsigned t = block * launch_.items; t < (block + 1) * launch_.items; ++t) {
      const ThreadState& thread = state.threads[t];
      if (thread.status == Status::Ended) {
        continue;
      }
      if (thread.status != Status::Block) {
        return false;
      }
      const Instruction& in = thread.top().here();
      numbers.insert(executor_.valueOf(state, t, in.operands[in.has("red") ? 1 : 0], {'u', 32}));
      waiting.push_back(t);
    }
    if (waiting.empty() || numbers.size() != 1) {
      return false;
    }
    unsigned votes = 0;
    for (const unsigned t : waiting) {
      const Instruction& in = state.threads[t].top().here();
      votes += in.has("red") && executor_.valueOf(state, t, in.operands.back(), {'p', 1}) != 0 ? 1 : 0;
    }
    for (const unsigned t : waiting) {
      ThreadState& thread = state.threads[t];
      const Instruction& in = thread.top().here();
      if (in.has("red")) {
        const bool counts = in.has("popc");
        const bool holds = in.has("and") ? votes == waiting.size() : votes > 0;
        executor_.write(thread, in.operands[0],
                        counts  ? votes
                        : holds ? 1
                                : 0,
                        counts ? Type{'u', 32} : Type{'p', 1});
      }
      goOn(state, t);
    }
    return true;
  }

  void goOn(State& state, unsigned t) {
    state.threads[t].status = Status::Runs;
    ++state.threads[t].top().at;
    advance(state, t);
  }

  /// The lanes that an instruction names are all there.
  bool openWarp(State& state, unsigned block) {
    const unsigned first = block * launch_.items;
    for (unsigned t = first; t < first + launch_.items; ++t) {
      if (state.threads[t].status != Status::Warp) {
        continue;
      }
      const Instruction& in = state.threads[t].top().here();
      const std::uint64_t mask = executor_.valueOf(state, t, in.operands.back(), {'u', 32});
      bool all = true;
      std::vector<unsigned> lanes;
      for (unsigned lane = 0; lane < launch_.items; ++lane) {
        const ThreadState& other = state.threads[first + lane];
        if ((mask >> lane & 1) != 0) {
          all = all && other.status == Status::Warp && other.top().here().line == in.line;
          lanes.push_back(lane);
        }
      }
      if (all) {
        exchange(state, first, lanes, in);
        return true;
      }
    }
    return false;
  }

  void exchange(State& state, unsigned first, const std::vector<unsigned>& lanes, const Instruction& in) {
    std::vector<std::pair<std::uint64_t, bool>> results;
    for (const unsigned lane : lanes) {
      results.push_back(in.name == "shfl"    ? shuffled(state, first, lane, in)
                        : in.name == "vote"  ? voted(state, first, lanes, in)
                        : in.name == "match" ? matched(state, first, lane, lanes, in)
                        : in.name == "redux" ? reduced(state, first, lanes, in)
                                             : std::pair<std::uint64_t, bool>());
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      ThreadState& thread = state.threads[first + lanes[i]];
      const Operand& target = in.operands[0];
      if ((in.name == "shfl" || in.name == "match") && target.kind == Operand::Kind::Pair) {
        executor_.write(thread, target.parts[0], results[i].first, {'b', 32});
        executor_.write(thread, target.parts[1], results[i].second ? 1 : 0, {'p', 1});
      } else if (in.name != "bar") {
        executor_.write(thread, target, results[i].first,
                        in.has("ballot") || in.name != "vote" ? Type{'b', 32} : Type{'p', 1});
      }
    }
    for (const unsigned lane : lanes) {
      goOn(state, first + lane);
    }
  }

  /// ISA, `shfl.sync`, "Semantics".
  std::pair<std::uint64_t, bool> shuffled(const State& state, unsigned first, unsigned lane,
                                          const Instruction& in) {
    const auto value = [&](std::size_t i) {
      return executor_.valueOf(state, first + lane, in.operands[i], {'b', 32});
    };
    const auto b = static_cast<int>(value(2) & 31);
    const auto c = static_cast<int>(value(3));
    const int segment = c >> 8 & 31;
    const int clamp = c & 31;
    const auto self = static_cast<int>(lane);
    const int most = (self & segment) | (clamp & ~segment);
    const int least = self & segment;
    int from = 0;
    bool inRange = false;
    if (in.has("up")) {
      from = self - b;
      inRange = from >= most;
    } else if (in.has("down")) {
      from = self + b;
      inRange = from <= most;
    } else if (in.has("bfly")) {
      from = self ^ b;
      inRange = from <= most;
    } else {
      from = least | (b & ~segment);
      inRange = from <= most;
    }
    from = inRange ? from : self;
    if (from >= static_cast<int>(launch_.items)) {
      throw Mistake("a lane that does not exist gives a value");
    }
    return {executor_.valueOf(state, first + static_cast<unsigned>(from), in.operands[1], {'b', 32}),
            inRange};
  }

  std::pair<std::uint64_t, bool> voted(const State& state, unsigned first, const std::vector<unsigned>& lanes,
                                       const Instruction& in) {
    std::uint64_t ballot = 0;
    for (const unsigned lane : lanes) {
      ballot |= executor_.valueOf(state, first + lane, in.operands[1], {'p', 1}) << lane;
    }
    std::uint64_t mask = 0;
    for (const unsigned lane : lanes) {
      mask |= std::uint64_t{1} << lane;
    }
    const bool holds = in.has("all")   ? ballot == mask
                       : in.has("any") ? ballot != 0
                                       : ballot == mask || ballot == 0;
    return {in.has("ballot") ? ballot : holds ? 1 : 0, false};
  }

  /// ISA, `match.sync`.
  std::pair<std::uint64_t, bool> matched(const State& state, unsigned first, unsigned self,
                                         const std::vector<unsigned>& lanes, const Instruction& in) {
    const Type type{'b', in.has("b64") ? 64U : 32U};
    const auto value = [&](unsigned lane) {
      return executor_.valueOf(state, first + lane, in.operands[1], type);
    };
    std::uint64_t equal = 0;
    std::uint64_t mask = 0;
    for (const unsigned lane : lanes) {
      equal |= value(lane) == value(self) ? std::uint64_t{1} << lane : 0;
      mask |= std::uint64_t{1} << lane;
    }
    return in.has("any") ? std::pair(equal, false) : std::pair(equal == mask ? mask : 0, equal == mask);
  }

  /// ISA, `redux.sync`.
  std::pair<std::uint64_t, bool> reduced(const State& state, unsigned first,
                                         const std::vector<unsigned>& lanes, const Instruction& in) {
    const auto value = [&](unsigned lane) {
      return static_cast<std::uint32_t>(executor_.valueOf(state, first + lane, in.operands[1], {'b', 32}));
    };
    std::uint32_t result = value(lanes.front());
    for (std::size_t i = 1; i < lanes.size(); ++i) {
      const std::uint32_t next = value(lanes[i]);
      const bool less =
          in.has("s32") ? static_cast<std::int32_t>(next) < static_cast<std::int32_t>(result) : next < result;
      result = in.has("add")   ? result + next
               : in.has("and") ? result & next
               : in.has("or")  ? result | next
               : in.has("xor") ? result ^ next
               : in.has("min") ? (less ? next : result)
                               : (less ? result : next);
    }
    return {result, false};
  }

  const Launch& launch_;
  std::size_t mostStates_;
  Executor executor_;
  Interleavings result_;
  std::unordered_set<std::string> seen_;
  std::vector<State> open_;
};

}  // namespace

Interleavings interleavingsOf(const Module& module, const Launch& launch, std::size_t mostStates) {
  return Explorer(module, launch, mostStates).run();
}

}  // namespace hrfcheck::modules
