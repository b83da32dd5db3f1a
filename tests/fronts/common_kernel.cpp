// Kernels of the differential test, without what a compiler rejects and what languages mean different things
// by. Each function that replaces something says why.

#include "fronts/common_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "differential/random_expressions.h"
#include "differential/random_kernel.h"
#include "util/random.h"

namespace hrfcheck::kernels {
namespace {

constexpr unsigned kWarp = 32;
constexpr const char* kRelaxed = "memory_order_relaxed, memory_scope_device";

class Translation {
 public:
  Translation(Kernel kernel, std::uint64_t seed, Languages languages)
      : kernel_(std::move(kernel)), random_(seed), cuda_(languages == Languages::OpenClAndCuda) {}

  Kernel run() {
    if (cuda_ && kernel_.subGroup != 0) {
      kernel_.subGroup = kWarp;  // PTX has warps of that size alone; those here are filled in part
    }
    for (Object& object : kernel_.objects) {
      object = translated(object);
    }
    kernel_.body = translated(kernel_.body);
    for (Function& function : kernel_.functions) {
      function.pointee = pointee(function.pointee);
      pointee_ = function.pointee;
      function.body = translated(function.body);
      function.result = translated(function.result);
    }
    storeWhatIsObserved();
    return std::move(kernel_);
  }

 private:
  /// Compilers take no pointers to `bool` from the host.
  static IntegerType pointee(IntegerType type) { return type.bits == 1 ? IntegerType{8, false} : type; }

  /// In CUDA, shared memory is no parameter. What it holds initially is unknown in PTX: it is 0 here, which
  /// is said to each reader that does not take it for granted.
  static Object translated(Object object) {
    object.type = pointee(object.type);
    if (object.local) {
      object.parameter = false;
      std::ranges::fill(object.initial, 0);
    }
    return object;
  }

  const Object* objectOf(const Cell& cell) const {
    const auto found = std::ranges::find(kernel_.objects, cell.object, &Object::name);
    return found == kernel_.objects.end() ? nullptr : &*found;
  }
  bool isAtomic(const Cell& cell) const {
    const Object* object = objectOf(cell);
    return object != nullptr && object->atomic;
  }

  /// OpenCL C takes the count of a shift modulo the width, C++ says nothing of counts that large, and clamps
  /// them in PTX.
  static ExprPtr count(ExprPtr expr) { return binaryExpr(Operator::And, std::move(expr), numberExpr(31)); }
  static bool isShift(Operator op) { return op == Operator::ShiftLeft || op == Operator::ShiftRight; }

  static bool hasVariables(const Expr& expr) {
    return expr.kind == ExprKind::Variable || expr.kind == ExprKind::Element ||
           std::ranges::any_of(expr.operands, [](const ExprPtr& e) { return hasVariables(*e); });
  }
  /// Of a thread's array, PTX's reader knows no elements whose index is read from memory (docs/ptx.md, "What
  /// is read").
  ExprPtr indexOfArray(ExprPtr expr) {
    constexpr std::uint64_t kElements = 2;
    return cuda_ && expr != nullptr && hasVariables(*expr)
               ? numberExpr(static_cast<std::int64_t>(random_.below(kElements)))
               : expr;
  }

  ExprPtr translated(const ExprPtr& expr) {
    if (expr == nullptr) {
      return nullptr;
    }
    Expr copy = *expr;
    for (ExprPtr& operand : copy.operands) {
      operand = translated(operand);
    }
    if (copy.kind == ExprKind::Element) {
      copy.operands[0] = indexOfArray(copy.operands[0]);
    }
    if (cuda_ && copy.kind == ExprKind::Binary && isShift(copy.op)) {
      copy.operands[1] = count(copy.operands[1]);
    }
    return std::make_shared<const Expr>(std::move(copy));
  }

  Block translated(const Block& block) {
    Block result;
    for (const auto& stmt : block) {
      if (stmt->kind != StmtKind::Assert) {  // OpenCL C has none
        result.push_back(std::make_shared<const Stmt>(translated(*stmt)));
      }
    }
    return result;
  }

  Stmt translated(Stmt stmt) {
    stmt.value = translated(stmt.value);
    stmt.index = indexOfArray(translated(stmt.index));
    stmt.cell.index = translated(stmt.cell.index);
    for (Block& block : stmt.blocks) {
      block = translated(block);
    }
    switch (stmt.kind) {
      case StmtKind::Store:
        return isAtomic(stmt.cell) ? atomicStore(std::move(stmt)) : stmt;
      case StmtKind::Compound:
        return compound(std::move(stmt));
      case StmtKind::AtomicUpdate:
        return update(std::move(stmt));
      default:
        stmt.words = words(stmt.words);
        return stmt;
    }
  }

