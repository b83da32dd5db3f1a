#include "program/agents/wavefront_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "program/agents/post_dominators.h"
#include "program/agents/same_instructions.h"
#include "program/flow/control_flow.h"
#include "program/symmetry/same_code.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {
namespace {

/// Instructions between two actions; tests have tens.
constexpr unsigned kMostSteps = 100'000;

constexpr LaneMask laneBit(std::size_t lane) {
  return LaneMask{1} << lane;
}

template <typename Visit>
void eachLane(LaneMask lanes, const Visit& visit) {
  for (; lanes != 0; lanes &= lanes - 1) {
    visit(static_cast<std::size_t>(std::countr_zero(lanes)));
  }
}

}  // namespace

struct WavefrontAgent::Entry {
  std::uint32_t reconvergence;
  std::uint32_t at;
  LaneMask lanes;
};

/// The stack, as it is in AgentState::control: four words an entry, and behind them the branch whose two
/// sides, the last two entries, have not been put in an order yet.
class WavefrontAgent::Stack {
 public:
  explicit Stack(const std::vector<std::uint32_t>& control) {
    std::size_t i = 0;
    for (; i + kWords <= control.size(); i += kWords) {
      entries.push_back(
          {control[i], control[i + 1], control[i + 2] | LaneMask{control[i + 3]} << kBitsOfWord});
    }
    if (i < control.size()) {
      undecided = control[i];
    }
  }

  std::vector<std::uint32_t> control() const {
    std::vector<std::uint32_t> words;
    for (const Entry& entry : entries) {
      words.insert(words.end(), {entry.reconvergence, entry.at, static_cast<std::uint32_t>(entry.lanes),
                                 static_cast<std::uint32_t>(entry.lanes >> kBitsOfWord)});
    }
    if (undecided) {
      words.push_back(*undecided);
    }
    return words;
  }

  Entry& top() { return entries.back(); }

  /// Drops what has nothing to execute any more.
  void settle() {
    std::erase_if(entries, [](const Entry& e) { return e.lanes == 0 || e.at == e.reconvergence; });
  }

  /// Takes lanes out of everything: they have ended.
  void end(LaneMask lanes) {
    for (Entry& entry : entries) {
      entry.lanes &= ~lanes;
    }
  }

  std::vector<Entry> entries;
  std::optional<std::uint32_t> undecided;

 private:
  static constexpr std::size_t kWords = 4;
  static constexpr unsigned kBitsOfWord = 32;
};

WavefrontAgent::WavefrontAgent(const Program& program, std::vector<ThreadId> lanes)
    : Agent(std::move(lanes)),
      program_(&program),
      code_(&program.threads[this->lanes().front()]),
      reconvergence_(immediatePostDominators(*code_)) {
  INVARIANT(haveSameControlFlow(program, this->lanes()), "a wavefront has one control flow");
  for (const ThreadId lane : this->lanes()) {
    runners_.emplace_back(program, lane, CodeRunner::Fences::Pass);
  }
  checkReconvergence();
}

void WavefrontAgent::checkReconvergence() const {
  for (std::uint32_t i = 0; i < code().size(); ++i) {
    const auto* said = std::get_if<ReconvergenceOp>(&code()[i].operation);
    if (said == nullptr) {
      continue;
    }
    std::uint32_t branch = i + 1;
    while (branch < code().size() && exitsOf(*code_, branch).next == exitsOf(*code_, branch).taken) {
      ++branch;
    }
    if (branch == code().size()) {
      throw UserError(code()[i].place, "no branch follows that could make lanes part");
    }
    if (reconvergence_[branch] != said->target) {
      const std::string& name = code_->name;
      throw UserError(code()[i].place,
                      fmt::format("lanes that part at {}:{} come together at {}:{}, not at {}:{}", name,
                                  branch, name, reconvergence_[branch], name, said->target),
                      "the reconvergence point of a branch is its immediate post-dominator");
    }
  }
}

AgentState WavefrontAgent::start() const {
  AgentState state;
  Stack stack({});
  stack.entries.push_back({static_cast<std::uint32_t>(code().size()), 0, 0});
  for (std::size_t lane = 0; lane < lanes().size(); ++lane) {
    state.lanes.push_back(runners_[lane].start());
    stack.top().lanes |= laneBit(lane);
  }
  state.control = stack.control();
  return state;
}

std::vector<Action> WavefrontAgent::next(AgentState& state) const {
  Stack stack(state.control);
  for (unsigned steps = 0; steps < kMostSteps; ++steps) {
    stack.settle();
    if (stack.entries.empty()) {
      state.control.clear();
      return {Action{}};
    }
    if (const auto actions = step(state, stack)) {
      state.control = stack.control();
      return *actions;
    }
  }
  state.control = stack.control();
  Action action{Action::Kind::Diverges, stack.top().at};
  action.lanes = stack.top().lanes;
  return {action};
}

