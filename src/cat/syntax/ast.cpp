#include "cat/syntax/ast.h"

namespace hrfcheck::cat {

bool operator==(const ExprRef& a, const ExprRef& b) {
  if (a.empty() || b.empty()) return a.empty() == b.empty();
  return *a == *b;
}

// Written out: clang 16 does not compile defaulted comparisons that go through vectors of their own type.

bool VariantCondition::operator==(const VariantCondition& other) const {
  return kind == other.kind && name == other.name && parts == other.parts;
}

bool ProcedureStatement::operator==(const ProcedureStatement& other) const {
  return name == other.name && param == other.param && body == other.body;
}

bool ForallStatement::operator==(const ForallStatement& other) const {
  return variable == other.variable && in == other.in && body == other.body;
}

bool IfStatement::operator==(const IfStatement& other) const {
  return condition == other.condition && thenBranch == other.thenBranch && elseBranch == other.elseBranch;
}

}  // namespace hrfcheck::cat
