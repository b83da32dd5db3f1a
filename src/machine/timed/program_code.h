#pragma once

#include <memory>

#include "machine/meetings.h"
#include "machine/timed/timed_code.h"
#include "program/agents/code_runner.h"
#include "program/ir/program.h"

namespace hrfcheck::inline machine {

/// A test or a launched kernel as code for a timed machine; locations are words, one after the other.
class ProgramCode final : public TimedCode {
 public:
  /// @param program must outlive it
  explicit ProgramCode(const Program& program);

  const ScopeTree& scopes() const override { return program_->scopes; }
  std::vector<Value> memory() const override;
  const std::vector<Instruction>& operations() const override { return operations_; }
  /// @throws UserError where the code faults
  TimedOp next(ThreadId t) override;
  void complete(ThreadId t, const TimedOp& op, Value read) override;
  std::optional<Value> written(ThreadId t, const TimedOp& op, Value old) override;
  std::vector<LocationId> meetingsWithoutEnded(ThreadId t) const override;

  Value registerOf(ThreadId t, RegisterId r) const { return states_[t].registers[r]; }

 private:
  const Program* program_;
  Meetings meetings_;
  std::vector<Instruction> operations_;
  std::vector<std::vector<std::uint32_t>> operationOf_;  ///< by thread and instruction
  std::vector<CodeRunner> runners_;
  std::vector<LocalState> states_;
  std::vector<Action> actions_;  ///< that threads stand before
};

}  // namespace hrfcheck::inline machine
