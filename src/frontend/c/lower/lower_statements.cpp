// Statements. A loop is one range of instructions with one head, where every `continue` and the end of the
// body go back to; a condition that only decides where to go is one branch.

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/lower/lowerer.h"
#include "frontend/shared/text/cursor.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::c {
namespace {

bool isEmpty(const Stmt& stmt) {
  if (const auto* block = std::get_if<BlockStmt>(&stmt.node)) {
    return std::ranges::all_of(block->statements, [](const StmtPtr& s) { return isEmpty(*s); });
  }
  return std::holds_alternative<EmptyStmt>(stmt.node);
}

/// The statement of a block of one.
const Stmt& onlyStatement(const Stmt& stmt) {
  const auto* block = std::get_if<BlockStmt>(&stmt.node);
  return block != nullptr && block->statements.size() == 1 ? onlyStatement(*block->statements.front()) : stmt;
}

}  // namespace

std::vector<Instruction> Lowerer::run(const ThreadFunction& function) {
  frames_.push_back(std::make_unique<Frame>());
  frame().written = writtenNames(*function.body);
  frame().end = code_.newLabel();
  frame().scopes.enter();
  declareThreadParameters(function);
  declareLabels(*function.body);
  try {
    statement(*function.body);
  } catch (const TooLong&) {
    return {};
  }
  if (diagnostics_.hasErrors()) {
    return {};
  }
  code_.bind(frame().end);
  std::vector<Instruction> code = code_.finish();
  warnUnwritten(code);
  return code;
}

void Lowerer::statement(const Stmt& stmt) {
  try {
    lower(stmt);
  } catch (const Mistake&) {
    // The statement is lost; what follows may have mistakes, too.
  }
}

void Lowerer::lower(const Stmt& stmt) {
  std::visit(
      Overloaded{[&](const DeclarationStmt& s) {
                   for (const Declarator& d : s.declarators) {
                     declaration(d);
                   }
                 },
                 [&](const ExprStmt& s) { expressionStatement(stmt, s); },
                 [&](const BlockStmt& s) { block(s); }, [&](const IfStmt& s) { ifStatement(s); },
                 [&](const WhileStmt& s) { whileStatement(s); }, [&](const DoStmt& s) { doStatement(s); },
                 [&](const ForStmt& s) { forStatement(s); }, [&](const SwitchStmt& s) { switchStatement(s); },
                 [&](const ReturnStmt& s) { returnStatement(stmt, s); },
                 [&](const BreakStmt&) {
                   if (frame().loops.empty()) {
                     fail(stmt.span, "break outside a loop or a switch");
                   }
                   code_.jump(frame().loops.back().breakTo, originOf(stmt.span));
                 },
                 [&](const ContinueStmt&) {
                   if (frame().loops.empty() || !frame().loops.back().continueTo) {
                     fail(stmt.span, "continue outside a loop");
                   }
                   code_.jump(*frame().loops.back().continueTo, originOf(stmt.span));
                 },
                 [&](const GotoStmt& s) { code_.jump(labelOf(s.label), originOf(stmt.span)); },
                 [&](const LabelStmt& s) { labelled(s); }, [](const EmptyStmt&) {}},
      stmt.node);
}

void Lowerer::declaration(const Declarator& declarator) {
  const Token& name = declarator.name;
  const ValueType type = context_.types.of(declarator.type);
  const bool local = declarator.type.space == AddressSpace::Local && type.pointers == 0;
  const bool kernels = context_.launched != nullptr && frame().function == nullptr;
  if (declarator.type.deduced) {
    declareDeduced(declarator);
    return;
  }
  if (local && kernels && context_.launched->localVariables.count(name.text) != 0) {
    declareLocalVariable(declarator);
    return;
  }
  if (local) {
    declareRegister(name, type);
    fail(name.span, fmt::format("'{}' is local memory: a variable of a thread is in registers", name.text),
         context_.language.cpp ? "declare it in the kernel, and pass its address"
                               : "make it a parameter, or declare it outside functions");
  }
  if (declarator.type.word != Type::Word::None) {
    fail(name.span, fmt::format("'{}' cannot be a variable: only parameters have this type", name.text));
  }
  if (declarator.array || type.isStruct()) {
    declareThreadObject(declarator, type);
    return;
  }
  if (declarator.initial && declareConstant(declarator, type)) {
    return;
  }
  Variable& variable = declareRegister(name, type);
  if (declarator.initial) {
    const RegisterId reg = std::get<RegisterVariable>(variable.what).reg;
    const Target target{reg, originOf({name.span.begin, declarator.initial->span.end})};
    try {
      assignValue(value(*declarator.initial, &target), variable, target, *declarator.initial);
    } catch (const Mistake&) {
      // The others of the declaration are still declared.
    }
  } else if (!declarator.initialList.empty()) {
    fail(name.span, fmt::format("'{}' is not an array", name.text));
  }
}

