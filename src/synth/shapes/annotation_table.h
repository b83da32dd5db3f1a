#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "program/structure/event_structure.h"
#include "synth/shapes/bounds.h"
#include "synth/shapes/shape.h"

namespace hrfcheck::inline synth {

/// What annotations make of events: the sets that an event is in, and the relations of two events that hang
/// on their annotations, are those of one program in which every thread has every operation with every
/// annotation, twice. Two events of any program over the same threads are related as their counterparts are:
/// such sets look at the event alone, such relations at two events (structure_tags.cpp,
/// static_relations.cpp).
class AnnotationTable {
 public:
  /// @param threads their places; how much each of them does is ignored
  AnnotationTable(const ThreadShape& threads, const SynthBounds& bounds);

  /// The counterpart of an event of a step with this annotation.
  /// @param annotation number among annotationsOf(kind)
  /// @param copy 0 or 1: two events of a program have different counterparts
  /// @param half 1 for the write of a read-modify-write, else 0
  EventId eventOf(ThreadId thread, SynthKind kind, std::size_t annotation, unsigned copy,
                  unsigned half) const;
  /// The counterpart of every initial write.
  EventId initialWrite() const { return 0; }

  /// Of the counterparts; null where there is none of that name.
  const EventSet* set(std::string_view tag) const;
  const Relation* relation(std::string_view name) const { return structure_->staticRelation(name); }

 private:
  std::shared_ptr<const EventStructure> structure_;
  std::vector<std::vector<std::vector<EventId>>> first_;  ///< by thread, kind and annotation; of copy 0
};

}  // namespace hrfcheck::inline synth
