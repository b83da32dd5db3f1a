#pragma once

#include <optional>
#include <vector>

#include "program/ir/instruction.h"
#include "program/ir/scope_tree.h"

namespace hrfcheck::inline machine {

/// What a work-item does next.
struct TimedOp {
  enum class Kind {
    Load,
    Store,
    Rmw,
    Compute,     ///< nothing that others see, for `cycles`
    Barrier,     ///< until `operand` work-items have come to barrier `location`; no memory is ordered by it
    Fence,       ///< `operation`, on no location
    Meeting,     ///< `operation` is a barrier, at which `operand` work-items meet; `location` is its number
    Scratchpad,  ///< the work-group's local memory `location`, for `cycles` passes; what happens there is the
                 ///< code's own, when it is told that the operation is complete
    Clock,       ///< reads the cycle that it is, and takes no time
    End,
    Diverges  ///< goes round for ever without touching memory
  } kind = Kind::End;
  std::uint32_t operation = 0;  ///< index of TimedCode::operations
  LocationId location = 0;
  Value operand = 0;   ///< that a store writes; of a read-modify-write
  Value expected = 0;  ///< of a compare-and-swap
  std::uint64_t cycles = 0;
  /// Of an ordinary access of a wavefront: the other words that its lanes access at once, one of each line;
  /// null for none. A store writes `operand` to all of them.
  const std::vector<LocationId>* also = nullptr;
};

/// A program that a timed machine runs, work-item by work-item: a test or kernel as written (program_code.h)
/// or a workload (workloads/).
class TimedCode {
 public:
  virtual ~TimedCode() = default;

  virtual const ScopeTree& scopes() const = 0;
  /// Words of memory, with what they hold at first.
  virtual std::vector<Value> memory() const = 0;
  /// The accesses, fences and meetings that there are, but for their addresses and operands.
  virtual const std::vector<Instruction>& operations() const = 0;

  virtual TimedOp next(ThreadId t) = 0;
  /// Goes past what `next` returned; `read` where it reads.
  virtual void complete(ThreadId t, const TimedOp& op, Value read) = 0;
  /// The meetings that wait for a thread, but not once it has ended; by number.
  virtual std::vector<LocationId> meetingsWithoutEnded(ThreadId) const { return {}; }
  /// What a read-modify-write writes over `old`; nothing where it does not write.
  virtual std::optional<Value> written(ThreadId t, const TimedOp& op, Value old) = 0;
};

}  // namespace hrfcheck::inline machine
