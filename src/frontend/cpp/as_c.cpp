#include "frontend/cpp/as_c.h"

#include <algorithm>
#include <string>

#include "frontend/c/language/families.h"
#include "frontend/shared/text/cursor.h"

namespace hrfcheck::frontend::cpp {

Tokens asC(Rewriting& rewriting, Tokens tokens) {
  tokens = withoutNamespaces(rewriting, std::move(tokens));
  tokens = withWordsOfC(rewriting, std::move(tokens));
  if (rewriting.onlyCode) {
    tokens = withSharedVariables(rewriting, std::move(tokens));
  }
  refuseCpp(rewriting, tokens);
  if (rewriting.diagnostics.hasErrors()) {
    throw SyntaxFailure{};
  }
  tokens = withInstances(rewriting, std::move(tokens));
  tokens = withAtomicTypes(rewriting, std::move(tokens));
  tokens = withoutGroups(rewriting, std::move(tokens));
  tokens = withoutReferences(rewriting, std::move(tokens));
  tokens = withMemberFunctions(rewriting, std::move(tokens));
  if (rewriting.diagnostics.hasErrors()) {
    throw SyntaxFailure{};
  }
  return tokens;
}

Tokens withMemberFunctions(Rewriting& rewriting, Tokens tokens) {
  Tokens result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool dot = tokens[i].isSymbol(".");
    const bool member = (dot || tokens[i].isSymbol("->")) && at(tokens, i + 2).isSymbol("(");
    const std::string_view name = member ? c::memberFunction(at(tokens, i + 1).text) : std::string_view{};
    if (name.empty()) {
      result.push_back(tokens[i]);
      continue;
    }
    Token token = joined(tokens[i], tokens[i + 1], dot ? name : rewriting.text.of("->" + std::string(name)));
    token.kind = TokenKind::Symbol;
    result.push_back(token);
    ++i;
  }
  return result;
}

}  // namespace hrfcheck::frontend::cpp
