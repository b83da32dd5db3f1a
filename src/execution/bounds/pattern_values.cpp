// The evaluator in small: sets and relations over a few events, as bits of one word.
//
// A lower bound may leave out what holds by way of events that are not in the pattern; an upper bound must
// not, so it is everything wherever a definition looks beyond the two events of a pair (sequences, closures,
// domains), as far as the two may be where such pairs start and end (Bounds::starts, Bounds::ends).
//
// What comes out depends on the tags of the events, on the static relations and locations of pairs, and on
// what the pattern itself says. Unrolled loops have many copies of an instruction for which these are the
// same, so callers keep answers by them (keyOf).

#include "execution/bounds/pattern_values.h"

#include <algorithm>
#include <string>

#include "cat/interpret/meaning.h"
#include "cat/model/operands.h"
#include "execution/bounds/pattern_pairs.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline execution {

using namespace pattern_pairs;

std::size_t EventPattern::add(EventId event) {
  const auto end = events_.begin() + static_cast<std::ptrdiff_t>(size_);
  INVARIANT(size_ < kMost && std::find(events_.begin(), end, event) == end,
            "the events of a pattern are few and different");
  events_[size_] = event;
  return size_++;
}

/// The values of a model's definitions on one pattern.
class PatternValues::Evaluation {
 public:
  Evaluation(PatternValues& owner, const EventPattern& pattern)
      : owner_(owner),
        pattern_(pattern),
        events_((Pairs{1} << pattern.size_) - 1),
        pairs_(pairsWhere(pattern.size_, [](std::size_t, std::size_t) { return true; })) {
    for (const CatNodeId id : owner.order_) {
      owner.values_[id] = {};
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const CatNodeId id : owner.order_) {
        const Bounds value = of(id);
        changed = changed || (owner.recursive_ && value.lower != owner.values_[id].lower);
        owner.values_[id] = value;
      }
    }
  }

  // What operators make of bounds (cat/interpret/meaning.h).
  Bounds universe(CatType type) const { return exactly(all(type)); }
  Bounds identity() const { return exactly(kDiagonal & pairs_); }
  Bounds plus(const Bounds& r) const {
    return {transitiveClosure(r.lower), product(r.starts, r.ends) & pairs_, r.starts, r.ends};
  }
  Bounds inverse(const Bounds& r) const { return {inverted(r.lower), inverted(r.upper), r.ends, r.starts}; }
  Bounds bracket(const Bounds& s) const {
    return {onDiagonal(s.lower), onDiagonal(s.upper), s.upper, s.upper};
  }
  Bounds domain(const Bounds& r) const { return {pattern_pairs::domain(r.lower), r.starts & events_}; }
  Bounds unite(const Bounds& a, const Bounds& b) const {
    return {a.lower | b.lower, a.upper | b.upper, a.starts | b.starts, a.ends | b.ends};
  }
  Bounds intersect(const Bounds& a, const Bounds& b) const {
    return {a.lower & b.lower, a.upper & b.upper, a.starts & b.starts, a.ends & b.ends};
  }
  Bounds subtract(const Bounds& a, const Bounds& b) const {
    return {a.lower & ~b.upper, a.upper & ~b.lower, a.starts, a.ends};
  }
  Bounds sequence(const Bounds& r, const Bounds& s) const {
    return {composed(r.lower, s.lower), product(r.starts, s.ends) & pairs_, r.starts, s.ends};
  }
  Bounds product(const Bounds& s, const Bounds& t) const {
    return {product(s.lower, t.lower), product(s.upper, t.upper), s.upper, t.upper};
  }

 private:
  Pairs all(CatType type) const { return type == CatType::Set ? events_ : pairs_; }
  static Pairs product(Pairs from, Pairs to) { return pattern_pairs::product(from, to); }

  Bounds of(CatNodeId id) const {
    const auto known = owner_.classes_.find(id);
    return known == owner_.classes_.end() ? of(owner_.model_.nodes[id]) : classBounds(known->second);
  }

  Bounds classBounds(const LocationClass& members) const {
    Bounds result;
    for (std::size_t i = 0; i < pattern_.size_; ++i) {
      const EventId e = pattern_.events_[i];
      result.lower |= members.certain.contains(e) ? bit(0, i) : Pairs{0};
      result.upper |= members.possible.contains(e) ? bit(0, i) : Pairs{0};
    }
    return result;
  }

  Bounds of(const CatNode& node) const {
    const Pairs full = all(node.type);
    return std::visit(
        Overloaded{
            [&](const TagNode& n) { return tagged(n); }, [&](const BaseNode& n) { return base(n, full); },
            [](const EmptyNode&) { return Bounds{}; },
            [&](const UniverseNode&) { return universe(node.type); },
            [&](const IdentityNode&) { return identity(); },
            [&](const UnaryNode& n) { return meaning(n.op, *this, node.type, owner_.values_[n.operand]); },
            [&](const BinaryNode& n) { return binary(n); },
            [&](const RecursionNode& n) { return member(n, full); },
            [&]<OneOf<ClassVariableNode, ClassFoldNode, ChoiceNode> T>(const T&) { return unknown(full); }},
        node.node);
  }

  static Bounds exactly(Pairs pairs) { return {pairs, pairs}; }
  static Bounds unknown(Pairs full) { return {0, full}; }

  /// Least fixpoints are approached from below, so what a body has so far certainly holds.
  Bounds member(const RecursionNode& node, Pairs full) const {
    return {owner_.values_[owner_.model_.recursions[node.group].bodies[node.member]].lower, full};
  }

  Bounds tagged(const TagNode& node) const {
    const EventStructure& structure = owner_.structure_;
    Bounds result;
    const auto tag = structure.tags().find(node.tag);
    const auto conditional = structure.conditionalTags().find(node.tag);
    for (std::size_t i = 0; i < pattern_.size_; ++i) {
      const EventId e = pattern_.events_[i];
      const bool always = tag != structure.tags().end() && tag->second.contains(e);
      const bool sometimes =
          conditional != structure.conditionalTags().end() &&
          std::ranges::any_of(conditional->second, [&](const auto& member) { return member.event == e; });
      result.lower |= always ? bit(0, i) : Pairs{0};
      result.upper |= always || sometimes ? bit(0, i) : Pairs{0};
    }
    return result;
  }

  Bounds base(const BaseNode& node, Pairs full) const {
    switch (node.relation) {
      case BaseRelation::Rf:
        return {pattern_.rf_, full};
      case BaseRelation::Co:
        return {pattern_.co_, full};
      case BaseRelation::Loc:
        return location(full);
      case BaseRelation::Static: {
        const Relation* relation = owner_.structure_.staticRelation(node.name);
        return exactly(
            relation == nullptr ? Pairs{0} : pairsWhere(pattern_.size_, [&](std::size_t a, std::size_t b) {
              return relation->contains(pattern_.events_[a], pattern_.events_[b]);
            }));
      }
      case BaseRelation::Addr:
      case BaseRelation::Data:
      case BaseRelation::Ctrl:
        return unknown(full);
      case BaseRelation::SyncBarrier:
        return {pattern_.meetings_, full};
    }
    INVARIANT(false, "a base relation of no kind");
  }

  Bounds location(Pairs full) const {
    if (pattern_.locations_ == EventPattern::Locations::AllTheSame) {
      const auto accesses = [&](std::size_t a) {
        return owner_.mayMeet(pattern_.events_[a], pattern_.events_[a]);
      };
      return exactly(full & pairsWhere(pattern_.size_, [&](std::size_t a, std::size_t b) {
                       return accesses(a) && accesses(b);
                     }));
    }
    const auto pairs = [&](auto&& meet) {
      return pairsWhere(pattern_.size_, [&](std::size_t a, std::size_t b) {
        return meet(pattern_.events_[a], pattern_.events_[b]);
      });
    };
    return {pairs([&](EventId a, EventId b) { return owner_.mustMeet(a, b); }),
            pairs([&](EventId a, EventId b) { return owner_.mayMeet(a, b); })};
  }

  Bounds binary(const BinaryNode& node) const {
    const Bounds& left = owner_.values_[node.left];
    const Bounds& right = owner_.values_[node.right];
    Bounds value = meaning(node.op, *this, left, right);
    if (node.op == CatBinary::Sequence && staysWithin(node)) {
      value.upper = composed(left.upper, right.upper);
    }
    return value;
  }

  /// A bracket beside a semicolon looks at the two events alone.
  bool staysWithin(const BinaryNode& node) const {
    const auto isBracket = [&](CatNodeId id) {
      return owner_.model_.nodes[id].as(CatUnary::Bracket) != nullptr;
    };
    return isBracket(node.left) || isBracket(node.right);
  }

  PatternValues& owner_;
  const EventPattern& pattern_;
  Pairs events_;  ///< all of them
  Pairs pairs_;   ///< all of them
};

