// Which check of other people's models is the race: decided by what its relation contains, whatever its name.
// What is contained in what follows from the last operation that made a relation: an intersection is
// contained in both of its operands, a difference in the first one. What does not follow is not assumed; the
// header says so then.

#include "cat/model/races.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cat/model/undefining_checks.h"
#include "util/text.h"

namespace hrfcheck::cat {
namespace {

/// By node, whether it is contained in what `basic` says of nodes that are not made by set operations.
/// Operands come before what is made from them.
template <typename Basic>
std::vector<bool> containedIn(const Model& model, Basic basic) {
  std::vector<bool> contained;
  contained.reserve(model.nodes.size());
  const auto at = [&](CatNodeId id) { return id < contained.size() && contained[id]; };
  for (const CatNode& node : model.nodes) {
    bool holds = basic(node) || std::holds_alternative<EmptyNode>(node.node);
    if (const auto* n = std::get_if<BinaryNode>(&node.node); n != nullptr && !holds) {
      holds = n->op == CatBinary::Union          ? at(n->left) && at(n->right)
              : n->op == CatBinary::Intersection ? at(n->left) || at(n->right)
                                                 : n->op == CatBinary::Difference && at(n->left);
    }
    contained.push_back(holds);
  }
  return contained;
}

bool isWrites(const CatNode& node) {
  return node.isTag("W") || node.isTag("IW");
}

bool marksWhatIsThere(const Check& check) {
  return check.kind == CheckKind::Empty && check.forall.empty() &&
         (check.role == CheckRole::Flag ? check.negated
                                        : check.role == CheckRole::UndefinedUnless && !check.negated);
}

/// By node, whether it contains every pair of reads of one location.
std::vector<bool> containingReads(const Model& model) {
  std::vector<bool> containing;
  containing.reserve(model.nodes.size());
  const auto at = [&](CatNodeId id) { return id < containing.size() && containing[id]; };
  const auto holdsReads = [&](CatNodeId id) {
    return model.nodes[id].isTag("R") || model.nodes[id].isTag("M");
  };
  for (const CatNode& node : model.nodes) {
    bool holds = node.isBase(BaseRelation::Loc);
    if (const auto* n = std::get_if<BinaryNode>(&node.node)) {
      holds = n->op == CatBinary::Union ? at(n->left) || at(n->right)
              : n->op == CatBinary::Intersection
                  ? at(n->left) && at(n->right)
                  : n->op == CatBinary::Product && holdsReads(n->left) && holdsReads(n->right);
    }
    containing.push_back(holds);
  }
  return containing;
}

/// The first check for conflicting accesses of different threads.
std::vector<Check>::iterator firstLikeARace(Model& model) {
  const std::vector<bool> writes = containedIn(model, isWrites);
  const std::vector<bool> allReads = containingReads(model);
  const auto hasWrite =
      [&](const CatNode& node) {  // W * M, _ * W; or, of accesses, what is left without R * R
        const BinaryNode* product = node.as(CatBinary::Product);
        const BinaryNode* rest = node.as(CatBinary::Difference);
        return product != nullptr ? writes[product->left] || writes[product->right]
                                  : rest != nullptr && allReads[rest->right];
      };
  const std::vector<bool> sameLocation =
      containedIn(model, [](const CatNode& node) { return node.isBase(BaseRelation::Loc); });
  const std::vector<bool> withWrite = containedIn(model, hasWrite);
  const std::vector<bool> oneThread =
      containedIn(model, [](const CatNode& node) { return node.isBase(static_relation::Int); });
  return std::ranges::find_if(model.checks, [&](const Check& check) {
    return marksWhatIsThere(check) && sameLocation[check.node] && withWrite[check.node] &&
           !oneThread[check.node];
  });
}

using Found = std::vector<Check>::iterator;

/// @param said where the name is from, "Races: NAME"
Found declared(Model& model, const std::string& name, const std::string& said) {
  const Found found = std::ranges::find_if(model.checks, [&](const Check& check) {
    return check.name == name && marksWhatIsThere(check) && model.nodes[check.node].type == CatType::Relation;
  });
  if (found == model.checks.end()) {
    model.warnings.push_back({Severity::Warning, Place{model.source, {}},
                              fmt::format("'{}' names no flag for pairs of this model", said),
                              "write 'flag ~empty RELATION as NAME', or 'Races: none'"});
  }
  return found;
}

Found raceOf(Model& model, const std::string& asked) {
  const Found own = std::ranges::find_if(model.checks, isRaceFlag);
  if (own != model.checks.end()) {
    return own;
  }
  if (asked == "none") {
    return model.checks.end();
  }
  if (!asked.empty()) {
    if (const Found found = declared(model, asked, "--race-flag " + asked); found != model.checks.end()) {
      return found;
    }
  }
  if (const auto field = model.header.fields.find("Races"); field != model.header.fields.end()) {
    return lowered(field->second) == "none" ? model.checks.end()
                                            : declared(model, field->second, "Races: " + field->second);
  }
  return firstLikeARace(model);
}

}  // namespace

void nameRaces(Model& model, const std::string& asked) {
  const Found race = raceOf(model, asked);
  if (race == model.checks.end() || race->name == kRaceFlag) {
    return;
  }
  race->writtenName = std::exchange(race->name, kRaceFlag);
  race->role = CheckRole::Flag;
  race->negated = true;
}

}  // namespace hrfcheck::cat
