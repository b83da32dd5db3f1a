#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "execution/evaluate/evaluate.h"

namespace hrfcheck::inline check {

/// Why two events are related by a definition of a model, on one execution.
struct Derivation {
  /// A fact has no parts; a path leads from `from` to `to` through its parts; all parts of a
  /// conjunction relate the two, and so does the one part of what is only named, and, the other way round, of
  /// an inverse.
  enum class Kind { Fact, Path, Conjunction, Name, Inverse };

  Kind kind = Kind::Fact;
  std::string by;  ///< the definition's name, "rf", or what is written: "(src ; co? ; rf ; snk)"
  EventId from = kNoEvent;
  EventId to = kNoEvent;
  std::vector<Derivation> parts;

  /// Facts it rests on.
  std::size_t size() const;
};

/// Takes definitions of a model apart on one execution. Of several reasons it gives one with fewest facts
/// where alternatives and intermediate events are concerned, and shortest paths through closures.
class Deriver {
 public:
  /// All must outlive it. `execution` has the choices that the model asks for.
  Deriver(const Model& model, const Execution& execution);
  ~Deriver();
  Deriver(const Deriver&) = delete;
  Deriver& operator=(const Deriver&) = delete;

  /// @pre the relation `node` holds between the two, and needs no class of events to be named
  /// @param preferred of several intermediate events of a sequence, one of these is taken
  Derivation derive(CatNodeId node, EventId from, EventId to,
                    const std::function<bool(EventId)>& preferred = nullptr);

  /// A shortest cycle of a relation through an event that is preferred, or else a shortest one, one
  /// derivation for each step; the first event is the smallest. Nothing where there is none.
  std::optional<std::vector<Derivation>> cycle(CatNodeId node,
                                               const std::function<bool(EventId)>& preferred = nullptr);

  const Relation& relation(CatNodeId node);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrfcheck::inline check
