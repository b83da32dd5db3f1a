#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program/ir/program.h"
#include "program/structure/barriers.h"
#include "program/structure/event.h"
#include "program/structure/static_relations.h"
#include "program/unroll/unroll.h"
#include "program/values/value_flow.h"
#include "relation/relation.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// Which rounds of spin loops are looked at (spin_loops.h).
enum class RoundBounds {
  Last,  ///< enough where, besides, no event of an earlier round takes part in what a model flags
  Few,   ///< enough for models that hold with fewer reads (Licence::Deletion in cat/licence/licences.h)
  All,   ///< enough for every model
  /// As Few and All, and one more: for models that may flag, or ask for, two earlier rounds of one loop
  /// together (twoRoundsMayMeet in execution/elimination/iteration_elimination.h).
  FewPaired,
  AllPaired,
  Bounded  ///< no loop counts as a spin loop: each is bounded
};

/// Loops whose rounds that go back to the head store something that ends no waiting (loopsThatStore in
/// failing_updates.h). They may be spin loops; those that update with RoundBounds::Last only if their earlier
/// rounds may be left out (and updates hand on what their sources do, if those rounds are read by others),
/// with RoundBounds::All only if updates hand on what their sources do
/// (execution/elimination/transparent_rmw_chains.h), and never with RoundBounds::Few; all of them only if the
/// model bears them out (execution/elimination/silent_rmw_loops.h). With SpinUnread, loops that update are
/// among them only where what they store is read by nobody but rounds that go back, and by exchanges whose
/// results are not used; with SpinRead, also where others read it.
enum class StoringLoops : std::uint8_t { Bounded, SpinUnread, SpinRead };

/// How loops are read.
struct LoopReading {
  RoundBounds rounds = RoundBounds::All;
  StoringLoops storing = StoringLoops::Bounded;

  friend auto operator<=>(const LoopReading&, const LoopReading&) = default;
};

/// Whether the executions in which a thread spins for ever are only those in which it reads, in the iteration
/// that it repeats, the last write of each location that it reads atomically (execution/witness/spinning.h).
enum class LastWrites : std::uint8_t {
  Seen,  ///< others can be continued to one in which it has read these (Licence::Continuation)
  PerhapsMissed
};

/// Whether the values that reads may return are found with a structure: there may be too many of them.
enum class ReadValues : std::uint8_t {
  Inferred,
  InferredIfFew,  ///< given up early where others may find fewer (Quantity::Few)
  LeftOut
};

/// Whether the values are known that reads return where they justify each other: on a cycle of reads-from and
/// of data and address dependencies (check/thin_air).
enum class CircularValues : std::uint8_t {
  NotLookedFor,
  Known,   ///< all that make a difference under the model that the structure was made for
  Unknown  ///< perhaps not all
};

/// An instruction of a thread; what races and violations are reported on.
struct InstructionRef {
  ThreadId thread = kNoThread;
  std::uint32_t instruction = 0;

  friend auto operator<=>(const InstructionRef&, const InstructionRef&) = default;
};

/// Two instructions without regard to their order: the smaller one first.
using InstructionPair = std::pair<InstructionRef, InstructionRef>;

/// Everything about a test that is known before any choice is made: its unrolled threads, the events that may
/// happen, and the relations that depend on neither values nor control flow. Relations are over all events;
/// an execution restricts them to those that happen.
///
/// Event order: initial writes (by location), then thread by thread, node by node, R before W,
/// Arrive before Depart. Locations that no access may touch have no initial write: they stay as they are.
class EventStructure {
 public:
  /// @param unrollBound complete rounds allowed per loop (program/unroll/unroll.h)
  /// @throws UserError when there are too many events or possible values
  /// @throws OutOfTime when the deadline expires first
  explicit EventStructure(std::shared_ptr<const Program> program, unsigned unrollBound = 4,
                          RoundBounds roundBounds = RoundBounds::All, const Deadline& deadline = {},
                          ReadValues readValues = ReadValues::Inferred,
                          StoringLoops storingLoops = StoringLoops::Bounded);

