#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cat/licence/event_kinds.h"
#include "cat/model/model.h"

namespace hrfcheck::test {

/// Most events of a small execution.
inline constexpr unsigned kMostEvents = 24;

/// Some events, as bits.
using Events = std::uint32_t;
constexpr bool has(Events events, unsigned e) {
  return (events >> e & 1U) != 0;
}
/// PairRows of events, by the first one.
using PairRows = std::array<Events, kMostEvents>;

/// An execution of no program in particular: events, and what the sets and relations that models start from
/// say of them. What a model is asked about one thing left out is asked here of everything that the model
/// could be given.
struct SmallExecution {
  std::vector<cat::KindOfEvent> kinds;  ///< by event
  std::vector<unsigned> instructions;   ///< by event; halves of a read-modify-write have the same
  std::map<std::string, Events> tags;
  std::map<std::string, PairRows> relations;  ///< by their name in cat

  unsigned size() const { return static_cast<unsigned>(kinds.size()); }
  Events all() const { return (Events{1} << size()) - 1; }
  /// Without some of its events; the others are numbered anew, in their order.
  SmallExecution without(Events gone) const;
};

/// A set (in the first row) or a relation.
struct SmallValue {
  bool isSet = false;
  PairRows rows{};

  friend bool operator==(const SmallValue&, const SmallValue&) = default;
};

/// What a model says of one execution and one choice of its orders.
struct SmallJudgement {
  bool consistent = false;
  /// By check, for flags: whether it is raised, and what raises it (empty where that is no pair or member).
  std::vector<bool> raised;
  std::vector<SmallValue> by;
};

/// A model on small executions, straight from the meaning of each operator: it shares nothing with the
/// engines, nor with the interpreter of models.
class SmallModel {
 public:
  explicit SmallModel(const Model& model) : model_(model) {}

  /// Calls `visit` for each choice of orders, and says whether there were few enough of them.
  bool forEachChoice(const SmallExecution& execution,
                     const std::function<void(const SmallJudgement&)>& visit) const;
  SmallValue value(const SmallExecution& execution, CatNodeId node,
                   const std::vector<SmallValue>& choices = {}) const;

 private:
  const Model& model_;
};

}  // namespace hrfcheck::test