PatternValues::PatternValues(const Model& model, const EventStructure& structure,
                             const std::vector<CatNodeId>& wanted)
    : model_(model),
      structure_(structure),
      needed_(model.nodes.size(), 0),
      values_(model.nodes.size()),
      kinds_(structure.size()) {
  for (const CatNodeId id : wanted) {
    need(id);
  }
  for (CatNodeId id = 0; id < model.nodes.size(); ++id) {
    if (needed_[id] == 0) {
      continue;
    }
    order_.push_back(id);
    if (const auto* base = std::get_if<BaseNode>(&model.nodes[id].node)) {
      const Relation* relation =
          base->is(BaseRelation::Static) ? structure.staticRelation(base->name) : nullptr;
      if (relation != nullptr) {
        statics_.push_back(relation);
      }
    } else if (const auto* tag = std::get_if<TagNode>(&model.nodes[id].node)) {
      const auto found = structure.tags().find(tag->tag);
      if (found != structure.tags().end()) {
        sets_.push_back(&found->second);
      }
    }
  }
  classes_ = locationClasses(model, order_, structure);
}

void PatternValues::need(CatNodeId id) {
  std::vector<CatNodeId> work{id};
  while (!work.empty()) {
    const CatNodeId next = work.back();
    work.pop_back();
    if (needed_[next] != 0) {
      continue;
    }
    needed_[next] = 1;
    const CatNode& node = model_.nodes[next];
    recursive_ = recursive_ || std::holds_alternative<RecursionNode>(node.node);
    if (!std::holds_alternative<ClassFoldNode>(node.node)) {
      forEachPart(model_.recursions, node, [&](CatNodeId part, OperandSense) { work.push_back(part); });
    }
  }
}

