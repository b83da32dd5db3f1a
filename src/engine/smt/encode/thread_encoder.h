#pragma once

#include <optional>

#include "engine/smt/encode/thread_code.h"
#include "engine/smt/encode/thread_state.h"

namespace hrfcheck::inline engine::smt {

/// Encodes one thread into a ProgramCode whose `events` and `threads` have their final sizes.
class ThreadEncoder {
 public:
  /// @param free null where every read returns a known value
  ThreadEncoder(Formula& formula, const EventStructure& structure, ThreadId thread, SpinningRuns spinning,
                const FreeReads* free, ProgramCode& code);

  void run();

 private:
  /// One node while it is executed: the state on the path where its predicate holds.
  struct Step {
    NodeId node;
    const UnrolledNode& unrolled;
    const Instruction& instruction;
    ThreadState state;
    Taint predicate;  ///< what the predicate depends on
  };
  /// A value with the reads it depends on.
  struct Operand {
    GuardedValues values;
    Taint taint;
  };

  void node(NodeId n);
  void skip(const Step& step, Lit edge);
  void execute(Step& step);
  void leave(Step& step);
  void load(Step& step, const LoadOp& o);
  void store(Step& step, const StoreOp& o);
  void readModifyWrite(Step& step, const RmwOperation& o);
  void barrier(Step& step);

  Operand operand(Step& step, const Expr& expr);
  Operand location(Step& step, const Expr& address);
  Taint taintOf(const ThreadState& state, const Expr& expr) const;
  void faultWhen(Step& step, Lit condition);
  void decide(Lit guard, Lit holds);
  std::vector<GuardedValues::Entry> openLocations(const OpenValue& open, std::vector<Lit>& nowhere);
  void leaveWhereUnknown(Step& step, const std::vector<GuardedValues::Entry>& locations);
  void noteInexact(const Step& step, Lit inexact);
  void checkStored(Step& step, const GuardedValues& values);
  EventCode& happen(const Step& step, EventId e, Lit exec);
  void depend(std::vector<Dependency>& on, const Taint& taint, EventId e);
  GuardedValues valueOf(EventId read, Lit exec, const GuardedValues& locations);
  GuardedValues chooseValue(EventId read, Lit exec, const GuardedValues& locations);
  void assign(Step& step, RegisterId target, GuardedValues values, Taint taint);
  void flow(NodeId to, const Step& step, Lit edge, ThreadState state);

  Formula& formula_;
  const EventStructure& structure_;
  const Program& program_;
  ThreadId thread_;
  SpinningRuns spinning_;
  const FreeReads* free_;
  const UnrolledThread& unrolled_;
  ProgramCode& code_;
  ThreadCode& result_;
  std::vector<std::vector<IncomingState>> incoming_;
  std::vector<IncomingState> atEnd_;
};

}  // namespace hrfcheck::inline engine::smt
