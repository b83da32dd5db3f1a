#include "frontend/lowlevel/async_agents.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "frontend/lowlevel/async_agent_code.h"
#include "frontend/lowlevel/module/module.h"
#include "frontend/lowlevel/residual/residual_parts.h"
#include "program/ir/ptx_marks.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

/// Numbers of barriers at which agents meet are behind those of all others.
constexpr Value kFirstMeeting = 1000;

/// When a thread meets one of its agents.
enum class Moment { Begins, SourceIsRead, Ends };

/// Two that meet: a thread or its agents, by number.
struct Meeting {
  ThreadId thread = 0;
  std::optional<std::uint32_t> first = std::nullopt;  ///< nothing: the thread
  std::uint32_t second = 0;
  Moment when = Moment::Ends;

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

  /// One end of a meeting is that of a thread, or of its agent.
  enum class Side { Thread, Agent };

  /// Where an agent begins, and where it says that it is done. Copies say so to an arrival, which then says
  /// so for them.
  static std::vector<std::string> marksOf(const Meeting& meeting, Side of) {
    if (meeting.when == Moment::Begins) {
      return {kMarkIssue};
    }
    return {of == Side::Agent || meeting.first ? kMarkComplete : kMarkAwait};
  }

  /// Two meet. Where the agent goes on writing, what its thread has done before comes before none of that.
  std::vector<ResidualStep> meet(const Meeting& meeting, std::uint32_t origin, Side of) {
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
      barrier.marks = marksOf(meeting, of);
      if (meeting.when == Moment::SourceIsRead) {
        barrier.order = of == Side::Agent ? Order::Release : Order::Acquire;
      }
      if (level != kGroupLevel) {
        barrier.memoryLevel = level;
      }
      steps.push_back({barrier, origin});
    }
    return steps;
  }

  WrittenThread agent(ThreadId thread, std::uint32_t number) {
    const AsyncAgent& what = threads_[thread].agents[number];
    AsyncAgentCode code = codeOf(what, sizes_, accesses_);
    WrittenThread made;
    made.owner = thread;
    made.code = std::move(code.thread);
    ResidualBlock& block = made.code.blocks.emplace_back();
    block.origin = what.origin;
    const auto add = [&](std::vector<ResidualStep> steps) {
      std::ranges::move(steps, std::back_inserter(block.steps));
    };
    add(meet({thread, std::nullopt, number, Moment::Begins}, what.origin, Side::Agent));
    for (const std::uint32_t copy : what.behind) {
      add(meet({thread, number, copy, Moment::Ends}, what.origin, Side::Agent));
    }
    add(std::move(code.reads));
    if (what.sourceAwaited) {
      add(meet({thread, std::nullopt, number, Moment::SourceIsRead}, what.origin, Side::Agent));
    }
    add(std::move(code.writes));
    add(std::move(code.completes));
    for (const std::optional<std::uint32_t>& by : what.awaitedBy) {
      add(meet({thread, by, number, Moment::Ends}, what.origin, Side::Agent));
    }
    return made;
  }

  /// Where a thread starts agents and waits for them, it meets them.
  void meetAgents(ThreadId t) {
    for (ResidualBlock& block : threads_[t].code.blocks) {
      std::vector<ResidualStep> steps;
      for (ResidualStep& step : block.steps) {
        if (const auto* start = std::get_if<StartAgent>(&step.operation)) {
          std::ranges::move(meet({t, std::nullopt, start->number, Moment::Begins}, step.origin, Side::Thread),
                            std::back_inserter(steps));
        } else if (const auto* join = std::get_if<JoinAgents>(&step.operation)) {
          const Moment when = join->sources ? Moment::SourceIsRead : Moment::Ends;
          for (const std::uint32_t number : join->numbers) {
            std::ranges::move(meet({t, std::nullopt, number, when}, step.origin, Side::Thread),
                              std::back_inserter(steps));
          }
        } else {
          steps.push_back(std::move(step));
        }
      }
      block.steps = std::move(steps);
    }
  }

  /// Agents are no threads of the block or the cluster: its barriers are among the threads that come to them.
  void leaveAgentsOut(ThreadId t) {
    for (ResidualBlock& block : threads_[t].code.blocks) {
      for (ResidualStep& step : block.steps) {
        KnownBarrier* barrier = std::get_if<KnownBarrier>(&step.operation);
        if (auto* vote = std::get_if<KnownVote>(&step.operation)) {
          barrier = &vote->barrier;
        }
        const bool ofBlocks =
            barrier != nullptr && (barrier->level == kGroupLevel || barrier->level == kClusterLevel);
        if (!ofBlocks || barrier->count || barrier->amongNamed) {
          continue;
        }
        requireAllCome(t, step, *barrier);
        barrier->amongNamed = true;
      }
    }
  }

  /// A thread that never comes to a barrier of its block is waited for until it ends. That is known of what
  /// waits for no one.
  void requireAllCome(ThreadId t, const ResidualStep& step, const KnownBarrier& barrier) const {
    const Launches& launches = facts_.launches;
    const auto meet = [&](ThreadId other) {
      return barrier.level == kClusterLevel ? launches.clusterOf(other) == launches.clusterOf(t)
                                            : launches.groupOf(other) == launches.groupOf(t);
    };
    for (ThreadId other = 0; other < launches.threadCount(); ++other) {
      if (meet(other) && !comesTo(threads_[other], barrier) && mayWait(threads_[other])) {
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
  static bool comesTo(const WrittenThread& thread, const KnownBarrier& wanted) {
    bool any = false;
    forEachStep(thread, [&](const ResidualStep& step) {
      const KnownBarrier* barrier = barrierIn(step);
      any = any || (barrier != nullptr && barrier->level == wanted.level && barrier->number == wanted.number);
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