void Lowerer::expressionStatement(const Stmt& stmt, const ExprStmt& expr) {
  if (!expr.expr) {
    return;
  }
  if (!std::holds_alternative<CastExpr>(expr.expr->node) && isPure(*expr.expr)) {
    warn(expr.expr->span, "this statement does nothing");
  }
  discard(*expr.expr, originOf({stmt.span.begin, expr.expr->span.end}));
}

void Lowerer::block(const BlockStmt& stmt) {
  frame().scopes.enter();
  const Span around = statement_;
  for (const StmtPtr& inner : stmt.statements) {
    statement_ = inner->span;
    statement(*inner);
  }
  statement_ = around;
  frame().scopes.leave();
}

void Lowerer::condition(const Expr& expr, bool sense, Label label, const Origin& origin) {
  try {
    branchIf(expr, sense, label, origin);
  } catch (const Mistake&) {
    // What the condition decides about may have mistakes, too.
  }
}

std::optional<Label> Lowerer::destination(const Stmt& stmt) {
  const Stmt& only = onlyStatement(stmt);
  const bool inLoop = !frame().loops.empty();
  if (inLoop && std::holds_alternative<BreakStmt>(only.node)) {
    return frame().loops.back().breakTo;
  }
  if (inLoop && frame().loops.back().continueTo && std::holds_alternative<ContinueStmt>(only.node)) {
    return frame().loops.back().continueTo;
  }
  if (const auto* jump = std::get_if<GotoStmt>(&only.node)) {
    return labelOf(jump->label);
  }
  const auto* leave = std::get_if<ReturnStmt>(&only.node);
  if (leave != nullptr && !leave->value && !frame().result) {
    return frame().end;
  }
  return std::nullopt;
}

void Lowerer::ifStatement(const IfStmt& stmt) {
  const Origin origin{placeOf(stmt.condition->span),
                      fmt::format("if ({})", foldedText(*context_.source, stmt.condition->span))};
  const bool otherwise = stmt.otherwise && !isEmpty(*stmt.otherwise);
  if (isEmpty(*stmt.then) && !otherwise) {
    discard(*stmt.condition, origin);
    return;
  }
  if (const std::optional<Label> away = destination(*stmt.then)) {
    condition(*stmt.condition, true, *away, origin);
    if (otherwise) {
      statement(*stmt.otherwise);
    }
    return;
  }
  const Label end = code_.newLabel();
  if (isEmpty(*stmt.then)) {
    condition(*stmt.condition, true, end, origin);
  } else {
    const Label other = code_.newLabel();
    condition(*stmt.condition, false, other, origin);
    frame().scopes.enter();
    statement(*stmt.then);
    frame().scopes.leave();
    if (otherwise) {
      code_.jump(end, {origin.place, "else"});
    }
    code_.bind(other);
  }
  if (otherwise) {
    frame().scopes.enter();
    statement(*stmt.otherwise);
    frame().scopes.leave();
  }
  code_.bind(end);
}

void Lowerer::loopBody(const Stmt& body, LoopLabels labels) {
  frame().loops.push_back(labels);
  frame().scopes.enter();
  statement(body);
  frame().scopes.leave();
  frame().loops.pop_back();
}

void Lowerer::whileStatement(const WhileStmt& stmt) {
  const Origin origin{placeOf(stmt.condition->span),
                      fmt::format("while ({})", foldedText(*context_.source, stmt.condition->span))};
  const Label head = code_.newLabel();
  code_.bind(head);
  if (isEmpty(*stmt.body)) {
    condition(*stmt.condition, true, head, origin);
    return;
  }
  const Label end = code_.newLabel();
  condition(*stmt.condition, false, end, origin);
  const bool forever = std::holds_alternative<Number>(stmt.condition->node);
  if (forever || !isPure(*stmt.condition)) {
    loopBody(*stmt.body, {end, head});
    code_.jump(head, origin);
    code_.bind(end);
    return;
  }
  // Tested again at the end of each round, so that `while (!r) r = load;` reads r in the round that writes it
  // (spin_loops.h).
  const Label body = code_.newLabel();
  const Label again = code_.newLabel();
  code_.bind(body);
  loopBody(*stmt.body, {end, again});
  code_.bind(again);
  condition(*stmt.condition, true, body, origin);
  code_.bind(end);
}

