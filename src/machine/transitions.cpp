// The steps of a machine with a test in it (docs/machines.md, "The machines side by side"): requesters go
// through the steps of their instructions, messages arrive, caches drain, evict and fill.
//
// Reductions (`reduce`), each of which keeps every outcome, every deadlock and the length of the shortest
// path to it:
//
// 1. A step that nobody else can see and that stays possible until it is taken is taken at once, alone. Such
// are:
//    sending messages (Flush, SendInvalidations: they only make deliveries possible), waiting when what is
//    waited for is there (nothing takes an acknowledgement back), a gate in a test without stalls, ending
//    one's own stall where stalls are per requester (what it keeps out cannot happen before it), posting, and
//    the acknowledgement of a marker that has come through the last FIFO of its way, if it sets no stall.
//    Each of these commutes with every step of others, and every way to an outcome or a deadlock contains it:
//    moving it to the front gives a way of the same length. No cycle of states consists of such steps only,
//    as each brings its requester closer to its access (of a fence or barrier: to its last step, which is not
//    among them), or a marker out of a FIFO; so nobody is put off for ever.
// 2. A clean line that no thread below it may read any more (by the code that is left) is the same as none:
// loads
//    and fills are the only steps that look at clean lines. Nor does a cache fill such a line of its own
//    accord.
// 3. When all threads have ended, only dirty lines matter; invalidations that drop or flush them are kept.

#include "machine/transitions.h"

#include <algorithm>

#include "program/agents/agents.h"
#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {

std::uint8_t* Successors::add(const Step& step, const std::uint8_t* from) {
  steps_.push_back(step);
  if (bytes_.size() < steps_.size() * stateSize_) {
    bytes_.resize(std::max(bytes_.size() * 2, steps_.size() * stateSize_));
  }
  std::uint8_t* const to = state(steps_.size() - 1);
  std::copy(from, from + stateSize_, to);
  return to;
}

void Successors::keepOnly(std::size_t i) {
  if (i != 0) {
    std::copy(state(i), state(i) + stateSize_, state(0));
    steps_[0] = steps_[i];
  }
  steps_.resize(1);
}

Transitions::Transitions(const Program& program, const MachineKind& kind, const RuleSet& rules,
                         Hierarchy hierarchy, Environment environment)
    : program_(&program),
      rules_(rules),
      tree_(scopesFor(kind, program), kind.shape(hierarchy)),
      memory_(tree_, rules_),
      requests_(tree_, memory_),
      environment_(environment),
      queuesReorder_(kind.queuesReorder),
      ldsApart_(kind.tests == MachineTests::Amdgpu),
      code_(microCodesOf(tree_, rules_, kind, program)),
      meetings_(program) {
  layout_ = std::make_unique<StateLayout>(tree_, program.threads.size(), program.locations.size(), needs());
  const Agents agents = Agents::threadsOf(program, CodeRunner::Fences::Stop);
  INVARIANT(agents.size() == program.threads.size(), "requesters are agents of one lane");
  for (AgentId a = 0; a < agents.size(); ++a) {
    threads_.emplace_back(program, agents.shared(a));
  }
}

StateLayout::Needs Transitions::needs() {
  StateLayout::Needs needs;
  needs.fills = !rules_[Rule::KillFill];
  for (const std::vector<MicroCode>& thread : code_) {
    for (const MicroCode& code : thread) {
      needs.meanwhile = needs.meanwhile || !code.meanwhile.empty();
      for (const MicroOp& op : code.steps) {
        needs.locks = needs.locks || op.kind == MicroOp::Kind::Lock;
        needs.posts = needs.posts || op.kind == MicroOp::Kind::Post;
        stalls_ = stalls_ || (op.kind == MicroOp::Kind::Flush && op.stalls);
      }
    }
  }
  return needs;
}

std::vector<std::uint8_t> Transitions::initial() {
  std::vector<std::uint8_t> bytes(layout_->size, 0);
  MachineState s(*layout_, bytes.data());
  for (std::uint32_t a = 0; a < program_->locations.size(); ++a) {
    s.setClean(tree_.root(), a, values_.indexOf(program_->locations[a].initial));
  }
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    s.setLocal(t, threads_[t].start());
  }
  return bytes;
}

