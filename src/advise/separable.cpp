// Every node of the model is classified by what it is on an execution of the whole, compared with what it is
// on those of the parts (an initial write belongs to the part that accesses its location):
//
//  - local: on the events of one part it is what the part alone makes it;
//  - confined: and it relates no events of different parts;
//  - outward: or only initial writes of one part to other events of another one, as in "initial writes come
//    before everything".
//
// A composition may go through a third event, which lies in the same part where one of the two relations is
// confined, or both are outward: what leaves a part never comes back, since nothing is outward that ends in
// an initial write. A total order exists where one exists for each part, in front of each other.

#include "advise/separable.h"

#include <algorithm>
#include <utility>

#include "cat/model/undefining_checks.h"
#include "util/overloaded.h"

namespace hrfcheck::inline advise {
namespace {

/// What is known of a set or a relation. Where something is not known, it is taken for the worst.
struct Class {
  bool local = false;
  bool confined = false;  ///< of sets: always
  bool outward = false;   ///< confined, or outward
  /// Sets: it may hold initial writes; others. Relations: from initial writes or others, to initial writes or
  /// others.
  bool initial = true, other = true;
  bool initialToInitial = true, initialToOther = true, otherToInitial = true, otherToOther = true;
  bool everyInitial = false;  ///< of sets: it certainly holds all initial writes

  friend bool operator==(const Class&, const Class&) = default;
};

Class setOf(bool local, bool initial, bool other, bool everyInitial) {
  Class result;
  result.local = local;
  result.initial = initial;
  result.other = other;
  result.everyInitial = everyInitial;
  return result;
}

/// What nothing relates is confined.
Class settled(Class c) {
  c.confined = c.local && (c.confined || (c.outward && !c.initialToOther));
  c.outward = c.local && (c.confined || c.outward);
  return c;
}

Class relationOf(bool confined, bool initialToInitial, bool initialToOther, bool otherToInitial,
                 bool otherToOther) {
  Class result;
  result.local = true;
  result.confined = confined;
  result.initialToInitial = initialToInitial;
  result.initialToOther = initialToOther;
  result.otherToInitial = otherToInitial;
  result.otherToOther = otherToOther;
  return settled(result);
}

Class nothing() {
  Class result = relationOf(true, false, false, false, false);
  result.initial = result.other = false;
  return result;
}

/// All steps of a chain stay in one part, but that the first may leave that of an initial write.
bool chains(const Class& c) {
  return c.local && (c.confined || (c.outward && !c.otherToInitial));
}

class Classification {
 public:
  Classification(const Model& model, const Skeleton& skeleton, const std::vector<std::size_t>& partOfThread)
      : model_(model), skeleton_(skeleton), parts_(partOf(skeleton, partOfThread)) {
    for (const Recursion& recursion : model.recursions) {
      members_.emplace_back(recursion.bodies.size(), nothing());
    }
    // Nothing is known to be related by a recursion at first; then what its bodies make of that.
    do {
      classes_.assign(model.nodes.size(), std::nullopt);
    } while (growMembers());
  }

  bool allows(const Check& check) {
    if (!check.forall.empty()) {
      return false;
    }
    const Class c = of(check.node);
    if (!c.local) {
      return false;
    }
    const bool set = model_.nodes[check.node].type == CatType::Set;
    switch (check.kind) {
      case CheckKind::Acyclic:
        return chains(c);
      case CheckKind::Irreflexive:
        return true;
      case CheckKind::Empty:
        return set || c.confined;
    }
    return false;
  }

  bool allows(const Choice& choice) {
    const Class set = of(choice.set);
    const Class order = of(choice.order);
    return !choice.partial && set.local && order.local &&
           (order.confined || (order.outward && !set.initial)) &&
           (!choice.within || of(*choice.within).confined);
  }

 private:
  static std::vector<std::size_t> partOf(const Skeleton& skeleton, const std::vector<std::size_t>& ofThread) {
    std::vector<std::size_t> parts(skeleton.size(), ofThread.size());
    for (EventId e = 0; e < skeleton.size(); ++e) {
      if (const ThreadId t = skeleton.events()[e].thread; t != kNoThread) {
        parts[e] = ofThread[t];
        for (const LocationId location : skeleton.mayLocations()[e]) {
          parts[skeleton.initialWrite(location)] = ofThread[t];
        }
      }
    }
    return parts;
  }

  bool growMembers() {
    bool changed = false;
    for (std::size_t group = 0; group < members_.size(); ++group) {
      for (std::size_t i = 0; i < members_[group].size(); ++i) {
        Class next = of(model_.recursions[group].bodies[i]);
        changed = changed || next != members_[group][i];
        members_[group][i] = next;
      }
    }
    return changed;
  }

