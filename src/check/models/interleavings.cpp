#include "check/models/interleavings.h"

#include <algorithm>
#include <functional>

#include "program/flow/ended_threads.h"

// A relation "has" another one where it is a union, or a transitive closure of a union, with the other among
// its members: then it contains the other in every execution, so that a check that holds of it (no cycle, no
// pair) holds of the other. Members may be anything that the names in them resolve to. A model that requires
// more than this has fewer executions, which are interleavings nevertheless.

namespace hrfcheck::inline check {
namespace {

/// Some of the definitions of one model, recognized by what they are built from.
class Shapes {
 public:
  explicit Shapes(const Model& model) : model_(model) {}

  using Shape = std::function<bool(CatNodeId)>;

  bool isBase(CatNodeId id, auto relation) const { return model_.nodes[id].isBase(relation); }
  /// rf^-1 ; co
  bool isFromReads(CatNodeId id) const {
    const BinaryNode* sequence = binary(id, CatBinary::Sequence);
    const UnaryNode* inverse = sequence == nullptr ? nullptr : unary(sequence->left, CatUnary::Inverse);
    return inverse != nullptr && isBase(inverse->operand, BaseRelation::Rf) &&
           isBase(sequence->right, BaseRelation::Co);
  }
  /// syncbar, perhaps between [ARRIVE] and [DEPART], which are its ends anyway.
  bool isBarrierOrder(CatNodeId id) const {
    const BinaryNode* sequence = binary(id, CatBinary::Sequence);
    return isBase(id, BaseRelation::SyncBarrier) ||
           (sequence != nullptr &&
            ((isTagBracket(sequence->left, "ARRIVE") && isBarrierOrder(sequence->right)) ||
             (isTagBracket(sequence->right, "DEPART") && isBarrierOrder(sequence->left))));
  }
  /// unawaited \ (int ; syncbar)
  bool isEndedOrder(CatNodeId id) const {
    const BinaryNode* without = binary(id, CatBinary::Difference);
    const BinaryNode* arrived = without == nullptr ? nullptr : binary(without->right, CatBinary::Sequence);
    return arrived != nullptr && isBase(without->left, static_relation::Unawaited) &&
           isBase(arrived->left, static_relation::Int) && isBase(arrived->right, BaseRelation::SyncBarrier);
  }
  /// rmw & (fr ; co). With fr or co between different threads only it comes to the same where program order,
  /// fr and co have no cycle: between its halves, a read-modify-write's own thread does nothing.
  bool isSplitRmw(CatNodeId id) const {
    const BinaryNode* both = binary(id, CatBinary::Intersection);
    return both != nullptr && ((isBase(both->left, static_relation::Rmw) && isOverwriting(both->right)) ||
                               (isBase(both->right, static_relation::Rmw) && isOverwriting(both->left)));
  }
  bool has(CatNodeId id, const Shape& shape) const {
    if (shape(id)) {
      return true;
    }
    if (const BinaryNode* either = binary(id, CatBinary::Union)) {
      return has(either->left, shape) || has(either->right, shape);
    }
    const UnaryNode* closure = unary(id, CatUnary::Plus);
    return closure != nullptr && has(closure->operand, shape);
  }
  /// A union with a transitive closure of something with all the shapes among its members.
  bool hasClosureOf(CatNodeId id, const std::vector<Shape>& shapes) const {
    return has(id, [&](CatNodeId member) {
      const UnaryNode* closure = unary(member, CatUnary::Plus);
      return closure != nullptr && hasAll(closure->operand, shapes);
    });
  }
  bool hasAll(CatNodeId id, const std::vector<Shape>& shapes) const {
    return std::ranges::all_of(shapes, [&](const Shape& shape) { return has(id, shape); });
  }

 private:
  const UnaryNode* unary(CatNodeId id, CatUnary op) const { return model_.nodes[id].as(op); }
  const BinaryNode* binary(CatNodeId id, CatBinary op) const { return model_.nodes[id].as(op); }
  bool isTagBracket(CatNodeId id, const char* name) const {
    const UnaryNode* bracket = unary(id, CatUnary::Bracket);
    return bracket != nullptr && model_.nodes[bracket->operand].isTag(name);
  }
  /// unv \ int
  bool isBetweenThreads(CatNodeId id) const {
    const BinaryNode* without = binary(id, CatBinary::Difference);
    return without != nullptr && std::holds_alternative<UniverseNode>(model_.nodes[without->left].node) &&
           isBase(without->right, static_relation::Int);
  }
  /// The shape itself, or its part between different threads.
  bool isPerhapsExternal(CatNodeId id, const Shape& shape) const {
    const BinaryNode* both = binary(id, CatBinary::Intersection);
    return shape(id) || (both != nullptr && ((shape(both->left) && isBetweenThreads(both->right)) ||
                                             (shape(both->right) && isBetweenThreads(both->left))));
  }
  /// fr ; co
  bool isOverwriting(CatNodeId id) const {
    const BinaryNode* sequence = binary(id, CatBinary::Sequence);
    return sequence != nullptr &&
           isPerhapsExternal(sequence->left, [&](CatNodeId n) { return isFromReads(n); }) &&
           isPerhapsExternal(sequence->right, [&](CatNodeId n) { return isBase(n, BaseRelation::Co); });
  }

  const Model& model_;
};

bool isPlainRequirement(const Check& check) {
  return check.role == CheckRole::Require && !check.negated && check.forall.empty();
}

bool requiresNoCycle(const Model& model, bool withBarriers, bool withEnds) {
  const Shapes shapes(model);
  std::vector<Shapes::Shape> members;
  members.emplace_back([&](CatNodeId id) { return shapes.isBase(id, static_relation::Po); });
  members.emplace_back([&](CatNodeId id) { return shapes.isBase(id, BaseRelation::Rf); });
  members.emplace_back([&](CatNodeId id) { return shapes.isBase(id, BaseRelation::Co); });
  members.emplace_back([&](CatNodeId id) { return shapes.isFromReads(id); });
  if (withBarriers) {
    members.emplace_back([&](CatNodeId id) { return shapes.isBarrierOrder(id); });
  }
  if (withEnds) {
    members.emplace_back([&](CatNodeId id) { return shapes.isEndedOrder(id); });
  }
  return std::ranges::any_of(model.checks, [&](const Check& check) {
    return isPlainRequirement(check) &&
           ((check.kind == CheckKind::Acyclic && shapes.hasAll(check.node, members)) ||
            (check.kind == CheckKind::Irreflexive && shapes.hasClosureOf(check.node, members)));
  });
}

bool requiresWholeRmws(const Model& model) {
  const Shapes shapes(model);
  return std::ranges::any_of(model.checks, [&](const Check& check) {
    return isPlainRequirement(check) && check.kind == CheckKind::Empty &&
           shapes.has(check.node, [&](CatNodeId id) { return shapes.isSplitRmw(id); });
  });
}

template <typename Wanted>
bool hasOperation(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return std::holds_alternative<Wanted>(instruction.operation);
    });
  });
}

}  // namespace

bool isEndedOrder(const Model& model, CatNodeId relation) {
  return Shapes(model).isEndedOrder(relation);
}

bool hasOnlyInterleavings(const Model& model, const Program& program) {
  return requiresNoCycle(model, hasOperation<BarrierOp>(program), mayOpenWithoutTheEnded(program)) &&
         (!hasOperation<RmwOperation>(program) || requiresWholeRmws(model));
}

}  // namespace hrfcheck::inline check
