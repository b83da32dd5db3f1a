#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/shared/names.h"
#include "frontend/shared/text/cursor.h"
#include "program/expr/value.h"

namespace hrfcheck::frontend {

/// A tree of threads whose levels are named by the test: `(system (gpu (cta P0) (cta P1)))`.
struct NamedTree {
  std::vector<std::string> levels;              ///< inner to outer; the innermost is the thread itself
  std::vector<std::vector<std::uint32_t>> ids;  ///< by thread and level, numbered within the enclosing one
  Place place;                                  ///< the tree as written
};

/// What the innermost level is called: the thread itself, which no tree names.
inline constexpr const char* kNamedTreeThread = "thread";

/// Reads such a tree. Every thread must be below the same levels, and each level is named once on the way
/// down to a thread.
/// @throws SyntaxFailure after an error that leaves no tree
NamedTree parseNamedTree(TokenCursor& in, std::size_t threads);

/// The sections of a test that names its levels itself (LISA): `scopes:`, `levels:` and `regions:`.
class NamedParts {
 public:
  /// Reads what follows the word of a section.
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
