#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "program/expr/expr.h"
#include "util/source.h"

namespace hrfcheck::inline program {

/// Memory orders of atomics. `Consume` is OpenCL's and C's.
enum class Order { Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst };

/// What makes an access special: its order, its scope (a level of the dialect; the instance follows from
/// the thread) and whether it is a remote operation (Orr et al. 2015, section 4).
struct Atomicity {
  Order order;
  std::uint32_t level;
  bool remote = false;
};

/// What a read-modify-write computes. IncrementTo and DecrementFrom are CUDA's atomicInc and atomicDec: of
/// numbers without sign, `old >= limit ? 0 : old + 1` and `old == 0 || old > limit ? limit : old - 1`.
enum class RmwOp { CompareSwap, Exchange, Add, Sub, Max, Min, And, Or, Xor, IncrementTo, DecrementFrom };

/// What the operation stores, computed with integers of this kind; a compare-and-swap only where it succeeds.
Value rmwResult(RmwOp op, IntegerKind kind, Value old, Value operand);

/// target := [address]. Ordinary without `atomicity`.
struct LoadOp {
  RegisterId target;
  ExprPtr address;
  std::optional<Atomicity> atomicity;
};
/// [address] := value. Ordinary without `atomicity`.
struct StoreOp {
  ExprPtr address;
  ExprPtr value;
  std::optional<Atomicity> atomicity;
};
/// target := [address], and if it succeeds [address] := op(old, operand) in one step; always atomic.
/// CompareSwap succeeds when the old value equals `expected`, and then writes `operand`; the others always
/// succeed. `target` gets the old value in every case.
///
/// A compare-and-swap that fails is a read of order `failureOrder`, where that is given and differs.
struct RmwOperation {
  std::optional<RegisterId> target;
  RmwOp op;
  ExprPtr address;
  ExprPtr operand;
  ExprPtr expected;  ///< CompareSwap only, else null
  Atomicity atomicity;
  std::optional<Order> failureOrder = std::nullopt;
  /// Of the object: what the arithmetic wraps around at, with a sign too (C11, 7.17.7.5p3).
  IntegerKind kind = {};
};
/// The address spaces that a fence or a barrier orders (OpenCL's CLK_GLOBAL_MEM_FENCE and
/// CLK_LOCAL_MEM_FENCE).
struct FenceSpaces {
  bool global = true;
  bool local = true;
};
/// A fence, with the address spaces that it orders. Without `atomicity` it orders nothing by itself: what it
/// does is in Instruction::marks, which models of its dialect look at (PTX's proxy fences, Vulkan's
/// operations on the device domain).
struct FenceOp {
  std::optional<Atomicity> atomicity;
  FenceSpaces spaces = {};
};
/// A number of a barrier: a constant, or the value of a register when the thread arrives.
struct BarrierNumber {
  Value value = 0;  ///< of a constant
  std::optional<RegisterId> reg = std::nullopt;

  // NOLINTNEXTLINE(google-explicit-constructor): constants stand for themselves
  constexpr BarrierNumber(Value constant) : value(constant) {}
  static constexpr BarrierNumber of(RegisterId reg) {
    BarrierNumber number(0);
    number.reg = reg;
    return number;
  }
  Value in(const std::vector<Value>& registers) const { return reg ? registers[*reg] : value; }

  friend bool operator==(const BarrierNumber&, const BarrierNumber&) = default;
};
/// An execution barrier of all agents of the scope instance at `level`: a release before, an acquire after
/// (docs/litmus.md, "Instructions"), as far as its `order` says so, both at `memoryLevel`, or at `level`
/// where that is not given. Barriers of different `id` or `instance` are different barriers. Registers in
/// them have a meaning under interleaving only (termination/system/barrier_table.h): no program that a memory
/// model is asked about has them.
struct BarrierOp {
  std::uint32_t level;
  BarrierNumber id = 0;
  std::optional<std::uint32_t> memoryLevel = std::nullopt;
  FenceSpaces spaces = {};
  /// OpenCL: its halves are fences (the entry fence and the exit fence), and are in `F`.
  bool fences = false;
  /// Release: the arrival releases; Acquire: the departure acquires; AcquireRelease: both. Nothing: neither,
  /// which leaves to models what a barrier orders (PTX, Vulkan).
  std::optional<Order> order = Order::AcquireRelease;
  BarrierNumber instance = 0;  ///< PTX, Vulkan: which dynamic instance of the barrier this is
  /// With a count the barrier opens, permanently, after that many arrivals; without one, when all agents
  /// of the scope instance have arrived, and again at their next arrivals.
  std::optional<BarrierNumber> count = std::nullopt;
  bool waits = true;  ///< `bar.arrive` arrives and continues
  /// Without a count: only those agents of the scope instance meet whose code has a barrier of this instance
  /// and id.
  bool amongNamed = false;

