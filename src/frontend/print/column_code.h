#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/columns/suffixes.h"
#include "frontend/print/operand_text.h"
#include "frontend/print/print_litmus.h"
#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// Writes the instructions of one thread in columns. What all dialects write alike is here: labels,
/// predicates, operands, and the instructions that touch no memory (frontend/columns/plain_rows.h).
class ColumnCode {
 public:
  /// The program and the dialect must outlive this.
  ColumnCode(const Program& program, ThreadId thread, const Dialect& dialect);
  virtual ~ColumnCode() = default;
  ColumnCode(const ColumnCode&) = delete;
  ColumnCode& operator=(const ColumnCode&) = delete;

  /// @throws UserError at the first instruction that the dialect has no words for
  std::vector<PrintedInstruction> run();

 protected:
  virtual std::string load(const LoadOp& o) const = 0;
  virtual std::string store(const StoreOp& o) const = 0;
  virtual std::string rmw(const RmwOperation& o) const = 0;
  virtual std::string fence(const FenceOp& o) const = 0;
  virtual std::string barrier(const BarrierOp& o) const = 0;
  virtual std::string assign(const AssignOp& o) const;
  // What HSA alone has; elsewhere refused.
  virtual std::string lockLoad(const LockLoadOp& o) const;
  virtual std::string unlockStore(const UnlockStoreOp& o) const;
  virtual std::string vote(const VoteOp& o) const;
  virtual std::string reconvergence(const std::string& label) const;

  /// The instruction that is being written.
  const Instruction& instruction() const { return code().instructions[at_]; }
  const Dialect& dialect() const { return dialect_; }
  const OperandText& operands() const { return operands_; }
  std::string address(const ExprPtr& expr) const;
  std::string value(const ExprPtr& expr) const;
  std::string number(const BarrierNumber& number) const;
  /// The register, or `_` where the old value is not wanted.
  std::string target(const std::optional<RegisterId>& reg) const;
  std::string_view levelName(std::uint32_t level) const { return dialect_.levels[level]; }
  /// The word of a dialect's table.
  std::string_view word(Order order, unsigned carrier, std::span<const OrderWord> table) const;
  /// The word for what a read-modify-write does; a compare-and-swap has none of those that dialects share.
  std::string_view operatorWord(RmwOp op) const;
  /// `1, 0, 2`: instance, and id and count as far as they are needed.
  std::string barrierOperands(const BarrierOp& o) const;
  void refuseSpaces(const FenceSpaces& spaces) const;
  [[noreturn]] void refuse(std::string_view what) const;

 private:
  const Thread& code() const { return program_.threads[thread_]; }
  PrintedInstruction print(const Instruction& instruction) const;
  std::string print(const Operation& operation) const;
  std::string branch(const BranchOp& o) const;
  const std::string& label(std::uint32_t target) const;

  const Program& program_;
  ThreadId thread_;
  const Dialect& dialect_;
  std::map<std::uint32_t, std::string> labels_;
  OperandText operands_;
  std::uint32_t at_ = 0;
};

/// By instruction, for those that branches go to, or that others name. A label alone at the end is called
/// END.
std::map<std::uint32_t, std::string> labelsOf(const Thread& thread);

// One class for each dialect, in a file of its own.
std::vector<PrintedInstruction> hsaCode(const Program& program, ThreadId thread);
std::vector<PrintedInstruction> ptxCode(const Program& program, ThreadId thread);
std::vector<PrintedInstruction> vulkanCode(const Program& program, ThreadId thread);
std::vector<PrintedInstruction> amdgpuCode(const Program& program, ThreadId thread);

}  // namespace hrfcheck::frontend
