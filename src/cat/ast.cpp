#include "cat/ast.h"

namespace hrfcheck::cat {

bool operator==(const ExprRef& a, const ExprRef& b) {
  if (a.empty() || b.empty()) return a.empty() == b.empty();
  return *a == *b;
}

bool VariantCondition::operator==(const VariantCondition&) const = default;
bool ProcedureStatement::operator==(const ProcedureStatement&) const = default;
bool ForallStatement::operator==(const ForallStatement&) const = default;
bool IfStatement::operator==(const IfStatement&) const = default;

}  // namespace hrfcheck::cat
