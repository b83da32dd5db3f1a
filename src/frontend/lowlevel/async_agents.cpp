#include "frontend/lowlevel/async_agents.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "frontend/lowlevel/module/module.h"
#include "frontend/lowlevel/residual/residual_parts.h"
#include "program/expr/further_operators.h"
#include "program/expr/phase_barrier.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

/// Numbers of barriers at which agents meet are behind those of all others.
constexpr Value kFirstMeeting = 1000;
constexpr unsigned kWordBytes = 4;
constexpr unsigned kLargestElement = 8;

/// Two that meet: a thread or its agents, by number.
struct Meeting {
  ThreadId thread = 0;
  std::optional<std::uint32_t> first = std::nullopt;  ///< nothing: the thread
  std::uint32_t second = 0;
  bool begins = false;

  friend auto operator<=>(const Meeting&, const Meeting&) = default;
};

class AgentMaker {
 public:
  AgentMaker(const LaunchFacts& facts, std::vector<WrittenThread>& threads, std::deque<Access>& accesses)
      : facts_(facts), threads_(threads), accesses_(accesses) {}

  void run() {
    if (std::ranges::all_of(threads_, [](const WrittenThread& t) { return t.agents.empty(); })) {
      return;
    }
    forEachStep(threads_, [&](const ResidualStep& step) { note(step.operation); });
    const std::size_t count = threads_.size();
    std::vector<WrittenThread> agents;
    for (ThreadId t = 0; t < count; ++t) {
      requireIssued(threads_[t]);
      for (std::uint32_t number = 0; number < threads_[t].agents.size(); ++number) {
        agents.push_back(agent(t, number));
      }
    }
    for (ThreadId t = 0; t < count; ++t) {
      leaveAgentsOut(t);
    }
    for (ThreadId t = 0; t < count; ++t) {
      meetAgents(t);
    }
    std::ranges::move(agents, std::back_inserter(threads_));
  }

 private:
  /// The sizes of elements, and the levels that memory is ordered at.
  void note(const ResidualOperation& operation) {
    if (const auto* access = std::get_if<SharedAccess>(&operation)) {
      if (access->access->atomicity && access->access->atomicity->level > kGroupLevel) {
        levels_.insert(access->access->atomicity->level);
      }
      for (const std::uint32_t object : objectsOf(*access)) {
        unsigned& size = sizes_[object];
        size = std::gcd(size, access->access->bytes);
      }
    } else if (const auto* fence = std::get_if<Fence>(&operation);
               fence != nullptr && fence->level > kGroupLevel) {
      levels_.insert(fence->level);
    }
  }

  static void requireIssued(const WrittenThread& thread) {
    if (thread.agents.empty()) {
      return;
    }
    if (thread.fewestAgents < thread.agents.size()) {
      throw Refusal{
          thread.agents[thread.fewestAgents].origin,
          "whether a thread issues an asynchronous operation depends on values that are read from memory"};
    }
  }

  std::vector<ResidualStep> meet(const Meeting& meeting, std::uint32_t origin) {
    const auto [known, fresh] =
        numbers_.emplace(meeting, kFirstMeeting + static_cast<Value>(numbers_.size() * levels_.size()));
    std::vector<ResidualStep> steps;
    Value number = known->second;
    for (const std::uint32_t level : levels_) {
      KnownBarrier barrier;
      barrier.level = kGroupLevel;
      barrier.number = number++;
      barrier.amongNamed = true;
      barrier.fences = false;
      if (level != kGroupLevel) {
        barrier.memoryLevel = level;
      }
      steps.push_back({barrier, origin});
    }
    return steps;
  }

