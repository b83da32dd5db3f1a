#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/agents/agents.h"
#include "program/ir/program.h"
#include "termination/system/lock_unit.h"
#include "termination/system/simt_rules.h"
#include "util/activity.h"
#include "util/enum_names.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline termination {

/// Does every thread finish? The definitions are those of Sorensen, Evrard, Donaldson, "GPU Schedulers: How
/// Fair Is Fair Enough?", CONCUR 2018 (weak fairness of what a scheduler promises), and Sorensen et al.,
/// OOPSLA 2021 (the strong variants). Memory is interleaving: orders and scopes play no role here.

/// Whether every thread terminates under a scheduler.
enum class ProgressAnswer { Terminates, MayHang, Undecided };
inline constexpr std::array kProgressAnswerNames{EnumName{ProgressAnswer::Terminates, "terminates"},
                                                 EnumName{ProgressAnswer::MayHang, "may hang"},
                                                 EnumName{ProgressAnswer::Undecided, "undecided"}};
static_assert(coversUpTo(kProgressAnswerNames, ProgressAnswer::Undecided), "every answer has its name");

/// How a program hangs.
enum class HangKind {
  Deadlock,    ///< no thread is enabled, and some thread has not finished (barriers only)
  DeadRegion,  ///< from the loop no schedule at all leads to the end
  Livelock,    ///< every enabled thread runs, for ever
  Starvation   ///< some thread that could run never does
};

/// One step of a schedule: an agent's action with what it read and wrote.
struct ScheduleStep {
  AgentId agent = 0;
  std::uint32_t choice = 0;  ///< which of the actions that the agent offers
  ThreadId thread = 0;       ///< the lane that acts; of several, the first
  std::uint32_t instruction = 0;
  std::optional<Value> read;
  std::optional<Value> written;
  std::optional<LocationId> location = std::nullopt;  ///< of an access
  std::optional<bool> locked = std::nullopt;          ///< of an ldslk: whether it took the lock bit
  bool unlocks = false;                               ///< an stsul
  bool chooses = false;                               ///< a wavefront lets `lanes` go first where it divides
  LaneMask lanes = 1;                                 ///< of the agent, those that act
  LaneMask active = 1;                                ///< those that execute this instruction
  LaneMask live = 1;                                  ///< those that have not ended
  std::uint32_t width = 1;                            ///< how many lanes the agent has
  /// States of the LTS (ProgressResult::states counts them; up to renaming of threads with
  /// ProgressOptions::symmetry); in a Replay, states by first visit.
  std::size_t from = 0, to = 0;
};

/// What the lock unit and barriers let happen, and programs hardly mean (docs/simt.md).
enum class FindingKind {
  FreeRelease,     ///< stsul where the bit was free
  NonOwner,        ///< stsul by another lane than the one that holds the bit
  AliasRelease,    ///< stsul through another word than the one by which the bit was taken
  LostLock,        ///< an ldslk that did not take the bit, and whose predicate nobody looks at
  Clobber,         ///< stsul overwrites data that no holder of the bit has loaded
  BarDivergence,   ///< a wavefront arrives at a barrier without all of its lanes
  MutualExclusion  ///< an ldslk by which a lane enters the critical section of a word, while another is in it
};
inline constexpr std::array kFindingNames{EnumName{FindingKind::FreeRelease, "free-release"},
                                          EnumName{FindingKind::NonOwner, "non-owner"},
                                          EnumName{FindingKind::AliasRelease, "alias-release"},
                                          EnumName{FindingKind::LostLock, "lost-lock"},
                                          EnumName{FindingKind::Clobber, "clobber"},
                                          EnumName{FindingKind::BarDivergence, "bar-divergence"},
                                          EnumName{FindingKind::MutualExclusion, "mutual-exclusion"}};
static_assert(coversUpTo(kFindingNames, FindingKind::MutualExclusion), "every finding has its name");

/// Why a program gets stuck (docs/simt.md). A lane spins on a lock bit, or on a word, and ...
enum class CauseKind {
  SelfAlias,           ///< it holds the bit itself, by another word
  Relock,              ///< it holds the bit itself, by the same word
  SimtDeadlock,        ///< the lane that would go on is masked off until the spinning one reconverges with it
  AliasAtBarrier,      ///< the holder, by another word, waits at a barrier
  LockAcrossBarrier,   ///< the holder waits at a barrier
  LockOrder,           ///< the holder waits, too, and so on in a circle
  BarrierDeadlock,     ///< nobody spins: those that are left wait at barriers
  VoteDeadlock,        ///< the same at a vote
  AbandonedLock,       ///< the holder has ended
  WriteBehindBarrier,  ///< who would write the word waits at a barrier
  NeverWritten         ///< nobody is left that could write the word
};
struct Cause {
  CauseKind kind = CauseKind::NeverWritten;
  bool must = false;   ///< no run terminates; else some do
  bool alias = false;  ///< a lane waits for a lock bit that is held by another word
  ThreadId lane = 0;   ///< who waits, where, and for which word or its lock bit
  std::uint32_t instruction = 0;
  LocationId word = 0;
  bool onLock = false;
  ThreadId other = 0;  ///< who holds the bit, or would write the word
  LocationId otherWord = 0;
  std::uint32_t otherAt = 0;             ///< where it goes on, or would write
  std::vector<ThreadId> active, masked;  ///< of the wavefront that waits
};

