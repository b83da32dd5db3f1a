#include "licence/small_execution.h"

#include <algorithm>
#include <bit>

#include "cat/model/text.h"
#include "util/overloaded.h"

namespace hrfcheck::test {
namespace {

/// Most orders that are tried for one execution.
constexpr unsigned kMostOrders = 200;

class Evaluation {
 public:
  Evaluation(const Model& model, const SmallExecution& execution, const std::vector<SmallValue>& choices)
      : model_(model), execution_(execution), n_(execution.size()), all_(execution.all()), choices_(choices) {
    for (const Recursion& recursion : model.recursions) {
      members_.emplace_back(recursion.bodies.size());
    }
    solving_.assign(model.recursions.size(), false);
  }

  SmallValue value(CatNodeId id) {
    const CatNode& node = model_.nodes[id];
    return std::visit(
        Overloaded{
            [&](const TagNode& n) {
              const auto tag = execution_.tags.find(n.tag);
              return set(tag == execution_.tags.end() ? 0 : tag->second);
            },
            [&](const BaseNode& n) {
              const auto relation = execution_.relations.find(nameOf(n));
              return SmallValue{false,
                                relation == execution_.relations.end() ? PairRows{} : relation->second};
            },
            [&](const EmptyNode&) {
              return SmallValue{node.type == CatType::Set, {}};
            },
            [&](const UniverseNode&) { return node.type == CatType::Set ? set(all_) : product(all_, all_); },
            [&](const IdentityNode&) { return identity(all_); },
            [&](const UnaryNode& n) { return unary(n.op, value(n.operand)); },
            [&](const BinaryNode& n) { return binary(n.op, value(n.left), value(n.right)); },
            [&](const RecursionNode& n) { return member(n); },
            [&](const ClassVariableNode& n) { return set(classes_.at(n.variable)); },
            [&](const ClassFoldNode& n) { return fold(n, node.type); },
            [&](const ChoiceNode& n) { return choices_.at(n.choice); },
        },
        node.node);
  }

  /// The classes of an equivalence.
  std::vector<Events> classesOf(CatNodeId id) {
    const SmallValue relation = value(id);
    std::vector<Events> result;
    for (unsigned e = 0; e < n_; ++e) {
      if (has(relation.rows[e], e) && std::ranges::find(result, relation.rows[e]) == result.end()) {
        result.push_back(relation.rows[e]);
      }
    }
    return result;
  }

  /// Whether it holds in each class, or in some class.
  bool holds(const Check& check, std::size_t binder, bool inEach) {
    if (binder == check.forall.size()) {
      return tested(check) != check.negated;
    }
    const ClassVariable variable = check.forall[binder].variable;
    for (const Events members : classesOf(check.forall[binder].classesOf)) {
      classes_[variable] = members;
      if (holds(check, binder + 1, inEach) != inEach) {
        return !inEach;
      }
    }
    return inEach;
  }

  SmallValue raisers(const Check& check) {
    const bool bySome = (check.role == CheckRole::Flag) == check.negated;
    if (!bySome || !check.forall.empty() || check.kind == CheckKind::Acyclic) {
      return {};
    }
    SmallValue result = value(check.node);
    if (check.kind == CheckKind::Irreflexive) {
      const SmallValue diagonal = identity(all_);
      for (unsigned e = 0; e < n_; ++e) {
        result.rows[e] &= diagonal.rows[e];
      }
    }
    return result;
  }

