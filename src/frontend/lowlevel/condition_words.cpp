#include "frontend/lowlevel/condition_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "frontend/shared/condition_parser.h"
#include "program/expr/integer_kind.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

bool isComparison(const Token& token) {
  return token.kind == TokenKind::Symbol &&
         std::ranges::any_of(kCompareSymbols, [&](const CompareSymbol& c) { return token.text == c.symbol; });
}

/// The part of a name before its field: what an object is called.
std::string_view baseOf(std::string_view name) {
  return name.substr(0, name.find('.'));
}

}  // namespace

Token ConditionWords::word(TokenKind kind, std::string text, const Token& like) {
  Token token = like;
  token.kind = kind;
  token.text = texts_.emplace_back(std::move(text));
  return token;
}

/// A number before `[`, or before `.at8`, or a word that names an object.
bool ConditionWords::atObject(const std::vector<Token>& tokens, std::size_t at) const {
  const Token& token = tokens[at];
  if (token.kind != TokenKind::Number && token.kind != TokenKind::Identifier) {
    return false;
  }
  const Token& next = tokens[std::min(at + 1, tokens.size() - 1)];
  if (token.kind == TokenKind::Number && !next.isSymbol("[") && !next.isSymbol(".")) {
    return false;
  }
  return !objectOf_(baseOf(token.text)).empty() || !launchedAt(tokens, at).empty();
}

/// The object that `send.flag` names, a parameter of one of several launches; empty where it is none.
std::string ConditionWords::launchedAt(const std::vector<Token>& tokens, std::size_t at) const {
  const bool named = at + 2 < tokens.size() && tokens[at].kind == TokenKind::Identifier &&
                     tokens[at + 1].isSymbol(".") && tokens[at + 2].kind == TokenKind::Identifier;
  return named ? objectOf_(fmt::format("{}.{}", tokens[at].text, tokens[at + 2].text)) : "";
}

std::vector<Token> ConditionWords::translated(std::vector<Token> tokens) {
  for (Token& token : tokens) {
    const auto known = token.kind == TokenKind::Identifier && objectOf_(token.text).empty()
                           ? constants_.find(token.text)
                           : constants_.end();
    if (known != constants_.end()) {
      token = word(TokenKind::Number, std::to_string(known->second), token);
    }
  }
  std::vector<Token> result;
  for (std::size_t at = 0; at < tokens.size();) {
    if (atObject(tokens, at)) {
      at = comparison(tokens, at, result);
    } else {
      Token token = tokens[at++];
      // `not exists`, `and`, `or` as words.
      if (token.isWord("and") || token.isWord("or")) {
        token = word(TokenKind::Symbol, token.isWord("and") ? "/\\" : "\\/", token);
      }
      result.push_back(token);
    }
  }
  return result;
}

/// What follows the name of an object: `[1]`, `[*]`, `.head`.
std::vector<ConditionWords::Step> ConditionWords::steps(const std::vector<Token>& tokens,
                                                        std::size_t at) const {
  std::vector<Step> result;
  const auto peek = [&](std::size_t ahead) -> const Token& {
    return tokens[std::min(at + ahead, tokens.size() - 1)];
  };
  for (;;) {
    if (peek(0).isSymbol("[") && peek(2).isSymbol("]")) {
      result.push_back({fmt::format("[{}]", peek(1).text), {peek(0), peek(1), peek(2)}});
    } else if (peek(0).isSymbol(".") && peek(1).kind == TokenKind::Identifier) {
      result.push_back({fmt::format(".{}", peek(1).text), {peek(0), peek(1)}});
    } else {
      return result;
    }
    at += result.back().tokens.size();
  }
}

/// The object that a name and the first of some steps are the name of; one of one element may be called with
/// its number or without.
const MemoryObject* ConditionWords::objectAt(const std::string& name, const std::vector<Step>& steps,
                                             std::size_t& taken) const {
  for (taken = steps.size() + 1; taken-- > 0;) {
    std::string path;
    for (std::size_t i = 0; i < taken; ++i) {
      path += steps[i].text;
    }
    const std::string other = path.starts_with("[0].") ? path.substr(3)
                              : path.starts_with('.')  ? "[0]" + path
                                                       : path;
    for (const std::string& called : {name + path, name + other}) {
      if (const MemoryObject* object = names_.object(called)) {
        return object;
      }
    }
  }
  taken = 0;
  return nullptr;
}

/// The scalar fields that a name with `[*]` in its steps speaks of, where elements are structs: all below it.
std::vector<const MemoryObject*> ConditionWords::fieldsOfAll(const std::string& name,
                                                             const std::vector<Step>& steps) const {
  std::vector<const MemoryObject*> result;
  if (std::ranges::none_of(steps, [](const Step& step) { return step.text == "[*]"; })) {
    return result;
  }
  for (const MemoryObject* field : names_.fieldsOf(name)) {
    std::string_view rest = std::string_view(field->name).substr(name.size());
    const bool matches = std::ranges::all_of(steps, [&](const Step& step) {
      if (step.text == "[*]" && rest.starts_with('[')) {
        rest.remove_prefix(rest.find(']') + 1);
        return true;
      }
      const bool same = rest.starts_with(step.text);
      rest.remove_prefix(same ? step.text.size() : 0);
      return same;
    });
    if (matches && (rest.empty() || rest.starts_with('.') || rest.starts_with('['))) {
      result.push_back(field);
    }
  }
  return result;
}