/// One instruction of the entry on top, as far as nobody else sees it; else the actions to choose from.
std::optional<std::vector<Action>> WavefrontAgent::step(AgentState& state, Stack& stack) const {
  if (stack.undecided) {
    std::vector<Action> sides;
    for (auto side = stack.entries.end() - 2; side != stack.entries.end(); ++side) {
      Action action{Action::Kind::Diverge, *stack.undecided};
      action.lanes = side->lanes;
      sides.push_back(action);
    }
    return sides;
  }
  Entry& top = stack.top();
  const std::uint32_t at = top.at;
  const ThreadId first = lanes()[static_cast<std::size_t>(std::countr_zero(top.lanes))];
  const bool exits = std::holds_alternative<ExitOp>(program_->threads[first].instructions[at].operation);
  std::vector<Action> actions;
  LaneMask passing = 0;
  eachLane(top.lanes, [&](std::size_t lane) {
    LocalState& here = state.lanes[lane];
    if (here.at != at) {
      return;  // has done it
    }
    if (auto action = runners_[lane].step(here)) {
      action->lanes = laneBit(lane);
      actions.push_back(*action);
    } else {
      passing |= laneBit(lane);
    }
  });
  if (!actions.empty()) {
    // Others may see the instruction, which these lanes' predicates do not let them execute: they pass over
    // it with the wavefront, not before.
    eachLane(passing, [&](std::size_t lane) { state.lanes[lane].at = at; });
    return together(state, stack, actions);
  }
  if (exits) {
    LaneMask ended = 0;
    eachLane(top.lanes, [&](std::size_t lane) {
      ended |= state.lanes[lane].at == code().size() && at + 1 != code().size() ? laneBit(lane) : 0;
    });
    if (at + 1 == code().size()) {
      ended = top.lanes;
    }
    stack.end(ended);
  }
  divide(state, stack);
  return std::nullopt;
}

/// What lanes do at one instruction that others may see.
std::optional<std::vector<Action>> WavefrontAgent::together(AgentState& state, Stack& stack,
                                                            const std::vector<Action>& actions) const {
  const auto fault = std::ranges::find(actions, Action::Kind::Fault, &Action::kind);
  if (fault != actions.end()) {
    return std::vector{*fault};
  }
  if (actions.front().kind == Action::Kind::Vote) {
    vote(state, actions);
    stack.top().at += 1;
    return std::nullopt;
  }
  if (actions.front().kind != Action::Kind::Barrier) {
    return actions;
  }
  Action arrival = actions.front();
  for (const Action& action : actions) {
    arrival.lanes |= action.lanes;
  }
  arrival.arrivals = static_cast<std::uint32_t>(lanes().size());
  return std::vector{arrival};
}

void WavefrontAgent::vote(AgentState& state, const std::vector<Action>& ballots) const {
  const auto votes = [](const Action& ballot) { return !ballot.abstains; };
  const auto yes = [](const Action& ballot) { return ballot.abstains || ballot.operand != 0; };
  const bool any = std::ranges::any_of(ballots, [&](const Action& b) { return votes(b) && yes(b); });
  const bool all = std::ranges::all_of(ballots, yes);
  for (const Action& ballot : ballots) {
    const std::size_t lane = ballot.lane();
    const auto& instruction = runners_[lane].instruction(ballot);
    const bool passed = std::get<VoteOp>(instruction.operation).vote == Vote::Any ? any : all;
    runners_[lane].complete(state.lanes[lane], ballot, std::optional<Value>(passed ? 1 : 0));
  }
}

/// Goes on after an instruction that all active lanes have executed: together, or in two parts.
void WavefrontAgent::divide(const AgentState& state, Stack& stack) const {
  Entry& top = stack.top();
  if (top.lanes == 0) {
    return;
  }
  const std::uint32_t branch = top.at;
  const std::uint32_t first = state.lanes[std::countr_zero(top.lanes)].at;
  LaneMask like = 0;
  std::uint32_t second = first;
  eachLane(top.lanes, [&](std::size_t lane) {
    if (state.lanes[lane].at == first) {
      like |= laneBit(lane);
    } else {
      second = state.lanes[lane].at;
    }
  });
  const LaneMask others = top.lanes & ~like;
  top.at = first;
  if (others == 0) {
    return;
  }
  const std::uint32_t meet = reconvergence_[branch];
  top.at = meet;
  std::size_t sides = 0;
  for (const Entry& side : std::array{Entry{meet, first, like}, Entry{meet, second, others}}) {
    if (side.at != meet) {
      stack.entries.push_back(side);
      ++sides;
    }
  }
  if (sides == 2) {
    stack.undecided = branch;
  }
}

void WavefrontAgent::complete(AgentState& state, const Action& action, const Seen& seen) const {
  if (action.kind == Action::Kind::Diverge) {
    Stack stack(state.control);
    INVARIANT(stack.undecided == action.instruction, "the wavefront stands before a choice of sides");
    if (stack.top().lanes != action.lanes) {
      std::swap(stack.entries[stack.entries.size() - 2], stack.entries.back());
    }
    stack.undecided.reset();
    state.control = stack.control();
    return;
  }
  eachLane(action.lanes, [&](std::size_t lane) { runners_[lane].complete(state.lanes[lane], action, seen); });
}

LaneMask WavefrontAgent::active(const AgentState& state) const {
  Stack stack(state.control);
  if (stack.entries.empty()) {
    return 0;
  }
  return stack.undecided ? stack.top().lanes | stack.entries[stack.entries.size() - 2].lanes
                         : stack.top().lanes;
}

LaneMask WavefrontAgent::live(const AgentState& state) const {
  LaneMask lanes = 0;
  for (const Entry& entry : Stack(state.control).entries) {
    lanes |= entry.lanes;
  }
  return lanes;
}

bool WavefrontAgent::executesLike(const Agent& other) const {
  const auto* wavefront = dynamic_cast<const WavefrontAgent*>(&other);
  return wavefront != nullptr && std::ranges::equal(lanes(), wavefront->lanes(), [&](ThreadId a, ThreadId b) {
           return sameCode(program_->threads[a], wavefront->program_->threads[b]);
         });
}

}  // namespace hrfcheck::inline program