 private:
  static SmallValue set(Events events) {
    SmallValue value{true, {}};
    value.rows[0] = events;
    return value;
  }
  SmallValue product(Events from, Events to) const {
    SmallValue value;
    for (unsigned e = 0; e < n_; ++e) {
      value.rows[e] = has(from, e) ? to : 0;
    }
    return value;
  }
  SmallValue identity(Events of) const {
    SmallValue value;
    for (unsigned e = 0; e < n_; ++e) {
      value.rows[e] = of & (Events{1} << e);
    }
    return value;
  }
  SmallValue composed(const SmallValue& a, const SmallValue& b) const {
    SmallValue value;
    for (unsigned x = 0; x < n_; ++x) {
      for (unsigned y = 0; y < n_; ++y) {
        value.rows[x] |= has(a.rows[x], y) ? b.rows[y] : 0;
      }
    }
    return value;
  }
  SmallValue united(SmallValue a, const SmallValue& b) const {
    for (unsigned e = 0; e < kMostEvents; ++e) {
      a.rows[e] |= b.rows[e];
    }
    return a;
  }
  SmallValue closed(const SmallValue& a) const {
    SmallValue value = a;
    for (SmallValue next = united(a, composed(a, value)); !(next == value);
         next = united(a, composed(a, value))) {
      value = next;
    }
    return value;
  }
  SmallValue inverse(const SmallValue& a) const {
    SmallValue value;
    for (unsigned x = 0; x < n_; ++x) {
      for (unsigned y = 0; y < n_; ++y) {
        value.rows[y] |= has(a.rows[x], y) ? Events{1} << x : 0;
      }
    }
    return value;
  }
  Events domain(const SmallValue& a) const {
    Events result = 0;
    for (unsigned e = 0; e < n_; ++e) {
      result |= a.rows[e] != 0 ? Events{1} << e : 0;
    }
    return result;
  }

  SmallValue unary(CatUnary op, const SmallValue& a) {
    switch (op) {
      case CatUnary::Plus:
        return closed(a);
      case CatUnary::Star:
        return united(closed(a), identity(all_));
      case CatUnary::Optional:
        return united(a, identity(all_));
      case CatUnary::Inverse:
        return inverse(a);
      case CatUnary::Complement:
        return binary(CatBinary::Difference, a.isSet ? set(all_) : product(all_, all_), a);
      case CatUnary::Bracket:
        return identity(a.rows[0]);
      case CatUnary::Domain:
        return set(domain(a));
      case CatUnary::Range:
        return set(domain(inverse(a)));
      case CatUnary::Equivalence:
        return united(closed(united(a, inverse(a))), identity(all_));
    }
    return {};
  }

  SmallValue binary(CatBinary op, SmallValue a, const SmallValue& b) {
    switch (op) {
      case CatBinary::Union:
        return united(a, b);
      case CatBinary::Intersection:
        for (unsigned e = 0; e < kMostEvents; ++e) {
          a.rows[e] &= b.rows[e];
        }
        return a;
      case CatBinary::Difference:
        for (unsigned e = 0; e < kMostEvents; ++e) {
          a.rows[e] &= ~b.rows[e];
        }
        return a;
      case CatBinary::Sequence:
        return composed(a, b);
      case CatBinary::Product:
        return product(a.rows[0], b.rows[0]);
    }
    return {};
  }

  /// By iteration, from nothing, each time it is asked for from outside of the group.
  SmallValue member(const RecursionNode& n) {
    const Recursion& recursion = model_.recursions[n.group];
    if (!solving_[n.group]) {
      solving_[n.group] = true;
      std::vector<SmallValue> next;
      for (const CatNodeId body : recursion.bodies) {
        next.push_back({model_.nodes[body].type == CatType::Set, {}});
      }
      do {
        members_[n.group] = next;
        for (std::size_t m = 0; m < next.size(); ++m) {
          next[m] = value(recursion.bodies[m]);
        }
      } while (next != members_[n.group]);
      solving_[n.group] = false;
    }
    return members_[n.group][n.member];
  }

  SmallValue fold(const ClassFoldNode& n, CatType type) {
    SmallValue result{type == CatType::Set, {}};
    for (const Events members : classesOf(n.classesOf)) {
      classes_[n.variable] = members;
      result = united(result, value(n.body));
    }
    return result;
  }

  bool tested(const Check& check) {
    SmallValue relation = value(check.node);
    if (check.kind == CheckKind::Acyclic) {
      relation = closed(relation);
    }
    if (check.kind == CheckKind::Empty) {
      return std::ranges::all_of(relation.rows, [](Events row) { return row == 0; });
    }
    for (unsigned e = 0; e < n_; ++e) {
      if (has(relation.rows[e], e)) {
        return false;
      }
    }
    return true;
  }

  const Model& model_;
  const SmallExecution& execution_;
  unsigned n_;
  Events all_;
  const std::vector<SmallValue>& choices_;
  std::map<ClassVariable, Events> classes_;
  std::vector<std::vector<SmallValue>> members_;
  std::vector<bool> solving_;
};

/// Every order of a choice, in turn, and then those of the next choice.
class Orders {
 public:
  Orders(const Model& model, const SmallExecution& execution,
         const std::function<void(const SmallJudgement&)>& visit)
      : model_(model), execution_(execution), visit_(visit) {}

