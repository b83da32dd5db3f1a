#include "cat/licence/obstacles.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "cat/model/operands.h"
#include "cat/model/text.h"

namespace hrfcheck::cat {
namespace {

/// The operands of a definition, each with the sense in which it may be at fault.
std::vector<Suspect> suspectsIn(const Model& model, const Suspect& suspect) {
  std::vector<Suspect> suspects;
  forEachPart(model.recursions, model.nodes[suspect.node], [&](CatNodeId id, OperandSense sense) {
    if (sense != OperandSense::Both) {  // not the classes of a fold
      suspects.push_back({id, suspect.gains == (sense == OperandSense::For)});
    }
  });
  return suspects;
}

}  // namespace

FoundBelow obstacleBelow(const Model& model, Suspect suspect, const IsFaulty& isFaulty) {
  std::set<std::pair<CatNodeId, bool>> seen;
  std::optional<Suspect> named;
  for (bool deeper = true; deeper;) {
    if (!model.nodes[suspect.node].name.empty()) {
      named = suspect;
    }
    deeper = false;
    for (const Suspect& operand : suspectsIn(model, suspect)) {
      if (isFaulty(operand) && seen.insert({operand.node, operand.gains}).second) {
        suspect = operand;
        deeper = true;
        break;
      }
    }
  }
  const Suspect shown = named.value_or(suspect);
  const CatNode& node = model.nodes[shown.node];
  FoundBelow found{{}, shown.gains};
  found.obstacle.node = shown.node;
  found.obstacle.place = node.place;
  found.obstacle.name = !node.name.empty() ? node.name : toText(model, shown.node);
  return found;
}

std::string wordsFor(const Check& check) {
  return fmt::format("{} '{}'", check.role == CheckRole::Require ? "requirement" : "flag", check.name);
}

std::string wordsFor(const Choice& choice) {
  return fmt::format("the order '{}'", choice.name);
}

}  // namespace hrfcheck::cat
