#include "cat/model/lane_exchanges.h"

#include <algorithm>

#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

// Sets that only the structure of a test knows.
constexpr const char* kExchangeEvents = "(exchange)";
constexpr const char* kVisibleEvents = "(visible)";
constexpr const char* kCheckName = "exchanges of lanes";
constexpr const char* kGetsLast = "what lanes get was given last";
constexpr const char* kCellsInOrder = "what lanes give is in the order of rounds";

/// Writes the nodes of a model anew, in their order.
class Rewriter {
 public:
  Rewriter(const Model& model, bool inRounds) : old_(model), made_(model), inRounds_(inRounds) {
    made_.nodes.clear();
    visible_ = set(TagNode{kVisibleEvents});
    amongVisible_ = relation(BinaryNode{CatBinary::Product, visible_, visible_});
    const CatNodeId exchanges = set(TagNode{kExchangeEvents});
    const CatNodeId amongExchanges = relation(BinaryNode{CatBinary::Product, exchanges, exchanges});
    const CatNodeId readsFrom = relation(BaseNode{BaseRelation::Rf, ""});
    handedOver_ = relation(BinaryNode{CatBinary::Intersection, readsFrom, amongExchanges});
    const CatNodeId begin = set(TagNode{"IW"});
    fromNobody_ = relation(BinaryNode{CatBinary::Product, begin, exchanges});
    fromNobody_ = relation(BinaryNode{CatBinary::Intersection, readsFrom, fromNobody_});
    if (inRounds) {
      roundsOf(exchanges, amongExchanges);
    }
  }

  Model run() && {
    for (const CatNode& node : old_.nodes) {
      newId_.push_back(rewritten(node));
      made_.nodes[newId_.back()].place = node.place;
      made_.nodes[newId_.back()].name = node.name;
    }
    roots();
    Check check{CheckRole::Require, CheckKind::Empty, false, fromNobody_, kCheckName, {}, {}};
    made_.checks.push_back(std::move(check));
    if (inRounds_) {
      made_.checks.push_back({CheckRole::Require, CheckKind::Empty, false, notLast_, kGetsLast, {}, {}});
      made_.checks.push_back({CheckRole::Require, CheckKind::Acyclic, false, rounds_, kCellsInOrder, {}, {}});
    }
    return std::move(made_);
  }

 private:
  CatNodeId add(decltype(CatNode::node) node, CatType type) {
    made_.nodes.push_back({std::move(node), type, {}, ""});
    return static_cast<CatNodeId>(made_.nodes.size() - 1);
  }
  CatNodeId set(decltype(CatNode::node) node) { return add(std::move(node), CatType::Set); }
  CatNodeId relation(decltype(CatNode::node) node) { return add(std::move(node), CatType::Relation); }
  CatNodeId joined(CatBinary op, CatNodeId left, CatNodeId right) {
    return relation(BinaryNode{op, left, right});
  }

  /// Barriers of exchanges put whatever is done with a cell in order.
  void roundsOf(CatNodeId exchanges, CatNodeId amongExchanges) {
    const CatNodeId order = relation(BaseNode{BaseRelation::Static, std::string(static_relation::Po)});
    const CatNodeId meetings = relation(BaseNode{BaseRelation::SyncBarrier, ""});
    const CatNodeId steps =
        joined(CatBinary::Intersection, joined(CatBinary::Union, order, meetings), amongExchanges);
    const CatNodeId gives = set(BinaryNode{CatBinary::Intersection, set(TagNode{"W"}), exchanges});
    const CatNodeId amongGives = relation(BinaryNode{CatBinary::Product, gives, gives});
    const CatNodeId coherence =
        joined(CatBinary::Intersection, relation(BaseNode{BaseRelation::Co, ""}), amongGives);
    rounds_ = joined(CatBinary::Union, joined(CatBinary::Union, steps, handedOver_), coherence);
    const CatNodeId before = relation(UnaryNode{CatUnary::Plus, steps});
    const CatNodeId atOne =
        joined(CatBinary::Intersection, before, relation(BaseNode{BaseRelation::Loc, ""}));
    const CatNodeId again = joined(CatBinary::Intersection, atOne, amongGives);
    notLast_ = joined(CatBinary::Intersection, handedOver_, joined(CatBinary::Sequence, again, atOne));
  }

  CatNodeId all(CatType type) const { return type == CatType::Set ? visible_ : amongVisible_; }

  CatNodeId rewritten(const CatNode& node) {
    const auto both = [&](CatBinary op, CatNodeId left, CatNodeId right) {
      return add(BinaryNode{op, left, right}, node.type);
    };
    return std::visit(
        Overloaded{
            [&](const TagNode& n) { return both(CatBinary::Intersection, set(n), visible_); },
            [&](const BaseNode& n) {
              const CatNodeId base = relation(n);
              if (n.is(BaseRelation::Data)) {
                return both(CatBinary::Union, base, handedOver_);
              }
              return n.is(BaseRelation::Addr) || n.is(BaseRelation::Ctrl)
                         ? base
                         : both(CatBinary::Intersection, base, amongVisible_);
            },
            [&](const UniverseNode&) { return both(CatBinary::Union, all(node.type), all(node.type)); },
            [&](const IdentityNode&) {
              return relation(UnaryNode{CatUnary::Bracket, visible_});
            },
            [&](const UnaryNode& n) {
              return n.op == CatUnary::Complement
                         ? both(CatBinary::Difference, all(node.type), newId_[n.operand])
                         : add(UnaryNode{n.op, newId_[n.operand]}, node.type);
            },
            [&](const BinaryNode& n) { return both(n.op, newId_[n.left], newId_[n.right]); },
            [&](const ClassFoldNode& n) {
              return add(ClassFoldNode{n.variable, newId_[n.classesOf], newId_[n.body]}, node.type);
            },
            [&](const auto& n) { return add(n, node.type); }},
        node.node);
  }

  void roots() {
    const auto renumber = [&](CatNodeId& id) { id = newId_[id]; };
    for (Check& check : made_.checks) {
      renumber(check.node);
      for (ClassBinder& binder : check.forall) renumber(binder.classesOf);
    }
    for (Choice& choice : made_.choices) {
      renumber(choice.set);
      renumber(choice.order);
      if (choice.within) renumber(*choice.within);
    }
    for (Recursion& recursion : made_.recursions) std::ranges::for_each(recursion.bodies, renumber);
    for (auto& [name, id] : made_.shown) renumber(id);
    for (auto& [name, id] : made_.definitions) renumber(id);
  }

  const Model& old_;
  Model made_;
  std::vector<CatNodeId> newId_;
  CatNodeId visible_ = 0;
  CatNodeId amongVisible_ = 0;
  CatNodeId handedOver_ = 0;
  CatNodeId fromNobody_ = 0;
  bool inRounds_;
  CatNodeId notLast_ = 0;
  CatNodeId rounds_ = 0;
};

}  // namespace

Model withExchanges(const Model& model, bool inRounds) {
  return Rewriter(model, inRounds).run();
}

bool knowsExchanges(const Model& model, bool inRounds) {
  return std::ranges::find(model.checks, inRounds ? kGetsLast : kCheckName, &Check::name) !=
         model.checks.end();
}

}  // namespace hrfcheck::cat
