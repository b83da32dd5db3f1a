#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "frontend/lowlevel/specialize/specialize.h"
#include "frontend/lowlevel/specialize/thread_state.h"

namespace hrfcheck::frontend::lowlevel {

/// Executes a thread with what is known of it, and writes down the rest. A place in the code is written once
/// for each state that control gets there with, so that what is known stays known; loops whose rounds are
/// known are written out. Where a loop that ends by what is read from memory would be written out for ever,
/// what differs from round to round goes into registers (`generalized`).
class Specializer {
 public:
  Specializer(const Module& module, LivenessOfFunctions& liveness, const LaunchFacts& facts, ThreadId thread,
              const Deadline& deadline);

  /// Goes on, to the end or, where only so many exchanges are settled, to others (LaunchFacts::settled).
  void run();
  bool waits() const { return !waiting_.empty(); }
  const WrittenThread& written() const { return result_; }
  std::uint32_t warp() const;
  WrittenThread take() { return std::move(result_); }

 private:
  /// A block that is to be written, or to be gone on with, and how control came there.
  struct Pending {
    std::uint32_t block;
    ThreadState state;
  };
  /// The exchange that comes next is not settled.
  struct WaitsForLanes {};
  /// What the thread does next depends on unspecified values.
  struct HangsOnOpen {};
  struct Ancestry {
    std::optional<std::uint32_t> parent;
    bool byChoice = false;   ///< the way there depends on a value that is read
    bool anyChoice = false;  ///< or the way to some block before
  };

  // Control: specializer_control.cpp
  void block(std::uint32_t number, ThreadState state);
  void step();
  void execute(const Nothing&) {}
  void execute(const Forget& forgotten);
  const Instruction& instructionHere() const;
  void advance() { state_.frames.back().at += 1; }
  std::uint32_t wayTo(ThreadState state, bool byChoice);
  void prune(ThreadState& state);
  bool chooses(bool byChoice) const;
  std::optional<const ThreadState*> tooOften(const ThreadState& state, bool byChoice) const;
  std::optional<std::uint32_t> generalized(ThreadState state, const ThreadState& other, bool byChoice);
  void jumpOn();
  void branch(const Branch& branch);
  void divide(const ThreadValue& condition, std::uint32_t taken, std::uint32_t next,
              const std::optional<OwnRegister>& decided, bool negated);
  void call(const Call& call);
  std::uint32_t calleeOf(const Call& call);
  void leave();
  void end();
  void fault();
  void require(const Require& require);
  void stop();
  void leaveFunction(std::uint32_t function);

  // What branches show: specializer_tests.cpp
  std::optional<KnownTest> testOf(const Number& number);
  static void learn(ThreadState& state, std::uint32_t predicate, bool holds);
  static void nameAll(ThreadState& state);
  static void tidyNames(ThreadState& state);
  static void forgetNames(ThreadState& state);

  // Registers and numbers: specializer_values.cpp
  ThreadValue value(const NumberPtr& number);
  ThreadValue word(const NumberPtr& number);  ///< that may be in parts
  ThreadValue leaf(const Number& number);
  ThreadValue builtIn(BuiltIn which) const;
  ThreadValue contentOf(const Content& content, RegisterId reg);
  Content contentOf(const ThreadValue& value);
  void execute(const Compute& compute);
  void assign(std::uint32_t reg, const ThreadValue& value);
  void assignParts(RegisterId reg, const ThreadValue& value);
  void assignUnknown(std::uint32_t reg, Origins origins = {});
  RegisterId registerOf(const OwnRegister& reg);
  RegisterId registerOf(const OwnBytes& bytes, unsigned size);
  RegisterId newRegister(std::string name);
  RegisterId partOf(RegisterId reg, unsigned begin, unsigned bits);
  RegisterId temporary();
  unsigned bitsOf(std::uint32_t reg) const;
  std::uint64_t known(const NumberPtr& number, std::string_view what);
  Leaves leaves();

  // Memory of the thread's own, and that which threads share: specializer_memory.cpp
  void execute(const Access& access);
  void execute(const Fence& fence);
  std::optional<WrittenOrder> takeOrder(const Atomicity& atomicity);
  void execute(const WrittenOrder& order);
  void dropOrder();
  void ownAccess(const Access& access, const ObjectPlace& place);
  void sharedAccess(const Access& access, Reached where);
  bool leavesObject(const Access& access, const ObjectPlace& place) const;
  StoredWord storedWord(const Access& access, const NumberPtr& number);
  ReadWord readWord(const Access& access, const Reached& where, std::size_t element);
  void assignRead(std::uint32_t reg, const ReadWord& read);
  std::optional<ThreadValue> foldedElement(const Access& access, const ObjectPlace& place,
                                           std::int64_t offset) const;
  Reached reached(const Access& access, const ThreadValue& address);
  bool isParameterOfEntry(std::uint32_t object) const;
  ThreadValue loadOwn(OwnBytes bytes, unsigned size);
  void storeOwn(OwnBytes bytes, unsigned size, const ThreadValue& value);
  void storeParts(OwnBytes bytes, unsigned size, const ThreadValue& value);
  void keepRest(const OwnBytes& bytes, const OwnContent& content, const OwnBytes& taken, unsigned size);
  ThreadValue pieceOf(const OwnBytes& bytes, const OwnContent& content, OwnBytes wanted, unsigned size);
  using OwnRange =
      std::pair<FlatMap<OwnBytes, OwnContent>::iterator, FlatMap<OwnBytes, OwnContent>::iterator>;
  OwnRange contentsOf(std::uint32_t object);
  OwnRange overlapping(const OwnBytes& bytes, unsigned size);
  void forget(std::uint32_t object);
  void copyObject(std::uint32_t from, std::uint32_t to);
  static ThreadValue apply(NumberOp op, unsigned bits, const std::vector<ThreadValue>& operands,
                           unsigned from = 0);
  ThreadValue extended(const ThreadValue& value, unsigned bytes, unsigned bits, bool isSigned) const;

