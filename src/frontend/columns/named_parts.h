#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/shared/named_tree.h"
#include "frontend/shared/names.h"

namespace hrfcheck::frontend {

/// The sections of a test that names its levels itself (LISA): `scopes:`, `levels:` and `regions:`.
class NamedParts {
 public:
  /// Reads what stands behind the word of a section.
  void read(TokenCursor& in, const Token& word, Names& names, std::size_t threads);
  /// The levels of the scope tree, as far as it has been read.
  std::optional<std::vector<std::string>> levels() const;
  /// Places the threads of a program.
  /// @return whether there is a scope tree; if not, their scopes are still to be made
  bool place(Program& program) const;

 private:
  bool hasRegions_ = false;
  std::optional<NamedTree> scopes_;
  std::optional<NamedTree> memory_;
};

}  // namespace hrfcheck::frontend
