#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/syntax/parsers.h"

namespace hrfcheck::frontend::c {
namespace {

class StmtParser {
 public:
  explicit StmtParser(ParseContext& context) : context_(context), in_(context.in) {}

  StmtPtr block(std::string_view what) {
    const Token first = in_.expect("{", fmt::format("before {}", what));
    BlockStmt result;
    while (!in_.accept("}")) {
      if (in_.atEnd() || atThreadOrSection(in_)) {
        reportUnclosed(first);
        break;
      }
      const std::size_t position = in_.position();
      try {
        result.statements.push_back(statement());
      } catch (const SyntaxFailure&) {
        recover(context_, position);
      }
    }
    return make(std::move(result), first);
  }

 private:
  template <typename Node>
  StmtPtr make(Node node, const Token& first) const {
    return std::make_shared<const Stmt>(Stmt{std::move(node), in_.placeFrom(first).span});
  }

  void reportUnclosed(const Token& brace) {
    if (!context_.unclosedReported) {
      in_.error(brace, fmt::format("this '{{' is not closed before {}", describe(in_.peek())));
    }
    context_.unclosedReported = true;
  }

  StmtPtr statement() {
    const NestingGuard guard(context_);
    const Token first = in_.peek();
    if (first.isSymbol("{")) {
      return block("a block");
    }
    if (in_.accept(";")) {
      return make(EmptyStmt{}, first);
    }
    if (first.kind == TokenKind::Identifier) {
      if (StmtPtr found = keyword(first)) {
        return found;
      }
      if (in_.peek(1).isSymbol(":")) {
        return label();
      }
      if (atType(context_)) {
        StmtPtr result = declaration();
        expectSemicolon(context_, "after this declaration");
        return result;
      }
      if (in_.peek(1).kind == TokenKind::Identifier) {
        failUnknownType(context_);
      }
    }
    ExprPtr expr = parseExpr(context_);
    StmtPtr result = make(ExprStmt{std::move(expr)}, first);
    expectSemicolon(context_, "after this statement");
    return result;
  }

  /// Null where no keyword begins the statement.
  StmtPtr keyword(const Token& first) {
    if (in_.acceptWord("if")) {
      return ifStatement(first);
    }
    if (in_.acceptWord("while")) {
      ExprPtr condition = parenthesised();
      StmtPtr body = statement();
      return make(WhileStmt{std::move(condition), std::move(body)}, first);
    }
    if (in_.acceptWord("do")) {
      return doStatement(first);
    }
    if (in_.acceptWord("for")) {
      return forStatement(first);
    }
    if (in_.acceptWord("switch")) {
      return switchStatement(first);
    }
    if (in_.acceptWord("return")) {
      ExprPtr value = in_.peek().isSymbol(";") || in_.peek().isSymbol("}") ? nullptr : parseExpr(context_);
      return jump(ReturnStmt{std::move(value)}, first);
    }
    if (in_.acceptWord("break")) {
      return jump(BreakStmt{}, first);
    }
    if (in_.acceptWord("continue")) {
      return jump(ContinueStmt{}, first);
    }
    if (in_.acceptWord("goto")) {
      const Token target = in_.expectIdentifier("a label");
      return jump(GotoStmt{target}, first);
    }
    refuse(first);
    return nullptr;
  }

  void refuse(const Token& word) {
    if (word.isWord("case") || word.isWord("default")) {
      in_.fail(word, fmt::format("'{}' is not directly inside the braces of a switch", word.text),
               "jumps into other statements are not supported");
    }
    if (word.isWord("else")) {
      in_.fail(word, "'else' without an 'if' before it");
    }
    if (word.isWord("asm") || word.isWord("__asm__") || word.isWord("typedef")) {
      in_.fail(word, fmt::format("'{}' is not supported inside functions", word.text));
    }
  }

  template <typename Node>
  StmtPtr jump(Node node, const Token& first) {
    StmtPtr result = make(std::move(node), first);
    expectSemicolon(context_, fmt::format("after '{}'", first.text));
    return result;
  }

  /// `(c)` of an if or a loop.
  ExprPtr parenthesised() {
    in_.expect("(", "before the condition");
    const Token first = in_.peek();
    const std::size_t position = in_.position();
    try {
      ExprPtr condition = parseExpr(context_);
      in_.expect(")", "after the condition");
      warnOfAssignment(first, *condition);
      return condition;
    } catch (const SyntaxFailure&) {
      recoverBehindParenthesis(position, false);
      return std::make_shared<const Expr>(Expr{Number{0}, first, first.span});
    }
  }

  /// C's way of saying that it is meant: two parentheses.
  void warnOfAssignment(const Token& first, const Expr& condition) {
    const auto* assignment = std::get_if<AssignExpr>(&condition.node);
    if (assignment != nullptr && !assignment->compound && !first.isSymbol("(")) {
      in_.diagnostics().warning(in_.placeOf(condition.token), "this condition is an assignment",
                                "a comparison is written with '=='");
    }
  }

