#include "program/agents/thread_agent.h"

#include "program/symmetry/same_code.h"

namespace hrfcheck::inline program {

ThreadAgent::ThreadAgent(const Program& program, ThreadId thread, CodeRunner::Fences fences)
    : Agent({thread}), thread_(&program.threads[thread]), runner_(program, thread, fences) {}

AgentState ThreadAgent::start() const {
  return {{runner_.start()}, {}};
}

std::vector<Action> ThreadAgent::next(AgentState& state) const {
  return {runner_.next(state.lanes.front())};
}

void ThreadAgent::complete(AgentState& state, const Action& action, const Seen& seen) const {
  runner_.complete(state.lanes.front(), action, seen);
}

LaneMask ThreadAgent::live(const AgentState& state) const {
  return state.lanes.front().at < thread_->instructions.size() ? 1 : 0;
}

bool ThreadAgent::executesLike(const Agent& other) const {
  const auto* thread = dynamic_cast<const ThreadAgent*>(&other);
  return thread != nullptr && sameCode(*thread_, *thread->thread_);
}

}  // namespace hrfcheck::inline program
