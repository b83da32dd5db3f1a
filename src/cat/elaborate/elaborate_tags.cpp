/// Tags: values of enumerations, which stand for annotations of instructions, scopes, levels of memory and
/// regions (bell files). All of them are known when a model is read, so `match` is decided then.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "cat/elaborate/elaborate.h"

namespace hrfcheck::cat {
namespace {

/// Of a model with its bell file. Tests are compared with them.
constexpr std::size_t kMostTags = 256;

std::string knownTags(const std::map<std::string, std::string, std::less<>>& tags) {
  std::string text;
  for (const auto& [tag, enumeration] : tags) text += (text.empty() ? "" : ", ") + tag;
  return text.empty() ? "enumerations belong in a bell file, named with --bell" : "tags: " + text;
}

/// The enumeration that a function takes tags of; empty for any.
std::string_view enumerationFor(std::string_view function) {
  if (function == "tag2scope") return "scopes";
  if (function == "tag2level") return "levels";
  return "";
}

}  // namespace

void Elaborator::declareTags(const EnumStatement& enumeration) {
  for (const EnumTag& tag : enumeration.tags) {
    if (tags_.size() == kMostTags) {
      mistake(tag.where, fmt::format("enumerations with more than {} tags in all", kMostTags));
      return;
    }
    const auto [known, isNew] = tags_.emplace(tag.tag, enumeration.name);
    if (!isNew)
      mistake(tag.where, fmt::format("tag {} is in the enumeration '{}' already", tag.tag, known->second));
  }
}

Value Elaborator::tagsOf(const EnumStatement& enumeration) {
  std::vector<Value> items;
  for (const EnumTag& tag : enumeration.tags) items.push_back({TagValue{tag.tag}});
  return {TagListValue{environments_.keep(std::move(items))}};
}

Value Elaborator::evaluateTag(const TagExpr& e, const Where& where) {
  if (tags_.contains(e.tag)) return {TagValue{e.tag}};
  mistake(where, fmt::format("no enumeration has the tag {}", e.tag), knownTags(tags_));
  return {Poison{}};
}

Value Elaborator::evaluateTagList(const TagListExpr& e, const Env& env) {
  std::vector<Value> items;
  for (const ExprRef& item : e.items) items.push_back(evaluate(*item, env));
  const auto wrong = [](const Value& item) { return std::holds_alternative<Poison>(item.it); };
  if (std::ranges::any_of(items, wrong)) return {Poison{}};
  return {TagListValue{environments_.keep(std::move(items))}};
}

Value Elaborator::evaluateMatch(const MatchExpr& e, const Where& where, const Env& env) {
  const Value subject = evaluate(*e.subject, env);
  if (std::holds_alternative<Poison>(subject.it)) return subject;
  const auto* tag = std::get_if<TagValue>(&subject.it);
  if (tag == nullptr) {
    mistake(e.subject->where, fmt::format("'match' needs a tag, but this is {}", describe(subject)));
    return {Poison{}};
  }
  for (const MatchCase& c : e.cases) {
    budget_.spend(1);
    if (!c.tag.empty() && !tags_.contains(c.tag)) {
      mistake(c.where, fmt::format("no enumeration has the tag {}", c.tag), knownTags(tags_));
      return {Poison{}};
    }
    if (c.tag.empty() || c.tag == tag->tag) return evaluate(*c.value, env);
  }
  mistake(where, fmt::format("no case of this 'match' is for {}", tag->tag));
  return {Poison{}};
}

Value Elaborator::ofTag(const Builtin& builtin, const Value& argument, const Where& where) {
  if (std::holds_alternative<Poison>(argument.it)) return argument;
  const auto* tag = std::get_if<TagValue>(&argument.it);
  if (tag == nullptr) {
    mistake(where, fmt::format("{} needs a tag, but this is {}", builtin.name, describe(argument)));
    return {Poison{}};
  }
  const std::string_view wanted = enumerationFor(builtin.name);
  const std::string& enumeration = tags_.find(tag->tag)->second;
  if (wanted.empty()) return nodeValue(TagNode{std::string(tag->tag)}, CatType::Set, where);
  if (enumeration != wanted) {
    mistake(where, fmt::format("{} needs a tag of the enumeration '{}', but {} is one of '{}'", builtin.name,
                               wanted, tag->tag, enumeration));
    return {Poison{}};
  }
  const char* prefix = wanted == "scopes" ? "same-" : "level-";
  return nodeValue(BaseNode{BaseRelation::Static, prefix + std::string(tag->tag.substr(1))},
                   CatType::Relation, where);
}

std::optional<std::vector<std::string>> Elaborator::tags(const Value& value, const Where& where,
                                                         const std::string& what) {
  const auto nameOf = [](const Value& v) { return std::string(std::get<TagValue>(v.it).tag.substr(1)); };
  if (std::holds_alternative<TagValue>(value.it)) return std::vector{nameOf(value)};
  std::vector<std::string> names;
  if (const auto* list = std::get_if<TagListValue>(&value.it)) {
    std::ranges::transform(*list->items, std::back_inserter(names), nameOf);
    return names;
  }
  if (!std::holds_alternative<Poison>(value.it)) {
    mistake(where, fmt::format("{} a tag or a list of tags, but this is {}", what, describe(value)));
  }
  return std::nullopt;
}

std::optional<Value> Elaborator::valueFor(const Value& function, const std::string& tag, const Where& where) {
  Mistakes inner;
  Mistakes* const outer = std::exchange(mistakes_, &inner);
  const Value value = apply(function, {TagValue{tags_.find(tag)->first}}, where);
  mistakes_ = outer;
  return inner.empty() ? std::optional(value) : std::nullopt;
}

}  // namespace hrfcheck::cat
