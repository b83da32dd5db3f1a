#include "cat/licence/obstacles.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "cat/model/text.h"
#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

/// The operands of a definition, each with the sense in which it may be at fault.
std::vector<Suspect> suspectsIn(const Model& model, const Suspect& suspect) {
  const bool gains = suspect.gains;
  return std::visit(
      Overloaded{
          [&](const UnaryNode& n) {
            return std::vector<Suspect>{{n.operand, n.op == CatUnary::Complement ? !gains : gains}};
          },
          [&](const BinaryNode& n) {
            return std::vector<Suspect>{{n.left, gains},
                                        {n.right, n.op == CatBinary::Difference ? !gains : gains}};
          },
          [&](const RecursionNode& n) {
            std::vector<Suspect> bodies;
            for (const CatNodeId body : model.recursions[n.group].bodies) {
              bodies.push_back({body, gains});
            }
            return bodies;
          },
          [&](const ClassFoldNode& n) {
            return std::vector<Suspect>{{n.body, gains}};
          },
          [](const TagNode&) { return std::vector<Suspect>{}; },
          [](const BaseNode&) { return std::vector<Suspect>{}; },
          [](const EmptyNode&) { return std::vector<Suspect>{}; },
          [](const UniverseNode&) { return std::vector<Suspect>{}; },
          [](const IdentityNode&) { return std::vector<Suspect>{}; },
          [](const ClassVariableNode&) { return std::vector<Suspect>{}; },
          [](const ChoiceNode&) { return std::vector<Suspect>{}; },
      },
      model.nodes[suspect.node].node);
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
