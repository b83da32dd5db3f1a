#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cat/model/model.h"
#include "util/source.h"

/// The surface syntax of a model file: what is written, before any name is looked up.
namespace hrfcheck::cat {

/// A place that does not count when trees are compared.
struct Where : Place {
  friend bool operator==(const Where&, const Where&) { return true; }
};

/// Operators as written: those of definitions (cat/model/operators.h) that are no functions.
using UnaryOp = CatUnary;
using BinaryOp = CatBinary;

struct Expr;

/// Shared, immutable expression; compared as a tree.
class ExprRef {
 public:
  ExprRef() = default;
  explicit ExprRef(std::shared_ptr<const Expr> expr) : expr_(std::move(expr)) {}
  const Expr& operator*() const { return *expr_; }
  const Expr* operator->() const { return expr_.get(); }
  bool empty() const { return expr_ == nullptr; }
  friend bool operator==(const ExprRef& a, const ExprRef& b);

 private:
  std::shared_ptr<const Expr> expr_;
};

/// A name, or several in parentheses; "_" binds nothing.
struct Pattern {
  std::vector<std::string> names;
  bool tuple = false;
  Where where;
  bool operator==(const Pattern&) const = default;
};

/// `target params... = value`; a function when there are parameters.
struct Binding {
  Pattern target;
  std::vector<Pattern> params;
  ExprRef value;
  bool operator==(const Binding&) const = default;
};

/// `"name"`, `not c`, `c && c && ...`, `c || c || ...`; leaves are names of herd variants, none of which is
/// ever set.
struct VariantCondition {
  enum class Kind { Name, Not, And, Or };
  Kind kind = Kind::Name;
  std::string name;
  std::vector<VariantCondition> parts;
  bool operator==(const VariantCondition&) const;
};

/// A name.
struct NameExpr {
  std::string name;
  bool operator==(const NameExpr&) const = default;
};
/// `0` or `{}`.
struct EmptyExpr {
  bool operator==(const EmptyExpr&) const = default;
};
/// `_`
struct UniverseExpr {
  bool operator==(const UniverseExpr&) const = default;
};
/// `'tag`, a value of an enumeration.
struct TagExpr {
  std::string tag;  ///< with its quote
  bool operator==(const TagExpr&) const = default;
};
/// `{'a, 'b}`: tags listed in braces.
struct TagListExpr {
  std::vector<ExprRef> items;
  bool operator==(const TagListExpr&) const = default;
};
/// `|| 'tag -> e`, or `|| _ -> e`, which fits every tag.
struct MatchCase {
  std::string tag;  ///< with its quote; empty for `_`
  ExprRef value;
  Where where;
  bool operator==(const MatchCase&) const = default;
};
/// `match e with || 'a -> f || _ -> g end`.
struct MatchExpr {
  ExprRef subject;
  std::vector<MatchCase> cases;
  bool operator==(const MatchExpr&) const = default;
};
/// `(e, f)`.
struct TupleExpr {
  std::vector<ExprRef> items;
  bool operator==(const TupleExpr&) const = default;
};
/// An operator with one operand.
struct UnaryExpr {
  UnaryOp op;
  ExprRef operand;
  Where opWhere;
  bool operator==(const UnaryExpr&) const = default;
};
/// An operator with two operands.
struct BinaryExpr {
  BinaryOp op;
  ExprRef left;
  ExprRef right;
  Where opWhere;
  bool operator==(const BinaryExpr&) const = default;
};
/// `f x` or `f(x, y)`.
struct ApplyExpr {
  ExprRef function;
  ExprRef argument;
  bool operator==(const ApplyExpr&) const = default;
};
/// `fun x -> e`.
struct FunExpr {
  Pattern param;
  ExprRef body;
  bool operator==(const FunExpr&) const = default;
};
/// `let ... in e`.
struct LetExpr {
  bool recursive;
  std::vector<Binding> bindings;
  ExprRef body;
  bool operator==(const LetExpr&) const = default;
};
/// `try e with f`.
struct TryExpr {
  ExprRef attempt;
  ExprRef fallback;
  bool operator==(const TryExpr&) const = default;
};
/// `if "variant" then e else f`.
struct IfExpr {
  VariantCondition condition;
  ExprRef thenBranch;
  ExprRef elseBranch;
  bool operator==(const IfExpr&) const = default;
};

/// An expression, with its place.
struct Expr {
  std::variant<NameExpr, EmptyExpr, UniverseExpr, TagExpr, TagListExpr, MatchExpr, TupleExpr, UnaryExpr,
               BinaryExpr, ApplyExpr, FunExpr, LetExpr, TryExpr, IfExpr>
      node;
  Where where;
  bool operator==(const Expr&) const = default;
};

struct Statement;

/// `let x = e`, `let rec x = e and y = f`.
struct LetStatement {
  bool recursive;
  std::vector<Binding> bindings;
  bool operator==(const LetStatement&) const = default;
};
/// The word that introduces a check: none, `flag`, `undefined_unless`, `assert`.
enum class CheckWord { Require, Flag, UndefinedUnless, Assert };
/// `acyclic r as name`, `flag ~empty e as name` and so on.
struct CheckStatement {
  CheckWord word;
  bool negated;
  CheckKind kind;
  ExprRef expr;
  std::optional<std::string> name;
  bool operator==(const CheckStatement&) const = default;
};
/// `include "file.cat"`.
struct IncludeStatement {
  std::string file;
  Where fileWhere;
  bool operator==(const IncludeStatement&) const = default;
};
/// One relation of a `show` statement.
struct ShowItem {
  ExprRef expr;
  std::optional<std::string> name;
  bool operator==(const ShowItem&) const = default;
};
/// `show r, s` or `show e as name`.
struct ShowStatement {
  std::vector<ShowItem> items;
  bool operator==(const ShowStatement&) const = default;
};
/// `unshow r`.
struct UnshowStatement {
  std::vector<std::string> names;
  bool operator==(const UnshowStatement&) const = default;
};
/// `with x from e`.
struct WithStatement {
  std::string name;
  ExprRef from;
  bool operator==(const WithStatement&) const = default;
};
/// `procedure p(x) = ... end`.
struct ProcedureStatement {
  std::string name;
  Pattern param;
  std::vector<Statement> body;
  bool operator==(const ProcedureStatement&) const;
};
/// `call p(e) as name`.
struct CallStatement {
  std::string procedure;
  ExprRef argument;
  std::optional<std::string> name;
  bool operator==(const CallStatement&) const = default;
};
/// `forall C in e do ... end`.
struct ForallStatement {
  std::string variable;
  ExprRef in;
  std::vector<Statement> body;
  bool operator==(const ForallStatement&) const;
};
/// `if "variant" ... else ... end`.
struct IfStatement {
  VariantCondition condition;
  std::vector<Statement> thenBranch;
  std::vector<Statement> elseBranch;
  bool operator==(const IfStatement&) const;
};

/// A value of an enumeration where it is declared.
struct EnumTag {
  std::string tag;  ///< with its quote
  Where where;
  bool operator==(const EnumTag&) const = default;
};
/// `enum name = 'a || 'b`.
struct EnumStatement {
  std::string name;
  std::vector<EnumTag> tags;
  bool operator==(const EnumStatement&) const = default;
};
/// `instructions F[e, f]`, of bell files: what annotations an instruction may have, one after the other.
struct InstructionsStatement {
  std::string kind;
  std::vector<ExprRef> annotations;
  bool operator==(const InstructionsStatement&) const = default;
};

/// A statement, with its place.
struct Statement {
  std::variant<LetStatement, CheckStatement, IncludeStatement, ShowStatement, UnshowStatement, WithStatement,
               ProcedureStatement, CallStatement, ForallStatement, IfStatement, EnumStatement,
               InstructionsStatement>
      node;
  Where where;
  bool operator==(const Statement&) const = default;
};

/// `ARCH NAME`, `ARCH "text"`, `NAME`, `"text"`, or nothing; then the statements.
struct File {
  std::vector<std::string> headerWords;
  std::optional<std::string> headerText;
  std::vector<Statement> statements;
  bool operator==(const File&) const = default;
};

}  // namespace hrfcheck::cat