void Lowerer::doStatement(const DoStmt& loop) {
  const Label head = code_.newLabel();
  const Label test = code_.newLabel();
  const Label end = code_.newLabel();
  code_.bind(head);
  loopBody(*loop.body, {end, test});
  code_.bind(test);
  condition(*loop.condition, true, head,
            {placeOf(loop.condition->span),
             fmt::format("while ({})", foldedText(*context_.source, loop.condition->span))});
  code_.bind(end);
}

void Lowerer::forStatement(const ForStmt& stmt) {
  frame().scopes.enter();
  if (stmt.initial) {
    statement(*stmt.initial);
  }
  const Span span = stmt.condition ? stmt.condition->span : stmt.step ? stmt.step->span : stmt.body->span;
  const std::string shown = stmt.condition ? " " + foldedText(*context_.source, stmt.condition->span) : "";
  const Origin origin{placeOf(span), fmt::format("for (;{};)", shown)};
  const Label head = code_.newLabel();
  const Label next = code_.newLabel();
  const Label end = code_.newLabel();
  code_.bind(head);
  const bool bare = isEmpty(*stmt.body) && !stmt.step && stmt.condition;
  if (bare) {
    condition(*stmt.condition, true, head, origin);
  } else {
    if (stmt.condition) {
      condition(*stmt.condition, false, end, origin);
    }
    loopBody(*stmt.body, {end, stmt.step ? next : head});
    code_.bind(next);
    if (stmt.step) {
      try {
        discard(*stmt.step, originOf(*stmt.step));
      } catch (const Mistake&) {
        // Reported; the loop is complete without it.
      }
    }
    code_.jump(head, origin);
  }
  code_.bind(end);
  frame().scopes.leave();
}

void Lowerer::returnStatement(const Stmt& stmt, const ReturnStmt& statement) {
  const Frame& here = frame();
  const Origin origin =
      originOf({stmt.span.begin, statement.value ? statement.value->span.end : stmt.span.end});
  if (here.function == nullptr && statement.value) {
    fail(statement.value->span, "a thread returns no value");
  }
  if (here.function != nullptr) {
    const bool isVoid = context_.types.of(here.function->returns).isVoid;
    if (isVoid && statement.value) {
      fail(statement.value->span, fmt::format("'{}' returns no value", here.function->name.text));
    }
    if (!isVoid && !statement.value) {
      fail(stmt.span, fmt::format("'{}' returns a value", here.function->name.text));
    }
  }
  if (statement.value && here.structResult != nullptr) {
    const ValueType& type = here.structResult->type;
    copyStruct({type.layout, nullptr, here.structResult, {}, false}, structValue(*statement.value), origin);
  } else if (statement.value && here.function != nullptr &&
             context_.types.of(here.function->returns).isStruct()) {
    structValue(*statement.value);  // for its effects: nobody wants it
  } else if (statement.value && here.result) {
    const Target target{*here.result, origin};
    const TypedValue result = value(*statement.value, &target);
    const ValueType type = here.function == nullptr ? result.type : context_.types.of(here.function->returns);
    assignValue(inType(result, type, *statement.value), target);
  } else if (statement.value) {
    discard(*statement.value, origin);
  }
  code_.jump(frame().end, origin);
}

void Lowerer::labelled(const LabelStmt& stmt) {
  const auto label = frame().labels.find(stmt.label.text);
  if (frame().bound.insert(stmt.label.text).second) {
    code_.bind(label->second, true);
  }
  if (!stmt.statement) {
    return;
  }
  const auto id = context_.barriers.find(std::string(stmt.label.text));
  barrierId_ = id == context_.barriers.end() ? 0 : id->second;
  statement(*stmt.statement);
  barrierId_ = 0;
}

Label Lowerer::labelOf(const Token& name) {
  const auto label = frame().labels.find(name.text);
  if (label == frame().labels.end() && names_.isDoubtful(name.text)) {
    throw Mistake{};
  }
  if (label == frame().labels.end()) {
    std::vector<std::string> known;
    for (const auto& [text, other] : frame().labels) {
      known.emplace_back(text);
    }
    fail(name.span, fmt::format("there is no label '{}'", name.text), didYouMean(name.text, known));
  }
  return label->second;
}

}  // namespace hrfcheck::frontend::c