  // Clusters: specializer_clusters.cpp
  void execute(const MapAddress& map);
  void execute(const ClusterArrive& arrive);
  void execute(const ClusterWait&);
  void requireNotArrived() const;
  std::optional<ObjectPlace> placeInCluster(Space space, std::uint64_t number) const;
  std::uint32_t ownRank() const { return group() - facts_.launches.firstOfCluster(group()); }

  // Asynchronous operations: specializer_async.cpp
  void execute(const AsyncCopy& copy);
  void execute(const AsyncStore& store);
  void placeDestination(const AsyncCopy& copy, unsigned unit, AsyncAgent& agent);
  void execute(const CommitCopies& commit);
  void execute(const AwaitCopies& await);
  void awaitSources(std::uint64_t pending);
  unsigned bytesOfCopy(const AsyncCopy& copy);
  void execute(const ArriveBehindCopies& arrive);
  void issue(AsyncAgent agent);
  ObjectPlace placeOfCopy(const NumberPtr& address, Space space, unsigned bytes);

  // Barriers and lanes: specializer_lanes.cpp
  KnownBarrier barrier(const BlockBarrier& barrier);
  void execute(const BlockBarrier& barrierHere) { emit(barrier(barrierHere)); }
  void execute(const ScopeBarrier& barrier);
  void execute(const BlockVote& vote);
  void execute(const WarpBarrier& barrier);
  void execute(const LaneExchange& exchange);
  bool somebodyStops(std::uint64_t mask) const;
  void say(const SaidByLane& own);
  using Lanes = std::map<std::uint32_t, SaidByLane>;
  std::optional<Lanes> lanesAt(const LaneExchange& exchange, const SaidByLane& own) const;
  KnownBarrier meeting(std::uint64_t mask) const;
  std::optional<ThreadValue> exchanged(const LaneExchange& exchange, const SaidByLane& own,
                                       const ThreadValue& offset, const Lanes& lanes, ThreadValue& inRange);
  std::optional<ThreadValue> shuffled(const LaneExchange& exchange, const SaidByLane& own,
                                      std::uint64_t offset, const Lanes& lanes, ThreadValue& inRange) const;
  std::pair<std::uint32_t, bool> sourceOf(LaneExchange::Kind kind, std::uint64_t clamp,
                                          std::uint64_t offset) const;

  // Numbers that lanes read and give each other: specializer_exchanges.cpp
  /// What a lane does in an exchange.
  struct OwnPart {
    const LaneExchange& exchange;
    const SaidByLane& said;
    ThreadValue value;
    ThreadValue offset;
  };
  static bool needsCells(const LaneExchange& exchange, const Lanes& lanes);
  void exchangeInCells(const OwnPart& own, const Lanes& lanes);
  void shuffleInCells(const OwnPart& own, const Lanes& lanes);
  void takeFromAnyLane(const OwnPart& own, const Lanes& lanes);
  void matchInCells(const OwnPart& own, const Lanes& lanes);
  void combineInCells(const OwnPart& own, const Lanes& lanes);
  ThreadValue combined(const OwnPart& own, const Lanes& lanes);
  ThreadValue numberOfLane(const OwnPart& own, const Lanes& lanes, std::uint32_t lane);
  void give(std::uint32_t lane, const ThreadValue& value);
  void take(const std::optional<std::uint32_t>& target, std::uint32_t lane);
  void giveTo(const std::optional<std::uint32_t>& target, const ThreadValue& value);
  std::uint32_t exchangeHere() const;
  bool inRounds() const { return facts_.places != nullptr; }
  KnownBarrier secondMeeting(std::uint64_t mask) const;
  LaneCell cellOf(std::uint32_t lane) const { return {warp(), exchangeHere(), lane}; }
  std::uint32_t lane() const { return facts_.launches.itemOf(thread_) % grid().subGroupSize(); }
  std::uint32_t lanesOfWarp() const;
  /// Of the launch that the thread belongs to.
  const Grid& grid() const { return facts_.launches.of(thread_).grid; }
  std::uint32_t group() const { return facts_.launches.groupOf(thread_); }
  std::uint32_t entry() const { return facts_.entries[facts_.launches.indexOf(thread_)]; }

  void emit(ResidualOperation operation);
  [[noreturn]] void refuse(const std::string& message, const std::string& hint = "") const;

  const Module& module_;
  LivenessOfFunctions& liveness_;
  const LaunchFacts& facts_;
  ThreadId thread_;
  PacedLook look_;
  WrittenThread result_;
  std::map<ThreadState, std::uint32_t> blocks_;
  std::vector<const ThreadState*> states_;  ///< by block; null of those without one
  std::vector<Ancestry> ancestry_;
  std::map<std::vector<Frame>, std::vector<std::uint32_t>> variants_;  ///< blocks by their place in the code
  std::deque<Pending> pending_;
  std::deque<Pending> waiting_;                                    ///< before exchanges that are not settled
  std::vector<std::vector<std::optional<RegisterId>>> registers_;  ///< by function, and by register of it
  std::map<std::tuple<std::uint32_t, std::int64_t, unsigned>, RegisterId>
      ofBytes_;                                                             ///< by object, offset, size
  std::map<std::tuple<RegisterId, unsigned, unsigned>, RegisterId> parts_;  ///< by register and place in it
  std::uint32_t current_ = 0;                                               ///< the block that is written
  ThreadState state_;
  bool done_ = false;  ///< with the block
  std::size_t steps_ = 0;
};

}  // namespace hrfcheck::frontend::lowlevel
