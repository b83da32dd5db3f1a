#pragma once

#include <string>
#include <vector>

#include "frontend/shared/cursor.h"
#include "program/ir/value.h"

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

}  // namespace hrfcheck::frontend
