/// Bell files: what a model knows of the annotations, scopes and regions of tests of LISA. A bell file is
/// read before the model (--bell), or included by it under a name that ends in ".bell".
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "cat/elaborate/model_builder.h"

namespace hrfcheck::cat {
namespace {

constexpr std::array<std::string_view, 5> kInstructions{"R", "W", "F", "RMW", "B"};

/// Tests are compared with each of them.
constexpr std::size_t kMostForms = 256;

/// `'acquire` as a set is `Acquire`.
std::string setName(const std::string& tag) {
  std::string name = tag.substr(1);
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

bool isBellFile(const Where& where) {
  return std::filesystem::path(where.source->name()).extension() == ".bell";
}

}  // namespace

Bell& ModelBuilder::bell() {
  if (!model_.bell) model_.bell.emplace();
  return *model_.bell;
}

void ModelBuilder::readBell(Env& env) {
  if (bellFile_.empty()) return;
  Diagnostics diagnostics;
  const File& file = files_.parseModel(readModelSource(bellFile_), diagnostics);
  model_.warnings = diagnostics.warnings();
  throwOnSyntaxErrors(diagnostics);
  bell();
  runModel(file.statements, env);
  noteHierarchy(env);
}

void ModelBuilder::enumeration(const EnumStatement& s, Env& env) {
  elaborator_.declareTags(s);
  std::vector<std::string>& tags = bell().enumerations[s.name];
  for (const EnumTag& tag : s.tags) {
    tags.push_back(tag.tag.substr(1));
    const CatNodeId set = table_.make(TagNode{tag.tag}, CatType::Set, tag.where);
    env = elaborator_.bind(env, setName(tag.tag), {NodeValue{set}});
  }
  env = elaborator_.bind(env, s.name, elaborator_.tagsOf(s));
}

void ModelBuilder::instructions(const InstructionsStatement& s, const Where& where, const Env& env) {
  if (where.source->name() != bellFile_ && !isBellFile(where)) {
    elaborator_.mistake(where, "'instructions' belongs in a bell file", "name the bell file with --bell");
    return;
  }
  if (std::ranges::find(kInstructions, s.kind) == kInstructions.end()) {
    elaborator_.mistake(where, fmt::format("unknown instruction '{}'", s.kind),
                        "instructions: R, W, F, RMW, B");
    return;
  }
  if (bell().instructions.size() == kMostForms) {
    elaborator_.mistake(where, fmt::format("more than {} statements 'instructions'", kMostForms));
    return;
  }
  Bell::Instructions declared{s.kind, {}};
  for (const ExprRef& annotation : s.annotations) {
    const auto tags =
        elaborator_.tags(elaborator_.evaluate(*annotation, env), annotation->where, "an annotation needs");
    if (!tags) return;
    declared.annotations.push_back(*tags);
  }
  bell().instructions.push_back(std::move(declared));
}

/// The scopes directly inside of each, by the function `narrower`, which says nothing of the innermost one.
void ModelBuilder::noteHierarchy(const Env& env) {
  const Value* narrower = findBound(env, "narrower");
  const auto* function = narrower != nullptr ? std::get_if<FunctionValue>(&narrower->it) : nullptr;
  if (!model_.bell || function == nullptr) return;
  for (const std::string& scope : model_.bell->enumerations["scopes"]) {
    const Where& where = function->closure->body->where;
    const std::optional<Value> inside = elaborator_.valueFor(*narrower, "'" + scope, where);
    if (!inside) continue;
    const auto tags = elaborator_.tags(*inside, where, "'narrower' must give");
    if (tags) model_.bell->narrower[scope] = *tags;
  }
}

/// The checks inside once for each tag.
void ModelBuilder::forallTags(const ForallStatement& s, const TagListValue& tags, const Env& env) {
  ++blocks_;
  for (const Value& tag : *tags.items) {
    budget_.spend(1);
    Env inside = elaborator_.bind(env, s.variable, tag);
    run(s.body, inside);
  }
  --blocks_;
}

}  // namespace hrfcheck::cat
