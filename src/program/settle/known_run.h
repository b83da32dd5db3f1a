#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "program/settle/barrier_meetings.h"
#include "program/settle/cell_accesses.h"
#include "program/settle/code_flow.h"
#include "program/settle/residue.h"
#include "program/unroll/unroll.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// What is taken for granted in one run, and corrected for the next one.
struct RunAssumptions {
  /// By location: its accesses are left where they are.
  std::vector<bool> kept;
  /// Loops of threads that are left as they are: by thread, head and how often control has come there, where
  /// control leaves the loop for.
  std::map<std::tuple<ThreadId, std::uint32_t, std::uint32_t>, std::uint32_t> loops;

  friend bool operator==(const RunAssumptions&, const RunAssumptions&) = default;
};

/// All threads, run from barrier to barrier with what is known: constants, and what locations hold that are
/// settled. What depends on more is written down.
class KnownRun {
 public:
  /// The code takes more steps than are made, or is more than is written.
  struct TooLong {};

  /// @throws TooLong
  /// @throws OutOfTime
  KnownRun(const Program& program, const std::vector<CodeFlow>& flows, RunAssumptions assumptions,
           OrderUnderModel& order, const Deadline& deadline);

  /// What should have been taken for granted; the same where nothing was wrong.
  const RunAssumptions& corrected() const { return corrected_; }
  std::vector<Residue>& residues() { return residues_; }
  const BarrierMeetings& meetings() const { return meetings_; }
  /// Locations whose accesses are gone.
  std::vector<LocationId> settledLocations() const { return accesses_.locations(); }
  /// What these hold in the end.
  const std::vector<std::optional<Value>>& memory() const { return memory_; }
  /// Whether a thread has run to its end.
  bool ended(ThreadId t) const { return places_[t].status == Status::Ended; }
  /// How many accesses are gone.
  std::size_t leftOut() const { return leftOut_; }

 private:
  enum class Status : std::uint8_t { Runs, Waits, Ended, Stopped };
  struct Place {
    std::uint32_t at = 0;
    Status status = Status::Runs;
    bool decided = false;       ///< that control is here depends on what some execution decides
    std::uint32_t waitsAt = 0;  ///< the barrier
    /// At the head of the innermost loop that it came to last: what it knew there, how much it had done for
    /// others, and what it has read since.
    std::uint32_t head = kNoHead;
    KnownRegisters atHead = {};
    std::size_t doneAtHead = 0;
    std::size_t done = 0;
    std::vector<LocationId> readSince = {};
    std::map<std::uint32_t, std::uint32_t> iterations = {};  ///< by head of a loop: how often it was there
  };

  static constexpr std::uint32_t kNoHead = ~std::uint32_t{0};

  bool goesRoundForEver(ThreadId t);
  void runAll();
  void run(ThreadId t);
  /// One instruction.
  void step(ThreadId t);
  bool openBarriers();
  bool opens(std::uint32_t barrier) const;
  void end(ThreadId t);
  /// Writes an instruction down that stops the thread there.
  void fault(ThreadId t, const Operation& operation);

  void load(ThreadId t, const LoadOp& o);
  void store(ThreadId t, const StoreOp& o);
  void update(ThreadId t, const RmwOperation& o);
  bool updateSettled(ThreadId t, const RmwOperation& o, LocationId location);
  void assign(ThreadId t, const AssignOp& o);
  void branch(ThreadId t, const BranchOp& o);
  void barrier(ThreadId t, const BarrierOp& o);
  void writePart(ThreadId t, CodePart part);
  void keepNamed(ThreadId t, const std::vector<std::uint32_t>& instructions);
  void unknownExit(ThreadId t);
  void keep(LocationId location) { corrected_.kept[location] = true; }
  /// The location of an access that may be settled; nothing where its instruction is to be written.
  std::optional<LocationId> settledAt(ThreadId t, const PartialValue& address, bool ordinary);
  void addAccess(ThreadId t, LocationId location, bool writes);
  void next(ThreadId t) { ++places_[t].at; }
  const Instruction& instruction(ThreadId t) const { return program_.threads[t].instructions[places_[t].at]; }

  const Program& program_;
  const std::vector<CodeFlow>& flows_;
  RunAssumptions assumptions_;
  RunAssumptions corrected_;
  BarrierMeetings meetings_;
  CellAccesses accesses_;
  PacedLook look_;
  std::vector<Place> places_;
  std::vector<Residue> residues_;
  std::vector<std::optional<Value>> memory_;
  std::size_t leftOut_ = 0;
  std::size_t steps_ = 0;
  bool waits_ = false;  ///< a thread waits for what was taken for settled
};

}  // namespace hrfcheck::inline program