  /// Compilers take atomic objects for no operands of `=`.
  static Stmt atomicStore(Stmt stmt) {
    stmt.kind = StmtKind::AtomicStore;
    stmt.words = kRelaxed;
    return stmt;
  }

  /// Clang's backend for PTX drops a store of what was just read at the same place, even without
  /// optimization: no operand is neutral.
  static ExprPtr notNeutral(Operator op, ExprPtr expr) {
    return binaryExpr(Operator::Or, std::move(expr), numberExpr(op == Operator::Mul ? 2 : 1));
  }

  /// Some of them become functions of OpenCL 1.x, which are for integers that are not declared as atomic.
  Stmt compound(Stmt stmt) {
    if (cuda_) {
      stmt.value = notNeutral(stmt.op, isShift(stmt.op) ? count(stmt.value) : stmt.value);
    }
    const Object* object = objectOf(stmt.cell);
    if (object == nullptr || object->type.bits != 32 || !random_.chance(35)) {
      return stmt;
    }
    static constexpr const char* kFunctions[] = {"add", "sub", "xchg", "inc", "dec",
                                                 "min", "max", "and",  "or",  "xor"};
    stmt.kind = StmtKind::AtomicUpdate;
    stmt.function = fmt::format("atomic_{}", kFunctions[random_.below(std::size(kFunctions))]);
    stmt.name = kernel_.variables.front().name;
    stmt.atomicWords = false;
    if (stmt.function.ends_with("inc") || stmt.function.ends_with("dec")) {
      stmt.value = nullptr;
    }
    return stmt;
  }

  /// The header of OpenCL C has several functions for `atomic_ulong`, of which operands of other types choose
  /// none.
  ExprPtr operandOf(const Stmt& stmt) const {
    const Object* object = objectOf(stmt.cell);
    const IntegerType type = object == nullptr ? pointee_ : object->type;
    const ExprPtr value = stmt.value ? stmt.value : numberExpr(1);
    return type == kSizeType ? castExpr(type, value) : value;
  }

  /// The others, of objects that are declared as atomic, get orders.
  Stmt update(Stmt stmt) {
    stmt.value = operandOf(stmt);
    if (stmt.atomicWords) {
      stmt.words = words(stmt.words);
      return stmt;
    }
    const std::string what = stmt.function.substr(stmt.function.find('_') + 1);
    stmt.function = what == "xchg"  ? "atomic_exchange"
                    : what == "inc" ? "atomic_fetch_add"
                    : what == "dec" ? "atomic_fetch_sub"
                                    : "atomic_fetch_" + what;
    stmt.atomicWords = true;
    stmt.words = kRelaxed;
    return stmt;
  }

  /// A sub-group is no scope in PTX, and accesses for a thread alone are ordinary ones there.
  std::string words(std::string words) const {
    for (const std::string scope : {"sub_group", "work_item"}) {
      const std::size_t at = words.find("memory_scope_" + scope);
      if (cuda_ && at != std::string::npos) {
        words.replace(at, std::string::npos, "memory_scope_work_group");
      }
    }
    return words;
  }

  /// Compilers keep no variables of threads: what they hold at the end is written to memory.
  void storeWhatIsObserved() {
    std::set<std::string> names;
    for (const auto& [thread, name] : std::exchange(kernel_.observed, {})) {
      names.insert(name);
    }
    if (names.empty()) {
      return;
    }
    Object object;
    object.name = "o";
    object.type = {64, true};
    object.elements = static_cast<unsigned>(names.size()) * kernel_.threads();
    object.initial.assign(object.elements, 0);
    std::int64_t at = 0;
    for (const std::string& name : names) {
      Stmt store;
      store.kind = StmtKind::Store;
      store.cell.object = object.name;
      store.cell.index = binaryExpr(
          Operator::Add,
          binaryExpr(Operator::Mul, idExpr(Id::Global), numberExpr(static_cast<std::int64_t>(names.size()))),
          numberExpr(at++));
      store.value = variableExpr(name);
      kernel_.body.push_back(std::make_shared<const Stmt>(store));
    }
    kernel_.objects.push_back(object);
  }

  Kernel kernel_;
  IntegerType pointee_;  ///< of the function that is looked at
  Random random_;
  bool cuda_;
};

}  // namespace

Kernel commonKernel(std::uint64_t seed, unsigned mostAccesses, Languages languages) {
  return Translation(randomKernel(seed, mostAccesses), seed, languages).run();
}

}  // namespace hrfcheck::kernels
