#include "report/picture/picture_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "cat/library.h"
#include "cat/model/builtins.h"
#include "execution/evaluate/evaluate.h"

namespace hrfcheck::inline report {
namespace {

/// The model's definition of what remote operations promote, by convention.
constexpr const char* kPromotions = "promotes";
constexpr std::array<std::string_view, 7> kAlwaysDrawn{"po", "rf", "co", "fr", "addr", "data", "ctrl"};

/// An order that candidate executions choose for a model (sync_fence): only a model that uses it has it.
std::optional<CatNodeId> choiceOf(const Model& model, const std::string& name) {
  const cat::Builtin* builtin = cat::findBuiltin(name);
  if (builtin == nullptr || builtin->kind != cat::BuiltinKind::Chosen) {
    return std::nullopt;
  }
  const auto node = std::ranges::find(model.nodes, name, &CatNode::name);
  return node == model.nodes.end() ? std::nullopt
                                   : std::optional(static_cast<CatNodeId>(node - model.nodes.begin()));
}

/// A definition of a model: of the one that is asked about, or of a small one that a built-in name makes.
std::optional<CatNodeId> definitionOf(const Model& model, const std::string& name) {
  for (const auto& [shown, node] : model.shown) {
    if (shown == name) {
      return node;
    }
  }
  const auto found = model.definitions.find(name);
  return found == model.definitions.end() ? choiceOf(model, name) : std::optional(found->second);
}

bool builtinRelation(const std::string& name) {
  const cat::Builtin* builtin = cat::findBuiltin(name);
  if (builtin == nullptr) {
    return false;
  }
  switch (builtin->kind) {
    case cat::BuiltinKind::Relation:
    case cat::BuiltinKind::AllPairs:
    case cat::BuiltinKind::Identity:
    case cat::BuiltinKind::Prelude:
      return true;
    case cat::BuiltinKind::Tag:
    case cat::BuiltinKind::AllEvents:
    case cat::BuiltinKind::Function:
    case cat::BuiltinKind::Chosen:
    case cat::BuiltinKind::Unsupported:
      break;
  }
  return false;
}

/// A model that defines one name as a built-in one; nothing where that is a function.
std::optional<Model> builtinModel(const std::string& name) {
  const std::string text = fmt::format("\"built-in\"\nlet shown = {}\nempty 0 as none\n", name);
  try {
    Model model = parseModel(std::make_shared<const Source>("built-in", text), {});
    return model.definitions.contains("shown") ? std::optional(std::move(model)) : std::nullopt;
  } catch (const UserError&) {
    return std::nullopt;
  }
}

[[noreturn]] void failNoRelation(const std::string& name) {
  throw UserError(fmt::format("--show {}: not a relation; only relations can be drawn", name));
}

void checkName(const Model& model, const std::string& name) {
  if (const auto node = definitionOf(model, name)) {
    if (model.nodes[*node].type != CatType::Relation) {
      failNoRelation(name);
    }
    return;
  }
  if (builtinRelation(name)) {
    if (const auto small = builtinModel(name);
        !small || small->nodes[small->definitions.at("shown")].type != CatType::Relation) {
      failNoRelation(name);
    }
    return;
  }
  const cat::Builtin* builtin = cat::findBuiltin(name);
  if (builtin != nullptr && builtin->kind != cat::BuiltinKind::Chosen) {
    failNoRelation(name);
  }
  std::vector<std::string> known;
  for (const auto& [defined, node] : model.definitions) {
    if (model.nodes[node].type == CatType::Relation) {
      known.push_back(defined);
    }
  }
  for (const cat::Builtin& each : cat::kBuiltins) {
    if (builtinRelation(std::string(each.name))) {
      known.emplace_back(each.name);
    }
  }
  const std::vector<std::string> near = nearestNames(name, known);
  throw UserError(fmt::format("--show {}: {} defines no such relation", name, model.name),
                  near.empty() ? "" : fmt::format("did you mean {}?", fmt::join(near, " or ")));
}

/// A model may give such a name a meaning of its own.
bool alwaysDrawn(const Model& model, const std::string& name) {
  return !model.definitions.contains(name) && std::ranges::find(kAlwaysDrawn, name) != kAlwaysDrawn.end();
}

/// The execution with choices for the model's linearisations, where it has them not already.
std::optional<Execution> withChoices(const Model& model, Evaluator& evaluator, const Execution& execution) {
  if (execution.choices.size() == model.choices.size()) {
    return execution;
  }
  std::optional<Execution> chosen;
  evaluator.forEachChoice(execution, [&](const std::vector<Relation>& choices, const Evaluation& evaluation) {
    if (evaluation.consistent()) {
      chosen = execution;
      chosen->choices = choices;
    }
    return !chosen;
  });
  return chosen;
}

/// Of an execution that the model does not allow some definitions may have no value: those that depend on an
/// order which does not exist. They are empty then.
class Facts {
 public:
  Facts(const Model& model, const Execution& execution)
      : model_(model),
        evaluator_(model, *execution.structure),
        execution_(withChoices(model, evaluator_, execution)) {}

  Relation valueOf(CatNodeId node, std::size_t size) {
    return execution_ ? std::get<Relation>(evaluator_.value(node, *execution_)) : Relation(size);
  }

 private:
  const Model& model_;
  Evaluator evaluator_;
  std::optional<Execution> execution_;
};

}  // namespace

std::vector<std::string> shownNames(const Model& model,
                                    const std::optional<std::vector<std::string>>& asked) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!alwaysDrawn(model, name) && std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  };
  if (asked) {
    for (const std::string& name : *asked) {
      checkName(model, name);
      add(name);
    }
    return names;
  }
  for (const auto& [name, node] : model.shown) {
    if (model.nodes[node].type == CatType::Relation) {
      add(name);
    }
  }
  return names;
}

PictureFacts factsOf(const Model& model, const Execution& execution, const std::vector<std::string>& names) {
  const std::size_t size = execution.structure->size();
  PictureFacts facts;
  Facts values(model, execution);
  for (const std::string& name : names) {
    if (const auto node = definitionOf(model, name)) {
      facts.relations.push_back({name, values.valueOf(*node, size)});
    } else if (const std::optional<Model> small = builtinModel(name)) {
      facts.relations.push_back(
          {name, Facts(*small, execution).valueOf(small->definitions.at("shown"), size)});
    }
  }
  const auto promotes = model.definitions.find(kPromotions);
  if (promotes != model.definitions.end() && model.nodes[promotes->second].type == CatType::Relation) {
    facts.promotions = values.valueOf(promotes->second, size).pairs();
  }
  return facts;
}

}  // namespace hrfcheck::inline report
