#include "frontend/columns/named_parts.h"

#include <fmt/format.h>

#include "frontend/columns/regions.h"

namespace hrfcheck::frontend {

void NamedParts::read(TokenCursor& in, const Token& word, Names& names, std::size_t threads) {
  const bool regions = word.text == "regions";
  std::optional<NamedTree>& tree = word.text == "levels" ? memory_ : scopes_;
  if (regions ? hasRegions_ : tree.has_value()) {
    in.error(word, fmt::format("a second '{}'", word.text));
  }
  in.accept(":");
  if (regions) {
    hasRegions_ = true;
    parseRegions(in, names);
  } else {
    tree = parseNamedTree(in, threads);
  }
}

std::optional<std::vector<std::string>> NamedParts::levels() const {
  return scopes_ ? std::optional(scopes_->levels) : std::nullopt;
}

bool NamedParts::place(Program& program) const {
  if (memory_) {
    program.memoryLevels = ScopeTree(memory_->levels, memory_->ids);
  }
  if (scopes_) {
    program.scopesPlace = scopes_->place;
    program.scopes = ScopeTree(scopes_->levels, scopes_->ids);
  }
  return scopes_.has_value();
}

}  // namespace hrfcheck::frontend
