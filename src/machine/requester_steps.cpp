// The steps of requesters (Transitions): an instruction's sequence, one after the other, and what it has
// posted.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "machine/transitions.h"
#include "program/agents/local_faults.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {

Transitions::Turn Transitions::turn(ThreadId t, std::uint16_t local, std::size_t micro, bool posted) const {
  const Action& action = threads_[t][local].action;
  const bool meets = action.kind == Action::Kind::Fence || action.kind == Action::Kind::Barrier;
  if (!action.isAccess() && !meets) {
    return {t, local, micro, posted, &action, nullptr, nullptr};
  }
  const MicroCode& code = code_[t][action.instruction];
  return {t, local, micro, posted, &action, &code, &code.steps[micro]};
}

void Transitions::requester(const MachineState& s, ThreadId t, Successors& out) {
  if (s.postedMicro(t) != 0) {
    take(s, turn(t, s.postedLocal(t), s.postedMicro(t), true), out);
  }
  const Turn mine = turn(t, s.local(t), s.micro(t), false);
  if (mine.op != nullptr) {
    take(s, mine, out);
    takeMeanwhile(s, mine, out);
  }
}

Step Transitions::stepOf(const Turn& turn, Step::Kind kind) const {
  Step step{kind};
  step.posted = turn.posted;
  step.thread = turn.thread;
  step.instruction = turn.action->instruction;
  step.location = turn.action->location;
  const std::size_t at = turn.op->kind == MicroOp::Kind::Access ? turn.op->at : turn.code->k;
  step.node =
      turn.op->kind == MicroOp::Kind::Invalidate ? turn.op->nodes.front() : tree_.path(turn.thread)[at];
  step.other = step.node;
  step.owns = turn.op->owning;
  step.takesCopies = turn.op->withOwnCopies && turn.op->at > 0;
  return step;
}

std::uint8_t* Transitions::addFor(const MachineState& s, const Turn& turn, Step::Kind kind,
                                  Successors& out) const {
  return out.add(stepOf(turn, kind), s.bytes());
}

namespace {

constexpr std::array kKinds = {std::pair{MicroOp::Kind::Gate, Step::Kind::Gate},
                               std::pair{MicroOp::Kind::Flush, Step::Kind::Flush},
                               std::pair{MicroOp::Kind::Wait, Step::Kind::Wait},
                               std::pair{MicroOp::Kind::Invalidate, Step::Kind::Invalidate},
                               std::pair{MicroOp::Kind::Lock, Step::Kind::Lock},
                               std::pair{MicroOp::Kind::Unlock, Step::Kind::Unlock},
                               std::pair{MicroOp::Kind::SendInvalidations, Step::Kind::SendInvalidations},
                               std::pair{MicroOp::Kind::WaitInvalidations, Step::Kind::WaitInvalidations},
                               std::pair{MicroOp::Kind::Unstall, Step::Kind::Unstall},
                               std::pair{MicroOp::Kind::Post, Step::Kind::Post}};

/// Of what neither accesses memory nor meets others.
Step::Kind kindOf(MicroOp::Kind kind) {
  const auto* row = std::ranges::find(kKinds, kind, &decltype(kKinds)::value_type::first);
  INVARIANT(row != kKinds.end(), "every step of an instruction is one of a machine");
  return row->second;
}

}  // namespace

void Transitions::take(const MachineState& s, const Turn& turn, Successors& out) {
  if (turn.op->kind == MicroOp::Kind::Access) {
    access(s, turn, out);
    return;
  }
  if (turn.op->kind == MicroOp::Kind::Meet) {
    meet(s, turn, out);
    return;
  }
  if (!requests_.possible(s, turn.own())) {
    return;
  }
  MachineState next(*layout_, addFor(s, turn, kindOf(turn.op->kind), out));
  if (requests_.apply(next, turn.own())) {
    advance(next, turn);
  } else {
    out.dropLast();
  }
}

