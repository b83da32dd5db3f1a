#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/ir/program.h"
#include "program/settle/partial_value.h"

namespace hrfcheck::inline program {

/// What is left of one instruction of a thread.
struct ResidualInstruction {
  std::uint32_t number = 0;  ///< of the instruction, in the thread as it was
  Operation operation;       ///< where it goes is a place of the residue
  bool predicated = false;   ///< it keeps the predicate
  /// Of a barrier at which arrivals are counted: which of the thread's arrivals there it is.
  std::optional<std::uint32_t> arrival = std::nullopt;
  std::uint32_t barrier = 0;  ///< its number, then
  bool leftOut = false;       ///< a barrier that nobody needs (needless_barriers.h)
};

/// The code that is left of a thread, as it is written down while the thread is run with what is known.
class Residue {
 public:
  Residue(const Thread& thread, std::vector<RegisterId> observed);

  const KnownRegisters& known() const { return known_; }
  const std::vector<ResidualInstruction>& code() const { return code_; }
  std::vector<ResidualInstruction>& code() { return code_; }
  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.size()); }

  /// A register has this value; no instruction is needed for it.
  void set(RegisterId reg, Value value, std::uint32_t instruction);
  /// What a register holds is for executions to find out.
  void forget(RegisterId reg);
  /// A register holds the result of an update that is left out, of which nobody is to make use.
  void expectUnused(RegisterId reg, LocationId updated);
  /// Locations with updates whose results are used, against what was expected.
  const std::vector<LocationId>& usedAfterAll() const { return usedAfterAll_; }
  /// An instruction, whose operands are put in as far as they are known.
  ResidualInstruction& write(std::uint32_t instruction, Operation operation, bool predicated = false);
  /// The instructions of a part of the code, as they are, from one on. Control leaves it for `end`, which is
  /// none of them, and is then behind what was written.
  void writePart(const std::vector<std::uint32_t>& instructions, std::uint32_t from, std::uint32_t end);
  /// The thread has ended: what is looked at of its registers is put into them.
  void finish();

  /// The thread's instructions from what is left.
  std::vector<Instruction> instructions() const;

 private:
  /// Puts what is known of a register into it.
  void materialise(RegisterId reg);
  /// Its value is looked at.
  void use(RegisterId reg);
  void useAll(const Operation& operation);
  void materialiseAll(const Operation& operation);

  const Thread& thread_;
  std::vector<RegisterId> observed_;
  KnownRegisters known_;
  std::vector<bool> inCode_;                       ///< by register: it holds what is known of it
  std::vector<std::uint32_t> assignedAt_;          ///< by register: where it got what is known of it
  std::vector<std::optional<LocationId>> unused_;  ///< by register: which update's result it holds
  std::vector<LocationId> usedAfterAll_;
  std::vector<ResidualInstruction> code_;
};

}  // namespace hrfcheck::inline program
