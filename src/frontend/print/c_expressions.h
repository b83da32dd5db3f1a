#pragma once

#include <set>
#include <string>

#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// Expressions of one thread in C.
class CExpressions {
 public:
  /// The program must outlive this.
  CExpressions(const Program& program, ThreadId thread) : program_(program), thread_(thread) {}

  const std::string& reg(RegisterId id) const { return program_.threads[thread_].registers[id]; }
  /// `r1`, `-1`, `x`, `(q + 2)`, `(r1 + 1)`. Nothing for an operator that C does not have.
  std::optional<std::string> value(const Expr& expr);
  /// The object names of all addresses so far.
  const std::set<std::string>& objects() const { return objects_; }

 private:
  std::optional<std::string> constant(Value value);
  std::optional<std::string> literal(Value value, IntegerKind kind) const;
  std::optional<std::string> operand(const Expr& expr, IntegerKind kind);
  bool isLong(const Expr& expr) const;
  std::optional<std::string> unary(const UnaryExpr& expr);
  std::optional<std::string> binary(const BinaryExpr& expr);
  std::optional<std::string> selection(const SelectExpr& expr);

  const Program& program_;
  ThreadId thread_;
  std::set<std::string> objects_;
};

}  // namespace hrfcheck::frontend
