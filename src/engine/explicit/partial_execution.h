#pragma once

#include <bit>
#include <vector>

#include "engine/explicit/trail.h"
#include "execution/evaluate/partial_evaluator.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline engine {

/// A candidate execution in the making: which events happen for sure, where, with which values, who reads
/// from whom, and the coherence order of the writes placed so far. Every change can be taken back (`mark`,
/// `undoTo`). What is known is kept in the parts of a PartialEvaluator, which judges it.
///
/// Writes of a location are placed in coherence one by one; the order of two placed writes never changes.
class PartialExecution {
 public:
  /// Both must outlive this. At first only the initial writes have happened.
  /// @throws OutOfTime when the deadline expires before all is set up
  PartialExecution(const EventStructure& structure, PartialEvaluator& evaluator,
                   const Deadline& deadline = {});

  Trail::Mark mark() const { return trail_.mark(); }
  void undoTo(Trail::Mark mark) { trail_.undoTo(mark); }
  /// Tells the evaluator what has changed since it was last told.
  void tellEvaluator();

  // Changes.

  /// The event happens in every execution that this one can become. Locations of accesses that can touch
  /// only one are known at once.
  void happens(EventId e);
  /// The location of an access that happens; it must not be known to be another one.
  void locate(EventId access, LocationId location);
  /// The event has been executed, with this value.
  void execute(EventId e, Value value);
  /// The value of an event that has not been executed yet.
  void foresee(EventId e, Value value);
  void readFrom(EventId read, EventId write);
  /// Puts a write into the coherence order, directly after one that has its place (an initial write has).
  void place(EventId write, EventId after);
  void depends(Inputs kind, EventId read, EventId on);
  /// The arrival meets the departure at a barrier.
  void meet(EventId arrival, EventId departure);
  /// The event does not happen after all, whatever else is chosen.
  void exclude(EventId e);

  // What is known.

  bool happened(EventId e) const { return contains(evaluator_->lower().happened, e); }
  /// Accesses that happen at a location, as far as that is known: a set.
  const BitRows& accessesAt(LocationId location) const { return atLocation_[location]; }
  bool executed(EventId e) const { return executed_[e] != 0; }
  /// How many events had been executed before this one.
  std::uint64_t order(EventId e) const { return order_[e]; }
  std::uint64_t executedCount() const { return executedCount_; }
  /// Of a read without a source: how many events had been executed when it was last decided that it reads
  /// from none of those; 0 at first.
  std::uint64_t postponedAt(EventId read) const { return postponedAt_[read]; }
  void postpone(EventId read) { trail_.write(postponedAt_[read], executedCount_); }
  bool placed(EventId write) const { return placed_[write] != 0; }
  bool valueKnown(EventId e) const { return valueKnown_[e] != 0; }
  Value value(EventId e) const { return static_cast<Value>(value_[e]); }
  /// kNoLocation while it is not known.
  LocationId location(EventId e) const { return static_cast<LocationId>(location_[e]); }
  /// kNoEvent while it is not chosen.
  EventId source(EventId read) const { return static_cast<EventId>(source_[read]); }
  /// Whether a comes before b in coherence; both placed, at one location.
  bool coherent(EventId a, EventId b) const { return evaluator_->lower().co.contains(a, b); }
  /// Neighbours in coherence, kNoEvent at the ends.
  EventId coherenceNext(EventId write) const { return static_cast<EventId>(next_[write]); }
  EventId coherencePrevious(EventId write) const { return static_cast<EventId>(previous_[write]); }
  /// The last write placed at a location that some access may touch.
  EventId coherenceLast(LocationId location) const { return static_cast<EventId>(last_[location]); }
  /// Calls f(read) for every read that is known to read from the write.
  template <typename F>
  void forEachReader(EventId write, F&& f) const {
    const BitRows& rf = evaluator_->lower().rf;
    const std::uint64_t* row = rf.row(write);
    for (std::size_t w = 0; w < rf.words(); ++w) {
      for (std::uint64_t rest = row[w]; rest != 0; rest &= rest - 1) {
        f(static_cast<EventId>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }
  /// Calls f(e) for every event of a thread.
  template <typename F>
  void forEachEventOf(ThreadId t, F&& f) const {
    for (EventId e = firstOf_[t]; e < firstOf_[t + 1]; ++e) {
      f(e);
    }
  }

  /// Writes that happen at a known location and have no place in coherence yet; one that was executed or
  /// promised (below) is wanted there.
  bool wantsPlace(EventId write) const { return wantsPlace_[write] != 0; }
  void wantPlace(EventId write);
  /// How many events are promised (read from, or the reads of such a read-modify-write) but not executed.
  std::uint64_t openPromises() const { return openPromises_; }
  bool promised(EventId e) const { return promised_[e] != 0; }
  void promise(EventId e);

  const EventStructure& structure() const { return *structure_; }
  EventId initialWrite(LocationId location) const { return structure_->initialWrite(location); }

 private:
  static bool contains(const BitRows& set, EventId e) { return set.contains(0, e); }
  void set(BitRows& rows, std::size_t row, EventId e, Inputs lower, Inputs upper = 0);
  void clear(BitRows& rows, std::size_t row, EventId e, Inputs upper);
  void initialiseUpper(const Deadline& deadline);

  const EventStructure* structure_;
  PartialEvaluator* evaluator_;
  Inputs neededUpper_;
  Trail trail_;
  using Words = std::vector<std::uint64_t>;
  Words executed_, placed_, wantsPlace_, promised_, valueKnown_, value_, location_, source_, next_, previous_;
  Words order_, postponedAt_;
  Words last_;                    ///< by location
  std::vector<EventId> firstOf_;  ///< by thread: its first event; and the end
  std::uint64_t openPromises_ = 0;
  std::uint64_t executedCount_ = 0;
  std::vector<BitRows> atLocation_;  ///< by location: accesses that happen there
};

}  // namespace hrfcheck::inline engine