/// @return behind it
std::size_t ConditionWords::comparison(const std::vector<Token>& tokens, std::size_t at,
                                       std::vector<Token>& into) {
  const Token first = tokens[at++];
  std::string name = objectOf_(baseOf(first.text));
  if (name.empty()) {
    name = launchedAt(tokens, at - 1);
    at += 2;
  }
  const std::vector<Step> steps = this->steps(tokens, at);
  std::size_t taken = 0;
  const MemoryObject* object = objectAt(name, steps, taken);
  std::vector<const MemoryObject*> spokenOf;
  if (object == nullptr) {
    spokenOf = fieldsOfAll(name, steps);
    object = spokenOf.empty() ? nullptr : spokenOf.front();
    taken = spokenOf.empty() ? 0 : steps.size();
  }
  std::vector<Token> path{word(TokenKind::Identifier, object == nullptr ? name : object->name, first)};
  bool all = !spokenOf.empty();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    at += steps[i].tokens.size();
    if (i < taken) {
      continue;
    }
    all = object != nullptr && steps[i].text == "[*]";
    if (!all) {
      path.insert(path.end(), steps[i].tokens.begin(), steps[i].tokens.end());
    }
  }
  if (all && spokenOf.empty()) {
    spokenOf = {object};
  }
  const auto peek = [&]() -> const Token& { return tokens[std::min(at, tokens.size() - 1)]; };
  alone(object, path);
  if (object == nullptr || !isComparison(peek())) {
    into.insert(into.end(), path.begin(), path.end());
    return at;
  }
  const Token comparison = tokens[at++];
  const std::size_t value = at;
  if (!all) {
    const std::vector<Token> words = number(tokens, at, *object);
    into.insert(into.end(), path.begin(), path.end());
    into.push_back(comparison);
    into.insert(into.end(), words.begin(), words.end());
    return at;
  }
  const char* before = "(";
  for (const MemoryObject* each : spokenOf) {
    at = value;
    const std::vector<Token> words = number(tokens, at, *each);
    for (std::uint32_t i = 0; i < each->size; ++i) {
      into.push_back(word(TokenKind::Symbol, before, first));
      into.push_back(word(TokenKind::Identifier, each->name, first));
      if (each->array) {
        into.push_back(word(TokenKind::Symbol, "[", first));
        into.push_back(word(TokenKind::Number, std::to_string(i), first));
        into.push_back(word(TokenKind::Symbol, "]", first));
      }
      into.push_back(comparison);
      into.insert(into.end(), words.begin(), words.end());
      before = "/\\";
    }
  }
  into.push_back(word(TokenKind::Symbol, ")", first));
  return at;
}

/// An object of one element may be called with its number or without.
void ConditionWords::alone(const MemoryObject* object, std::vector<Token>& path) {
  if (object == nullptr || object->size != 1) {
    return;
  }
  if (object->array && path.size() == 1) {
    path.push_back(word(TokenKind::Symbol, "[", path.front()));
    path.push_back(word(TokenKind::Number, "0", path.front()));
    path.push_back(word(TokenKind::Symbol, "]", path.front()));
  } else if (!object->array && path.size() == 4 && path[2].text == "0") {
    path.resize(1);
  }
}

/// A number, whose parts the lexer may have told apart: `-1.5`. One that is none is left as it is.
std::vector<Token> ConditionWords::number(const std::vector<Token>& tokens, std::size_t& at,
                                          const MemoryObject& object) {
  const Token first = tokens[at];
  std::size_t end = at;
  bool fraction = false;
  while (end < tokens.size() && (end == at || tokens[end].span.begin == tokens[end - 1].span.end) &&
         (tokens[end].kind == TokenKind::Number || tokens[end].isSymbol(".") ||
          (end == at && tokens[end].isSymbol("-")))) {
    fraction = fraction || tokens[end].text.find('.') != std::string_view::npos;
    ++end;
  }
  const MemoryLocation& location = names_.program().locations[object.first];
  if (end == at || (!fraction && !holdsFloats_(object.first))) {
    if (end == at + 2) {  // a sign: the number with the same bits
      at = end;
      // 2^63 has no sign of its own.
      const auto value =
          static_cast<Value>(0 - std::strtoull(std::string(tokens[end - 1].text).c_str(), nullptr, 0));
      const IntegerKind kind = location.kind.value_or(IntegerKind{});
      return numberOf(kind.bits < 64 ? wrapped(value, kind) : value, first);
    }
    return {tokens[at++]};
  }
  const std::string text(source_->slice({first.span.begin, tokens[end - 1].span.end}));
  at = end;
  const unsigned bits = location.kind ? location.kind->bits : 64;
  if (bits != 32 && bits != 64) {
    diagnostics_.error({source_, {first.span.begin, tokens[end - 1].span.end}},
                       fmt::format("'{}' does not hold floats", object.name));
    return {first};
  }
  const Value value =
      bits == 32 ? static_cast<Value>(std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)))
                 : static_cast<Value>(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)));
  return numberOf(value, first);
}

std::vector<Token> ConditionWords::numberOf(Value value, const Token& like) {
  const std::string text = std::to_string(value);
  return value >= 0
             ? std::vector{word(TokenKind::Number, text, like)}
             : std::vector{word(TokenKind::Symbol, "-", like), word(TokenKind::Number, text.substr(1), like)};
}

}  // namespace hrfcheck::frontend::lowlevel
