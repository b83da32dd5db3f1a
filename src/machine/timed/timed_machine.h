#pragma once

#include <map>
#include <memory>
#include <vector>

#include "machine/memory_steps.h"
#include "machine/micro_code.h"
#include "machine/request_rules.h"
#include "machine/timed/event_queue.h"
#include "machine/timed/run.h"
#include "machine/timed/timed_state.h"
#include "util/random.h"

namespace hrfcheck::inline machine {

/// A machine with a program in it that goes from event to event. A step takes effect when it begins; whoever
/// takes it goes on after the step's latency.
class TimedMachine {
 public:
  /// @param code, options must outlive it
  TimedMachine(TimedCode& code, const TimedOptions& options, const MachineKind& kind);

  TimedReport run();

 private:
  struct Meeting {
    std::vector<ThreadId> there;  ///< who waits
    std::size_t ended = 0;        ///< who need not come any more
  };
  struct Event {
    enum class Kind : std::uint8_t { Go, Flush, Invalidation, Drain, DrainOne } kind;
    bool posted = false;     ///< Go: what the thread has posted
    bool endsStall = false;  ///< Invalidation
    ThreadId thread = 0;
    MemoryNodeId node = 0;
  };
  /// An instruction under way.
  struct Activity {
    const MicroCode* code = nullptr;  ///< null: between instructions
    std::size_t micro = 0, meanwhile = 0;
    TimedOp op;
    Value read = 0;
    std::size_t lane = 0;     ///< of the words of a wavefront's access, the next one
    std::size_t latched = 0;  ///< a load that has been answered and whose fill is under way
    Cycle began = 0;
    bool waits = false;  ///< for messages
    bool met = false;    ///< at the barrier before which it stands, which has opened
  };
  struct Blocked {
    ThreadId thread;
    bool posted;
    Cycle since;
  };

  void makeCaches();
  void compile(const MachineKind& kind);
  void handle(const Event& event);
  bool ended() const { return running_ == 0; }
  void wrapUp();
  void drainAll();

  // requesters (timed_requests.cpp)
  enum class Took { Step, Blocked, Waits };
  void go(ThreadId t, bool posted);
  bool fetch(ThreadId t);
  void arrive(ThreadId t, const TimedOp& op);
  void useScratchpad(ThreadId t, const TimedOp& op);
  Took take(ThreadId t, bool posted, Cycle& latency);
  Took meet(ThreadId t, Activity& activity);
  void letGo(Meeting& meeting);
  void endMeetings(ThreadId t);
  Took own(ThreadId t, Activity& activity, Cycle& latency);
  void advance(ThreadId t, bool posted, Cycle& latency);
  void finish(ThreadId t, bool posted, Cycle latency);
  void invalidateMeanwhile(Activity& activity);
  void block(ThreadId t, bool posted);
  void wakeBlocked();
  void deliverSent();
  void wake(ThreadId t, Cycle time);

  // accesses (timed_accesses.cpp)
  Took access(ThreadId t, Activity& activity, Cycle& latency);
  bool makeRoomBelow(ThreadId t, std::size_t k, LocationId a);
  std::optional<MemorySteps::Hit> hitWithRoom(ThreadId t, std::size_t from, LocationId a);
  Took readStep(ThreadId t, Activity& activity, Cycle& latency);
  Took writeStep(ThreadId t, Activity& activity, Cycle& latency);
  Took readWord(ThreadId t, Activity& activity, LocationId a, Cycle& latency);
  bool storeWord(ThreadId t, std::size_t at, LocationId a, Value v);
  void fillLine(ThreadId t, std::size_t from, std::size_t hit, LocationId a);
  void countRead(ThreadId t, std::size_t from, const MemorySteps::Hit& hit, LocationId a);
  Cycle answerTime(ThreadId t, std::size_t from, const MemorySteps::Hit& hit);
  bool prepare(ThreadId t, Activity& activity, Cycle& latency);
  bool prepareWord(const RequestStep& step, Cycle& latency);
  std::uint32_t ownedElsewhere(MemoryNodeId n, LocationId first) const;
  Cycle travel(ThreadId t, std::size_t from, std::size_t to);
  Cycle serve(MemoryNodeId n, Cycle from);

  // caches (timed_network.cpp)
  bool makeRoom(MemoryNodeId n, LocationId a);
  bool writeLine(MemoryNodeId n, TimedCache::Slot slot);
  void handOn(MemoryNodeId n, bool owned);
  void afterWrite(MemoryNodeId n);
  void scheduleDrain(MemoryNodeId n, Cycle time);
  void drain(MemoryNodeId n, bool force);
  void passMarker(MemoryNodeId n);
  void flushArrives(ThreadId t, MemoryNodeId n);
  void invalidationArrives(ThreadId t, MemoryNodeId n, bool endsStall);
  bool invalidate(MemoryNodeId n);
  bool flushBefore(MemoryNodeId n);
  void countInvalidated(MemoryNodeId n);

  Cycle now() const { return queue_.now(); }
  Cycle jittered(Cycle cycles) {
    return options_->table.jitter == 0 ? cycles : cycles + random_.below(options_->table.jitter + 1);
  }
  LevelCounts& counts(MemoryNodeId n) { return report_.levels[levelOf_[n]]; }
  Activity& activity(ThreadId t, bool posted) { return (posted ? posted_ : main_)[t]; }

  TimedCode* code_;
  const TimedOptions* options_;
  RuleSet rules_;
  MemoryTree tree_;
  MemorySteps memory_;
  RequestRules requests_;
  std::unique_ptr<TimedState> state_;
  EventQueue<Event> queue_;
  Random random_;
  std::vector<std::vector<MicroCode>> microCode_;  ///< by leaf and operation
  std::vector<bool> remoteOperation_, scopedOperation_, atomicOperation_;
  std::vector<Activity> main_, posted_;  ///< by thread
  std::vector<Blocked> blocked_;
  std::vector<Cycle> scratchpadFree_;           ///< by local memory
  std::vector<std::vector<ThreadId>> arrived_;  ///< by barrier of a workload
  std::map<LocationId, Meeting> meetings_;      ///< by barrier of a program
  std::vector<Cycle> acknowledged_;             ///< by thread: when the last marker's acknowledgement arrives
  std::vector<Cycle> lastMessage_;              ///< by thread: when the last message that it sent arrives
  std::vector<std::size_t> levelOf_;            ///< by node
  std::vector<const LevelTiming*> timing_;      ///< by node
  std::vector<Cycle> free_;                     ///< by node: when its port is free
  std::vector<Cycle> written_;                  ///< by cache: when its last write-back has arrived
  std::vector<std::size_t> fifoLimit_;          ///< by cache
  std::vector<bool> draining_;                  ///< by cache: a Drain is scheduled
  std::vector<MemoryNodeId> blockedDrains_;
  std::vector<Event> blockedMessages_;
  std::map<std::pair<ThreadId, MemoryNodeId>, std::size_t> invalidationsUnderWay_;
  std::size_t running_ = 0;
  TimedReport report_;
};

}  // namespace hrfcheck::inline machine
