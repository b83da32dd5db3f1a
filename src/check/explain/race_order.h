#pragma once

#include <map>
#include <optional>
#include <string>

#include "execution/evaluate/evaluate.h"

namespace hrfcheck::inline check {

/// The relation by which a model decides that two conflicting events do not race: X where the race flag is on
/// `... \ (X | X^-1)`, else the definition `hhb` or `hb`. Nothing when there is neither.
std::optional<CatNodeId> raceOrder(const Model& model);

/// What a model makes of remote operations.
enum class RemoteMeaning {
  None,      ///< ordinary scoped operations
  Promotes,  ///< they promote the last release or the next acquire (definitions `lastrel`, `nextacq`)
  Includes   ///< a remote operation whose scope contains the other agent needs nothing of the other side
};

RemoteMeaning remoteMeaning(const Model& model);

/// What a model says of one execution about order and promotion. The references must outlive it.
class WitnessOrder {
 public:
  /// @param witness with the choices that the model asks for
  /// @param deadline that functions about this order look at, too: then they throw OutOfTime
  WitnessOrder(const Model& model, const Execution& witness, Evaluator& evaluator,
               const Deadline& deadline = {});

  const Model& model() const { return model_; }
  const Execution& witness() const { return witness_; }
  RemoteMeaning remote() const { return remote_; }

  /// Whether the model has an order that can be asked.
  bool known() const { return order_.has_value(); }
  /// For loops over pairs of events. @throws OutOfTime
  void spend(std::size_t work) const { look_.spend(work); }
  /// "hhb"; "happens-before" where the model gives it no name.
  const std::string& name() const { return name_; }
  /// @pre known()
  bool orders(EventId from, EventId to) const { return order_->contains(from, to); }
  /// Whether the two would be ordered on the same execution if both named the smallest scope instance that
  /// contains the two agents. @pre known(), both are scoped and no halves of barriers
  bool ordersAtCommonScope(EventId from, EventId to) const;

  /// A relation that the model defines under this name, on the witness; null when it does not.
  const Relation* definition(const std::string& name);

 private:
  const Model& model_;
  const Execution& witness_;
  Evaluator& evaluator_;
  std::optional<CatNodeId> node_;
  std::optional<Relation> order_;
  std::string name_;
  RemoteMeaning remote_;
  mutable PacedLook look_;
  std::map<std::string, std::optional<Relation>> definitions_;
};

}  // namespace hrfcheck::inline check
