#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "execution/bit_rows.h"
#include "execution/execution.h"
#include "execution/node_facts.h"

namespace hrfcheck {

/// The values of a model's definitions on one execution after another. A value is kept from one execution to
/// the next for as long as nothing it hangs on has changed; see node_values.cpp.
class NodeValues {
 public:
  /// All must outlive the values. `ofSkeleton` gives the classes that folds run over; null for the values
  /// that do so themselves (all events happen, and nothing but the skeleton is known).
  NodeValues(const Model& model, const std::vector<NodeFacts>& facts, const Skeleton& skeleton,
             NodeValues* ofSkeleton);

  /// Goes to another execution; returns what changed. Choices are left as they are.
  Inputs load(const Execution& execution);
  /// Goes to the execution in which every event happens and no choice is made.
  void loadSkeleton();
  /// Makes a choice, or takes it back with null.
  Inputs setChoice(std::size_t index, const Relation* order);

  const BitRows& value(CatNodeId id);

  /// The classes of a static equivalence, over all events that may happen.
  /// @throws UserError when it is no equivalence or depends on more than the skeleton.
  const std::vector<EventSet>& classes(CatNodeId id);
  /// Lets a class variable stand for the events of `members` that happened; until `unbind`.
  void bind(ClassVariable variable, const EventSet& members);
  void unbind(ClassVariable variable);

  bool isSet(CatNodeId id) const { return model_.nodes[id].type == CatType::Set; }
  const BitRows& happened() const { return happened_; }

 private:
  enum class Progress { Unsolved, Running, Solved };
  struct Group {
    Progress progress = Progress::Unsolved;
    std::vector<BitRows> members;
  };
  /// The nodes and groups that have to be computed again when a variable or a group gets another value.
  struct Dependents {
    std::vector<CatNodeId> nodes;
    std::vector<std::uint32_t> groups;
  };

  void loadStatic(const Skeleton& skeleton);
  void findDependents();
  void invalidate(Inputs changed);
  void invalidate(const Dependents& dependents);

  void compute(CatNodeId id, BitRows& out);
  void computeTag(const TagNode& node, BitRows& out);
  void computeBase(const BaseNode& node, BitRows& out);
  void computeUnary(const UnaryNode& node, bool isSet, BitRows& out);
  void computeBinary(const BinaryNode& node, BitRows& out);
  void computeFold(const ClassFoldNode& node, BitRows& out);
  void solve(std::uint32_t group);

  BitRows empty(CatNodeId id) const;

  const Model& model_;
  const std::vector<NodeFacts>& facts_;
  const Skeleton& skeleton_;
  NodeValues* ofSkeleton_;

  BitRows happened_, loc_, addr_, data_, ctrl_, sync_, rf_, co_;
  std::vector<std::optional<BitRows>> choices_;
  std::map<std::string, BitRows> tags_;
  std::map<BaseRelation, BitRows> static_;
  std::map<std::string, BitRows> sameLevel_;

  std::vector<BitRows> values_;
  std::vector<char> valid_;
  std::vector<Group> groups_;
  std::map<ClassVariable, BitRows> bound_;
  std::map<CatNodeId, std::vector<EventSet>> classes_;
  std::map<ClassVariable, Dependents> ofVariable_;
  std::vector<Dependents> ofGroup_;
};

}  // namespace hrfcheck
