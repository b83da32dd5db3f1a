#include "machine/timed/program_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "machine/micro_code.h"
#include "program/agents/local_faults.h"
#include "program/ir/operands.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline machine {
namespace {

/// What the steps of an instruction follow from: its kind, and its order, level and whether it is remote;
/// barriers are told apart by their places.
using SequenceKey = std::tuple<std::size_t, int, std::uint32_t, bool, ThreadId, std::uint32_t>;

SequenceKey keyOf(const Operation& operation, ThreadId t, std::uint32_t at) {
  const Atomicity* const atomicity = atomicityOf(operation);
  const bool apart = std::holds_alternative<BarrierOp>(operation);
  return {operation.index(),
          atomicity != nullptr ? static_cast<int>(atomicity->order) : -1,
          atomicity != nullptr ? atomicity->level : 0,
          atomicity != nullptr && atomicity->remote,
          apart ? t : 0,
          apart ? at : 0};
}

}  // namespace

ProgramCode::ProgramCode(const Program& program)
    : program_(&program), meetings_(program), actions_(program.threads.size()) {
  std::map<SequenceKey, std::uint32_t> known;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<std::uint32_t>& mine = operationOf_.emplace_back();
    for (const Instruction& instruction : program.threads[t].instructions) {
      const auto at = static_cast<std::uint32_t>(mine.size());
      const auto [it, fresh] = known.try_emplace(keyOf(instruction.operation, t, at), operations_.size());
      if (fresh) {
        operations_.push_back(instruction);
      }
      mine.push_back(it->second);
    }
    runners_.emplace_back(program, t, CodeRunner::Fences::Stop);
    states_.push_back(runners_.back().start());
  }
}

std::vector<Value> ProgramCode::memory() const {
  std::vector<Value> words;
  for (const MemoryLocation& location : program_->locations) {
    words.push_back(location.initial);
  }
  return words;
}

TimedOp ProgramCode::next(ThreadId t) {
  const Action action = actions_[t] = runners_[t].next(states_[t]);
  TimedOp op;
  switch (action.kind) {
    case Action::Kind::End:
      return op;
    case Action::Kind::Diverges:
      op.kind = TimedOp::Kind::Diverges;
      return op;
    case Action::Kind::Load:
      op.kind = TimedOp::Kind::Load;
      break;
    case Action::Kind::Store:
      op.kind = TimedOp::Kind::Store;
      break;
    case Action::Kind::Rmw:
      op.kind = TimedOp::Kind::Rmw;
      break;
    case Action::Kind::Fence:
      op.kind = TimedOp::Kind::Fence;
      break;
    case Action::Kind::Barrier:
      op.kind = TimedOp::Kind::Meeting;
      op.operand = static_cast<Value>(meetings_.at(t, action.instruction).together.size());
      op.location = meetings_.at(t, action.instruction).number;
      op.operation = operationOf_[t][action.instruction];
      return op;
    default: {
      const Instruction& instruction = program_->threads[t].instructions[action.instruction];
      throw UserError(instruction.place,
                      action.kind == Action::Kind::Fault
                          ? fmt::format("'{}': {} in a run of the machine", instruction.text,
                                        whatIsWrong(*program_, instruction, states_[t]))
                          : fmt::format("machines cannot run '{}'", instruction.text));
    }
  }
  op.operation = operationOf_[t][action.instruction];
  op.location = action.location;
  op.operand = action.operand;
  op.expected = action.expected;
  return op;
}

void ProgramCode::complete(ThreadId t, const TimedOp&, Value read) {
  runners_[t].complete(states_[t], actions_[t],
                       actions_[t].reads() ? Seen(std::optional<Value>(read)) : Seen());
}

std::vector<LocationId> ProgramCode::meetingsWithoutEnded(ThreadId t) const {
  std::set<LocationId> numbers;
  for (ThreadId other = 0; other < program_->threads.size(); ++other) {
    const std::vector<Instruction>& code = program_->threads[other].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      const Meeting& meeting = meetings_.at(other, i);
      if (!meeting.waitsForTheEnded && std::ranges::binary_search(meeting.together, t)) {
        numbers.insert(meeting.number);
      }
    }
  }
  return {numbers.begin(), numbers.end()};
}

std::optional<Value> ProgramCode::written(ThreadId t, const TimedOp&, Value old) {
  const Instruction& instruction = program_->threads[t].instructions[actions_[t].instruction];
  if (faultsOn(instruction, actions_[t], old)) {
    throw UserError(
        instruction.place,
        fmt::format("'{}': address computed from integers in a run of the machine", instruction.text));
  }
  return writtenBy(instruction, actions_[t], old);
}

}  // namespace hrfcheck::inline machine