  /// A structure made without values (ReadValues::LeftOut), with them.
  /// @param impossible pairs of a write and a read; the values of a read are those that it may return in
  ///   executions in which it reads from none of the writes that it is paired with
  /// @throws UserError when there are too many possible values
  /// @throws OutOfTime when the deadline expires first
  EventStructure(const EventStructure& draft, const Relation& impossible, const Deadline& deadline);

  /// The structure of a program that differs from `like`'s only in the scopes that its instructions name:
  /// what scopes do not touch is taken over.
  EventStructure(const EventStructure& like, std::shared_ptr<const Program> rescoped);

  /// A structure that infers values and does not narrow them, with more of them.
  /// @throws UserError when there are too many events or possible values
  /// @throws OutOfTime when the deadline expires first
  EventStructure(const EventStructure& like, const MoreValues& more, const Deadline& deadline);
  /// The same one, of which something is said.
  EventStructure(const EventStructure& like, CircularValues circularValues);
  EventStructure(const EventStructure& like, LastWrites lastWrites);

  const Program& program() const { return *program_; }
  std::shared_ptr<const Program> programPtr() const { return program_; }
  unsigned unrollBound() const { return unrollBound_; }
  RoundBounds roundBounds() const { return roundBounds_; }
  LoopReading loopReading() const { return {roundBounds_, storingLoops_}; }
  /// Some spin loop has more rounds than it would have with RoundBounds::Few.
  bool lengthened() const { return lengthened_; }
  bool hasSpinLoops() const;
  LastWrites lastWrites() const { return lastWrites_; }
  /// Some location may be read by an ordinary access and by an atomic one.
  bool readsBothWays() const;
  /// Some spin loop's rounds store what they have read.
  bool hasSilentRmws() const;
  /// What they have stored may be read by others than rounds of spin loops that go back to the head:
  /// exchanges whose result nobody looks at.
  bool silentRmwsAreRead() const { return silentRmwsAreRead_; }
  /// Or they store in locations of their thread's own.
  bool spinsWithStores() const;
  const std::vector<UnrolledThread>& threads() const { return threads_; }
  const std::vector<Event>& events() const { return events_; }
  std::size_t size() const { return events_.size(); }

  /// Events of one node: at most a read and a write (RMW), or an arrival and a departure.
  struct NodeEvents {
    EventId first = kNoEvent;
    EventId second = kNoEvent;
  };
  const NodeEvents& eventsOf(ThreadId t, NodeId n) const { return nodeEvents_[t][n]; }

  /// kNoEvent for a location that no access may touch.
  EventId initialWrite(LocationId location) const { return initialWrites_[location]; }
  /// How many initial writes there are: the events before all others.
  std::size_t initialWrites() const { return initialCount_; }

  InstructionRef instructionOf(EventId e) const;
  /// The instructions of two events, as flags report them; nothing when they are one, or one of the events is
  /// an initial write.
  std::optional<InstructionPair> instructionPair(EventId a, EventId b) const;
  /// "P1:0 cas.acq.wg r0, L, 0, 1" for reports.
  std::string describe(EventId e) const;

  /// What is related before anything runs, by the name that models give it: "po", "covers", "same-wg"; null
  /// where the test's dialect has no such relation. The table in static_relations.h says what each one means.
  const Relation* staticRelation(std::string_view name) const { return statics_.find(name); }
  const Relation& po() const { return statics_[StaticRelations::kPo]; }
  const Relation& rmw() const { return statics_[StaticRelations::kRmw]; }
  const Relation& sameAgent() const { return statics_[StaticRelations::kInt]; }
  const Relation& covers() const { return statics_[StaticRelations::kCovers]; }
  const Relation& sameScope() const { return statics_[StaticRelations::kSameScope]; }
  const Relation& narrower() const { return statics_[StaticRelations::kNarrower]; }
  /// The sets a model may name (R, W, ACQ, WG ...; the tables are in structure_tags.cpp), over all events
  /// that may happen.
  const std::map<std::string, EventSet>& tags() const { return tags_; }
  /// An event that is in a set only when another one happens, or only when it does not: the read of a
  /// compare-and-swap whose order depends on its success. Such events are not in tags().
  struct ConditionalMember {
    EventId event;
    EventId other;
    bool whenHappens;
  };
  const std::map<std::string, std::vector<ConditionalMember>>& conditionalTags() const {
    return conditionalTags_;
  }

