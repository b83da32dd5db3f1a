#include "frontend/launch/init_lines.h"

#include <algorithm>

#include "frontend/shared/text/lexer.h"

namespace hrfcheck::frontend {

void InitLines::read(const Directive& line, const std::map<std::string_view, c::Literal>& constants,
                     std::vector<InitialEntry>& initial) {
  const std::vector<Token> tokens =
      withoutConstants(tokenizePart(source_, line.rest, diagnostics_), constants);
  TokenCursor in(source_, tokens, diagnostics_);
  const std::vector<InitialEntry> entries = parseInitialLine(in);
  for (const InitialEntry& entry : entries) {
    const auto* added = std::get_if<LocationEntry>(&entry);
    std::erase_if(initial, [&](const InitialEntry& other) {
      const auto* before = std::get_if<LocationEntry>(&other);
      return added != nullptr && before != nullptr && !added->member && !before->member &&
             before->name.text == added->name.text;
    });
  }
  initial.insert(initial.end(), entries.begin(), entries.end());
}

/// Constants are numbers where a value or a size stands; what is declared keeps its name.
std::vector<Token> InitLines::withoutConstants(const std::vector<Token>& tokens,
                                               const std::map<std::string_view, c::Literal>& constants) {
  std::vector<Token> result;
  for (const Token& token : tokens) {
    const bool operand = !result.empty() && (result.back().isSymbol("[") || result.back().isSymbol("=") ||
                                             result.back().isSymbol("{") || result.back().isSymbol(","));
    const auto known =
        operand && token.kind == TokenKind::Identifier ? constants.find(token.text) : constants.end();
    if (known == constants.end()) {
      result.push_back(token);
      continue;
    }
    Token number = token;
    const Value value = known->second.value;
    if (value < 0) {
      number.kind = TokenKind::Symbol;
      number.text = "-";
      result.push_back(number);
    }
    number.kind = TokenKind::Number;
    number.text = numbers_.emplace_back(value < 0 ? std::to_string(value).substr(1) : std::to_string(value));
    result.push_back(number);
  }
  return result;
}

}  // namespace hrfcheck::frontend