  bool run() { return choose(); }

 private:
  bool choose() {
    if (choices_.size() == model_.choices.size()) {
      judge();
      return ++count_ <= kMostOrders;
    }
    const Choice& choice = model_.choices[choices_.size()];
    Evaluation evaluation(model_, execution_, choices_);
    const Events set = evaluation.value(choice.set).rows[0];
    const SmallValue order = evaluation.value(choice.order);
    std::vector<Events> classes{set};
    if (choice.within) {
      classes.clear();
      for (const Events members : evaluation.classesOf(*choice.within)) {
        classes.push_back(members & set);
      }
    }
    return place(classes, 0, order, SmallValue{});
  }

  bool place(std::vector<Events> left, std::size_t at, const SmallValue& order, const SmallValue& chosen) {
    while (at < left.size() && left[at] == 0) {
      ++at;
    }
    if (at == left.size()) {
      choices_.push_back(chosen);
      const bool few = choose();
      choices_.pop_back();
      return few;
    }
    for (unsigned e = 0; e < execution_.size(); ++e) {
      if (!has(left[at], e) || isAfterSome(e, left[at], order)) {
        continue;
      }
      std::vector<Events> rest = left;
      rest[at] &= ~(Events{1} << e);
      SmallValue more = chosen;
      more.rows[e] |= rest[at];
      if (!place(rest, at, order, more)) {
        return false;
      }
    }
    return true;
  }

  bool isAfterSome(unsigned e, Events among, const SmallValue& order) const {
    for (unsigned x = 0; x < execution_.size(); ++x) {
      if (has(among, x) && has(order.rows[x], e)) {
        return true;
      }
    }
    return false;
  }

  void judge() {
    Evaluation evaluation(model_, execution_, choices_);
    SmallJudgement judgement;
    judgement.consistent = true;
    for (const Check& check : model_.checks) {
      const bool require = check.role == CheckRole::Require;
      // A flag is raised by some class on which the test holds, undefined_unless by some on which it fails.
      const bool raised = !require && (check.role == CheckRole::Flag ? evaluation.holds(check, 0, false)
                                                                     : !evaluation.holds(check, 0, true));
      judgement.consistent = judgement.consistent && (!require || evaluation.holds(check, 0, true));
      judgement.raised.push_back(raised);
      judgement.by.push_back(raised ? evaluation.raisers(check) : SmallValue{});
    }
    visit_(judgement);
  }

  const Model& model_;
  const SmallExecution& execution_;
  const std::function<void(const SmallJudgement&)>& visit_;
  std::vector<SmallValue> choices_;
  unsigned count_ = 0;
};

}  // namespace

SmallExecution SmallExecution::without(Events gone) const {
  std::vector<unsigned> kept;
  for (unsigned e = 0; e < size(); ++e) {
    if (!has(gone, e)) {
      kept.push_back(e);
    }
  }
  const auto renumbered = [&](Events events) {
    Events result = 0;
    for (unsigned i = 0; i < kept.size(); ++i) {
      result |= has(events, kept[i]) ? Events{1} << i : 0;
    }
    return result;
  };
  SmallExecution result;
  for (const unsigned e : kept) {
    result.kinds.push_back(kinds[e]);
    result.instructions.push_back(instructions[e]);
  }
  for (const auto& [name, events] : tags) {
    result.tags[name] = renumbered(events);
  }
  for (const auto& [name, pairs] : relations) {
    for (unsigned i = 0; i < kept.size(); ++i) {
      result.relations[name][i] = renumbered(pairs[kept[i]]);
    }
  }
  return result;
}

bool SmallModel::forEachChoice(const SmallExecution& execution,
                               const std::function<void(const SmallJudgement&)>& visit) const {
  return Orders(model_, execution, visit).run();
}

SmallValue SmallModel::value(const SmallExecution& execution, CatNodeId node,
                             const std::vector<SmallValue>& choices) const {
  return Evaluation(model_, execution, choices).value(node);
}

}  // namespace hrfcheck::test