  /// Values a read of each location may return: the initial value and whatever the code may store there,
  /// found by letting values flow through the code (program/values/value_flow.h). Sorted.
  const std::vector<std::vector<Value>>& domains() const { return domains_; }
  /// What this read may return at a location: less than the above where it cannot read from every write.
  const std::vector<Value>& domain(EventId read, LocationId location) const;
  /// Some values are left out because no execution that matters reads them there.
  bool narrowed() const { return !ownDomains_.empty(); }
  /// They are left out of what this read may return.
  bool narrows(EventId read) const;
  CircularValues circularValues() const { return circularValues_; }
  /// What some of them are.
  const MoreValues& moreValues() const { return moreValues_; }
  /// Locations an access may touch, by event; empty for fences and barrier halves. Sorted.
  const std::vector<std::vector<LocationId>>& mayLocations() const { return mayLocations_; }

  /// The barriers that the code names; Event::barrier is a number of one.
  const Barriers& barriers() const { return barriers_; }

 private:
  void unrollThreads(const Deadline& deadline);
  std::vector<Loop> loopsOf(ThreadId t, const Deadline& deadline) const;
  void findLoopsThatStore(const Deadline& deadline);
  UnrolledThread unrolled(ThreadId t, std::vector<Loop> loops, const Deadline& deadline) const;
  UnrolledThread unrolled(ThreadId t, std::vector<Loop> loops, const Deadline& deadline,
                          unsigned bound) const;
  std::vector<UnrolledThread> unrolledForSecondRounds(const Deadline& deadline) const;
  void lengthenSpinLoops(const Deadline& deadline);
  void shortenSpinLoops(const Deadline& deadline);
  void pairRoundBounds(const Deadline& deadline);
  void makeEvents(const std::vector<bool>& touched);
  void makeNodeEvents(ThreadId t, NodeId n);
  void noteFailure(Event& event, const RmwOperation& o) const;
  void noteMeeting(Event& event, const BarrierOp& o) const;
  void makeMayLocations(const std::vector<std::vector<std::vector<LocationId>>>& ofNodes);
  class TagMaker;
  void makeTags();
  void addConditional(std::string_view tag, Order order);

  std::shared_ptr<const Program> program_;
  unsigned unrollBound_;
  RoundBounds roundBounds_;
  StoringLoops storingLoops_;
  LastWrites lastWrites_ = LastWrites::Seen;
  bool lengthened_ = false;
  bool silentRmwsAreRead_ = false;
  std::vector<UnrolledThread> threads_;
  std::vector<Event> events_;
  std::vector<EventId> initialWrites_;  ///< by location
  std::size_t initialCount_ = 0;
  std::vector<std::vector<NodeEvents>> nodeEvents_;
  StaticRelations statics_;
  std::map<std::string, EventSet> tags_;
  std::map<std::string, std::vector<ConditionalMember>> conditionalTags_;
  std::vector<std::vector<Value>> domains_;
  std::map<std::pair<EventId, LocationId>, std::vector<Value>> ownDomains_;  ///< of reads that differ
  MoreValues moreValues_;
  CircularValues circularValues_ = CircularValues::NotLookedFor;
  std::vector<std::vector<LocationId>> mayLocations_;
  Barriers barriers_;
};

/// The instruction that an event is of.
/// @param e no initial write
inline const Instruction& instructionOf(const EventStructure& structure, EventId e) {
  const Event& event = structure.events()[e];
  return structure.program().threads[event.thread].instructions[event.instruction];
}

}  // namespace hrfcheck::inline program
