#include "cat/syntax/parser.h"

#include <array>

#include "cat/syntax/expr_parser.h"

namespace hrfcheck::cat {
namespace {

constexpr std::array kRefusedStatements = {"default", "debug", "match"};
constexpr unsigned kMaxBlocks = 50;

class FileParser {
 public:
  FileParser(const SourcePtr& source, TokenStream stream, Diagnostics& diagnostics)
      : diagnostics_(diagnostics), cursor_(source, std::move(stream), diagnostics), exprs_(cursor_) {}

  File file();

 private:
  void header(File& file);
  bool givenUp() const { return diagnostics_.all().size() >= kMostMistakes; }
  void statementOrRecover(std::vector<Statement>& into);
  decltype(Statement::node) statement();
  bool atStatement() const;
  bool atCheck() const;
  void refuseStatement();

  LetStatement let();
  CheckStatement check();
  IncludeStatement include();
  ShowStatement show();
  UnshowStatement unshow();
  WithStatement with();
  ProcedureStatement procedure();
  CallStatement call();
  ForallStatement forall();
  IfStatement conditional();
  EnumStatement enumeration();
  InstructionsStatement instructions();
  std::vector<Statement> block(const char* what);
  std::optional<std::string> optionalName();

  Diagnostics& diagnostics_;
  TokenCursor cursor_;
  ExprParser exprs_;
  unsigned blocks_ = 0;
};

File FileParser::file() {
  File result;
  header(result);
  while (!cursor_.atEnd() && !givenUp()) {
    statementOrRecover(result.statements);
  }
  return result;
}

void FileParser::header(File& file) {
  while (cursor_.peek().kind == TokenKind::Name) file.headerWords.push_back(cursor_.take().text);
  if (cursor_.peek().kind == TokenKind::String) file.headerText = cursor_.take().text;
}

bool FileParser::atCheck() const {
  const std::size_t ahead = cursor_.atSymbol("~") ? 1 : 0;
  const Token& token = cursor_.peek(ahead);
  return token.kind == TokenKind::Keyword &&
         (token.text == "acyclic" || token.text == "irreflexive" || token.text == "empty");
}

/// A keyword with which a statement begins; `with` and `if` also stand inside expressions, so these must be
/// first on their line.
bool FileParser::atStatement() const {
  const Token& token = cursor_.peek();
  if (atCheck()) return true;
  if (token.kind != TokenKind::Keyword) return false;
  static constexpr std::array kStarts = {
      "let",  "include",          "show",   "unshow", "procedure",    "call",    "forall",
      "flag", "undefined_unless", "assert", "enum",   "instructions", "default", "debug"};
  for (const char* start : kStarts) {
    if (token.text == start) return true;
  }
  return token.firstOnLine && (token.text == "with" || token.text == "if" || token.text == "match");
}

void FileParser::statementOrRecover(std::vector<Statement>& into) {
  const std::uint32_t begin = cursor_.peek().span.begin;
  try {
    auto node = statement();
    into.push_back({std::move(node), cursor_.since(begin)});
  } catch (const SyntaxError&) {
    if (cursor_.peek().span.begin == begin) cursor_.take();
    while (!cursor_.atEnd() && !(cursor_.peek().firstOnLine && atStatement())) cursor_.take();
  }
}

decltype(Statement::node) FileParser::statement() {
  refuseStatement();
  if (cursor_.atKeyword("let")) return let();
  if (cursor_.atKeyword("include")) return include();
  if (cursor_.atKeyword("show")) return show();
  if (cursor_.atKeyword("unshow")) return unshow();
  if (cursor_.atKeyword("with")) return with();
  if (cursor_.atKeyword("procedure")) return procedure();
  if (cursor_.atKeyword("call")) return call();
  if (cursor_.atKeyword("forall")) return forall();
  if (cursor_.atKeyword("if")) return conditional();
  if (cursor_.atKeyword("enum")) return enumeration();
  if (cursor_.atKeyword("instructions")) return instructions();
  if (atCheck() || cursor_.atKeyword("flag") || cursor_.atKeyword("undefined_unless") ||
      cursor_.atKeyword("assert")) {
    return check();
  }
  cursor_.fail("a definition, a check or another statement");
}

void FileParser::refuseStatement() {
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::Name && token.text == "cut") cursor_.refuse(token.span, "'cut'");
  if (token.kind != TokenKind::Keyword) return;
  for (const char* word : kRefusedStatements) {
    if (token.text == word) cursor_.refuse(token.span, "'" + token.text + "'");
  }
}

LetStatement FileParser::let() {
  cursor_.take();
  const bool recursive = cursor_.takeKeyword("rec");
  LetStatement result{recursive, exprs_.bindings(recursive)};
  cursor_.takeKeyword("in");
  return result;
}

CheckStatement FileParser::check() {
  CheckStatement result{CheckWord::Require, false, CheckKind::Empty, {}, {}};
  if (cursor_.takeKeyword("flag"))
    result.word = CheckWord::Flag;
  else if (cursor_.takeKeyword("undefined_unless"))
    result.word = CheckWord::UndefinedUnless;
  else if (cursor_.takeKeyword("assert"))
    result.word = CheckWord::Assert;
  result.negated = cursor_.takeSymbol("~");
  if (cursor_.takeKeyword("acyclic"))
    result.kind = CheckKind::Acyclic;
  else if (cursor_.takeKeyword("irreflexive"))
    result.kind = CheckKind::Irreflexive;
  else if (!cursor_.takeKeyword("empty"))
    cursor_.fail("'acyclic', 'irreflexive' or 'empty'");
  result.expr = exprs_.expression();
  result.name = optionalName();
  return result;
}

std::optional<std::string> FileParser::optionalName() {
  if (!cursor_.takeKeyword("as")) return std::nullopt;
  return cursor_.expectName("a name after 'as'");
}

IncludeStatement FileParser::include() {
  cursor_.take();
  if (cursor_.peek().kind != TokenKind::String) cursor_.fail("a file name in quotes after 'include'");
  const Token file = cursor_.take();
  return {file.text, cursor_.where(file.span)};
}

ShowStatement FileParser::show() {
  cursor_.take();
  ShowStatement result;
  do {
    ExprRef expr = exprs_.expression();
    result.items.push_back({std::move(expr), optionalName()});
  } while (cursor_.takeSymbol(","));
  return result;
}

UnshowStatement FileParser::unshow() {
  cursor_.take();
  UnshowStatement result;
  do {
    result.names.push_back(cursor_.expectName("a name after 'unshow'"));
  } while (cursor_.takeSymbol(","));
  return result;
}

WithStatement FileParser::with() {
  cursor_.take();
  std::string name = cursor_.expectName("a name after 'with'");
  cursor_.expectKeyword("from", "after 'with' and a name");
  return {std::move(name), exprs_.expression()};
}

std::vector<Statement> FileParser::block(const char* what) {
  if (++blocks_ > kMaxBlocks) cursor_.refuse(cursor_.peek().span, "nesting blocks this deeply");
  std::vector<Statement> result;
  while (!cursor_.atEnd() && !givenUp() && !cursor_.atKeyword("end") && !cursor_.atKeyword("else")) {
    statementOrRecover(result);
  }
  --blocks_;
  if (cursor_.atEnd() && !givenUp()) cursor_.fail(std::string("'end' after ") + what);
  return result;
}

ProcedureStatement FileParser::procedure() {
  cursor_.take();
  if (cursor_.atKeyword("rec")) cursor_.refuse(cursor_.peek().span, "a recursive procedure");
  ProcedureStatement result{cursor_.expectName("a name after 'procedure'"), {}, {}};
  result.param = exprs_.pattern();
  cursor_.expectSymbol("=", "after the parameters of a procedure");
  result.body = block("a procedure");
  cursor_.expectKeyword("end", "after a procedure");
  return result;
}

CallStatement FileParser::call() {
  cursor_.take();
  CallStatement result{cursor_.expectName("the name of a procedure after 'call'"), {}, {}};
  if (!exprs_.atArgument()) cursor_.fail("the arguments of 'call'");
  result.argument = exprs_.argument();
  result.name = optionalName();
  return result;
}

ForallStatement FileParser::forall() {
  cursor_.take();
  ForallStatement result{cursor_.expectName("a name after 'forall'"), {}, {}};
  cursor_.expectKeyword("in", "after 'forall' and a name");
  result.in = exprs_.expression();
  cursor_.expectKeyword("do", "after the set of 'forall'");
  result.body = block("'forall'");
  cursor_.expectKeyword("end", "after 'forall'");
  return result;
}

IfStatement FileParser::conditional() {
  cursor_.take();
  IfStatement result{exprs_.condition(), {}, {}};
  cursor_.takeKeyword("then");
  result.thenBranch = block("'if'");
  if (cursor_.takeKeyword("else")) result.elseBranch = block("'else'");
  cursor_.expectKeyword("end", "after 'if'");
  return result;
}

EnumStatement FileParser::enumeration() {
  cursor_.take();
  EnumStatement result{cursor_.expectName("a name after 'enum'"), {}};
  cursor_.expectSymbol("=", "after the name of an enumeration");
  cursor_.takeSymbol("||");
  do {
    if (cursor_.peek().kind != TokenKind::QuotedTag) cursor_.fail("a tag, such as 'acquire");
    const Token tag = cursor_.take();
    result.tags.push_back({tag.text, cursor_.where(tag.span)});
  } while (cursor_.takeSymbol("||"));
  return result;
}

InstructionsStatement FileParser::instructions() {
  cursor_.take();
  InstructionsStatement result{cursor_.expectName("an instruction after 'instructions'"), {}};
  cursor_.expectSymbol("[", "and the tags of its annotations");
  if (cursor_.takeSymbol("]")) return result;
  do {
    result.annotations.push_back(exprs_.expression());
  } while (cursor_.takeSymbol(","));
  cursor_.expectSymbol("]", "after the annotations");
  return result;
}

}  // namespace

File parseFile(const SourcePtr& source, Diagnostics& diagnostics) {
  return FileParser(source, lex(source, diagnostics), diagnostics).file();
}

}  // namespace hrfcheck::cat
