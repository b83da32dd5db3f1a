#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cat/model.h"
#include "util/source.h"

/// The surface syntax of a model file: what is written, before any name is looked up.
namespace hrfcheck::cat {

/// A place that does not count when trees are compared.
struct Where : Place {
  friend bool operator==(const Where&, const Where&) { return true; }
};

enum class UnaryOp { Plus, Star, Optional, Inverse, Complement, Bracket };
enum class BinaryOp { Union, Sequence, Difference, Intersection, Product };

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
struct TupleExpr {
  std::vector<ExprRef> items;
  bool operator==(const TupleExpr&) const = default;
};
struct UnaryExpr {
  UnaryOp op;
  ExprRef operand;
  Where opWhere;
  bool operator==(const UnaryExpr&) const = default;
};
struct BinaryExpr {
  BinaryOp op;
  ExprRef left;
  ExprRef right;
  Where opWhere;
  bool operator==(const BinaryExpr&) const = default;
};
struct ApplyExpr {
  ExprRef function;
  ExprRef argument;
  bool operator==(const ApplyExpr&) const = default;
};
struct FunExpr {
  Pattern param;
  ExprRef body;
  bool operator==(const FunExpr&) const = default;
};
struct LetExpr {
  bool recursive;
  std::vector<Binding> bindings;
  ExprRef body;
  bool operator==(const LetExpr&) const = default;
};
struct TryExpr {
  ExprRef attempt;
  ExprRef fallback;
  bool operator==(const TryExpr&) const = default;
};
struct IfExpr {
  VariantCondition condition;
  ExprRef thenBranch;
  ExprRef elseBranch;
  bool operator==(const IfExpr&) const = default;
};

struct Expr {
  std::variant<NameExpr, EmptyExpr, UniverseExpr, TupleExpr, UnaryExpr, BinaryExpr, ApplyExpr, FunExpr,
               LetExpr, TryExpr, IfExpr>
      node;
  Where where;
  bool operator==(const Expr&) const = default;
};

struct Statement;

struct LetStatement {
  bool recursive;
  std::vector<Binding> bindings;
  bool operator==(const LetStatement&) const = default;
};
enum class CheckWord { Require, Flag, UndefinedUnless, Assert };
struct CheckStatement {
  CheckWord word;
  bool negated;
  CheckKind kind;
  ExprRef expr;
  std::optional<std::string> name;
  bool operator==(const CheckStatement&) const = default;
};
struct IncludeStatement {
  std::string file;
  Where fileWhere;
  bool operator==(const IncludeStatement&) const = default;
};
struct ShowItem {
  ExprRef expr;
  std::optional<std::string> name;
  bool operator==(const ShowItem&) const = default;
};
struct ShowStatement {
  std::vector<ShowItem> items;
  bool operator==(const ShowStatement&) const = default;
};
struct UnshowStatement {
  std::vector<std::string> names;
  bool operator==(const UnshowStatement&) const = default;
};
struct WithStatement {
  std::string name;
  ExprRef from;
  bool operator==(const WithStatement&) const = default;
};
struct ProcedureStatement {
  std::string name;
  Pattern param;
  std::vector<Statement> body;
  bool operator==(const ProcedureStatement&) const;
};
struct CallStatement {
  std::string procedure;
  ExprRef argument;
  std::optional<std::string> name;
  bool operator==(const CallStatement&) const = default;
};
struct ForallStatement {
  std::string variable;
  ExprRef in;
  std::vector<Statement> body;
  bool operator==(const ForallStatement&) const;
};
struct IfStatement {
  VariantCondition condition;
  std::vector<Statement> thenBranch;
  std::vector<Statement> elseBranch;
  bool operator==(const IfStatement&) const;
};

struct Statement {
  std::variant<LetStatement, CheckStatement, IncludeStatement, ShowStatement, UnshowStatement, WithStatement,
               ProcedureStatement, CallStatement, ForallStatement, IfStatement>
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
