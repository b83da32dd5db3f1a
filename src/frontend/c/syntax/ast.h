#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "frontend/c/language/integer_types.h"
#include "frontend/shared/text/token.h"
#include "program/ir/program.h"

/// The C that litmus tests are written in, as read: names are not looked up, types are not checked.
/// parse.h makes it from tokens, lower.h makes instructions of it. Tokens point into the source.
namespace hrfcheck::frontend::c {

/// In a type with pointers, that what is behind all but `pointers` of them is an atomic object whose
/// operators are atomic operations of that scope.
struct AtomicObject {
  std::uint32_t level = 0;
  unsigned pointers = 0;
};

/// A type as far as a memory model cares. Typedefs are resolved.
struct Type {
  enum class Base { Integer, Void, Struct };
  Base base = Base::Integer;
  Token name;                  ///< the word that gives the base: `int`, `atomic_uint`, the struct's name
  IntegerKind integer = kInt;  ///< of an integer
  bool atomic = false;         ///< atomic_int and its like, `_Atomic`
  std::optional<AtomicObject> object = {};  ///< of `cuda::atomic<T, S>`: what is one, and its scope
  bool isVolatile = false;                  ///< of what is at the end of its pointers
  bool deduced = false;                     ///< `auto`
  /// `memory_order`, `memory_scope`, `cl_mem_fence_flags`: what a parameter may be, and nothing else.
  enum class Word { None, Order, Scope, Flags };
  Word word = Word::None;
  unsigned pointers = 0;                       ///< how many `*`
  AddressSpace space = AddressSpace::Generic;  ///< of what is pointed to, or of the variable itself
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

/// A number.
struct Number {
  Value value;
  IntegerKind kind = kInt;
};
/// A name.
struct Name {};  ///< Expr::token is the name
/// Operators before their operand.
enum class Prefix { Minus, BitNot, LogicalNot, Dereference, AddressOf, Increment, Decrement };
/// An operator before its operand.
struct PrefixExpr {
  Prefix op;
  ExprPtr operand;
};
/// Operators after their operand.
enum class Postfix { Increment, Decrement };
/// An operator after its operand.
struct PostfixExpr {
  Postfix op;
  ExprPtr operand;
};
/// `base[index]`
struct IndexExpr {
  ExprPtr base;
  ExprPtr index;
};
/// `base.field`, `base->field`
struct MemberExpr {
  ExprPtr base;
  bool arrow;
  Token field;
};
/// All of C's binary operators on values; `&&` and `||` do not evaluate their right side where the left one
/// decides.
struct BinaryExpr {
  BinaryOp op;
  ExprPtr left;
  ExprPtr right;
};
/// `condition ? whenTrue : whenFalse`
struct ConditionalExpr {
  ExprPtr condition;
  ExprPtr whenTrue;
  ExprPtr whenFalse;
};
/// `target = value`, `target += value`
struct AssignExpr {
  ExprPtr target;
  std::optional<BinaryOp> compound;
  ExprPtr value;
};
/// Expr::token is the function's name.
struct CallExpr {
  std::vector<ExprPtr> arguments;
};
/// `(int)x`, `(Queue*)p`
struct CastExpr {
  Type type;
  ExprPtr operand;
};
/// `left, right`
struct CommaExpr {
  ExprPtr left;
  ExprPtr right;
};

/// An expression, with its place.
struct Expr {
  std::variant<Number, Name, PrefixExpr, PostfixExpr, IndexExpr, MemberExpr, BinaryExpr, ConditionalExpr,
               AssignExpr, CallExpr, CastExpr, CommaExpr>
      node;
  Token token;  ///< the name, the number, the operator; where messages point
  Span span;    ///< all of it
};

struct Stmt;
using StmtPtr = std::shared_ptr<const Stmt>;

/// One name of a declaration: `*p`, `a[2] = {0, 1}`, `r = 1`.
struct Declarator {
  Token name;
  Type type;
  ExprPtr arraySize;                     ///< null: no array, or `[]`
  std::vector<ExprPtr> innerSizes = {};  ///< of an array of arrays: those behind the first
  bool array = false;
  ExprPtr initial;                   ///< null: none, or a list
  std::vector<ExprPtr> initialList;  ///< of `= { ... }`
};
/// A declaration of variables.
struct DeclarationStmt {
  std::vector<Declarator> declarators;
};
/// An expression as a statement.
struct ExprStmt {
  ExprPtr expr;
};
/// Statements in braces.
struct BlockStmt {
  std::vector<StmtPtr> statements;
};
/// `if (condition) then else otherwise`
struct IfStmt {
  ExprPtr condition;
  StmtPtr then;
  StmtPtr otherwise;  ///< may be null
};
/// `while (condition) body`
struct WhileStmt {
  ExprPtr condition;
  StmtPtr body;
};
/// `do body while (condition);`
struct DoStmt {
  StmtPtr body;
  ExprPtr condition;
};
/// `for (initial; condition; step) body`
struct ForStmt {
  StmtPtr initial;    ///< a declaration or an expression; may be null
  ExprPtr condition;  ///< may be null
  ExprPtr step;       ///< may be null
  StmtPtr body;
};
/// The statements behind `case 1: case 2:` or `default:`, up to the next label of the switch.
struct SwitchCase {
  std::vector<ExprPtr> labels;
  bool isDefault = false;  ///< `default:` is among the labels
  std::vector<StmtPtr> statements;
};
/// `switch (value) { ... }`: control goes on from one case into the next. No label is inside of another
/// statement, and no statement before the first label.
struct SwitchStmt {
  ExprPtr value;
  std::vector<SwitchCase> cases;
};
/// `return value;`
struct ReturnStmt {
  ExprPtr value;  ///< may be null
};
/// `break;`
struct BreakStmt {};
/// `continue;`
struct ContinueStmt {};
/// `goto label;`
struct GotoStmt {
  Token label;
};
/// `B1: statement`: where a goto goes, and the name of a barrier's instance.
struct LabelStmt {
  Token label;
  StmtPtr statement;
};
/// `;`
struct EmptyStmt {};

/// A statement, with its place.
struct Stmt {
  std::variant<DeclarationStmt, ExprStmt, BlockStmt, IfStmt, WhileStmt, DoStmt, ForStmt, SwitchStmt,
               ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, LabelStmt, EmptyStmt>
      node;
  Span span;
};

/// A parameter of a function.
struct Parameter {
  Token name;
  Type type;
  bool array = false;                             ///< `int x[]`, the same as a pointer
  std::optional<Value> arraySize = std::nullopt;  ///< `int x[4]`
};

/// What a kernel says of how many work-items a group has: `reqd_work_group_size(64, 1, 1)` exactly so many.
struct GroupSize {
  Token word;
  std::vector<Value> numbers;
};

/// `Task steal(global Queue* q) { ... }`
struct Function {
  Token name;
  Type returns;
  std::vector<Parameter> parameters;
  StmtPtr body;         ///< a block
  bool kernel = false;  ///< one that can be launched
  std::optional<GroupSize> groupSize = std::nullopt;
};

/// `struct Queue { atomic_int head; int contents[2]; };`; a typedef'd struct has the typedef's name.
struct Field {
  Token name;
  Type type;
  std::uint32_t size = 1;  ///< elements
  bool array = false;
};
/// `struct Queue { ... };`
struct Struct {
  Token name;
  std::vector<Field> fields;
  std::uint32_t span = 0;       ///< of a vector: components from one to the next; 0: no vector
  std::uint32_t alignment = 1;  ///< of a vector: components whose multiple its address is
};

/// `typedef int Task;`
struct Typedef {
  Token name;
  Type type;
};

/// `enum { EMPTY, ABORT = -1 };`, `const int N = 2;`, `constexpr`: constants of the file.
struct Constant {
  Token name;
  Value value;
  IntegerKind kind = kInt;
};

/// `P0@wg 0, dev 0 (global int* x) { ... }`, or several threads with the same code: `P0-P3@wg 0 (...) {...}`.
struct ThreadFunction {
  std::vector<ThreadId> threads;
  std::vector<Parameter> parameters;
  StmtPtr body;  ///< a block
  Token token;   ///< `P0`
};

struct Launched;

/// What stands between the initial state and the condition.
struct Unit {
  std::vector<Struct> structs;
  std::vector<Typedef> typedefs;
  std::vector<Constant> constants;
  std::vector<Declarator> globals;  ///< variables outside functions: locations
  std::vector<Function> functions;
  std::vector<ThreadFunction> threads;
  std::shared_ptr<const Launched> launched = nullptr;  ///< what a launch made of a kernel, if there is one
  std::set<std::string_view> calledElsewhere = {};     ///< functions that code calls which is not here
};

}  // namespace hrfcheck::frontend::c