/// Those who meet at the barrier that a thread stands before: everyone that it is for, but the ended where it
/// does not wait for them. Nobody while somebody has not come.
std::vector<ThreadId> Transitions::meetingWith(const MachineState& s, const Turn& mine) const {
  const Meeting& meeting = meetings_.at(mine.thread, mine.action->instruction);
  std::vector<ThreadId> come;
  for (const ThreadId t : meeting.together) {
    const Turn other = turn(t, s.local(t), s.micro(t), false);
    const bool there = other.op != nullptr && other.op->kind == MicroOp::Kind::Meet &&
                       meetings_.at(t, other.action->instruction).number == meeting.number;
    if (there) {
      come.push_back(t);
    } else if (meeting.waitsForTheEnded || other.action->kind != Action::Kind::End) {
      return {};
    }
  }
  return come;
}

/// Of those who meet, the first offers the step.
void Transitions::meet(const MachineState& s, const Turn& mine, Successors& out) {
  const std::vector<ThreadId> come = meetingWith(s, mine);
  if (come.empty() || come.front() != mine.thread) {
    return;
  }
  MachineState next(*layout_, addFor(s, mine, Step::Kind::Meet, out));
  for (const ThreadId t : come) {
    advance(next, turn(t, s.local(t), s.micro(t), false));
  }
}

/// The next INV of the own caches that may come at any time before the access (rm_ar.2).
void Transitions::takeMeanwhile(const MachineState& s, const Turn& turn, Successors& out) {
  const MicroCode& code = *turn.code;
  const std::size_t done = s.meanwhile(turn.thread);
  if (done >= code.meanwhile.size() || turn.micro < code.meanwhileFrom) {
    return;
  }
  Step step = stepOf(turn, Step::Kind::Invalidate);
  step.node = step.other = code.meanwhile[done];
  MachineState next(*layout_, out.add(step, s.bytes()));
  if (memory_.invalidate(next, step.node)) {
    next.meanwhile(turn.thread) = static_cast<std::uint8_t>(done + 1);
  } else {
    out.dropLast();
  }
}

/// To the next step, or past the instruction.
void Transitions::advance(MachineState& s, const Turn& turn) {
  const ThreadId t = turn.thread;
  const bool last = turn.last();
  const auto next = static_cast<std::uint8_t>(turn.micro + 1);
  if (turn.posted) {
    s.setPosted(t, last ? 0 : turn.local, last ? 0 : next);
    return;
  }
  const bool posts = turn.op->kind == MicroOp::Kind::Post;
  if (!last && !posts) {
    s.micro(t) = next;
    return;
  }
  if (posts) {
    s.setPosted(t, turn.local, next);
  }
  const std::uint8_t read = s.read(t);
  const auto value = read != 0 ? std::optional<ValueIndex>(static_cast<ValueIndex>(read - 1)) : std::nullopt;
  s.setLocal(t, threads_[t].after(turn.local, value, values_));
  s.micro(t) = 0;
  s.read(t) = 0;
  if (layout_->needs.meanwhile) {
    s.meanwhile(t) = 0;
  }
}

bool Transitions::mayAccess(const MachineState& s, const Turn& turn) const {
  if (s.meanwhile(turn.thread) < turn.code->meanwhile.size()) {
    return false;
  }
  return requests_.letIn(s, turn.own());
}

bool Transitions::keptOut(const MachineState& s, const Turn& turn) const {
  switch (turn.op->kind) {
    case MicroOp::Kind::Gate:
    case MicroOp::Kind::Lock:
      return !requests_.possible(s, turn.own());
    case MicroOp::Kind::Access: {
      const MemoryNodeId n = tree_.path(turn.thread)[turn.op->at];
      return !requests_.letIn(s, turn.own()) ||
             memory_.lockedByOther(s, turn.thread, n, turn.action->location);
    }
    default:
      return false;
  }
}

