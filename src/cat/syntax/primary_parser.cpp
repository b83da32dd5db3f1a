/// The closed forms of expressions: constants, parentheses, let-in, fun, try, if; and patterns and bindings.
#include "cat/syntax/expr_nesting.h"
#include "cat/syntax/expr_parser.h"

namespace hrfcheck::cat {

ExprRef ExprParser::argument() {
  const Token first = cursor_.peek();
  const std::uint32_t begin = first.span.begin;
  if (first.kind == TokenKind::QuotedTag) {
    cursor_.take();
    return make(TagExpr{first.text}, begin);
  }
  if (first.kind == TokenKind::Name) {
    if (first.text == "newSet" || first.text == "newRelation") {
      cursor_.refuse(first.span, "'" + first.text + "()'", "use 'with x from linearisations(S, r)'");
    }
    cursor_.take();
    return make(NameExpr{first.text}, begin);
  }
  if (cursor_.takeSymbol("_")) return make(UniverseExpr{}, begin);
  if (cursor_.takeSymbol("0")) return make(EmptyExpr{}, begin);
  if (cursor_.atSymbol("{")) return braces();
  if (cursor_.atSymbol("[")) return bracketed();
  return parenthesised();
}

ExprRef ExprParser::braces() {
  const Span open = cursor_.take().span;
  if (cursor_.takeSymbol("}")) return make(EmptyExpr{}, open.begin);
  TagListExpr list;
  do {
    if (cursor_.peek().kind != TokenKind::QuotedTag) {
      cursor_.refuse(open, "a set listed in braces, unless of tags such as 'acquire,",
                     "'{}' is the empty set");
    }
    list.items.push_back(argument());
  } while (cursor_.takeSymbol(","));
  cursor_.expectSymbol("}", "or ',' in a list of tags");
  return make(std::move(list), open.begin);
}

ExprRef ExprParser::bracketed() {
  const Span open = cursor_.take().span;
  ExprRef inner = expression();
  cursor_.expectSymbol("]", "after the set in brackets");
  return make(UnaryExpr{UnaryOp::Bracket, std::move(inner), cursor_.where(open)}, open.begin);
}

ExprRef ExprParser::parenthesised() {
  const std::uint32_t begin = cursor_.peek().span.begin;
  if (cursor_.takeKeyword("begin")) {
    ExprRef inner = expression();
    cursor_.expectKeyword("end", "after 'begin'");
    return inner;
  }
  cursor_.expectSymbol("(", "or another expression");
  if (cursor_.takeSymbol(")")) return make(TupleExpr{}, begin);
  ExprRef first = expression();
  if (cursor_.takeSymbol(")")) return first;
  std::vector<ExprRef> items{std::move(first)};
  while (cursor_.takeSymbol(",")) items.push_back(expression());
  cursor_.expectSymbol(")", "or an operator");
  return make(TupleExpr{std::move(items)}, begin);
}

ExprRef ExprParser::letIn() {
  const std::uint32_t begin = cursor_.take().span.begin;
  const bool recursive = cursor_.takeKeyword("rec");
  std::vector<Binding> bound = bindings(recursive);
  cursor_.expectKeyword("in", "after the definitions of a 'let' inside an expression");
  ExprRef body = expression();
  return make(LetExpr{recursive, std::move(bound), std::move(body)}, begin);
}

ExprRef ExprParser::fun() {
  const std::uint32_t begin = cursor_.take().span.begin;
  Pattern param = pattern();
  cursor_.expectSymbol("->", "after the parameter of 'fun'");
  ExprRef body = expression();
  return make(FunExpr{std::move(param), std::move(body)}, begin);
}

ExprRef ExprParser::tryWith() {
  const std::uint32_t begin = cursor_.take().span.begin;
  ExprRef attempt = expression();
  cursor_.expectKeyword("with", "after 'try'");
  ExprRef fallback = expression();
  return make(TryExpr{std::move(attempt), std::move(fallback)}, begin);
}

ExprRef ExprParser::ifThenElse() {
  const std::uint32_t begin = cursor_.take().span.begin;
  VariantCondition cond = condition();
  cursor_.expectKeyword("then", "after the condition of 'if'");
  ExprRef thenBranch = expression();
  cursor_.expectKeyword("else", "after 'then'");
  ExprRef elseBranch = expression();
  return make(IfExpr{std::move(cond), std::move(thenBranch), std::move(elseBranch)}, begin);
}

ExprRef ExprParser::match() {
  const std::uint32_t begin = cursor_.take().span.begin;
  MatchExpr result{expression(), {}};
  cursor_.expectKeyword("with", "after what is matched");
  cursor_.takeSymbol("||");
  do {
    result.cases.push_back(matchCase());
  } while (cursor_.takeSymbol("||"));
  cursor_.expectKeyword("end", "or '||' after a case of 'match'");
  return make(std::move(result), begin);
}

MatchCase ExprParser::matchCase() {
  const Token pattern = cursor_.peek();
  const bool any = cursor_.takeSymbol("_");
  if (!any && pattern.kind != TokenKind::QuotedTag) {
    cursor_.refuse(pattern.span, "'match' on anything but a tag such as 'acquire, or '_'");
  }
  if (!any) cursor_.take();
  cursor_.expectSymbol("->", "after a tag of 'match'");
  return {any ? "" : pattern.text, expression(), cursor_.where(pattern.span)};
}

template <typename Part>
VariantCondition ExprParser::chain(VariantCondition::Kind kind, std::string_view symbol, Part&& part) {
  VariantCondition first = part();
  if (!cursor_.atSymbol(symbol)) return first;
  VariantCondition all{kind, "", {}};
  all.parts.push_back(std::move(first));
  while (cursor_.takeSymbol(symbol)) all.parts.push_back(part());
  return all;
}

VariantCondition ExprParser::condition() {
  return chain(VariantCondition::Kind::Or, "||", [&] { return conditionTerm(); });
}

VariantCondition ExprParser::conditionTerm() {
  return chain(VariantCondition::Kind::And, "&&", [&] { return conditionFactor(); });
}

VariantCondition ExprParser::conditionFactor() {
  const Nesting guard(*this);
  const Token token = cursor_.peek();
  const bool inverted = cursor_.atSymbol("~") || (token.kind == TokenKind::Name && token.text == "not");
  if (inverted) {
    cursor_.take();
    return {VariantCondition::Kind::Not, "", {conditionFactor()}};
  }
  if (token.kind == TokenKind::String) {
    cursor_.take();
    return {VariantCondition::Kind::Name, token.text, {}};
  }
  if (cursor_.takeSymbol("(")) {
    VariantCondition inner = condition();
    cursor_.expectSymbol(")", "after a condition");
    return inner;
  }
  cursor_.refuse(token.span, "'if' on anything but the name of a variant in quotes");
}

Pattern ExprParser::pattern() {
  const std::uint32_t begin = cursor_.peek().span.begin;
  const auto oneName = [&]() -> std::string {
    return cursor_.takeSymbol("_") ? "_" : cursor_.expectName("a name or '_'");
  };
  Pattern result;
  if (!cursor_.takeSymbol("(")) {
    result.names.push_back(oneName());
  } else if (!cursor_.takeSymbol(")")) {
    do {
      result.names.push_back(oneName());
    } while (cursor_.takeSymbol(","));
    cursor_.expectSymbol(")", "or ',' in a list of names");
    result.tuple = result.names.size() > 1;
  } else {
    result.tuple = true;
  }
  result.where = cursor_.since(begin);
  return result;
}

std::vector<Binding> ExprParser::bindings(bool recursive) {
  std::vector<Binding> result;
  do {
    result.push_back(binding(recursive));
  } while (cursor_.takeKeyword("and"));
  if (cursor_.atKeyword("when")) cursor_.refuse(cursor_.peek().span, "'when' after 'let rec'");
  return result;
}

Binding ExprParser::binding(bool recursive) {
  Binding result;
  result.target = pattern();
  while (!cursor_.atSymbol("=")) {
    const bool named = !result.target.tuple && result.target.names[0] != "_";
    if (!named ||
        (cursor_.peek().kind != TokenKind::Name && !cursor_.atSymbol("(") && !cursor_.atSymbol("_"))) {
      cursor_.fail("'=' in a definition");
    }
    result.params.push_back(pattern());
  }
  cursor_.take();
  if (recursive && !result.params.empty()) {
    cursor_.refuseAndGoOn(result.target.where.span,
                          "a recursive function ('" + result.target.names[0] + "')");
  }
  if (recursive && (result.target.tuple || result.target.names[0] == "_")) {
    cursor_.refuse(result.target.where.span, "'let rec' of anything but a name");
  }
  result.value = expression();
  return result;
}

}  // namespace hrfcheck::cat
