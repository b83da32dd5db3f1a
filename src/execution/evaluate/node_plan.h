#pragma once

#include <functional>
#include <map>
#include <set>
#include <variant>
#include <vector>

#include "cat/model/model.h"
#include "execution/evaluate/bit_rows.h"
#include "execution/evaluate/node_facts.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// Index of a step in a plan.
using StepId = std::uint32_t;

/// Which of the two bounds of a value.
enum class Side : std::uint8_t { Lower, Upper };
constexpr Side other(Side side) {
  return side == Side::Lower ? Side::Upper : Side::Lower;
}

/// What a step takes from somewhere else than its operands, and what has any number of them.
enum class StepOp : std::uint8_t {
  Part,      ///< parts[index] of the execution
  Constant,  ///< constants[index], as far as it happened
  Tag,       ///< constants[index] and the conditional members, as far as they happened
  Members,   ///< constants[index], the events of a class, as far as they happened
  Universe,
  Identity,
  Empty,
  Union,   ///< of any number of operands
  Member,  ///< of the recursion groups[index]
  Choice   ///< Model::choices[index]; operands: its set, its order, its within if it has one
};
/// Two operations in one step.
enum class StepPair : std::uint8_t {
  InverseSequence,  ///< inverse of the first operand ; the second
  RestrictDomain,   ///< [first operand] ; the second
  RestrictRange     ///< the first operand ; [second]
};
/// How a step's value is computed.
using StepWork = std::variant<StepOp, StepPair, CatUnary, CatBinary>;

/// One step of the evaluation of a model on an execution.
struct PlanStep {
  StepWork work = StepOp::Empty;
  CatNodeId node = 0;
  std::uint32_t index = 0;
  std::vector<StepId> operands;

  bool is(StepWork what) const { return work == what; }
};

/// A group of recursive definitions, for one choice of the classes that it is looked at in.
struct StepGroup {
  std::vector<StepId> members;
  std::vector<StepId> bodies;
};

/// The members that the class variables in sight stand for.
using ClassBinding = std::map<ClassVariable, std::vector<EventId>>;

/// A model's definitions written out as steps for one structure: folds over classes are unrolled (each class
/// has steps of its own), names and tags are resolved, and some pairs of operations become one.
class NodePlan {
 public:
  /// The classes of a static equivalence.
  using ClassFinder = std::function<std::vector<EventSet>(CatNodeId, const ClassBinding&)>;

  /// Model, facts and structure must outlive the plan.
  NodePlan(const Model& model, const std::vector<NodeFacts>& facts, const EventStructure& structure,
           ClassFinder findClasses);

  /// The step of a node, added if need be. `binding` has at least the free variables of the node.
  StepId add(CatNodeId node, const ClassBinding& binding);
  const std::vector<EventSet>& classes(CatNodeId node, const ClassBinding& binding);

  const std::vector<PlanStep>& steps() const { return steps_; }
  const std::vector<StepGroup>& groups() const { return groups_; }
  const std::vector<BitRows>& constants() const { return constants_; }
  const std::vector<EventStructure::ConditionalMember>& conditional(StepId step) const {
    return conditional_.at(step);
  }
  bool isConditional(StepId step) const { return conditional_.contains(step); }

 private:
  using Key = std::pair<CatNodeId, ClassBinding>;

  ClassBinding restricted(const ClassBinding& binding, CatNodeId node) const;
  StepId push(StepWork work, CatNodeId node, std::uint32_t index = 0, std::vector<StepId> operands = {});
  StepId addNode(CatNodeId id, const ClassBinding& binding);
  StepId addTag(const TagNode& node, CatNodeId id);
  StepId addBase(const BaseNode& node, CatNodeId id);
  StepId addBinary(const BinaryNode& node, CatNodeId id, const ClassBinding& binding);
  StepId addSequence(const BinaryNode& node, CatNodeId id, const ClassBinding& binding);
  StepId addRecursion(const RecursionNode& node, CatNodeId id, const ClassBinding& binding);
  StepId addFold(const ClassFoldNode& node, CatNodeId id, const ClassBinding& binding);
  StepId addUnion(CatNodeId id, const std::vector<StepId>& parts);
  StepId addChoice(const ChoiceNode& node, CatNodeId id);
  std::uint32_t constant(const std::vector<EventId>& members);
  std::uint32_t constant(const Relation& relation);

  const Model& model_;
  const std::vector<NodeFacts>& facts_;
  const EventStructure& structure_;
  ClassFinder findClasses_;

  std::vector<PlanStep> steps_;
  std::vector<StepGroup> groups_;
  std::vector<BitRows> constants_;
  std::map<StepId, std::vector<EventStructure::ConditionalMember>> conditional_;
  std::map<Key, StepId> known_;
  std::map<std::pair<std::uint32_t, ClassBinding>, std::uint32_t> knownGroups_;
  std::map<Key, std::vector<EventSet>> classes_;
};

/// What one bound of a step's value is computed from.
struct BoundUses {
  Inputs lower = 0;                ///< inputs of the lower bounds
  Inputs upper = 0;                ///< inputs of the upper bounds
  std::set<std::uint32_t> groups;  ///< 2 * group + side

  friend bool operator==(const BoundUses&, const BoundUses&) = default;
};

/// By 2 * step + side.
std::vector<BoundUses> boundUses(const NodePlan& plan);

/// The inputs in the order of a plan's parts: kLocInput, kAddrInput, ...
inline constexpr Inputs kPartInputs[] = {kLocInput,  kAddrInput, kDataInput, kCtrlInput,
                                         kSyncInput, kRfInput,   kCoInput};

}  // namespace hrfcheck::inline execution
