#include "termination/pair_agent.h"

#include "program/agents/thread_agent.h"

namespace hrfcheck::test {

PairAgent::PairAgent(const Program& program, ThreadId first, ThreadId second) : Agent({first, second}) {
  for (const ThreadId t : lanes()) {
    runners_.emplace_back(program, t, CodeRunner::Fences::Pass);
  }
}

AgentState PairAgent::start() const {
  // `control` is one word: the lanes that have had their access in this round.
  return {{runners_[0].start(), runners_[1].start()}, {0}};
}

std::vector<Action> PairAgent::next(AgentState& state) const {
  std::vector<Action> actions;
  for (std::uint32_t lane = 0; lane < runners_.size(); ++lane) {
    Action action = runners_[lane].next(state.lanes[lane]);
    action.lanes = LaneMask{1} << lane;
    if (action.kind == Action::Kind::End) {
      state.control[0] |= 1U << lane;
    } else if ((state.control[0] >> lane & 1U) == 0) {
      actions.push_back(action);
    }
  }
  if (!actions.empty()) {
    return actions;
  }
  state.control[0] = 0;
  const bool ended = runners_[0].next(state.lanes[0]).kind == Action::Kind::End &&
                     runners_[1].next(state.lanes[1]).kind == Action::Kind::End;
  return ended ? std::vector<Action>{{}} : next(state);
}

void PairAgent::complete(AgentState& state, const Action& action, const Seen& seen) const {
  runners_[action.lane()].complete(state.lanes[action.lane()], action, seen);
  state.control[0] |= 1U << action.lane();
}

LaneMask PairAgent::live(const AgentState& state) const {
  LaneMask lanes = 0;
  for (std::uint32_t lane = 0; lane < runners_.size(); ++lane) {
    LocalState here = state.lanes[lane];
    lanes |= runners_[lane].next(here).kind == Action::Kind::End ? 0 : LaneMask{1} << lane;
  }
  return lanes;
}

bool PairAgent::executesLike(const Agent& other) const {
  return this == &other;
}

std::shared_ptr<const Agents> pairsOf(const Program& program) {
  std::vector<std::shared_ptr<const Agent>> agents;
  ThreadId t = 0;
  for (; t + 1 < program.threads.size(); t += 2) {
    agents.push_back(std::make_shared<PairAgent>(program, t, t + 1));
  }
  if (t < program.threads.size()) {
    agents.push_back(std::make_shared<ThreadAgent>(program, t, CodeRunner::Fences::Pass));
  }
  return std::make_shared<const Agents>(program, std::move(agents));
}

}  // namespace hrfcheck::test