bool Transitions::keptOut(const MachineState& s, ThreadId t) const {
  const Turn mine = turn(t, s.local(t), s.micro(t), false);
  return (mine.op != nullptr && keptOut(s, mine)) ||
         (s.postedMicro(t) != 0 && keptOut(s, turn(t, s.postedLocal(t), s.postedMicro(t), true)));
}

void Transitions::access(const MachineState& s, const Turn& turn, Successors& out) {
  if (s.latched(turn.thread) != 0 && !turn.posted) {
    answer(s, turn, out);
    return;
  }
  if (!mayAccess(s, turn)) {
    return;
  }
  std::vector<std::uint8_t> before;
  MachineState from = s;
  if (requests_.preparesAccess(turn.own())) {
    before.assign(s.bytes(), s.bytes() + layout_->size);
    from = MachineState(*layout_, before.data());
    if (!requests_.prepareAccess(from, turn.own())) {
      return;
    }
  }
  if (turn.action->kind == Action::Kind::Store) {
    writeOnly(from, turn, out);
    return;
  }
  const MemorySteps::Hits hits = memory_.hits(from, turn.thread, turn.op->at, turn.action->location);
  for (std::size_t i = 0; i < hits.count; ++i) {
    read(from, turn, hits.of[i], out);
  }
}

void Transitions::writeOnly(const MachineState& s, const Turn& turn, Successors& out) {
  MachineState next(*layout_, addFor(s, turn, Step::Kind::Store, out));
  Step& step = out.lastStep();
  step.written = values_.indexOf(turn.action->operand);
  step.writes = true;
  if (memory_.store(next, turn.thread, step.node, turn.action->location, step.written)) {
    advance(next, turn);
  } else {
    out.dropLast();
  }
}

/// A load or the load of an RMW.
void Transitions::read(const MachineState& s, const Turn& turn, const MemorySteps::Hit& hit,
                       Successors& out) {
  const ThreadId t = turn.thread;
  const std::uint32_t a = turn.action->location;
  const bool rmw = turn.action->kind == Action::Kind::Rmw;
  const bool request = !rmw && layout_->needs.fills && hit.at > turn.op->at;
  MachineState next(*layout_, addFor(s, turn,
                                     rmw       ? Step::Kind::Rmw
                                     : request ? Step::Kind::LoadRequest
                                               : Step::Kind::Load,
                                     out));
  Step& step = out.lastStep();
  step.value = s.value(hit.node, a);
  step.other = hit.node;
  next.read(t) = static_cast<std::uint8_t>(step.value + 1);
  if (request) {
    next.latched(t) = hit.at;
    return;
  }
  memory_.install(next, t, turn.op->at, hit.at, a, step.value);
  if (rmw) {
    const Instruction& instruction = program_->threads[t].instructions[turn.action->instruction];
    if (faultsOn(instruction, *turn.action, values_[step.value])) {
      throw UserError(instruction.place,
                      fmt::format("'{}': address computed from integers in an execution of the machine",
                                  instruction.text));
    }
    if (const auto written = writtenBy(instruction, *turn.action, values_[step.value])) {
      step.writes = true;
      step.written = values_.indexOf(*written);
      if (!memory_.store(next, t, step.node, a, step.written)) {
        out.dropLast();
        return;
      }
    }
  }
  advance(next, turn);
}

/// A load's answer arrives, and with it the fill, whatever has happened to the caches meanwhile.
void Transitions::answer(const MachineState& s, const Turn& turn, Successors& out) {
  MachineState next(*layout_, addFor(s, turn, Step::Kind::LoadAnswer, out));
  Step& step = out.lastStep();
  const std::size_t hit = s.latched(turn.thread);
  step.value = static_cast<ValueIndex>(s.read(turn.thread) - 1);
  step.other = tree_.path(turn.thread)[hit];
  memory_.install(next, turn.thread, turn.op->at, hit, turn.action->location, step.value);
  next.latched(turn.thread) = 0;
  advance(next, turn);
}

}  // namespace hrfcheck::inline machine
