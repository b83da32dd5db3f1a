#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline execution {

/// A read that happened: where its value comes from, and the value.
struct WitnessRead {
  EventId event = kNoEvent;
  EventId source = kNoEvent;
  Value value = 0;
};

/// The choices that make a candidate execution; all else follows from the code. Refers to the caller's
/// memory.
struct WitnessParts {
  std::span<const WitnessRead> reads;               ///< all that happened, in event order
  std::span<const EventId> closed;                  ///< arrivals at barriers not passed, in event order
  std::span<const std::vector<EventId>> coherence;  ///< by location: its writes in order, the initial one
                                                    ///< first or left out
  std::span<const Relation> choices;                ///< a total order of each of some disjoint sets
  LateArrivals late = {};                           ///< Execution::late
};

/// A candidate execution in little memory (some tens of bytes): its choices, packed. The structure is shared.
/// Two are equal when they are of one structure and their executions are equal.
class Witness {
 public:
  Witness() = default;
  /// Of a candidate execution (whyNotCandidate).
  explicit Witness(const Execution& execution) : Witness(execution, execution.choices) {}
  /// With these choices of the model in place of the execution's own.
  Witness(const Execution& execution, std::span<const Relation> choices);

  /// The execution, built again: runs replayed from the values read, reads-from, coherence, the model's
  /// choices. Equal to the one packed.
  /// @throws InternalError for an empty witness
  Execution execution() const;
  /// The same with threads renamed: event e becomes renaming[e] (a permutation of the structure's events that
  /// maps threads to threads with the same code, node by node, initial writes to themselves).
  /// @throws InternalError for an empty witness
  Witness renamed(const std::vector<EventId>& renaming) const;
  bool empty() const { return structure_ == nullptr; }

  friend bool operator==(const Witness&, const Witness&) = default;

 private:
  friend class WitnessPacker;
  Witness(std::shared_ptr<const EventStructure> structure, std::string bytes)
      : structure_(std::move(structure)), bytes_(std::move(bytes)) {}

  std::shared_ptr<const EventStructure> structure_;
  std::string bytes_;  ///< as witness.cpp describes
};

/// Makes witnesses without an execution, many in a row: it keeps its buffer, so that each costs no allocation
/// but its own.
class WitnessPacker {
 public:
  explicit WitnessPacker(std::shared_ptr<const EventStructure> structure)
      : structure_(std::move(structure)) {}

  /// @throws InternalError when a choice is not a total order of disjoint sets
  Witness pack(const WitnessParts& parts);

 private:
  std::shared_ptr<const EventStructure> structure_;
  std::string bytes_;
};

}  // namespace hrfcheck::inline execution