/// A finding, with a shortest schedule that shows it; its last step is the one.
struct Finding {
  FindingKind kind;
  ThreadId thread;
  std::uint32_t instruction;
  std::optional<LockHolder>
      holder;  ///< of the bit before that step; of MutualExclusion, who is in the section
  std::vector<ScheduleStep> trace;
};

/// A schedule that never lets every thread finish: `stem`, then `loop` for ever; without a loop, a deadlock.
/// An agent is named by its first lane.
struct Lasso {
  std::vector<ScheduleStep> stem, loop;
  HangKind kind = HangKind::Deadlock;
  std::vector<ThreadId> fair;        ///< the threads that are owed a step in every state of the loop
  std::vector<ThreadId> starved;     ///< have not finished, could run, and never do in the loop
  std::vector<ThreadId> blocked;     ///< wait at a barrier throughout
  std::vector<ThreadId> unfinished;  ///< all that never finish
};

/// The answer for one scheduler, with a hang if there is one.
struct SchedulerVerdict {
  SchedulerSpec scheduler;
  ProgressAnswer answer = ProgressAnswer::Undecided;
  std::string reason;          ///< of Undecided: "state limit", "time limit", "out-of-bounds access at P1:3"
  std::optional<Lasso> lasso;  ///< of MayHang
};

/// A loop whose exit waits for what another thread stores, read by an ordinary access: a memory model need
/// not ever make the store visible to it, so that termination under interleaving says nothing for certain.
struct OrdinarySpin {
  ThreadId thread = 0;
  std::uint32_t load = 0;  ///< the instruction
};

/// For which schedulers termination is decided, and within which limits.
struct ProgressOptions {
  std::vector<SchedulerSpec> schedulers;  ///< as asked; answered in this order
  std::size_t mostStates = 4'000'000;
  /// Explore one of states that differ by renaming interchangeable threads only; where that is not sound for
  /// a scheduler that is asked about, all states are explored for it.
  bool symmetry = false;
  std::shared_ptr<const Agents> agents = nullptr;  ///< what runs; null: every thread an agent by itself
  SimtRules rules = {};
  SimtMode simt = SimtMode::None;  ///< which `terminates` lines the answers are compared with
  Deadline deadline;
  Activity* activity = nullptr;  ///< told how many states there are, if there is one
};

/// Everything that one exploration reports.
struct ProgressResult {
  std::shared_ptr<const Program> program;
  std::vector<SchedulerVerdict> verdicts;     ///< by ProgressOptions::schedulers
  std::size_t states = 0, edges = 0;          ///< of the LTS whose states know who has executed
  std::size_t baseStates = 0, baseEdges = 0;  ///< without that (CONCUR 2018, Figures 2b and 3b)
  std::size_t agents = 0;
  SimtMode simt = SimtMode::None;
  bool explored = false;  ///< completely
  bool stuck = false;     ///< some state that can be reached cannot reach the end (AG EF end fails)
  /// What the condition and the filter speak of, and what `locations` asks for: nothing else is live at the
  /// end of a thread.
  std::vector<StateVariable> finalVariables;
  /// The values of finalVariables where all threads have finished and the filter holds, sorted.
  std::vector<std::vector<Value>> finalStates;
  std::optional<bool> conditionHolds;  ///< the quantified condition over the final states; if explored
  std::vector<OrdinarySpin> ordinarySpins;
  std::vector<Cause> causes;      ///< of its being stuck, one for each kind; if explored
  std::vector<Finding> findings;  ///< in the order of their lengths; one for each kind and instruction
  bool findingsComplete = false;  ///< all were looked for
};

/// @throws UserError for a scheduler that names a level the test has not got, and for more than 64 threads
ProgressResult analyseProgress(const std::shared_ptr<const Program>& program, const ProgressOptions& options);

const char* nameOf(ProgressAnswer answer);  ///< "terminates", "may hang", "undecided"
/// Nothing where it is undecided.
std::optional<bool> terminates(ProgressAnswer answer);
const char* nameOf(HangKind kind);  ///< "deadlock", "dead region", "livelock", "starvation"

/// What every scheduler says of a schedule given as thread numbers.
struct Replay {
  std::vector<ScheduleStep> stem, loop;  ///< the loop as often as needed to come back to its first state
  unsigned rounds = 1;                   ///< the number of repetitions
  struct Allowed {
    SchedulerSpec scheduler;
    bool legal = false;               ///< the scheduler may run so for ever
    std::vector<ThreadId> neglected;  ///< to whom it owes a step that the loop does not give
  };
  std::vector<Allowed> allowed;
};

/// Runs "2,0,2(0,2)": the stem, and in parentheses the loop; a `w` after it is ignored.
/// Rounds before the loop comes back to where it was (in "(1)" the first, after which thread 1 has executed)
/// belong to the stem. A schedule without a loop has to end where no thread is enabled; all schedulers allow
/// it.
/// @throws UserError where the text is not a schedule, a thread cannot run when its turn comes, or the loop
/// does
///         not come back to a state in which a round began within ProgressOptions::mostStates steps
/// @throws OutOfTime when the deadline expires first
Replay replaySchedule(const std::shared_ptr<const Program>& program, const std::string& schedule,
                      const ProgressOptions& options);

}  // namespace hrfcheck::inline termination
