// An access is in range([S] ; loc) if some event of S that happens is at its location: certainly, if an
// initial write of S is, since those always happen; possibly, if any event of S may be.

#include "execution/bounds/location_classes.h"

#include <algorithm>
#include <optional>
#include <set>

namespace hrfcheck::inline execution {
namespace {

/// Sets of events that are the same in every execution.
class KnownSets {
 public:
  KnownSets(const Model& model, const EventStructure& structure) : model_(model), structure_(structure) {}

  std::optional<EventSet> of(CatNodeId id) const {
    const CatNode& node = model_.nodes[id];
    if (node.type != CatType::Set) {
      return std::nullopt;
    }
    if (const auto* tag = std::get_if<TagNode>(&node.node)) {
      return tagged(tag->tag);
    }
    if (std::holds_alternative<UniverseNode>(node.node)) {
      return EventSet::full(structure_.size());
    }
    if (const auto* binary = std::get_if<BinaryNode>(&node.node)) {
      const auto left = of(binary->left);
      const auto right = of(binary->right);
      return left && right ? combined(binary->op, *left, *right) : std::nullopt;
    }
    return std::nullopt;
  }

 private:
  std::optional<EventSet> tagged(const std::string& name) const {
    if (structure_.conditionalTags().contains(name)) {
      return std::nullopt;
    }
    const auto tag = structure_.tags().find(name);
    return tag == structure_.tags().end() ? EventSet(structure_.size()) : tag->second;
  }

  static std::optional<EventSet> combined(CatBinary op, const EventSet& left, const EventSet& right) {
    switch (op) {
      case CatBinary::Union:
        return left | right;
      case CatBinary::Intersection:
        return left & right;
      case CatBinary::Difference:
        return left - right;
      case CatBinary::Sequence:
      case CatBinary::Product:
        return std::nullopt;
    }
    return std::nullopt;
  }

  const Model& model_;
  const EventStructure& structure_;
};

/// The S of range([S] ; loc); nothing for other definitions.
std::optional<CatNodeId> definedBy(const Model& model, CatNodeId id) {
  const UnaryNode* range = model.nodes[id].as(CatUnary::Range);
  const BinaryNode* sequence =
      range == nullptr ? nullptr : model.nodes[range->operand].as(CatBinary::Sequence);
  const UnaryNode* bracket =
      sequence == nullptr ? nullptr : model.nodes[sequence->left].as(CatUnary::Bracket);
  const bool form = bracket != nullptr && model.nodes[sequence->right].isBase(BaseRelation::Loc);
  return form ? std::optional(bracket->operand) : std::nullopt;
}

LocationClass atLocationsOf(const EventSet& events, const EventStructure& structure) {
  std::set<LocationId> certain;
  std::set<LocationId> possible;
  events.forEach([&](EventId e) {
    const std::vector<LocationId>& locations = structure.mayLocations()[e];
    possible.insert(locations.begin(), locations.end());
    if (structure.events()[e].kind == EventKind::InitialWrite) {
      certain.insert(locations.begin(), locations.end());
    }
  });
  LocationClass result{EventSet(structure.size()), EventSet(structure.size())};
  for (EventId e = 0; e < structure.size(); ++e) {
    const std::vector<LocationId>& locations = structure.mayLocations()[e];
    const auto among = [&](const std::set<LocationId>& some) {
      return [&](LocationId l) { return some.contains(l); };
    };
    if (!locations.empty() && std::ranges::all_of(locations, among(certain))) {
      result.certain.insert(e);
    }
    if (std::ranges::any_of(locations, among(possible))) {
      result.possible.insert(e);
    }
  }
  return result;
}

}  // namespace

std::map<CatNodeId, LocationClass> locationClasses(const Model& model, const std::vector<CatNodeId>& wanted,
                                                   const EventStructure& structure) {
  const KnownSets known(model, structure);
  std::map<CatNodeId, LocationClass> classes;
  for (const CatNodeId id : wanted) {
    const auto by = definedBy(model, id);
    const auto events = by ? known.of(*by) : std::nullopt;
    if (events) {
      classes.emplace(id, atLocationsOf(*events, structure));
    }
  }
  return classes;
}

}  // namespace hrfcheck::inline execution
