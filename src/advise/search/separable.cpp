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

#include "advise/search/separable.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cat/interpret/interpretation.h"
#include "cat/model/undefining_checks.h"

namespace hrfcheck::inline advise {
namespace {

/// Events are initial writes, or others.
enum Kind : std::size_t { kInitial, kOther, kKinds };

/// What is known of a set or a relation. Where something is not known, it is taken for the worst.
struct Class {
  bool local = false;
  bool confined = false;                         ///< of relations
  bool outward = false;                          ///< confined, or outward
  std::array<bool, kKinds> members{true, true};  ///< of sets: which kinds it may hold
  /// Of relations: between which kinds it may hold.
  std::array<std::array<bool, kKinds>, kKinds> pairs{{{true, true}, {true, true}}};
  bool everyInitial = false;  ///< of sets: it certainly holds all initial writes

  friend bool operator==(const Class&, const Class&) = default;
};

Class setOf(bool local, bool initial, bool other, bool everyInitial = false) {
  Class result;
  result.local = local;
  result.members = {initial, other};
  result.everyInitial = everyInitial;
  return result;
}

/// What nothing relates is confined.
Class settled(Class c) {
  c.confined = c.local && (c.confined || (c.outward && !c.pairs[kInitial][kOther]));
  c.outward = c.local && (c.confined || c.outward);
  return c;
}

/// A relation that an execution of the parts has as the whole does, between such kinds.
template <typename Between>
Class relationOf(bool confined, Between between) {
  Class result;
  result.local = true;
  result.confined = confined;
  for (const Kind a : {kInitial, kOther}) {
    for (const Kind b : {kInitial, kOther}) {
      result.pairs[a][b] = between(a, b);
    }
  }
  return settled(result);
}

Class everything() {
  return relationOf(false, [](Kind, Kind) { return true; });
}

/// All steps of a chain stay in one part, but that the first may leave that of an initial write.
bool chains(const Class& c) {
  return c.local && (c.confined || (c.outward && !c.pairs[kOther][kInitial]));
}

bool isSplit(const Choice& choice, const Class& set, const Class& order, const Class* within) {
  return !choice.partial && set.local && order.local &&
         (order.confined || (order.outward && !set.members[kInitial])) &&
         (within == nullptr || within->confined);
}

/// The classes of a model's definitions on one structure.
class SeparableDomain {
 public:
  using Value = Class;
  using Site = CatSite<Value>;

  SeparableDomain(const EventStructure& structure, const std::vector<std::size_t>& partOfThread)
      : structure_(structure), parts_(partOf(structure, partOfThread)) {}

  Class tag(const Site&, const TagNode& node) const {
    const auto found = structure_.tags().find(node.tag);
    std::size_t initial = 0;
    for (EventId e = 0; found != structure_.tags().end() && e < structure_.initialWrites(); ++e) {
      initial += found->second.contains(e) ? 1 : 0;
    }
    return setOf(true, initial > 0, node.tag != "IW", initial == structure_.initialWrites());
  }

  Class base(const Site&, const BaseNode& node) const {
    switch (node.relation) {
      case BaseRelation::Rf:
      case BaseRelation::Co:
        return relationOf(true, [](Kind, Kind b) { return b == kOther; });
      case BaseRelation::Addr:
      case BaseRelation::Data:
      case BaseRelation::Ctrl:
      case BaseRelation::SyncBarrier:
        return relationOf(true, [](Kind a, Kind b) { return a == kOther && b == kOther; });
      case BaseRelation::Loc:
        return relationOf(true, [](Kind, Kind) { return true; });
      case BaseRelation::Static:
        return fixed(node);
    }
    return {};
  }

  Class universe(const Site&, CatType type) const {
    return type == CatType::Set ? setOf(true, true, true, true) : everything();
  }
  Class identity(const Site&) const {
    return relationOf(true, [](Kind a, Kind b) { return a == b; });
  }

  Class plus(const Site&, Class c) const {
    c.local = c.outward = chains(c);
    // A step between initial writes and others may come at any place of a chain.
    for (const Kind a : {kInitial, kOther}) {
      c.pairs[a][a] = c.pairs[a][a] || (c.pairs[kInitial][kOther] && c.pairs[kOther][kInitial]);
    }
    return settled(c);
  }

  Class inverse(const Site&, Class c) const {
    std::swap(c.pairs[kInitial][kOther], c.pairs[kOther][kInitial]);
    c.outward = c.confined;
    return settled(c);
  }

  Class domain(const Site&, const Class& c) const {
    const auto from = [&](Kind a) { return c.pairs[a][kInitial] || c.pairs[a][kOther]; };
    return setOf(c.confined, from(kInitial), from(kOther));
  }

  Class unite(const Site&, const Class& a, const Class& b) const {
    Class c = cellwise(a, b, std::logical_or<>());
    c.confined = a.confined && b.confined;
    c.outward = a.outward && b.outward;
    return settled(c);
  }

  Class intersect(const Site&, const Class& a, const Class& b) const {
    Class c = cellwise(a, b, std::logical_and<>());
    c.confined = a.confined || b.confined;
    c.outward = a.outward || b.outward;
    return settled(c);
  }

