#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/syntax/ast.h"
#include "frontend/shared/text/cursor.h"

/// What reads which part of C. Each takes what it reads off the context's tokens.
namespace hrfcheck::frontend::c {

/// No written program comes near: so that no input exhausts the stack, here or in a visitor of the tree.
inline constexpr unsigned kMaxNesting = 200;
inline constexpr unsigned kMaxOperators = 500;

/// What the parsers of one file share: the words left, and the names that decide how words are read.
struct ParseContext {
  TokenCursor& in;
  std::map<std::string_view, Type> types;         ///< by the typedef's name, resolved
  std::set<std::string_view> structs;             ///< their tags
  std::map<std::string_view, Literal> constants;  ///< see Constant
  std::set<std::string_view> defined;             ///< constants of the command line: the file's yield to them
  std::vector<Token> doubtful;                    ///< ParsedUnit::doubtful
  std::vector<Struct> vectors = {};               ///< vector types that the text uses (vector_types.h)
  ShiftRule shifts = ShiftRule::C;                ///< of the language
  bool cpp = false;                               ///< the language is C++
  std::optional<GroupSize> groupSize = {};        ///< of the declaration that is read
  unsigned nesting = 0;
  unsigned operators = 0;         ///< of the expression that is read
  bool unclosedReported = false;  ///< of the body that is read: one missing `}` leaves many blocks open
};

/// One more level of nesting, while it lives.
class NestingGuard {
 public:
  explicit NestingGuard(ParseContext& context) : context_(context) {
    if (context_.nesting == kMaxNesting) {
      context_.in.fail(context_.in.peek(), "this is nested too deeply");
    }
    ++context_.nesting;
  }
  ~NestingGuard() { --context_.nesting; }
  NestingGuard(const NestingGuard&) = delete;
  NestingGuard& operator=(const NestingGuard&) = delete;

 private:
  ParseContext& context_;
};

/// An expression, with C's precedence; commas only where they separate nothing (parseExpr).
/// @throws SyntaxFailure after reporting what does not fit
ExprPtr parseExpr(ParseContext& context);
ExprPtr parseAssignment(ParseContext& context);
/// The same without assignments: `a ? b : c`.
ExprPtr parseConditional(ParseContext& context);

/// What it comes to without running anything: numbers, constants of the file and operators on them.
std::optional<Literal> constantValue(const Expr& expr, const std::map<std::string_view, Literal>& constants,
                                     ShiftRule shifts);
/// Reads an expression that has to come to a constant.
Literal parseConstant(ParseContext& context);

/// The words before the first name of a declaration: `static const atomic_int`.
struct Specifiers {
  Type type;              ///< without pointers, but for those of a typedef
  bool constant = false;  ///< `const`, `constexpr`
  bool typeDefinition = false;
  Token first;
};

/// Whether a type starts at the token `ahead` of the current one.
bool atType(const ParseContext& context, std::size_t ahead = 0);

/// @throws SyntaxFailure after reporting what is not a type
Specifiers parseSpecifiers(ParseContext& context);

/// `type` with the `*` at the current token added.
Type parsePointers(ParseContext& context, Type type);

/// `int*` of a cast.
Type parseTypeName(ParseContext& context);

/// "unknown type 'x'" at the current token.
/// @throws SyntaxFailure
[[noreturn]] void failUnknownType(ParseContext& context);

/// Takes `__attribute__((aligned(8)))`, which says nothing to a memory model; false where there is none.
bool acceptAttribute(ParseContext& context);

/// `*p, a[2] = {0, 1}, r = 1` after the type, without the `;`.
std::vector<Declarator> parseDeclarators(ParseContext& context, const Type& type);
/// One of them, after its name, which was read: `[2] = {0, 1}`.
Declarator parseDeclaratorRest(ParseContext& context, const Type& type, const Token& name);

/// `(global int* x, int n)`. A parameter of a declaration without body may have no name: its token is then
/// of kind End.
std::vector<Parameter> parseParameters(ParseContext& context);

/// The name that is declared at the current token.
Token parseDeclaredName(ParseContext& context);

/// A body `{ ... }`. Mistakes cost a statement; a body that is not closed ends before the next thread or
/// section.
/// @throws SyntaxFailure after reporting that there is no `{`
StmtPtr parseBody(ParseContext& context);

/// Whether the current line starts a thread (`P0 (...`) or a section (`exists ...`).
bool atThreadOrSection(const TokenCursor& in);

/// After a mistake: to the `;` or the closing `}` that ends what was begun at `position`; its names become
/// doubtful. Stops before a `}` of something around it.
void recover(ParseContext& context, std::size_t position);

/// How many `open` taken since `position` have no `close` yet.
std::size_t openSince(const TokenCursor& in, std::size_t position, std::string_view open,
                      std::string_view close);

/// Makes the names taken since `position` doubtful.
void noteDoubtful(ParseContext& context, std::size_t position);

/// Reads the `;` that ends what stands before; where it is missing at the end of a line, that is reported and
/// reading continues.
void expectSemicolon(ParseContext& context, std::string_view behind);

/// `struct Queue { ... }` or `struct { ... }`, up to the `}`. A struct without tag gets its name from what
/// follows; its token is of kind End until then.
Struct parseStruct(ParseContext& context);

/// `enum Colour { A, B = 3 }`, up to the `}`; its constants are known from then on.
std::vector<Constant> parseEnum(ParseContext& context);

/// `#define N 4`. `#include` and `#pragma` are passed over.
std::vector<Constant> parseDirective(ParseContext& context);

/// Makes a constant known; an error where the name has another value already.
void addConstant(ParseContext& context, const Token& name, const Literal& value,
                 std::vector<Constant>& constants);

}  // namespace hrfcheck::frontend::c
