#pragma once

#include <string>
#include <vector>

#include "frontend/shared/dialect.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// Expressions as code of functions has them, as instructions in columns: what an instruction cannot have as
/// an operand is computed before, into registers that are added to the thread.
class Flattening {
 public:
  /// @param program whose threads get the registers; must outlive this
  /// @param comparesValues whether the dialect has comparisons and selections
  Flattening(Program& program, ThreadId thread, const Dialect& dialect, bool comparesValues)
      : program_(program), thread_(thread), dialect_(dialect), comparesValues_(comparesValues) {}

  /// The operation, last, and what computes its operands.
  /// @throws UnsayableHere for an operator without an instruction
  std::vector<Operation> run(const Operation& operation);

 private:
  ExprPtr address(const ExprPtr& expr);
  ExprPtr operand(const ExprPtr& expr);
  ExprPtr assignable(const ExprPtr& expr);
  ExprPtr unaryValue(const UnaryExpr& expr);
  ExprPtr binaryValue(const BinaryExpr& expr);
  ExprPtr narrowed(const ExprPtr& expr, IntegerKind kind);
  bool isSayable(const BinaryExpr& expr) const;
  ExprPtr condition(const ExprPtr& expr);
  ExprPtr inRegister(ExprPtr value);
  RegisterId newRegister();

  Program& program_;
  ThreadId thread_;
  const Dialect& dialect_;
  bool comparesValues_;
  std::vector<Operation> before_;
};

/// A register that the thread does not have yet, under a name that a test can have.
RegisterId addRegister(Program& program, ThreadId thread);

/// Gives registers whose names no test can have (those of temporaries, and what several are called) names
/// that it can.
/// @return whether there were any
bool nameRegisters(Program& program);

}  // namespace hrfcheck::frontend
