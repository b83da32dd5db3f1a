#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/shared/dialect.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// The name of the variable or array that a location is part of: "q" of "q[2]".
std::string_view objectName(const MemoryLocation& location);

/// Expressions as operands of instructions in columns, of one thread. Nothing where the dialect cannot write
/// an expression as one operand so that it is read as the same.
class OperandText {
 public:
  /// `program` must outlive this.
  OperandText(const Program& program, ThreadId thread, const Dialect& dialect)
      : program_(program), thread_(thread), dialect_(dialect) {}

  const std::string& reg(RegisterId id) const { return program_.threads[thread_].registers[id]; }
  /// `x`, `q[2]`, `q[r1+1]`, `[r1]`.
  std::optional<std::string> address(const Expr& expr) const;
  /// `5`, `r1`, `&x`, `&q[r1+1]`.
  std::optional<std::string> value(const Expr& expr) const;

 private:
  std::optional<std::string> place(Value address) const;
  std::optional<std::string> element(const Expr& expr) const;
  std::optional<std::string> sum(const Expr& expr) const;
  std::optional<std::string> summands(const BinaryExpr& expr) const;
  std::optional<std::string> first(Value value) const;
  std::optional<std::string> further(BinaryOp op, const Expr& summand) const;
  std::optional<std::string> id(Value value) const;

  const Program& program_;
  ThreadId thread_;
  const Dialect& dialect_;
};

}  // namespace hrfcheck::frontend
