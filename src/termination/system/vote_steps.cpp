// Votes of lanes that are scheduled by themselves: a vote ends when every lane of the wavefront has come to
// it. (A wavefront that is scheduled as a whole votes by itself: program/agents/wavefront_agent.h.)

#include <algorithm>

#include "program/agents/thread_agent.h"
#include "program/ir/scope_levels.h"
#include "termination/system/interleaving.h"

namespace hrfcheck::inline termination {
namespace {

bool hasVotes(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return std::holds_alternative<VoteOp>(instruction.operation);
    });
  });
}

}  // namespace

void Interleaving::findVoters() {
  if (!rules_.lanesVote || !hasVotes(*program_)) {
    refuseVotes();
    return;
  }
  for (const ScopeInstance& scope : program_->scopes.instances()) {
    if (scope.level == kWaveLevel) {
      wavefronts_.push_back(agents_->agentsAmong(scope.agents));
    }
  }
}

/// Threads that are nobody's lanes cannot vote; wavefronts do it by themselves.
void Interleaving::refuseVotes() const {
  for (ThreadId t = 0; t < program_->threads.size(); ++t) {
    const bool thread = dynamic_cast<const ThreadAgent*>(&(*agents_)[agents_->agentOf(t)]) != nullptr;
    for (const Instruction& instruction : program_->threads[t].instructions) {
      if (thread && std::holds_alternative<VoteOp>(instruction.operation)) {
        throw UserError(instruction.place, "only the lanes of a wavefront vote",
                        "choose --simt its or --simt stack");
      }
    }
  }
}

/// Ends a vote that every lane of the wavefront has come to, but for those that have ended; whether there was
/// one.
bool Interleaving::endVote(std::vector<std::uint32_t>& words, const std::vector<AgentId>& wavefront) {
  std::vector<AgentId> voters;
  for (const AgentId a : wavefront) {
    const AgentPlace& at = place(words, a);
    if (at.finished()) {
      continue;
    }
    const bool votes = at.waits && at.actions[*at.waits].kind == Action::Kind::Vote;
    if (!votes || (!voters.empty() && at.actions[*at.waits].instruction !=
                                          place(words, voters.front()).actions.front().instruction)) {
      return false;
    }
    voters.push_back(a);
  }
  const auto ballotOf = [&](AgentId a) -> const Action& { return place(words, a).actions.front(); };
  const bool any = std::ranges::any_of(
      voters, [&](AgentId a) { return !ballotOf(a).abstains && ballotOf(a).operand != 0; });
  const bool all = std::ranges::all_of(
      voters, [&](AgentId a) { return ballotOf(a).abstains || ballotOf(a).operand != 0; });
  for (const AgentId a : voters) {
    const auto& vote = std::get<VoteOp>(instructionOf(a, ballotOf(a)).operation);
    const bool passed = vote.vote == Vote::Any ? any : all;
    words[agentWord(a)] = places_[a]->after(words[agentWord(a)], 0, std::optional<Value>(passed ? 1 : 0));
  }
  return !voters.empty();
}

}  // namespace hrfcheck::inline termination