  WrittenThread agent(ThreadId thread, std::uint32_t number) {
    const AsyncAgent& what = threads_[thread].agents[number];
    WrittenThread made;
    made.owner = thread;
    ResidualBlock& block = made.code.blocks.emplace_back();
    block.origin = what.origin;
    const auto meets = [&](const Meeting& meeting) {
      std::ranges::move(meet(meeting, what.origin), std::back_inserter(block.steps));
    };
    meets({thread, std::nullopt, number, true});
    if (what.arrival != nullptr) {
      for (const std::uint32_t copy : what.behind) {
        meets({thread, number, copy, false});
      }
      arrive(what, made.code);
      return made;
    }
    copy(what, made.code);
    for (const std::optional<std::uint32_t>& by : what.awaitedBy) {
      meets({thread, by, number, false});
    }
    return made;
  }

  static void arrive(const AsyncAgent& what, ResidualThread& code) {
    code.registers = {"before", ""};
    SharedAccess access{what.arrival, {what.to, nullptr, {}, what.to.space}};
    access.targets.push_back({{{0, 64, 0}}, 64});
    access.values.push_back({{0, 64, constant(1)}});
    code.blocks.front().steps.push_back({std::move(access), what.origin});
    const auto field = [](phase_barrier::Field f) {
      return binary(BinaryOp::And,
                    binary(BinaryOp::Shr, registerRef(0), constant(f.shift), IntegerKind{64, false}),
                    constant(static_cast<Value>(f.mask())), IntegerKind{64, false});
    };
    const ExprPtr defined =
        binary(BinaryOp::LogicalAnd,
               binary(BinaryOp::Ne, field(phase_barrier::kValid), constant(0), IntegerKind{64, false}),
               binary(BinaryOp::Ne, field(phase_barrier::kPending), constant(0), IntegerKind{64, false}));
    code.blocks.front().steps.push_back(
        {Assign{1, unary(UnaryOp::Assert, defined, kOfBarrierObject)}, what.origin});
  }

  /// As large as the elements in which others access the two objects.
  unsigned elementOf(const AsyncAgent& what) const {
    unsigned size = 0;
    for (const std::uint32_t object : {what.to.object, what.from.object}) {
      const auto known = sizes_.find(object);
      size = std::gcd(
          size, known == sizes_.end() || (what.given == 0 && object != what.to.object) ? 0U : known->second);
    }
    size = std::gcd(size == 0 ? kWordBytes : std::min(size, kLargestElement), what.bytes);
    return std::gcd(size, what.given);
  }

  void copy(const AsyncAgent& what, ResidualThread& code) {
    const unsigned size = elementOf(what);
    const unsigned bits = size * kBitsOfByte;
    std::vector<StoredWord> values;
    Access& load = accesses_.emplace_back();
    load.space = Space::Global;
    load.reads = true;
    load.bytes = size;
    SharedAccess loaded{&load, {what.from, nullptr, {}, what.from.space}};
    const bool allKnown = std::ranges::all_of(what.known, [](const auto& byte) { return byte.has_value(); });
    for (unsigned at = 0; at < what.bytes; at += size) {
      if (at >= what.given) {
        values.push_back({{0, bits, constant(0)}});
      } else if (allKnown) {
        std::uint64_t number = 0;
        for (unsigned b = 0; b < size; ++b) {
          number |= std::uint64_t{*what.known[at + b]} << (b * kBitsOfByte);
        }
        values.push_back({{0, bits, expressionOf(ThreadValue::known(number))}});
      } else {
        const auto reg = static_cast<RegisterId>(code.registers.size());
        code.registers.emplace_back("copied");
        load.targets.emplace_back(0);
        loaded.targets.push_back({{{0, bits, reg}}, bits});
        values.push_back({{0, bits, registerRef(reg)}});
      }
    }
    std::vector<ResidualStep>& steps = code.blocks.front().steps;
    if (!loaded.targets.empty()) {
      steps.push_back({std::move(loaded), what.origin});
    }
    Access& store = accesses_.emplace_back();
    store.space = Space::Shared;
    store.writes = true;
    store.bytes = size;
    store.values.resize(values.size());
    SharedAccess stored{&store, {what.to, nullptr, {}, what.to.space}};
    stored.values = std::move(values);
    steps.push_back({std::move(stored), what.origin});
  }