  Class subtract(const Site&, const Class& a, const Class& b) const {
    Class c = a;
    c.local = a.local && b.local;
    c.members[kInitial] = a.members[kInitial] && !b.everyInitial;
    c.everyInitial = a.everyInitial && !b.members[kInitial];
    return settled(c);
  }

  Class sequence(const Site&, const Class& a, const Class& b) const {
    Class c = relationOf(a.confined && b.confined, [&](Kind from, Kind to) {
      return (a.pairs[from][kInitial] && b.pairs[kInitial][to]) ||
             (a.pairs[from][kOther] && b.pairs[kOther][to]);
    });
    c.local = a.local && b.local && (a.confined || b.confined || (a.outward && b.outward));
    c.confined = a.confined && b.confined;
    // What has left a part must not go on to an initial write, nor come from something else before it leaves.
    c.outward = a.outward && b.outward && (a.confined || !b.pairs[kOther][kInitial]) &&
                (b.confined || !a.pairs[kOther][kInitial]);
    return settled(c);
  }

  Class product(const Site&, const Class& from, const Class& to) const {
    Class c = relationOf(false, [&](Kind a, Kind b) { return from.members[a] && to.members[b]; });
    c.local = from.local && to.local;
    c.outward = !from.members[kOther] && !to.members[kInitial];
    return settled(c);
  }

  Class classVariable(const Site&, const std::vector<const Class*>&) const { return {}; }
  Class fold(const Site&, const Class&, const Class&) const { return {}; }

  Class choice(const Site&, const Choice& choice, const Class& set, const Class& order,
               const Class* within) const {
    return isSplit(choice, set, order, within)
               ? relationOf(within != nullptr,
                            [&](Kind a, Kind b) { return set.members[a] && set.members[b]; })
               : Class{};
  }

  Class nothing(CatType) const {
    Class result = relationOf(true, [](Kind, Kind) { return false; });
    result.members = {false, false};
    return result;
  }
  bool widened(Class& old, const Class& next) const { return std::exchange(old, next) != next; }

 private:
  static std::vector<std::size_t> partOf(const EventStructure& structure,
                                         const std::vector<std::size_t>& ofThread) {
    std::vector<std::size_t> parts(structure.size(), ofThread.size());
    for (EventId e = 0; e < structure.size(); ++e) {
      if (const ThreadId t = structure.events()[e].thread; t != kNoThread) {
        parts[e] = ofThread[t];
        for (const LocationId location : structure.mayLocations()[e]) {
          parts[structure.initialWrite(location)] = ofThread[t];
        }
      }
    }
    return parts;
  }

  template <typename Combine>
  static Class cellwise(const Class& a, const Class& b, Combine combine) {
    Class c;
    c.local = a.local && b.local;
    c.everyInitial = combine(a.everyInitial, b.everyInitial);
    for (const Kind from : {kInitial, kOther}) {
      c.members[from] = combine(a.members[from], b.members[from]);
      for (const Kind to : {kInitial, kOther}) {
        c.pairs[from][to] = combine(a.pairs[from][to], b.pairs[from][to]);
      }
    }
    return c;
  }

  /// A pair is in it for what its two events are, and the place of their threads in the scope tree. Those
  /// that scopes decide are not known to be what they are in this structure.
  Class fixed(const BaseNode& node) const {
    if (node.is(static_relation::Covers) || node.is(static_relation::Narrower) ||
        node.is(static_relation::SameScope)) {
      return everything();
    }
    Class c = nothing(CatType::Relation);
    const Relation* relation = structure_.staticRelation(node.name);
    if (relation == nullptr) {
      return c;
    }
    bool outward = true;
    relation->forEach([&](EventId a, EventId b) {
      const Kind from = a < structure_.initialWrites() ? kInitial : kOther;
      const Kind to = b < structure_.initialWrites() ? kInitial : kOther;
      c.pairs[from][to] = true;
      if (parts_[a] != parts_[b]) {
        c.confined = false;
        outward = outward && from == kInitial && to == kOther;
      }
    });
    c.outward = c.confined || outward;
    return c;
  }

  const EventStructure& structure_;
  std::vector<std::size_t> parts_;  ///< by event
};
static_assert(CatDomain<SeparableDomain>);

/// A model with its definitions classified.
class Separation {
 public:
  Separation(const Model& model, const EventStructure& structure,
             const std::vector<std::size_t>& partOfThread)
      : model_(model), domain_(structure, partOfThread), classes_(model, domain_) {}

  bool allows(const Check& check) {
    const Class& c = classes_.of(check.node);
    if (!check.forall.empty() || !c.local) {
      return false;
    }
    switch (check.kind) {
      case CheckKind::Acyclic:
        return chains(c);
      case CheckKind::Irreflexive:
        return true;
      case CheckKind::Empty:
        return model_.nodes[check.node].type == CatType::Set || c.confined;
    }
    return false;
  }

  bool allows(const Choice& choice) {
    return isSplit(choice, classes_.of(choice.set), classes_.of(choice.order),
                   choice.within ? &classes_.of(*choice.within) : nullptr);
  }

 private:
  const Model& model_;
  SeparableDomain domain_;
  Interpretation<SeparableDomain> classes_;
};

}  // namespace

bool isSeparable(const Model& model, const EventStructure& structure,
                 const std::vector<std::size_t>& partOfThread) {
  Separation classes(model, structure, partOfThread);
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
