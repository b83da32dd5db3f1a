#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "synth/bitsliced/bitsliced_value.h"
#include "synth/shapes/annotation_table.h"
#include "synth/shapes/observation.h"

namespace hrfcheck::inline synth {

/// What is given for the executions of one shape: the events, in the order of EventStructure, and for a chunk
/// of its annotations what they make of them. Programs with the annotations of a shape are numbered: the
/// numbers of its steps' annotations are digits, the last step's the lowest one. A lane is a program, a chunk
/// so many programs in a row.
class BitslicedInputs {
 public:
  /// @param table for the threads of the shape; must outlive the inputs, as must the shape
  BitslicedInputs(const SynthShape& shape, const AnnotationTable& table, const SynthBounds& bounds);

  std::size_t events() const { return events_.size(); }
  /// Programs of the shape.
  std::uint64_t programs() const { return programs_; }
  /// The annotations of a program, by step.
  std::vector<std::uint32_t> numbersOf(std::uint64_t program) const;

  /// Goes to a chunk.
  /// @param first program of the chunk
  void start(std::uint64_t first);
  std::uint64_t firstProgram() const { return first_; }
  /// The lanes that stand for a program.
  const Bitslice& lanes() const { return lanes_; }

  /// The same for all annotations, by EventStructure's name; empty where there is no such relation.
  void givenRelation(BitslicedValue& out, std::string_view name) const;
  void location(BitslicedValue& out) const;
  /// In the chunk; a set that no annotation of the shape changes is plain.
  void tag(BitslicedValue& out, std::string_view name) const;
  void annotatedRelation(BitslicedValue& out, std::string_view name) const;

  /// The write that a source stands for, and the bit of the read of a step.
  EventId sourceOf(std::uint32_t step, std::uint32_t source) const {
    return writeOf(source, shape_.steps[step].location);
  }
  std::uint32_t readOf(std::uint32_t step) const { return std::uint32_t{1} << firstEvent_[step]; }

  /// Of an observation with a coherence order, a row of bits by event.
  std::vector<std::uint32_t> readsFrom(const SynthObservation& observation) const;
  std::vector<std::uint32_t> coherence(const SynthCoherence& co) const;

 private:
  struct BitslicedEvent {
    std::uint32_t step;  ///< kInitialStep for an initial write
    unsigned half = 0;
    std::uint32_t location = 0;
    bool access = true;
    std::array<std::vector<EventId>, 2> counterparts{};  ///< by copy and annotation (AnnotationTable)
  };

  void findCounterparts();
  EventId writeOf(std::uint32_t step, std::uint32_t location) const;
  Bitslice lanesIn(const EventSet& set, const BitslicedEvent& event) const;

  /// By pair of events and annotation of the first one, the annotations of the second one, as bits, with
  /// which they are related; empty where there is no such relation.
  using RelatedAnnotations = std::vector<std::vector<std::uint64_t>>;
  const RelatedAnnotations& relatedAnnotations(std::string_view name) const;
  static std::vector<std::uint64_t> relatedAnnotations(const Relation& relation, const BitslicedEvent& first,
                                                       const BitslicedEvent& second);
  Bitslice lanesWith(const BitslicedEvent& event, std::uint64_t annotations) const;
  Bitslice lanesOf(const std::vector<std::uint64_t>& rows, const BitslicedEvent& first,
                   const BitslicedEvent& second) const;

  const SynthShape& shape_;
  const AnnotationTable& table_;
  std::shared_ptr<const EventStructure> structure_;  ///< with some annotations
  std::vector<BitslicedEvent> events_;
  std::vector<EventId> firstEvent_;     ///< by step
  std::vector<std::uint32_t> choices_;  ///< annotations, by step
  std::uint64_t programs_ = 1;
  std::uint64_t first_ = 0;
  Bitslice lanes_;
  std::vector<std::vector<Bitslice>> masks_;         ///< by step and annotation
  std::vector<std::vector<std::uint32_t>> present_;  ///< by step, the annotations that some lane has
  mutable std::map<std::string, RelatedAnnotations, std::less<>> related_;  ///< by name, once asked for
};

}  // namespace hrfcheck::inline synth
