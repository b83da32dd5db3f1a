#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/explain/race_chain.h"
#include "engine/engine.h"

namespace hrfcheck::inline check {

// In what follows Vacuous means that the search was complete and there was nothing to judge. No finding and
// no proof results from that, and nothing may print it as one.

/// Whether a final state satisfies the condition. Vacuous: there is no final state.
enum class Status { Allowed, Forbidden, Undecided, Vacuous, NotAsked };

/// Vacuous: no execution could have raced. NotDefined: the model has no `heterogeneous-race` flag. NotAsked:
/// flags were not looked for (AnalysisOptions::flags).
enum class RaceStatus { Racy, RaceFree, Undecided, Vacuous, NotDefined, NotAsked };

/// How many of the final states satisfy the condition. Vacuous: there is none.
enum class Observation { Sometimes, Always, Never, Undecided, Vacuous, NotAsked };

/// Whether the quantified condition holds. Undefined: the test is racy or undefined, so that it may end in
/// any state, and `forall` and `~exists` promise nothing.
enum class Holding { Holds, Fails, Undecided, Vacuous, Undefined, NotAsked };

/// What a verdict is worth as a whole: an answer to all that was asked, or none.
enum class Standing { Answered, Undecided, Vacuous };

/// Why a pair is unordered in its witness, most informative first (docs/usage.md, "hrfcheck check").
enum class UnorderedReason {
  OnlyLastRelease,   ///< the remote acquire promotes only the last release before it, another one
  OnlyNextAcquire,   ///< the remote release promotes only the next acquire after it, another one
  NothingToPromote,  ///< the remote acquire comes before the release, or the remote release after the acquire
  UnpromotedRelease,    ///< a remote operation would have to promote, and cannot: its scope, or what it is
  ScopeDoesNotContain,  ///< one side's scope instance does not contain the other's agent
  ScopesDiffer,         ///< both contain the other, but the model asks for the same scope
  OrderTooWeak,         ///< the communication is there, but not release -> acquire
  NotVisible,        ///< happens-before orders the pair; the value is not made available or visible (Vulkan)
  NoSynchronization  ///< no communication that could order the pair
};

/// One change of one instruction: its scope widened or narrowed to `level`, its order strengthened to
/// `order`, or both.
struct AnnotationEdit {
  InstructionRef where;
  std::uint32_t level;                        ///< the one that it has, where only the order changes
  std::optional<Order> order = std::nullopt;  ///< nothing where the order stays

