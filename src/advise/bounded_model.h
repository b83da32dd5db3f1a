#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cat/model/model.h"
#include "execution/evaluate.h"
#include "execution/execution.h"
#include "execution/node_facts.h"

namespace hrfcheck::inline advise {

/// Two values, the first contained in the second.
template <typename T>
struct Between {
  T lower;
  T upper;
};

/// One execution of many programs at once, which differ only in the annotations of their accesses and fences,
/// and in which fences they have: what is the same for all of them, and what each of them is at most.
struct BoundedExecution {
  const Execution* execution = nullptr;  ///< with every fence
  Between<EventSet> happened;            ///< the fences that not all of the programs have lie in between
  std::map<std::string, Between<EventSet>> tags;  ///< by name; what happened, as for all that follows
  std::map<std::string, Between<Relation>> statics;
};

/// A model's definitions on a bounded execution, by interval analysis: what it says is so in every one of the
/// programs. Makes no assumption about the model: what stronger or weaker annotations do to it need not be
/// known.
class BoundedModel {
 public:
  /// @param model must outlive this
  explicit BoundedModel(const Model& model);

  /// Every requirement holds for all of the programs, with the choices of the execution as far as they are
  /// total on what each program chooses an order of.
  bool certainlyConsistent(const BoundedExecution& bounds);
  /// And this flag (or failed undefined_unless) is raised for all of them. Asked after certainlyConsistent,
  /// of the same bounds.
  bool certainlyRaised(std::size_t check);

 private:
  using Bounds = Between<CatValue>;

  const Bounds& value(CatNodeId node);
  Bounds compute(CatNodeId node);
  Bounds tag(const TagNode& node);
  Bounds base(const BaseNode& node);
  Bounds unary(const UnaryNode& node);
  Bounds binary(const BinaryNode& node);
  Bounds recursion(const RecursionNode& node);
  Bounds fold(const ClassFoldNode& node);
  Bounds choice(const ChoiceNode& node);
  void forget(const std::function<bool(const NodeFacts&)>& which);
  /// The classes that are the same for all programs; nothing where they are not.
  std::optional<std::vector<EventSet>> classes(CatNodeId node);
  bool choicesAreGood();
  bool asserts(const Check& check, bool wanted);
  bool assertsInAll(const Check& check, std::size_t binder, bool wanted, bool everywhere);
  Relation restricted(const Relation& relation, const EventSet& to) const;

  const Model& model_;
  std::vector<NodeFacts> facts_;
  const BoundedExecution* bounds_ = nullptr;
  std::vector<std::optional<Bounds>> values_;
  std::map<std::uint32_t, std::vector<Bounds>> members_;  ///< of recursion groups that are being solved
  std::map<ClassVariable, EventSet> classOf_;
  bool open_ = false;  ///< something that had to be the same for all programs was not
};

}  // namespace hrfcheck::inline advise