void Transitions::of(std::uint8_t* state, bool reduce, Successors& out) {
  out.clear();
  const MachineState s(*layout_, state);
  if (!reduce || !suffices(s, out)) {
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      requester(s, t, out);
      messages(s, t, out);
    }
    for (MemoryNodeId n = 0; n < tree_.cacheCount(); ++n) {
      drains(s, n, out);
      early(s, n, out);
      fills(s, n, reduce, out);
    }
  }
  for (std::size_t i = 0; reduce && i < out.size(); ++i) {
    MachineState next(*layout_, out.state(i));
    normalise(next);
  }
}

bool Transitions::ended(const MachineState& s) const {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    if (threads_[t][s.local(t)].action.kind != Action::Kind::End || s.postedMicro(t) != 0) {
      return false;
    }
  }
  return true;
}

bool Transitions::diverges(const MachineState& s) const {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    if (threads_[t][s.local(t)].action.kind == Action::Kind::Diverges) {
      return true;
    }
  }
  return false;
}

bool Transitions::allClean(const MachineState& s) const {
  for (MemoryNodeId n = 0; n < tree_.cacheCount(); ++n) {
    if (s.anyDirty(n)) {
      return false;
    }
  }
  return true;
}

Value Transitions::valueOf(const MachineState& s, const StateVariable& variable) const {
  return variable.isRegister()
             ? threads_[variable.thread][s.local(variable.thread)].state.lanes.front().registers[variable.reg]
             : values_[s.value(tree_.root(), variable.location)];
}

/// Whether one step is enough (1 above); `out` has it then.
bool Transitions::suffices(const MachineState& s, Successors& out) {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    for (const bool posted : {false, true}) {
      const std::size_t micro = posted ? s.postedMicro(t) : s.micro(t);
      if (posted && micro == 0) {
        continue;
      }
      const Turn mine = turn(t, posted ? s.postedLocal(t) : s.local(t), micro, posted);
      if (mine.op != nullptr && silent(mine) && requests_.possible(s, mine.own())) {
        take(s, mine, out);
        return true;
      }
    }
  }
  for (MemoryNodeId n = 0; n < tree_.cacheCount(); ++n) {
    if (s.fifoSize(n) == 0) {
      continue;
    }
    const FifoEntry head = s.fifoAt(n, 0);
    const bool setsStall = head.stalls && !rules_[Rule::StallOnEntry];
    if (head.marker && !setsStall && tree_.nodes()[n].parent == head.target) {
      drains(s, n, out);
      return true;
    }
  }
  return false;
}

bool Transitions::silent(const Turn& turn) const {
  if (turn.last() && !turn.code->accesses()) {
    return false;
  }
  switch (turn.op->kind) {
    case MicroOp::Kind::Gate:
      return !stalls_;
    case MicroOp::Kind::Flush:
    case MicroOp::Kind::Wait:
    case MicroOp::Kind::SendInvalidations:
    case MicroOp::Kind::WaitInvalidations:
    case MicroOp::Kind::Post:
      return true;
    case MicroOp::Kind::Unstall:
      return rules_[Rule::StallPerRequester];
    case MicroOp::Kind::Access:
    case MicroOp::Kind::Invalidate:
    case MicroOp::Kind::Lock:
    case MicroOp::Kind::Unlock:
    case MicroOp::Kind::Meet:
      return false;
  }
  return false;
}

bool Transitions::mayRead(const MachineState& s, MemoryNodeId n, std::uint32_t a) const {
  if (a >= 64) {
    return true;
  }
  for (const ThreadId t : tree_.nodes()[n].threads) {
    if (((threads_[t][s.local(t)].mayRead >> a) & 1U) != 0) {
      return true;
    }
  }
  return false;
}

void Transitions::normalise(MachineState& s) const {
  for (MemoryNodeId n = 0; n < tree_.cacheCount(); ++n) {
    for (std::uint32_t a = 0; a < layout_->locations; ++a) {
      if (s.clean(n, a) && !mayRead(s, n, a)) {
        s.setInvalid(n, a);
      }
      if (layout_->needs.fills && s.fill(n, a) != 0 && !mayRead(s, n, a)) {
        s.setFill(n, a, 0);
      }
    }
  }
  if (!rules_[Rule::KeepDirty] || rules_[Rule::FlushDirty] || !ended(s)) {
    return;
  }
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    s.forget(MachineState::Messages::InvalidationEndingStall, t);
    s.forget(MachineState::Messages::PlainInvalidation, t);
  }
  for (MemoryNodeId n = 0; n < tree_.cacheCount(); ++n) {
    s.endAllStalls(n);
  }
}

}  // namespace hrfcheck::inline machine