  friend auto operator<=>(const AnnotationEdit&, const AnnotationEdit&) = default;
};

/// A pair of instructions that race, explained.
struct Race {
  InstructionRef first, second;
  EventId firstEvent = kNoEvent;  ///< the racing events of the witness
  EventId secondEvent = kNoEvent;
  bool ordinary = false;        ///< at least one of the two is an ordinary access
  bool scopeInclusion = false;  ///< flagged as scope-inclusion violation, too
  bool scopesFit = false;       ///< atomics, and no violation: the race is one that an ordinary read sees
  UnorderedReason reason = UnorderedReason::NoSynchronization;
  /// The release and the acquire whose failure to synchronize the reason is about, where there are any.
  std::optional<InstructionRef> release, acquire;
  /// The chain of communicating instructions that comes closest to ordering the pair, in order; may be empty.
  std::vector<InstructionRef> chain;
  /// The same step by step from one racing event to the other (either direction); empty where nothing leads
  /// from one to the other.
  std::vector<RaceStep> steps;
  std::string explanation;  ///< one sentence, without a full stop
  /// The instructions that the explanation is about beside the two that race: the ends of the communication
  /// that is missing and its accesses, or the barriers around the pair.
  std::vector<InstructionRef> named;
  /// The members from `firstEvent` to `explanation` are known: not where no explanation was asked for, nor
  /// where the limit was reached first (then a note says so).
  bool explained = false;
  /// The smallest change of one or two scopes after which this pair does not race any more, or else the
  /// change that brings the whole chain to one level; where scopes alone do not help, of one or two orders,
  /// or of orders and scopes of the whole chain. Found by checking the changed test. Empty when there is
  /// none.
  std::vector<AnnotationEdit> fix;
  bool fixUpToBound = false;  ///< the fix was checked only as far as the unroll bound shows
  /// The racing pair of synchronizing operations (an index into Verdict::races) whose fix orders this one,
  /// too.
  std::optional<std::size_t> followsFrom;
  Witness witness;  ///< with the choices of the model under which the two race
};

/// A loop of the test, and how it was unrolled (program/unroll/unroll.h).
struct LoopUse {
  InstructionRef head;
  bool spin = false;
  unsigned earlierRounds = 1;  ///< of a spin loop: rounds before the last, for their races
  /// Of a loop that only waits, and is nevertheless bounded: what is missing that would license more.
  std::optional<std::string> bounded = std::nullopt;
};

/// A thread faults in a candidate execution: a mistake of the test.
struct Fault {
  InstructionRef where;
  std::string explanation;             ///< "index 5 is outside 'q', which has 2 elements"
  std::vector<std::string> execution;  ///< one event a line, up to the fault
};

/// A flag other than the race flags (or a failed undefined_unless) that some candidate raises.
struct NamedFlag {
  std::string name;
  bool undefinedUnless = false;
  std::size_t finding;  ///< index into Analysis::flags
  /// By pair of the finding: why its two are not ordered, where that is known (races/flag_reasons.h); none
  /// where nobody asked.
  std::vector<std::string> reasons = {};
};

/// The answer to "check this test under this model".
struct Verdict {
  std::shared_ptr<const Program> program;
  std::string model;       ///< as asked for: a name or a path
  std::string modelTitle;  ///< of the model file's first comment, may be empty
  std::string engine;      ///< that gave the answer: "explicit", "smt"
  unsigned unrollBound = 0;
  std::vector<LoopUse> loops;   ///< by thread and place
  std::size_t events = 0;       ///< that may happen, the initial writes among them
  std::vector<Reason> reasons;  ///< why something is left out of the test
  bool symmetric = false;  ///< some of its threads are interchangeable, and it is left out which is which
  bool plain = false;      ///< nothing may be left out (--plain)
  OutcomeSearch outcomesAsked = OutcomeSearch::All;
  bool firstRaceAsked = false;  ///< the races and flags are some of them, where there are any
  /// Of what was asked, and no more: outcomes are none, at most one that satisfies the condition and one that
  /// does not, or all; executions are counted only with all.
  Analysis analysis;
  RaceStatus raceStatus = RaceStatus::Undecided;
  std::vector<Race> races;       ///< most informative first
  std::vector<NamedFlag> flags;  ///< every flag raised, the race flags included, in file order
  std::vector<Fault> faults;     ///< by place
  bool racy = false;             ///< some candidate raises heterogeneous-race
  /// A failed undefined_unless, a barrier that not all threads reach, or a fault: no promise is left.
  bool undefined = false;
  Status condition = Status::Undecided;              ///< is a final state satisfying the condition allowed
  Observation observation = Observation::Undecided;  ///< of the candidate executions, racy or not
  Holding holding = Holding::Undecided;
  /// Of what was found: each execution that shows it has a cycle of reads-from and dependencies
  /// (docs/loops.md, "Values"). The condition: final states that make `exists` hold, or `forall` and
  /// `~exists` fail.
  bool raceOnlyThroughValueCycle = false;
  bool conditionOnlyThroughValueCycle = false;
  std::vector<std::pair<IncidentKind, InstructionRef>> incidentsOnlyThroughValueCycle;
  /// Why absence proves nothing: "time limit", "bound reached"; nothing when the answer is complete.
  std::optional<std::string> incomplete;
  /// The condition, whether there are races, or which final states there are depends on values that are not
  /// considered, although the search was complete: kThinAir.
  std::optional<std::string> notConsidered;
  /// Final states may be missing that differ from listed ones in values out of thin air: of those that the
  /// condition does not tell apart one is listed, and not all values need be known.
  bool listsSomeOfAlike = false;
  /// What the answer assumes, and nothing establishes: it holds if these do.
  std::vector<std::string> conditional;
  std::vector<std::string> notes;  ///< e.g. features that lie outside the model
  bool outsideOfModel = false;     ///< the test uses something that the model's source does not define

  /// Answered where nothing is left open that was asked: the engine finished, and the race verdict and the
  /// condition are settled (perhaps by a witness found in spite of a bound). Where the condition alone was
  /// asked, that it can hold and can fail is all there is to find, and of a condition without variables one
  /// final state. A racy or undefined test is answered
  /// without any final state; so is one that asks nothing of its final states.
  Standing standing() const;
  bool settled() const { return standing() == Standing::Answered; }
  /// Why the condition is open where it is: `incomplete`, or `notConsidered`.
  std::string whyOpen() const;
  /// Why there may be final states that are not listed; nothing where all are.
  std::optional<std::string> whyMoreOutcomes() const;
  /// `forall` or `~exists` is not known to hold: refuted, undefined or vacuous. Nothing where it is undecided
  /// or not asked, and for `exists`.
  bool breaksExpectation() const;
};

/// Not all values that may come out of thin air are considered (docs/loops.md, "Values").
inline constexpr const char* kThinAir = "values out of thin air";
/// What an answer assumes where models forbid value cycles because the user says so (--assume no-thin-air).
inline constexpr const char* kNoThinAir = "no value comes out of thin air";

/// How a test is checked: the analysis, and whether and for how long races are explained.
struct CheckOptions {
  AnalysisOptions analysis;
  bool firstRace = false;     ///< one race is enough (AnalysisOptions::until is set for it)
  bool explain = true;        ///< reasons and fixes of races
  double explainSeconds = 2;  ///< budget for finding fixes, beside a limit on the number of changed tests
  const std::atomic<bool>* cancelled =
      nullptr;  ///< the user's Ctrl-C: named as the reason, and ends explaining
};

/// Runs one question through an engine and explains what it finds.
Verdict checkProgram(Engine& engine, const PreparedTest& test, const CheckOptions& options);

}  // namespace hrfcheck::inline check