bool PatternValues::mayMeet(EventId a, EventId b) const {
  const std::vector<LocationId>& others = structure_.mayLocations()[b];
  return std::ranges::any_of(structure_.mayLocations()[a],
                             [&](LocationId l) { return std::ranges::binary_search(others, l); });
}

bool PatternValues::mustMeet(EventId a, EventId b) const {
  const std::vector<LocationId>& locations = structure_.mayLocations()[a];
  return a == b ? !locations.empty() : locations.size() == 1 && locations == structure_.mayLocations()[b];
}

/// An event whose membership in some set is open has traits of its own.
std::vector<char> PatternValues::traitsOf(EventId a, EventId b) const {
  std::vector<char> traits{a == b ? 'e' : 'p', mayMeet(a, b) ? '1' : '0', mustMeet(a, b) ? '1' : '0'};
  for (const Relation* relation : statics_) {
    traits.push_back(relation->contains(a, b) ? '1' : '0');
  }
  if (a != b) {
    return traits;
  }
  for (const auto& [id, members] : classes_) {
    traits.push_back(members.certain.contains(a) ? '1' : '0');
    traits.push_back(members.possible.contains(a) ? '1' : '0');
  }
  for (const EventSet* set : sets_) {
    traits.push_back(set->contains(a) ? '1' : '0');
  }
  for (const auto& [tag, members] : structure_.conditionalTags()) {
    if (std::ranges::any_of(members, [&](const auto& member) { return member.event == a; })) {
      const std::string number = std::to_string(a);
      traits.insert(traits.end(), number.begin(), number.end());
      break;
    }
  }
  return traits;
}

std::uint32_t PatternValues::kindOf(EventId a, EventId b) {
  kinds_[a].resize(structure_.size(), 0);
  std::uint32_t& kind = kinds_[a][b];
  if (kind == 0) {
    const auto next = static_cast<std::uint32_t>(kindNumbers_.size() + 1);
    kind = kindNumbers_.emplace(traitsOf(a, b), next).first->second;
  }
  return kind;
}

PatternValues::Key PatternValues::keyOf(const EventPattern& pattern) {
  Key key{pattern.rf_, pattern.co_, pattern.meetings_, {}};
  key.kinds.reserve(pattern.size_ * pattern.size_);
  for (std::size_t a = 0; a < pattern.size_; ++a) {
    for (std::size_t b = 0; b < pattern.size_; ++b) {
      key.kinds.push_back(kindOf(pattern.events_[a], pattern.events_[b]));
    }
  }
  return key;
}

void PatternValues::evaluate(const EventPattern& pattern) {
  const Evaluation evaluation(*this, pattern);
}

}  // namespace hrfcheck::inline execution
