#include "frontend/c/syntax/syntax.h"

#include "frontend/c/language/language.h"
#include "util/characters.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::c {
namespace {

using VisitStmt = std::function<void(const Stmt&)>;
using VisitExpr = std::function<void(const Expr&)>;

void visitIf(const StmtPtr& stmt, const VisitStmt& visit) {
  if (stmt) {
    visit(*stmt);
  }
}

void visitIf(const ExprPtr& expr, const VisitExpr& visit) {
  if (expr) {
    visit(*expr);
  }
}

void forEachSubstatement(const Stmt& stmt, const VisitStmt& visit) {
  std::visit(Overloaded{[](const DeclarationStmt&) {}, [](const ExprStmt&) {},
                        [&](const BlockStmt& s) {
                          for (const StmtPtr& inner : s.statements) {
                            visit(*inner);
                          }
                        },
                        [&](const IfStmt& s) {
                          visitIf(s.then, visit);
                          visitIf(s.otherwise, visit);
                        },
                        [&](const WhileStmt& s) { visitIf(s.body, visit); },
                        [&](const DoStmt& s) { visitIf(s.body, visit); },
                        [&](const ForStmt& s) {
                          visitIf(s.initial, visit);
                          visitIf(s.body, visit);
                        },
                        [&](const SwitchStmt& s) {
                          for (const SwitchCase& one : s.cases) {
                            for (const StmtPtr& inner : one.statements) {
                              visit(*inner);
                            }
                          }
                        },
                        [](const ReturnStmt&) {}, [](const BreakStmt&) {}, [](const ContinueStmt&) {},
                        [](const GotoStmt&) {}, [&](const LabelStmt& s) { visitIf(s.statement, visit); },
                        [](const EmptyStmt&) {}},
             stmt.node);
}

void forEachOwnExpr(const Stmt& stmt, const VisitExpr& visit) {
  std::visit(Overloaded{[&](const DeclarationStmt& s) {
                          for (const Declarator& d : s.declarators) {
                            visitIf(d.arraySize, visit);
                            visitIf(d.initial, visit);
                            for (const ExprPtr& value : d.initialList) {
                              visitIf(value, visit);
                            }
                          }
                        },
                        [&](const ExprStmt& s) { visitIf(s.expr, visit); }, [](const BlockStmt&) {},
                        [&](const IfStmt& s) { visitIf(s.condition, visit); },
                        [&](const WhileStmt& s) { visitIf(s.condition, visit); },
                        [&](const DoStmt& s) { visitIf(s.condition, visit); },
                        [&](const ForStmt& s) {
                          visitIf(s.condition, visit);
                          visitIf(s.step, visit);
                        },
                        [&](const SwitchStmt& s) { visitIf(s.value, visit); },
                        [&](const ReturnStmt& s) { visitIf(s.value, visit); }, [](const BreakStmt&) {},
                        [](const ContinueStmt&) {}, [](const GotoStmt&) {}, [](const LabelStmt&) {},
                        [](const EmptyStmt&) {}},
             stmt.node);
}

void collectWritten(const Expr& expr, WrittenNames& names) {
  const Expr* target = assignedTarget(expr);
  if (target != nullptr && nameOf(*target) != nullptr) {
    names.assigned.insert(target->token.text);
  }
  const Expr* operand = addressOperand(expr);
  if (operand != nullptr && nameOf(*operand) != nullptr) {
    names.addressTaken.insert(operand->token.text);
  }
  forEachChild(expr, [&](const Expr& child) { collectWritten(child, names); });
}

bool isBarrier(const Stmt& stmt) {
  const auto* statement = std::get_if<ExprStmt>(&stmt.node);
  if (statement == nullptr || !statement->expr || !std::holds_alternative<CallExpr>(statement->expr->node)) {
    return false;
  }
  const auto builtin = findBuiltin(statement->expr->token.text, kOpenClC);
  return builtin && builtin->kind == BuiltinKind::Barrier;
}

/// Text and a place in it, to read over comments.
class Folder {
 public:
  explicit Folder(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      if (!skipBlank() && at_ < text_.size()) {
        put(text_[at_++]);
      }
    }
    return std::move(result_);
  }

 private:
  bool skipTo(std::string_view open, std::string_view close) {
    if (!text_.substr(at_).starts_with(open)) {
      return false;
    }
    const std::size_t end = text_.find(close, at_ + open.size());
    at_ = end == std::string_view::npos ? text_.size() : end + close.size();
    return true;
  }

