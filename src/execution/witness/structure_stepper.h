#pragma once

#include <cstdint>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline execution {

/// A thread in the middle of its run: a value. Copying into a state that has been used for the same thread
/// before allocates nothing.
struct ThreadState {
  NodeId at = 0;  ///< the node to run next, or the one that waits for an answer
  bool ended = false;
  ThreadEnd end = ThreadEnd::Completed;  ///< where it has ended
  std::uint32_t lastInstruction = 0;     ///< where it ended, unless it completed; else 0
  NodeId lastNode = 0;                   ///< the copy of that instruction
  std::vector<Value> registers;
  /// Reads that values depend on: a row of bits for each register, then one for control. A row has a bit for
  /// each event of the thread.
  std::vector<std::uint64_t> taints;
  /// How often each barrier of the thread has been passed, by the machine's numbering of them.
  std::vector<std::uint32_t> passed;

  friend bool operator==(const ThreadState&, const ThreadState&) = default;
};

/// What a thread reports while it runs, in program order.
class RunSink {
 public:
  virtual ~RunSink() = default;
  /// @param value read or written; 0 for fences and barrier halves
  /// @param location kNoLocation for fences and barrier halves
  /// @param occurrence of barrier halves: which one of its (instance, id), from 0
  virtual void happens(EventId event, Value value, LocationId location, std::uint32_t occurrence) = 0;
  enum class Dependency { Addr, Data, Ctrl };
  /// `on` has happened, and depends on `read`. No pair is told twice for the same kind.
  virtual void depends(Dependency kind, EventId read, EventId on) = 0;
};

/// Where a thread stops to ask.
struct Pause {
  enum class Kind { Read, Barrier, End } kind = Kind::End;
  EventId event = kNoEvent;           ///< the read (not told to the sink yet), or the arrival (told)
  LocationId location = kNoLocation;  ///< of the read
};

/// Runs one thread of a structure up to each question only others can answer: the value of a read, whether a
/// barrier opens. It holds nothing that changes, so one machine serves any number of states.
class EventStructureStepper {
 public:
  /// @param structure must outlive the machine
  EventStructureStepper(const EventStructure& structure, ThreadId thread);

  ThreadState start() const;
  /// Goes on to the first question or the end; from `start()`.
  Pause run(ThreadState& state, RunSink& sink) const;
  /// Answers a Read: tells the read (and the write of an RMW that succeeds) and goes on.
  Pause giveValue(ThreadState& state, Value value, RunSink& sink) const;
  /// The barrier opens: tells the departure and goes on.
  Pause passBarrier(ThreadState& state, RunSink& sink) const;
  /// The barrier never opens: ends as Blocked.
  void block(ThreadState& state) const;

 private:
  /// An expression, looked at once: most are constants or registers.
  struct Operand {
    enum class Kind { Constant, Register, Compound } kind = Kind::Constant;
    Value value = 0;
    RegisterId reg = 0;
    const Expr* expr = nullptr;
    std::vector<RegisterId> registers;  ///< that it mentions
  };
  /// The expressions of an instruction; those it does not have are the constant 0.
  struct Code {
    Operand address;
    Operand value;                      ///< also an RMW's operand and a branch's condition
    Operand expected;                   ///< of a compare-and-swap
    LocationId location = kNoLocation;  ///< of a constant address
  };
  class Step;

  void stop(ThreadState& state, ThreadEnd end, NodeId node) const;

  static Operand operandOf(const ExprPtr& expr);
  Code codeOf(const Instruction& instruction) const;
  void numberEvents();
  void numberBarriers();

  const EventStructure* structure_;
  const Thread* thread_;
  const UnrolledThread* unrolled_;
  ThreadId id_;
  std::vector<Code> code_;               ///< by instruction
  std::vector<std::uint32_t> barriers_;  ///< by node: the number of its barrier; empty in threads without
  std::uint32_t barrierCount_ = 0;
  EventId firstEvent_ = 0;  ///< of the thread
  std::size_t words_ = 0;   ///< of a row of taints
};

}  // namespace hrfcheck::inline execution