  /// After a mistake in `(...)`: to the body.
  /// @throws SyntaxFailure where there seems to be none
  void recoverBehindParenthesis(std::size_t position, bool overSemicolons) {
    for (std::size_t depth = openSince(in_, position, "(", ")"); !in_.peek().isSymbol("{");) {
      const Token& token = in_.peek();
      if (in_.atEnd() || atThreadOrSection(in_) || token.isSymbol("}") ||
          (token.isSymbol(";") && !overSemicolons)) {
        throw SyntaxFailure{};
      }
      in_.take();
      depth += token.isSymbol("(") ? 1 : 0;
      if (token.isSymbol(")") && depth-- == 0) {
        break;
      }
    }
    noteDoubtful(context_, position);
  }

  StmtPtr ifStatement(const Token& first) {
    ExprPtr condition = parenthesised();
    StmtPtr then = statement();
    StmtPtr otherwise = in_.acceptWord("else") ? statement() : nullptr;
    return make(IfStmt{std::move(condition), std::move(then), std::move(otherwise)}, first);
  }

  StmtPtr doStatement(const Token& first) {
    StmtPtr body = statement();
    if (!in_.acceptWord("while")) {
      in_.failExpected("'while' after the body of 'do'");
    }
    ExprPtr condition = parenthesised();
    StmtPtr result = make(DoStmt{std::move(body), std::move(condition)}, first);
    expectSemicolon(context_, "after this loop");
    return result;
  }

  StmtPtr forStatement(const Token& first) {
    in_.expect("(", "after 'for'");
    const std::size_t position = in_.position();
    ForStmt result;
    try {
      forHead(result);
    } catch (const SyntaxFailure&) {
      recoverBehindParenthesis(position, true);
    }
    result.body = statement();
    return make(std::move(result), first);
  }

  /// The labels are directly inside its braces: there are no jumps into other statements.
  StmtPtr switchStatement(const Token& first) {
    SwitchStmt result;
    result.value = parenthesised();
    const Token brace = in_.expect("{", "after the value of 'switch'");
    while (!in_.accept("}")) {
      if (in_.atEnd() || atThreadOrSection(in_)) {
        reportUnclosed(brace);
        break;
      }
      const std::size_t position = in_.position();
      try {
        if (!caseLabel(result)) {
          caseStatement(result);
        }
      } catch (const SyntaxFailure&) {
        recover(context_, position);
      }
    }
    return make(std::move(result), first);
  }

  /// `case 1:`, `default:`; false where there is none.
  bool caseLabel(SwitchStmt& result) {
    const Token word = in_.peek();
    const bool labelled = in_.acceptWord("case");
    if (!labelled && !in_.acceptWord("default")) {
      return false;
    }
    if (result.cases.empty() || !result.cases.back().statements.empty()) {
      result.cases.emplace_back();
    }
    SwitchCase& current = result.cases.back();
    if (labelled) {
      const Token at = in_.peek();
      ExprPtr label = parseConditional(context_);
      const std::optional<Literal> value = constantValue(*label, context_.constants, context_.shifts);
      if (!value) {
        in_.fail(at, "expected a constant: a number, an enumerator, or operators on them");
      }
      current.labels.push_back(
          std::make_shared<const Expr>(Expr{Number{value->value, value->type}, at, label->span}));
    } else if (std::ranges::any_of(result.cases, &SwitchCase::isDefault)) {
      in_.fail(word, "a second 'default' in this switch");
    } else {
      current.isDefault = true;
    }
    in_.expect(":", fmt::format("after '{}'", word.text));
    return true;
  }

  void caseStatement(SwitchStmt& result) {
    const Token first = in_.peek();
    StmtPtr inner = statement();
    if (result.cases.empty()) {
      in_.fail(first, "a statement before the first label of a switch is never executed");
    }
    result.cases.back().statements.push_back(std::move(inner));
  }

  void forHead(ForStmt& result) {
    if (!in_.peek().isSymbol(";")) {
      const Token begin = in_.peek();
      result.initial = atType(context_) ? declaration() : make(ExprStmt{parseExpr(context_)}, begin);
    }
    in_.expect(";", "after the first part of 'for'");
    result.condition = in_.peek().isSymbol(";") ? nullptr : parseExpr(context_);
    in_.expect(";", "after the condition of 'for'");
    result.step = in_.peek().isSymbol(")") ? nullptr : parseExpr(context_);
    in_.expect(")", "after the last part of 'for'");
  }

  StmtPtr label() {
    const Token name = in_.take();
    in_.take();
    StmtPtr inner = in_.peek().isSymbol("}") ? make(EmptyStmt{}, name) : statement();
    return make(LabelStmt{name, std::move(inner)}, name);
  }

  StmtPtr declaration() {
    const Token first = in_.peek();
    const Specifiers specifiers = parseSpecifiers(context_);
    DeclarationStmt result;
    result.declarators = parseDeclarators(context_, specifiers.type);
    return make(std::move(result), first);
  }

  ParseContext& context_;
  TokenCursor& in_;
};

}  // namespace

StmtPtr parseBody(ParseContext& context) {
  context.unclosedReported = false;
  return StmtParser(context).block("the body");
}

}  // namespace hrfcheck::frontend::c
