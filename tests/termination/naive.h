#pragma once

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "program/agents/code_runner.h"
#include "program/ir/scheduler.h"

namespace hrfcheck::test {

/// The LTS of a small program made in the plainest way, with nothing forgotten, and termination by fixpoints
/// over sets of states.
class NaiveProgress {
 public:
  explicit NaiveProgress(std::shared_ptr<const Program> program);

  /// Every maximal schedule that the scheduler allows ends with all threads finished. No levels.
  bool terminates(const SchedulerSpec& spec) const;
  std::size_t states() const { return edges_.size(); }

 private:
  struct State {
    std::vector<Value> memory;
    std::vector<LocalState> threads;
    /// By barrier and thread, the arrivals that not all have answered yet (or, with a count, all arrivals, in
    /// the entry of thread 0).
    std::map<std::tuple<ScopeInstanceId, Value, Value, bool>, std::vector<unsigned>> arrivals;
    /// How often threads have arrived at instructions that are barriers for those whose code names them.
    std::map<std::pair<ThreadId, std::uint32_t>, unsigned> came;
    std::set<ThreadId> waiting;
    std::set<ThreadId> executed;
    friend auto operator<=>(const State&, const State&) = default;
  };
  using States = std::set<std::size_t>;

  State after(State state, ThreadId t) const;
  void settle(State& state, ThreadId t) const;
  bool metByAll(const State& state, ThreadId t, const Action& action) const;
  bool released(const State& state, ThreadId t) const;
  std::set<ThreadId> fair(Scheduler scheduler, std::size_t s) const;
  bool weakLoop(Scheduler scheduler) const;
  bool strongLoop(Scheduler scheduler) const;
  States reach(const States& inside, const States& from) const;

  std::shared_ptr<const Program> program_;
  std::vector<CodeRunner> runners_;
  std::vector<State> states_;
  std::vector<std::map<ThreadId, std::size_t>> edges_;  ///< by state; the keys are who can go on
  bool deadlock_ = false;
};

}  // namespace hrfcheck::test
