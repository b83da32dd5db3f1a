#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advise/bounded/bounded_execution.h"
#include "cat/model/model.h"
#include "execution/evaluate/cat_operators.h"
#include "execution/evaluate/node_facts.h"

namespace hrfcheck::inline advise {

/// A model's definitions on a bounded execution, by interval analysis: what it says is so in every one of the
/// programs. Makes no assumption about the model: what stronger or weaker annotations do to it need not be
/// known.
class BoundedModel {
 public:
  /// @param model must outlive this
  explicit BoundedModel(const Model& model);

  /// Every requirement holds for all of the programs, with the choices of the execution as far as they are
  /// total on what each program chooses an order of.
  /// @param changes since the last time; what does not depend on them is not computed again
  bool certainlyConsistent(const BoundedExecution& bounds, const BoundChanges& changes);
  /// Some requirement fails for all of the programs, whatever choices of the model are not known.
  bool certainlyInconsistent(const BoundedExecution& bounds, const BoundChanges& changes);
  /// This flag (or failed undefined_unless) is raised for all of them. Asked after certainlyConsistent, of
  /// the same bounds.
  bool certainlyRaised(std::size_t check);

 private:
  using Bounds = CatBounds;

  const Bounds& value(CatNodeId node);
  Bounds compute(CatNodeId node);
  Bounds tag(const TagNode& node);
  Bounds base(const BaseNode& node);
  Bounds none(CatType type) const;
  Bounds binary(const BinaryNode& node);
  Bounds recursion(const RecursionNode& node);
  Bounds fold(const ClassFoldNode& node);
  Bounds choice(const ChoiceNode& node);
  Bounds anyChoice(const Choice& choice, const EventSet& certain, const EventSet& possible);
  template <typename Which>
  void forget(Which which);
  /// The classes that are the same for all programs; nothing where they are not.
  std::optional<std::vector<EventSet>> classes(CatNodeId node);
  bool choicesAreGood();
  bool asserts(const Check& check, bool wanted);
  bool fails(const Check& check);
  void lookAt(const BoundedExecution& bounds, const BoundChanges& changes);
  bool assertsInAll(const Check& check, std::size_t binder, bool wanted, bool everywhere);
  Relation restricted(const Relation& relation, const EventSet& to) const;

  const Model& model_;
  std::vector<NodeFacts> facts_;
  std::vector<std::string> tags_;
  std::vector<EventSet> inputs_;  ///< by node: what of BoundChanges it depends on
  const BoundedExecution* bounds_ = nullptr;
  std::vector<std::optional<Bounds>> values_;
  std::map<std::uint32_t, std::vector<Bounds>> members_;  ///< of recursion groups that are being solved
  std::map<ClassVariable, EventSet> classOf_;
};

}  // namespace hrfcheck::inline advise