  /// Which barrier it is depends on registers.
  bool isNamedByRegister() const { return id.reg.has_value() || instance.reg.has_value(); }
};
/// Whether two numbers may be the same when threads arrive.
constexpr bool mayBeEqual(const BarrierNumber& a, const BarrierNumber& b) {
  return a.reg || b.reg || a.value == b.value;
}
/// target := value, without an access to memory.
struct AssignOp {
  RegisterId target;
  ExprPtr value;
};
/// Goes to instruction `target` (which may be the end, or backward) when `condition` is not 0.
struct BranchOp {
  ExprPtr condition;
  std::uint32_t target;
};
/// Goes to instruction `target`.
struct JumpOp {
  std::uint32_t target;
};
/// Ends the thread.
struct ExitOp {};
/// A label alone on its line, or nop.
struct NopOp {};
/// The load of the lock unit of shared memory, LDSLK (Li et al., ICS 2015, section 3.2), in one step: target
/// := [address], and locked := 1 if the lock bit of the address was free, else 0; a free bit is taken. What
/// nobody wants to know has no register.
struct LockLoadOp {
  std::optional<RegisterId> locked;
  std::optional<RegisterId> target;
  ExprPtr address;
};
/// The store of the lock unit, STSUL, in one step: [address] := value, and the lock bit of the address is
/// free.
struct UnlockStoreOp {
  ExprPtr address;
  ExprPtr value;
};
/// Whether some or all of those who vote say yes.
enum class Vote { Any, All };
/// target := whether the `ballot` of any (of all) lanes of the wavefront that execute this together is not 0.
struct VoteOp {
  RegisterId target;
  Vote vote;
  ExprPtr ballot;
};
/// `ssy L`: says that what diverges next in a wavefront comes together at `target`. It does nothing; who runs
/// wavefronts checks it.
struct ReconvergenceOp {
  std::uint32_t target;
};

using Operation = std::variant<LoadOp, StoreOp, RmwOperation, FenceOp, BarrierOp, AssignOp, BranchOp, JumpOp,
                               ExitOp, NopOp, LockLoadOp, UnlockStoreOp, VoteOp, ReconvergenceOp>;

/// `@p` or `@!p` before an instruction: it runs only when the register is not 0 (is 0).
struct Predicate {
  RegisterId reg;
  bool negated = false;
};

/// One instruction as written. Its index in the thread is the k of "Pn:k" in reports.
struct Instruction {
  Operation operation;
  std::optional<Predicate> predicate;
  Place place;
  std::string text;  ///< as written, white space folded, without its label, with its predicate
  /// Words of the dialect that only its own memory model looks at: "nonpriv", "sc0", "semsc1", "av.dv",
  /// "surface"; in the order written. LISA: the annotations, each behind a quote ("'acquire").
  std::vector<std::string> marks = {};
  /// Of an access through a reference of its own to a location (PTX, Vulkan: `y aliases x`): that name; else
  /// empty.
  std::string reference = {};
  /// Nobody wrote the scope of its operation, so nobody can be advised to write another one
  /// (lock_unit/with_lock_bits.h).
  bool scopeIsFixed = false;
  /// C: of the text, the call or the access that makes the operation, and the innermost statement of a block
  /// that it is part of; empty elsewhere.
  Span code = {};
  Span statement = {};
};

}  // namespace hrfcheck::inline program