  bool skipBlank() {
    const std::size_t before = at_;
    while (at_ < text_.size()) {
      if (isSpace(text_[at_])) {
        newLine_ = newLine_ || text_[at_] == '\n';
        ++at_;
      } else if (skipTo("//", "\n") || skipTo("/*", "*/")) {
        newLine_ = true;
      } else {
        break;
      }
    }
    space_ = space_ || at_ != before;
    return at_ != before;
  }

  void put(char c) {
    const bool tight = result_.empty() || result_.back() == '(' || c == ')' || c == ',' || c == ';' ||
                       (c == '(' && newLine_);
    if (space_ && !tight) {
      result_ += ' ';
    }
    space_ = false;
    newLine_ = false;
    result_ += c;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string result_;
  bool space_ = false;
  bool newLine_ = false;
};

}  // namespace

void forEachChild(const Expr& expr, const VisitExpr& visit) {
  std::visit(
      Overloaded{[](const Number&) {}, [](const Name&) {}, [&](const PrefixExpr& e) { visit(*e.operand); },
                 [&](const PostfixExpr& e) { visit(*e.operand); },
                 [&](const IndexExpr& e) {
                   visit(*e.base);
                   visit(*e.index);
                 },
                 [&](const MemberExpr& e) { visit(*e.base); },
                 [&](const BinaryExpr& e) {
                   visit(*e.left);
                   visit(*e.right);
                 },
                 [&](const ConditionalExpr& e) {
                   visit(*e.condition);
                   visit(*e.whenTrue);
                   visit(*e.whenFalse);
                 },
                 [&](const AssignExpr& e) {
                   visit(*e.target);
                   visit(*e.value);
                 },
                 [&](const CallExpr& e) {
                   for (const ExprPtr& argument : e.arguments) {
                     visit(*argument);
                   }
                 },
                 [&](const CastExpr& e) { visit(*e.operand); },
                 [&](const CommaExpr& e) {
                   visit(*e.left);
                   visit(*e.right);
                 }},
      expr.node);
}

void forEachStatement(const Stmt& stmt, const VisitStmt& visit) {
  visit(stmt);
  forEachSubstatement(stmt, [&](const Stmt& inner) { forEachStatement(inner, visit); });
}

void forEachExpr(const Stmt& stmt, const VisitExpr& visit) {
  forEachStatement(stmt, [&](const Stmt& inner) { forEachOwnExpr(inner, visit); });
}

const Name* nameOf(const Expr& expr) {
  return std::get_if<Name>(&expr.node);
}

const Expr* addressOperand(const Expr& expr) {
  const auto* prefix = std::get_if<PrefixExpr>(&expr.node);
  return prefix != nullptr && prefix->op == Prefix::AddressOf ? prefix->operand.get() : nullptr;
}

const Expr* assignedTarget(const Expr& expr) {
  if (const auto* assign = std::get_if<AssignExpr>(&expr.node)) {
    return assign->target.get();
  }
  if (const auto* postfix = std::get_if<PostfixExpr>(&expr.node)) {
    return postfix->operand.get();
  }
  const auto* prefix = std::get_if<PrefixExpr>(&expr.node);
  const bool steps =
      prefix != nullptr && (prefix->op == Prefix::Increment || prefix->op == Prefix::Decrement);
  return steps ? prefix->operand.get() : nullptr;
}

WrittenNames writtenNames(const Stmt& body) {
  WrittenNames names;
  forEachExpr(body, [&](const Expr& expr) { collectWritten(expr, names); });
  return names;
}

std::vector<Token> labelsOf(const Stmt& body) {
  std::vector<Token> labels;
  forEachStatement(body, [&](const Stmt& stmt) {
    if (const auto* label = std::get_if<LabelStmt>(&stmt.node)) {
      labels.push_back(label->label);
    }
  });
  return labels;
}

std::map<std::string, Value> barrierNumbers(const Unit& unit) {
  std::map<std::string, Value> numbers;
  const auto collect = [&](const Stmt& stmt) {
    const auto* label = std::get_if<LabelStmt>(&stmt.node);
    if (label != nullptr && label->statement && isBarrier(*label->statement)) {
      numbers.emplace(label->label.text, 0);
    }
  };
  for (const Function& function : unit.functions) {
    forEachStatement(*function.body, collect);
  }
  for (const ThreadFunction& thread : unit.threads) {
    forEachStatement(*thread.body, collect);
  }
  Value next = 1;
  for (auto& [label, number] : numbers) {
    number = next++;
  }
  return numbers;
}

std::string foldedText(const Source& source, Span span) {
  return Folder(source.slice(span)).run();
}

}  // namespace hrfcheck::frontend::c
