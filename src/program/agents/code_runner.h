#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Lanes of an agent, as bits.
using LaneMask = std::uint64_t;
inline constexpr std::size_t kMostLanes = 64;

/// A thread that stands before an instruction, loops and all: a value.
struct LocalState {
  std::uint32_t at = 0;  ///< the next instruction; the end when there is none
  std::vector<Value> registers;

  friend auto operator<=>(const LocalState&, const LocalState&) = default;
};

/// What a thread does next that others can see, or why it does nothing more.
struct Action {
  enum class Kind {
    Load,
    Store,
    Rmw,
    LockLoad,  ///< of the lock unit, as UnlockStore is
    UnlockStore,
    Fence,
    Barrier,
    Vote,     ///< with the other lanes of the wavefront
    Diverge,  ///< a wavefront chooses which side of a branch goes first: `lanes`
    End,      ///< the thread has finished
    Fault,    ///< the instruction cannot be carried out (local_faults.h says why): a mistake of the test
    Diverges  ///< the thread goes round for ever, or for longer than one waits, without touching memory
  } kind = Kind::End;
  std::uint32_t instruction = 0;
  LocationId location = kNoLocation;  ///< of accesses
  Value operand = 0;                  ///< what a store stores; an RMW's operand
  Value expected = 0;                 ///< of a compare-and-swap
  LaneMask lanes = 1;                 ///< which lanes of an agent (agent.h) act; a thread is its only lane
  Value instance = 0;                 ///< of a barrier, as its id and count (BarrierOp)
  Value id = 0;
  std::optional<Value> count = std::nullopt;
  std::uint32_t arrivals = 1;  ///< how many a barrier with a count counts
  bool abstains = false;       ///< of a vote: the predicate does not hold; else `operand` is the ballot

  /// The first lane that acts.
  std::uint32_t lane() const { return static_cast<std::uint32_t>(std::countr_zero(lanes)); }
  bool reads() const { return kind == Kind::Load || kind == Kind::Rmw || kind == Kind::LockLoad; }
  bool isOfLockUnit() const { return kind == Kind::LockLoad || kind == Kind::UnlockStore; }
  bool isAccess() const { return reads() || kind == Kind::Store || kind == Kind::UnlockStore; }
};

/// What an action finds: the value that an access reads, whether a LockLoad takes the lock bit, and how a
/// vote ends.
struct Seen {
  std::optional<Value> value;
  bool locked = false;

  // NOLINTNEXTLINE(google-explicit-constructor): most actions find a value or nothing
  Seen(std::optional<Value> found = std::nullopt, bool taken = false) : value(found), locked(taken) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Seen(Value found) : value(found) {}
};

/// Runs one thread of a program as it is written, action by action: an interpreter of code under
/// interleaving, for progress and for machines. (Candidate executions run unrolled code:
/// structure_stepper.h.) It holds nothing that changes, so one serves any number of states.
class CodeRunner {
 public:
  enum class Fences { Stop, Pass };

  /// @param program must outlive the runner
  /// @param fences whether a fence is an action
  CodeRunner(const Program& program, ThreadId thread, Fences fences);

  LocalState start() const;
  /// Runs registers, branches and instructions whose predicate does not hold, up to the next action, which
  /// the state then stands before.
  Action next(LocalState& state) const;
  /// Executes the one instruction that the state stands before (not the end), if nobody else can see it; else
  /// the action that it is.
  std::optional<Action> step(LocalState& state) const;
  /// Goes past the action that `next` or `step` returned.
  void complete(LocalState& state, const Action& action, const Seen& seen = {}) const;

  const Instruction& instruction(const Action& action) const {
    return thread_->instructions[action.instruction];
  }

 private:
  std::optional<Value> valueOf(const ExprPtr& expr, const LocalState& state) const;
  Action access(Action::Kind kind, const LocalState& state, const ExprPtr& address, const ExprPtr& operand,
                const ExprPtr& expected) const;
  Action ballot(const LocalState& state, const VoteOp& o, bool abstains) const;
  Action arrival(const LocalState& state, const BarrierOp& o) const;
  std::optional<Action> assign(LocalState& state, const AssignOp& o) const;
  std::optional<Action> branch(LocalState& state, const BranchOp& o) const;

  const Program* program_;
  const Thread* thread_;
  Fences fences_;
};

/// What an access leaves in memory that held `old`: nothing where it does not write (a load, a
/// compare-and-swap that fails).
std::optional<Value> writtenBy(const Instruction& instruction, const Action& action, Value old);

}  // namespace hrfcheck::inline program