  Class of(CatNodeId node) {
    if (!classes_[node]) {
      const Class c = computed(node);
      classes_[node] = c;
    }
    return *classes_[node];
  }

  Class computed(CatNodeId node) {
    const bool set = model_.nodes[node].type == CatType::Set;
    return std::visit(
        Overloaded{
            [&](const TagNode& n) { return tag(n); }, [&](const BaseNode& n) { return base(n); },
            [&](const EmptyNode&) { return set ? setOf(true, false, false, false) : nothing(); },
            [&](const UniverseNode&) {
              return set ? setOf(true, true, true, true) : relationOf(false, true, true, true, true);
            },
            [&](const IdentityNode&) { return relationOf(true, true, false, false, true); },
            [&](const UnaryNode& n) { return unary(n); }, [&](const BinaryNode& n) { return binary(n, set); },
            [&](const RecursionNode& n) { return members_[n.group][n.member]; },
            [&](const ClassVariableNode&) { return Class{}; }, [&](const ClassFoldNode&) { return Class{}; },
            [&](const ChoiceNode& n) { return chosen(n); }},
        model_.nodes[node].node);
  }

  Class tag(const TagNode& node) const {
    const auto found = skeleton_.tags().find(node.tag);
    std::size_t initial = 0;
    for (EventId e = 0; found != skeleton_.tags().end() && e < skeleton_.initialWrites(); ++e) {
      initial += found->second.contains(e) ? 1 : 0;
    }
    return setOf(true, initial > 0, node.tag != "IW", initial == skeleton_.initialWrites());
  }

  Class base(const BaseNode& node) const {
    switch (node.relation) {
      case BaseRelation::Rf:
      case BaseRelation::Co:
        return relationOf(true, false, true, false, true);
      case BaseRelation::Addr:
      case BaseRelation::Data:
      case BaseRelation::Ctrl:
      case BaseRelation::SyncBarrier:
        return relationOf(true, false, false, false, true);
      case BaseRelation::Loc:
        return relationOf(true, true, true, true, true);
      case BaseRelation::Static:
        return fixed(node);
    }
    return {};
  }

  /// A pair is in it for what its two events are, and the place of their threads in the scope tree. Those
  /// that scopes decide are not known to be what they are in this skeleton.
  Class fixed(const BaseNode& node) const {
    if (node.is(static_relation::Covers) || node.is(static_relation::Narrower) ||
        node.is(static_relation::SameScope)) {
      return relationOf(false, true, true, true, true);
    }
    const Relation* relation = skeleton_.staticRelation(node.name);
    if (relation == nullptr) {
      return nothing();
    }
    Class c = relationOf(true, false, false, false, false);
    bool outward = true;
    relation->forEach([&](EventId a, EventId b) {
      const bool from = a < skeleton_.initialWrites();
      const bool to = b < skeleton_.initialWrites();
      (from ? (to ? c.initialToInitial : c.initialToOther) : (to ? c.otherToInitial : c.otherToOther)) = true;
      if (parts_[a] != parts_[b]) {
        c.confined = false;
        outward = outward && from && !to;
      }
    });
    c.outward = c.confined || outward;
    return c;
  }

  Class unary(const UnaryNode& node) {
    Class c = of(node.operand);
    switch (node.op) {
      case CatUnary::Plus:
      case CatUnary::Star:
        c.local = c.outward = chains(c);
        // A step between initial writes and others may come at any place of a chain.
        c.initialToInitial = c.initialToInitial || (c.initialToOther && c.otherToInitial);
        c.otherToOther = c.otherToOther || (c.initialToOther && c.otherToInitial);
        if (node.op == CatUnary::Plus) {
          return settled(c);
        }
        [[fallthrough]];
      case CatUnary::Optional:
        c.initialToInitial = c.otherToOther = true;
        return settled(c);
      case CatUnary::Inverse:
        std::swap(c.initialToOther, c.otherToInitial);
        c.outward = c.confined;
        return settled(c);
      case CatUnary::Complement:
        return model_.nodes[node.operand].type == CatType::Set
                   ? setOf(c.local, !c.everyInitial, true, !c.initial)
               : c.local ? relationOf(false, true, true, true, true)
                         : Class{};
      case CatUnary::Bracket:
        return c.local ? relationOf(true, c.initial, false, false, c.other) : Class{};
      case CatUnary::Domain:
        return setOf(c.confined, c.initialToInitial || c.initialToOther, c.otherToInitial || c.otherToOther,
                     false);
      case CatUnary::Range:
        return setOf(c.confined, c.initialToInitial || c.otherToInitial, c.initialToOther || c.otherToOther,
                     false);
    }
    return {};
  }

