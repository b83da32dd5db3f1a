// Definitions between two bounds, where only the test is known (Gavrilenko et al., CAV 2019, section 4,
// "relation analysis"). Recursive definitions and folds over classes are bounded by everything and nothing.

#include "execution/bounds/pair_bounds.h"

#include <algorithm>

#include "cat/interpret/meaning.h"
#include "execution/barriers.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline execution {
namespace {

bool writesMemory(const Event& e) {
  return e.kind == EventKind::Write || e.kind == EventKind::InitialWrite;
}

bool readsMemory(const Event& e) {
  return e.kind == EventKind::Read;
}

bool storesLater(const Event& e) {
  return e.kind == EventKind::Write;
}

bool shareLocation(const std::vector<LocationId>& a, const std::vector<LocationId>& b) {
  return std::ranges::any_of(a, [&](LocationId l) { return std::ranges::binary_search(b, l); });
}

}  // namespace

PairBounds::PairBounds(const Model& model, const EventStructure& structure, const Deadline& deadline,
                       const EventFacts* facts)
    : model_(model),
      structure_(structure),
      deadline_(deadline),
      facts_(facts),
      all_(EventSet::full(structure.size())),
      initial_(structure.size()) {
  for (EventId e = 0; e < structure.initialWrites(); ++e) {
    initial_.insert(e);
  }
}

const PairBounds::Bounds& PairBounds::of(CatNodeId node) {
  if (const auto found = known_.find(node); found != known_.end()) {
    return found->second;
  }
  deadline_.check();
  Bounds bounds = compute(node);
  return known_.emplace(node, std::move(bounds)).first->second;
}

PairBounds::Bounds PairBounds::atMost(CatValue may) const {
  const CatType type = std::holds_alternative<EventSet>(may) ? CatType::Set : CatType::Relation;
  return {std::move(may), nothing(type, all_.size())};
}

PairBounds::Bounds PairBounds::compute(CatNodeId node) {
  const CatType type = model_.nodes[node].type;
  return std::visit(
      Overloaded{[&](const TagNode& n) { return tag(n); }, [&](const BaseNode& n) { return base(n); },
                 [&](const EmptyNode&) { return bothOf(nothing(type, all_.size())); },
                 [&](const UniverseNode&) { return bothOf(everything(type, all_)); },
                 [&](const IdentityNode&) { return bothOf(Relation::identity(all_)); },
                 [&](const UnaryNode& n) { return meaning(n.op, *this, type, of(n.operand)); },
                 [&](const BinaryNode& n) {
                   const Bounds left = of(n.left);
                   return meaning(n.op, *this, left, of(n.right));
                 },
                 [&]<OneOf<RecursionNode, ClassVariableNode, ClassFoldNode> T>(const T&) {
                   return atMost(everything(type, all_));
                 },
                 [&](const ChoiceNode& n) {
                   const EventSet& ordered = setIn(of(model_.choices[n.choice].set).may);
                   return atMost(Relation::product(ordered, ordered));
                 }},
      model_.nodes[node].node);
}

PairBounds::Bounds PairBounds::tag(const TagNode& node) const {
  EventSet must(all_.size());
  if (const auto found = structure_.tags().find(node.tag); found != structure_.tags().end()) {
    must = found->second;
  }
  EventSet may = must;
  if (const auto found = structure_.conditionalTags().find(node.tag);
      found != structure_.conditionalTags().end()) {
    for (const EventStructure::ConditionalMember& member : found->second) {
      const bool fails = facts_ != nullptr && facts_->failing.contains(member.event);
      if (!fails || !member.whenHappens) {
        may.insert(member.event);
      }
    }
  }
  return {std::move(may), std::move(must)};
}

/// Pairs of such events that may be at one location.
Relation PairBounds::mayMeet(bool (*from)(const Event&), bool (*to)(const Event&)) const {
  Relation result(all_.size());
  PacedLook look(deadline_);
  for (EventId a = 0; a < all_.size(); ++a) {
    for (EventId b = 0; from(structure_.events()[a]) && b < all_.size(); ++b) {
      look.spend(1);
      if (to(structure_.events()[b]) &&
          shareLocation(structure_.mayLocations()[a], structure_.mayLocations()[b])) {
        result.insert(a, b);
      }
    }
  }
  return result;
}

Relation PairBounds::readsFrom() const {
  Relation result = mayMeet(writesMemory, readsMemory);
  if (facts_ != nullptr) {
    for (const auto& [read, sources] : facts_->sources) {
      for (EventId w = 0; w < all_.size(); ++w) {
        if (!sources.contains(w)) {
          result.erase(w, read);
        }
      }
    }
  }
  return result;
}

PairBounds::Bounds PairBounds::locations() const {
  const auto access = [](const Event& e) { return writesMemory(e) || readsMemory(e); };
  Bounds bounds{mayMeet(access, access), Relation(all_.size())};
  auto& must = std::get<Relation>(bounds.must);
  relationIn(bounds.may).forEach([&](EventId a, EventId b) {
    if (a == b || (structure_.mayLocations()[a].size() == 1 && structure_.mayLocations()[b].size() == 1)) {
      must.insert(a, b);
    }
  });
  return bounds;
}

PairBounds::Bounds PairBounds::base(const BaseNode& node) const {
  switch (node.relation) {
    case BaseRelation::Rf:
      return atMost(readsFrom());
    case BaseRelation::Co:
      return atMost(mayMeet(writesMemory, storesLater));
    case BaseRelation::Loc:
      return locations();
    case BaseRelation::Addr:
    case BaseRelation::Data:
    case BaseRelation::Ctrl:
      return atMost(structure_.po());
    case BaseRelation::SyncBarrier: {
      Relation may(all_.size());
      const EventSet& arrivals = structure_.tags().at("ARRIVE");
      const EventSet& departures = structure_.tags().at("DEPART");
      arrivals.forEach([&](EventId a) {
        departures.forEach([&](EventId d) {
          if (sameBarrier(structure_, a, d)) {
            may.insert(a, d);
          }
        });
      });
      return atMost(std::move(may));
    }
    case BaseRelation::Static:
      break;
  }
  const Relation* relation = structure_.staticRelation(node.name);
  return bothOf(relation == nullptr ? Relation(all_.size()) : *relation);
}

PairBounds::Bounds PairBounds::plus(const Bounds& r) const {
  return {relationIn(r.may).transitiveClosure(deadline_), r.must};
}

PairBounds::Bounds PairBounds::domain(const Bounds& r) const {
  return {relationIn(r.may).domain(), relationIn(r.must).restrictedTo(all_, initial_).domain()};
}

/// Through the initial writes, which always happen, and through one of the two ends.
Relation PairBounds::certainSequence(const Relation& left, const Relation& right) const {
  Relation result = left.restrictedTo(all_, initial_).compose(right.restrictedTo(initial_, all_));
  for (EventId e = 0; e < all_.size(); ++e) {
    if (left.contains(e, e)) {
      result.insertAll(e, right.successors(e));
    }
  }
  left.forEach([&](EventId a, EventId b) {
    if (right.contains(b, b)) {
      result.insert(a, b);
    }
  });
  return result;
}

PairBounds::Bounds PairBounds::sequence(const Bounds& r, const Bounds& s) const {
  return {relationIn(r.may).compose(relationIn(s.may), deadline_),
          certainSequence(relationIn(r.must), relationIn(s.must))};
}

}  // namespace hrfcheck::inline execution
