#include "frontend/cpp/deduction.h"

#include <algorithm>
#include <array>
#include <optional>

namespace hrfcheck::frontend::cpp {
namespace {

constexpr auto kNotOfType =
    std::to_array<std::string_view>({"const", "volatile", "static", "constexpr", "extern", "__local",
                                     "__constant", "__restrict__", "restrict"});

/// How far back a declaration is looked for.
constexpr std::size_t kMostWordsBefore = 20'000;

bool isSymbolOf(const Token& token, std::initializer_list<std::string_view> symbols) {
  return token.kind == TokenKind::Symbol && std::ranges::find(symbols, token.text) != symbols.end();
}

bool saysNothing(const Token& token) {
  return token.kind == TokenKind::Identifier && std::ranges::find(kNotOfType, token.text) != kNotOfType.end();
}

/// The place of the bracket that opens what the one at `close` closes.
std::size_t opening(std::span<const Token> words, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    depth += isSymbolOf(words[i], {")", "]", "}"}) ? 1U : 0U;
    depth -= isSymbolOf(words[i], {"(", "[", "{"}) && depth > 0 ? 1U : 0U;
    if (depth == 0) {
      return i;
    }
  }
  return 0;
}

/// The words of the type before a declared name: `unsigned int *`. Empty where none stand there.
Tokens typeBefore(std::span<const Token> words, std::size_t name) {
  Tokens type;
  bool base = false;
  std::size_t angles = 0;
  for (std::size_t i = name; i-- > 0;) {
    const Token& token = words[i];
    if (angles > 0 || token.isSymbol(">")) {
      angles += token.isSymbol(">") ? 1U : 0U;
      angles -= token.isSymbol("<") ? 1U : 0U;
      base = false;
    } else if (token.kind == TokenKind::Identifier && !token.isWord("return")) {
      base = true;
    } else if (base || !isSymbolOf(token, {"*", "&"})) {
      break;
    }
    if (!saysNothing(token) && !token.isSymbol("&")) {
      type.insert(type.begin(), token);
    }
  }
  return base ? type : Tokens{};
}

/// The type that a variable has been declared with before; blocks that are closed are not looked into.
Tokens typeOf(std::string_view name, std::span<const Token> before) {
  const std::size_t first = before.size() - std::min(before.size(), kMostWordsBefore);
  for (std::size_t i = before.size(); i-- > first;) {
    if (before[i].isSymbol("}")) {
      i = opening(before, i);
      if (i > 0 && before[i - 1].isSymbol(")")) {
        i = opening(before, i - 1);
      }
      continue;
    }
    const bool declared = before[i].kind == TokenKind::Identifier && before[i].text == name &&
                          i + 1 < before.size() && isSymbolOf(before[i + 1], {",", ")", ";", "=", "[", "{"});
    if (!declared) {
      continue;
    }
    Tokens type = typeBefore(before, i);
    if (!type.empty()) {
      if (before[i + 1].isSymbol("[")) {
        type.push_back(symbol(before[i + 1], "*"));
      }
      return type;
    }
  }
  return {};
}

Tokens pointee(Tokens type) {
  if (type.empty() || !type.back().isSymbol("*")) {
    return {};
  }
  type.pop_back();
  return type;
}

/// Of short decimal numbers only: others may be long.
Tokens typeOfNumber(const Token& number) {
  const std::size_t digits = std::min(number.text.find_first_not_of("0123456789"), number.text.size());
  const std::string_view suffix = number.text.substr(digits);
  const bool isUnsigned = suffix == "u" || suffix == "U";
  return digits < 10 && (suffix.empty() || isUnsigned) ? Tokens{word(number, isUnsigned ? "unsigned" : "int")}
                                                       : Tokens{};
}

/// Empty where the words do not show it.
Tokens typeOfArgument(const Tokens& words, std::span<const Token> before) {
  const bool name = !words.empty() && words.back().kind == TokenKind::Identifier;
  if (words.size() == 1 && words[0].kind == TokenKind::Number) {
    return typeOfNumber(words[0]);
  }
  if (words.size() == 1 && name) {
    return typeOf(words[0].text, before);
  }
  if (words.size() == 2 && name && words[0].isSymbol("&")) {
    Tokens type = typeOf(words[1].text, before);
    if (!type.empty()) {
      type.push_back(symbol(words[0], "*"));
    }
    return type;
  }
  if (words.size() == 2 && name && words[0].isSymbol("*")) {
    return pointee(typeOf(words[1].text, before));
  }
  const bool element = words.size() > 3 && words[0].kind == TokenKind::Identifier && words[1].isSymbol("[") &&
                       closing(words, 1) == words.size() - 1;
  const bool addressOfElement = words.size() > 4 && words[0].isSymbol("&") && words[2].isSymbol("[") &&
                                closing(words, 2) == words.size() - 1;
  return element            ? pointee(typeOf(words[0].text, before))
         : addressOfElement ? typeOf(words[1].text, before)
                            : Tokens{};
}

/// The words of a declared parameter's type: `T *`.
Tokens typeOfParameter(const Tokens& words) {
  const auto bracket = std::ranges::find_if(words, [](const Token& token) { return token.isSymbol("["); });
  const auto place = static_cast<std::size_t>(bracket - words.begin());
  if (place == 0) {
    return {};
  }
  Tokens type = typeBefore(words, place - 1);
  if (bracket != words.end() && !type.empty()) {
    type.push_back(symbol(*bracket, "*"));
  }
  return type;
}

class Match {
 public:
  Match(std::span<const std::string_view> parameters, std::map<std::string_view, Tokens>& known)
      : parameters_(parameters), known_(known) {}

  /// Whether the words of a type are those of a pattern with something for each parameter.
  bool run(std::span<const Token> pattern, std::span<const Token> type) {
    if (++steps_ > kMostSteps) {
      return false;
    }
    if (pattern.empty() || type.empty()) {
      return pattern.empty() && type.empty();
    }
    const bool parameter = std::ranges::find(parameters_, pattern.front().text) != parameters_.end();
    if (!parameter) {
      return pattern.front().text == type.front().text && run(pattern.subspan(1), type.subspan(1));
    }
    const auto known = known_.find(pattern.front().text);
    for (std::size_t length = type.size(); length > 0; --length) {
      const Tokens words(type.begin(), type.begin() + static_cast<std::ptrdiff_t>(length));
      if (known != known_.end()) {
        if (std::ranges::equal(known->second, words, {}, &Token::text, &Token::text)) {
          return run(pattern.subspan(1), type.subspan(length));
        }
        continue;
      }
      known_[pattern.front().text] = words;
      if (run(pattern.subspan(1), type.subspan(length))) {
        return true;
      }
      known_.erase(pattern.front().text);
    }
    return false;
  }

 private:
  static constexpr std::size_t kMostSteps = 2000;

  std::span<const std::string_view> parameters_;
  std::map<std::string_view, Tokens>& known_;
  std::size_t steps_ = 0;
};

}  // namespace

std::map<std::string_view, Tokens> deduced(std::span<const std::string_view> parameters,
                                           const std::vector<Tokens>& declared,
                                           const std::vector<Tokens>& given, std::span<const Token> before) {
  std::map<std::string_view, Tokens> known;
  for (std::size_t i = 0; i < declared.size() && i < given.size(); ++i) {
    const Tokens pattern = typeOfParameter(declared[i]);
    const Tokens type = typeOfArgument(given[i], before);
    if (!pattern.empty() && !type.empty()) {
      Match(parameters, known).run(pattern, type);
    }
  }
  return known;
}

}  // namespace hrfcheck::frontend::cpp
