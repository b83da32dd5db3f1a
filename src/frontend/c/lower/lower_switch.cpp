// A switch is one branch for each of its labels, and then its cases one after the other.

#include <fmt/format.h>

#include <set>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"

namespace hrfcheck::frontend::c {

/// The labels are converted to the promoted type of the value (C11, 6.8.4.2p5).
void Lowerer::dispatch(const SwitchStmt& stmt, const std::vector<Label>& targets, Label end) {
  const TypedValue chosen = value(*stmt.value);
  if (chosen.type.isPointer()) {
    fail(stmt.value->span, "the value of a switch is an integer");
  }
  const bool known = chosen.type.known;
  const IntegerKind type = known ? promoted(chosen.type.integer) : kUndeclared;
  std::set<Value> seen;
  std::optional<Label> otherwise;
  for (std::size_t i = 0; i < stmt.cases.size(); ++i) {
    otherwise = stmt.cases[i].isDefault ? targets[i] : otherwise;
    for (const ExprPtr& label : stmt.cases[i].labels) {
      const auto& number = std::get<Number>(label->node);
      const Value wanted = literalIn(type, {number.value, number.kind}).value;
      if (!seen.insert(wanted).second) {
        fail(label->span, fmt::format("a second case {}", wanted));
      }
      const std::string text = fmt::format("case {}", foldedText(*context_.source, label->span));
      code_.branch(folded(BinaryOp::Eq, chosen.expr, constant(wanted)), targets[i],
                   {placeOf(label->span), text});
    }
  }
  code_.jump(otherwise.value_or(end), originOf(*stmt.value));
}

void Lowerer::switchStatement(const SwitchStmt& stmt) {
  const Label end = code_.newLabel();
  std::vector<Label> targets;
  for (std::size_t i = 0; i < stmt.cases.size(); ++i) {
    targets.push_back(code_.newLabel());
  }
  try {
    dispatch(stmt, targets, end);
  } catch (const Mistake&) {
    // The statements may have mistakes, too.
  }
  const bool inLoop = !frame().loops.empty();
  frame().loops.push_back({end, inLoop ? frame().loops.back().continueTo : std::nullopt});
  frame().scopes.enter();
  for (std::size_t i = 0; i < stmt.cases.size(); ++i) {
    code_.bind(targets[i]);
    for (const StmtPtr& inner : stmt.cases[i].statements) {
      statement(*inner);
    }
  }
  frame().scopes.leave();
  frame().loops.pop_back();
  code_.bind(end);
}

}  // namespace hrfcheck::frontend::c
