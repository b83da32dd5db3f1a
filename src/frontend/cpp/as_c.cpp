#include "frontend/cpp/as_c.h"

#include "frontend/shared/cursor.h"

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

}  // namespace hrfcheck::frontend::cpp