  Class binary(const BinaryNode& node, bool set) {
    const Class left = of(node.left);
    const Class right = of(node.right);
    switch (node.op) {
      case CatBinary::Union:
        return set ? setOf(left.local && right.local, left.initial || right.initial,
                           left.other || right.other, left.everyInitial || right.everyInitial)
                   : united(left, right);
      case CatBinary::Intersection:
        return set ? setOf(left.local && right.local, left.initial && right.initial,
                           left.other && right.other, left.everyInitial && right.everyInitial)
                   : intersected(left, right);
      case CatBinary::Difference: {
        if (set) {
          return setOf(left.local && right.local, left.initial && !right.everyInitial, left.other,
                       left.everyInitial && !right.initial);
        }
        Class c = left;
        c.local = left.local && right.local;
        return settled(c);
      }
      case CatBinary::Sequence:
        return composed(left, right);
      case CatBinary::Product:
        return product(left, right);
    }
    return {};
  }

  static Class united(const Class& a, const Class& b) {
    Class c;
    c.local = a.local && b.local;
    c.confined = a.confined && b.confined;
    c.outward = a.outward && b.outward;
    c.initialToInitial = a.initialToInitial || b.initialToInitial;
    c.initialToOther = a.initialToOther || b.initialToOther;
    c.otherToInitial = a.otherToInitial || b.otherToInitial;
    c.otherToOther = a.otherToOther || b.otherToOther;
    return settled(c);
  }

  static Class intersected(const Class& a, const Class& b) {
    Class c;
    c.local = a.local && b.local;
    c.confined = a.confined || b.confined;
    c.outward = a.outward || b.outward;
    c.initialToInitial = a.initialToInitial && b.initialToInitial;
    c.initialToOther = a.initialToOther && b.initialToOther;
    c.otherToInitial = a.otherToInitial && b.otherToInitial;
    c.otherToOther = a.otherToOther && b.otherToOther;
    return settled(c);
  }

  static Class composed(const Class& a, const Class& b) {
    Class c;
    c.local = a.local && b.local && (a.confined || b.confined || (a.outward && b.outward));
    c.confined = a.confined && b.confined;
    // What has left a part must not go on to an initial write, nor come from something else before it leaves.
    c.outward =
        a.outward && b.outward && (a.confined || !b.otherToInitial) && (b.confined || !a.otherToInitial);
    c.initialToInitial = (a.initialToInitial && b.initialToInitial) || (a.initialToOther && b.otherToInitial);
    c.initialToOther = (a.initialToInitial && b.initialToOther) || (a.initialToOther && b.otherToOther);
    c.otherToInitial = (a.otherToInitial && b.initialToInitial) || (a.otherToOther && b.otherToInitial);
    c.otherToOther = (a.otherToInitial && b.initialToOther) || (a.otherToOther && b.otherToOther);
    return settled(c);
  }

  static Class product(const Class& from, const Class& to) {
    Class c;
    c.local = from.local && to.local;
    c.initialToInitial = from.initial && to.initial;
    c.initialToOther = from.initial && to.other;
    c.otherToInitial = from.other && to.initial;
    c.otherToOther = from.other && to.other;
    c.outward = c.local && !from.other && !to.initial;
    return settled(c);
  }

  Class chosen(const ChoiceNode& node) {
    const Choice& choice = model_.choices[node.choice];
    const Class set = of(choice.set);
    return allows(choice) ? relationOf(choice.within.has_value(), set.initial, set.initial && set.other,
                                       set.initial && set.other, set.other)
                          : Class{};
  }

  const Model& model_;
  const Skeleton& skeleton_;
  std::vector<std::size_t> parts_;             ///< by event
  std::vector<std::vector<Class>> members_;    ///< by recursion group
  std::vector<std::optional<Class>> classes_;  ///< by node
};

}  // namespace

bool isSeparable(const Model& model, const Skeleton& skeleton, const std::vector<std::size_t>& partOfThread) {
  Classification classes(model, skeleton, partOfThread);
  return std::ranges::all_of(model.choices, [&](const Choice& choice) { return classes.allows(choice); }) &&
         std::ranges::all_of(model.checks, [&](const Check& check) {
           switch (check.role) {
             case CheckRole::Require:
             case CheckRole::UndefinedUnless:
               return !check.negated && classes.allows(check);
             case CheckRole::Flag:
               return !makesUndefined(check) || (check.negated && classes.allows(check));
           }
           return false;
         });
}

}  // namespace hrfcheck::inline advise
