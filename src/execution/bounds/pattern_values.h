#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "cat/model/model.h"
#include "execution/bounds/location_classes.h"
#include "execution/bounds/pattern_pairs.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// A few events that all happen, and what is known of reads-from, coherence and meetings among them.
class EventPattern {
 public:
  static constexpr std::size_t kMost = pattern_pairs::kMost;
  /// What is known of locations: that all accesses are to one, or only what the test says.
  enum class Locations : std::uint8_t { AllTheSame, AsMayBe };

  explicit EventPattern(Locations locations = Locations::AllTheSame) : locations_(locations) {}

  /// Adds an event, which must not be in the pattern yet; returns its place.
  std::size_t add(EventId event);
  void readsFrom(std::size_t read, std::size_t write) { rf_ |= pattern_pairs::bit(write, read); }
  void coherent(std::size_t before, std::size_t after) { co_ |= pattern_pairs::bit(before, after); }
  /// An arrival at a barrier, and a departure from the same one, as it is passed the same time.
  void meet(std::size_t arrival, std::size_t departure) {
    meetings_ |= pattern_pairs::bit(arrival, departure);
  }

  /// A relation among the events, or (its first row) a set of them.
  using Pairs = pattern_pairs::Pairs;

 private:
  friend class PatternValues;

  Locations locations_;
  std::array<EventId, kMost> events_{};
  std::size_t size_ = 0;
  Pairs rf_ = 0;
  Pairs co_ = 0;
  Pairs meetings_ = 0;
};

/// The values of some of a model's definitions on patterns: between what certainly holds among the events of
/// a pattern in every execution that has it, and what may hold among them. Not thread-safe.
class PatternValues {
 public:
  using Pairs = EventPattern::Pairs;
  struct Bounds {
    Pairs lower = 0;
    Pairs upper = 0;
    /// Of relations, as sets: the events of the pattern that may be related to anything, and that anything
    /// may be related to, whether it is in the pattern or not.
    Pairs starts = ~Pairs{0};
    Pairs ends = ~Pairs{0};
  };
  /// Patterns with equal keys have equal values.
  struct Key {
    Pairs rf = 0;
    Pairs co = 0;
    Pairs meetings = 0;
    std::vector<std::uint32_t> kinds;

    friend auto operator<=>(const Key&, const Key&) = default;
  };

  /// Both must outlive it.
  /// @param wanted the definitions that will be asked for
  PatternValues(const Model& model, const EventStructure& structure, const std::vector<CatNodeId>& wanted);

  Key keyOf(const EventPattern& pattern);
  void evaluate(const EventPattern& pattern);
  /// Of a wanted definition, on the pattern that was evaluated last.
  const Bounds& of(CatNodeId node) const { return values_[node]; }

 private:
  class Evaluation;

  void need(CatNodeId id);
  bool mayMeet(EventId a, EventId b) const;
  bool mustMeet(EventId a, EventId b) const;
  std::vector<char> traitsOf(EventId a, EventId b) const;
  std::uint32_t kindOf(EventId a, EventId b);

  const Model& model_;
  const EventStructure& structure_;
  bool recursive_ = false;                ///< some definition is recursive
  std::vector<char> needed_;              ///< by node
  std::vector<CatNodeId> order_;          ///< the needed ones, operands first
  std::vector<const EventSet*> sets_;     ///< the tags among them
  std::vector<const Relation*> statics_;  ///< the static relations among them
  std::map<CatNodeId, LocationClass> classes_;
  std::vector<Bounds> values_;  ///< by node
  /// By event and event: a number that stands for its traits; 0 where it is not known yet.
  std::vector<std::vector<std::uint32_t>> kinds_;
  std::map<std::vector<char>, std::uint32_t> kindNumbers_;
};

}  // namespace hrfcheck::inline execution
