#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Random kernels with their launches, as trees: kernel_text.h writes them down for hrfcheck to read, and
/// kernel_interleavings.h executes the trees themselves, by rules of its own.
namespace hrfcheck::kernels {

/// An integer type of OpenCL C; one bit is `bool`.
struct IntegerType {
  unsigned bits = 32;
  bool isSigned = true;

  friend bool operator==(const IntegerType&, const IntegerType&) = default;
};
inline constexpr IntegerType kIntType{32, true};
inline constexpr IntegerType kSizeType{64, false};

/// Operators of C. The ones up to `LogicalNot` have one operand.
enum class Operator {
  Minus,
  BitNot,
  LogicalNot,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  LogicalAnd,
  LogicalOr
};
/// "+", "<<", ...
const char* textOf(Operator op);

/// What a thread asks about its launch, in the first dimension.
enum class Id { Global, Local, Group, LocalSize, Groups, GlobalSize };

enum class ExprKind { Number, Variable, Element, Id, Unary, Binary, Conditional, Cast };

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

/// An expression without accesses to memory.
struct Expr {
  ExprKind kind = ExprKind::Number;
  IntegerType type = {};    ///< of a number, of a cast
  std::int64_t number = 0;  ///< not negative
  std::string name = {};    ///< of a variable, or of the thread's array of an element
  Id id = Id::Global;
  Operator op = Operator::Add;
  std::vector<ExprPtr> operands = {};  ///< of an element: its index
};

/// `*x`, `a[index]`.
struct Cell {
  std::string object;  ///< or the pointer that a function has as its parameter
  ExprPtr index;       ///< null: `*object`
};

enum class StmtKind {
  Assign,           ///< name = value
  ArrayStore,       ///< name[index] = value: an array of the thread
  Load,             ///< name = cell
  Store,            ///< cell = value
  Compound,         ///< cell op= value
  AtomicLoad,       ///< name = atomic_load(cell)
  AtomicStore,      ///< atomic_store(cell, value)
  AtomicUpdate,     ///< name = function(cell, value)
  CompareExchange,  ///< name = atomic_compare_exchange(cell, &expected, value)
  Fence,
  Barrier,
  Assert,  ///< assert(value)
  If,      ///< if (value) blocks[0] else blocks[1]
  For,     ///< for (name = 0; name < value; name++) blocks[0]
  Spin,    ///< waits until atomic_load(cell) is value
  Switch,  ///< switch (value) { case labels[i]: blocks[i] ... default: the last block }
  Call     ///< name = function(&cell, value)
};

/// Which form a loop that waits has.
enum class SpinForm { While, Do, ForBreak, Continue };

struct Stmt;
using Block = std::vector<std::shared_ptr<const Stmt>>;

struct Stmt {
  StmtKind kind = StmtKind::Assign;
  std::string name;
  Cell cell;
  ExprPtr index;         ///< ArrayStore
  ExprPtr value;         ///< AtomicUpdate: null where the function has no operand (atomic_inc)
  std::string function;  ///< "atomic_fetch_add", "atomic_inc", or of a Call
  std::string expected;  ///< CompareExchange: a variable
  Operator op = Operator::Add;
  bool atomicWords = true;   ///< with order and scope; OpenCL 1.x has none
  std::string words;         ///< orders and scopes as written: "memory_order_acquire, memory_scope_device"
  std::string flags;         ///< of fences and barriers
  bool subGroup = false;     ///< a barrier of the sub-group
  std::string barrierLabel;  ///< where barriers are told apart by labels
  SpinForm form = SpinForm::While;
  bool fallsThrough = false;  ///< Switch: no `break` behind the first case
  std::vector<std::int64_t> labels;
  std::vector<Block> blocks;
};

/// A variable of each thread.
struct Variable {
  std::string name;
  IntegerType type;
  unsigned elements = 0;  ///< of an array of the thread; 0: no array
  std::int64_t initial = 0;
};

/// What memory has.
struct Object {
  std::string name;
  IntegerType type;
  bool atomic = false;
  bool local = false;
  bool parameter = true;  ///< else declared in the kernel
  unsigned elements = 0;  ///< 0: no array
  std::vector<std::int64_t> initial;
  bool observed = true;

  unsigned cells() const { return elements == 0 ? 1 : elements; }
};

/// `T name(P* p, V v) { variables; body; return result; }`
struct Function {
  std::string name;
  IntegerType returns;
  IntegerType pointee;
  bool pointsToAtomic = false;
  IntegerType parameter;
  std::vector<Variable> variables;
  Block body;
  ExprPtr result;
  std::shared_ptr<const Stmt> returning = std::make_shared<const Stmt>();  ///< stands for `return result;`
};

/// A kernel and its launch.
struct Kernel {
  std::string name;
  unsigned groups = 1;
  unsigned items = 1;
  unsigned subGroup = 0;  ///< 0: each work-item is one
  std::vector<Object> objects;
  std::vector<Variable> variables;
  std::vector<Function> functions;
  Block body;
  std::vector<std::pair<unsigned, std::string>> observed;  ///< variables of threads

  unsigned threads() const { return groups * items; }
};

}  // namespace hrfcheck::kernels