  /// Where a thread starts agents and waits for them, it meets them.
  void meetAgents(ThreadId t) {
    for (ResidualBlock& block : threads_[t].code.blocks) {
      std::vector<ResidualStep> steps;
      for (ResidualStep& step : block.steps) {
        if (const auto* start = std::get_if<StartAgent>(&step.operation)) {
          std::ranges::move(meet({t, std::nullopt, start->number, true}, step.origin),
                            std::back_inserter(steps));
        } else if (const auto* join = std::get_if<JoinAgents>(&step.operation)) {
          for (const std::uint32_t number : join->numbers) {
            std::ranges::move(meet({t, std::nullopt, number, false}, step.origin), std::back_inserter(steps));
          }
        } else {
          steps.push_back(std::move(step));
        }
      }
      block.steps = std::move(steps);
    }
  }

  /// Agents are no threads of the block: its barriers are among the threads that come to them.
  void leaveAgentsOut(ThreadId t) {
    for (ResidualBlock& block : threads_[t].code.blocks) {
      for (ResidualStep& step : block.steps) {
        KnownBarrier* barrier = std::get_if<KnownBarrier>(&step.operation);
        if (auto* vote = std::get_if<KnownVote>(&step.operation)) {
          barrier = &vote->barrier;
        }
        if (barrier == nullptr || barrier->level != kGroupLevel || barrier->count || barrier->amongNamed) {
          continue;
        }
        requireAllCome(t, step, barrier->number);
        barrier->amongNamed = true;
      }
    }
  }

  /// A thread that never comes to a barrier of its block is waited for until it ends. That is known of what
  /// waits for no one.
  void requireAllCome(ThreadId t, const ResidualStep& step, Value number) const {
    for (ThreadId other = 0; other < facts_.grid.threadCount(); ++other) {
      if (facts_.grid.groupOf(other) == facts_.grid.groupOf(t) && !comesTo(threads_[other], number) &&
          mayWait(threads_[other])) {
        throw Refusal{
            step.origin,
            "a barrier that some thread that may wait never reaches, combined with asynchronous operations, is not "
            "supported"};
      }
    }
  }
  static const KnownBarrier* barrierIn(const ResidualStep& step) {
    if (const auto* vote = std::get_if<KnownVote>(&step.operation)) {
      return &vote->barrier;
    }
    return std::get_if<KnownBarrier>(&step.operation);
  }
  static bool comesTo(const WrittenThread& thread, Value number) {
    bool any = false;
    forEachStep(thread, [&](const ResidualStep& step) {
      const KnownBarrier* barrier = barrierIn(step);
      any = any || (barrier != nullptr && barrier->level == kGroupLevel && barrier->number == number);
    });
    return any;
  }
  static bool mayWait(const WrittenThread& thread) {
    bool any = false;
    forEachStep(thread, [&](const ResidualStep& step) { any = any || barrierIn(step) != nullptr; });
    if (any) {
      return true;
    }
    for (std::uint32_t b = 0; b < thread.code.blocks.size(); ++b) {
      for (const auto& next : {thread.code.blocks[b].next, thread.code.blocks[b].taken}) {
        if (next && *next <= b) {
          return true;
        }
      }
    }
    return false;
  }

  const LaunchFacts& facts_;
  std::vector<WrittenThread>& threads_;
  std::deque<Access>& accesses_;
  std::map<std::uint32_t, unsigned> sizes_;  ///< by object
  std::set<std::uint32_t> levels_{kGroupLevel};
  std::map<Meeting, Value> numbers_;
};

}  // namespace

void addAsyncAgents(const LaunchFacts& facts, std::vector<WrittenThread>& threads,
                    std::deque<Access>& accesses) {
  AgentMaker(facts, threads, accesses).run();
}

}  // namespace hrfcheck::frontend::lowlevel
