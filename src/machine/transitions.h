#pragma once

#include <memory>
#include <vector>

#include "machine/agent_states.h"
#include "machine/machine.h"
#include "machine/machine_state.h"
#include "machine/meetings.h"
#include "machine/memory_steps.h"
#include "machine/micro_code.h"
#include "machine/request_rules.h"
#include "machine/rules/machine_kinds.h"

namespace hrfcheck::inline machine {

/// A step, small: what told apart from the others of a state makes it (step_text.h has its words).
struct Step {
  enum class Kind : std::uint8_t {
    Gate,
    Flush,
    Wait,
    Load,
    LoadRequest,
    LoadAnswer,
    Store,
    Rmw,
    Invalidate,
    Lock,
    Unlock,
    SendInvalidations,
    WaitInvalidations,
    Unstall,
    Post,
    Drain,
    PassMarker,
    Early,
    Prefetch,
    PrefetchRequest,
    Fill,
    FlushMessage,
    InvalidationMessage,
    Meet
  } kind;
  bool posted = false;            ///< by what the thread has posted
  bool writes = false;            ///< Store, Rmw
  bool owns = false;              ///< Load, Store, Rmw: the cache comes to own the line
  bool takesCopies = false;       ///< Load, Store, Rmw: the requester's inner copies go along (ACC*)
  ValueIndex value = 0;           ///< read, written back or filled
  ValueIndex written = 0;         ///< Store, Rmw
  ThreadId thread = kNoThread;    ///< of requesters' steps and their messages
  std::uint32_t instruction = 0;  ///< of requesters' steps
  MemoryNodeId node = 0;          ///< where it happens
  MemoryNodeId other = 0;         ///< where a value comes from or goes to; node where nothing moves
  std::uint32_t location = 0;

  friend bool operator==(const Step&, const Step&) = default;
};

/// The steps that a state offers, with the states they lead to.
class Successors {
 public:
  explicit Successors(std::size_t stateSize) : stateSize_(stateSize) {}

  void clear() { steps_.clear(); }
  std::size_t size() const { return steps_.size(); }
  const Step& step(std::size_t i) const { return steps_[i]; }
  const std::uint8_t* state(std::size_t i) const { return bytes_.data() + i * stateSize_; }
  std::uint8_t* state(std::size_t i) { return bytes_.data() + i * stateSize_; }
  /// A copy of a state to be changed, valid until the next one.
  std::uint8_t* add(const Step& step, const std::uint8_t* from);
  Step& lastStep() { return steps_.back(); }
  void dropLast() { steps_.pop_back(); }
  /// Only the i-th is left.
  void keepOnly(std::size_t i);

 private:
  std::size_t stateSize_;
  std::vector<Step> steps_;
  std::vector<std::uint8_t> bytes_;
};

/// A machine with a test in it, as a transition system.
class Transitions {
 public:
  /// @param program must outlive it
  /// @throws UserError for what the machine has no rules for
  Transitions(const Program& program, const MachineKind& kind, const RuleSet& rules, Hierarchy hierarchy,
              Environment environment);
  Transitions(const Transitions&) = delete;  // its parts point at each other
  Transitions& operator=(const Transitions&) = delete;
  ~Transitions() = default;

  const StateLayout& layout() const { return *layout_; }
  const MemoryTree& tree() const { return tree_; }
  const Program& program() const { return *program_; }
  std::vector<std::uint8_t> initial();

  /// All steps; with `reduce` those that suffice (transitions.cpp), and states without what no longer
  /// matters.
  /// @param state not changed
  void of(std::uint8_t* state, bool reduce, Successors& out);

  /// Every thread has finished, and nothing is left of what it posted.
  bool ended(const MachineState& s) const;
  /// A thread goes round for ever without touching memory.
  bool diverges(const MachineState& s) const;
  bool allClean(const MachineState& s) const;
  /// A requester stands before a step that the stall of another, or its lock, keeps it from.
  bool keptOut(const MachineState& s, ThreadId t) const;
  bool dropsDirty() const { return !rules_[Rule::KeepDirty] && !rules_[Rule::FlushDirty]; }
  Value valueOf(const MachineState& s, const StateVariable& variable) const;
  Value value(ValueIndex v) const { return values_[v]; }

 private:
  /// The step of a requester that is looked at.
  struct Turn {
    ThreadId thread;
    std::uint16_t local;
    std::size_t micro;
    bool posted;
    const Action* action;
    const MicroCode* code;
    const MicroOp* op;

    RequestStep own() const { return {thread, op, code->k, action->location}; }
    /// The instruction has nothing left but this step.
    bool last() const { return micro + 1 == code->steps.size(); }
  };

  StateLayout::Needs needs();

  Turn turn(ThreadId t, std::uint16_t local, std::size_t micro, bool posted) const;
  void requester(const MachineState& s, ThreadId t, Successors& out);
  void take(const MachineState& s, const Turn& turn, Successors& out);
  void takeMeanwhile(const MachineState& s, const Turn& turn, Successors& out);
  bool mayAccess(const MachineState& s, const Turn& turn) const;
  bool keptOut(const MachineState& s, const Turn& turn) const;
  std::vector<ThreadId> meetingWith(const MachineState& s, const Turn& mine) const;
  void meet(const MachineState& s, const Turn& turn, Successors& out);
  void access(const MachineState& s, const Turn& turn, Successors& out);
  void answer(const MachineState& s, const Turn& turn, Successors& out);
  void read(const MachineState& s, const Turn& turn, const MemorySteps::Hit& hit, Successors& out);
  void writeOnly(const MachineState& s, const Turn& turn, Successors& out);
  Step stepOf(const Turn& turn, Step::Kind kind) const;
  std::uint8_t* addFor(const MachineState& s, const Turn& turn, Step::Kind kind, Successors& out) const;
  void advance(MachineState& s, const Turn& turn);

  void messages(const MachineState& s, ThreadId t, Successors& out) const;
  bool deliverable(const MachineState& s, ThreadId t, MemoryNodeId n) const;
  void invalidationMessage(const MachineState& s, ThreadId t, MemoryNodeId n, Successors& out) const;
  void drains(const MachineState& s, MemoryNodeId n, Successors& out) const;
  void early(const MachineState& s, MemoryNodeId n, Successors& out) const;
  void fills(const MachineState& s, MemoryNodeId n, bool reduce, Successors& out) const;

  bool suffices(const MachineState& s, Successors& out);
  bool silent(const Turn& turn) const;
  void normalise(MachineState& s) const;
  bool mayRead(const MachineState& s, MemoryNodeId n, std::uint32_t a) const;

  const Program* program_;
  RuleSet rules_;
  MemoryTree tree_;
  MemorySteps memory_;
  RequestRules requests_;
  Environment environment_;
  bool queuesReorder_;
  bool ldsApart_;        ///< what is in LDS is in no cache
  bool stalls_ = false;  ///< some instruction of the test stalls caches
  std::vector<std::vector<MicroCode>> code_;
  Meetings meetings_;
  std::unique_ptr<StateLayout> layout_;
  ValueTable values_;
  std::vector<AgentStates> threads_;  ///< by thread: the requesters, each an agent of one lane
};

}  // namespace hrfcheck::inline machine
