#pragma once

#include <optional>
#include <vector>

#include "frontend/shared/dialect.h"
#include "frontend/shared/text/cursor.h"

namespace hrfcheck::frontend {

/// By level, the declared ids of a thread; nothing for a level not named.
using DeclaredIds = std::vector<std::optional<std::uint32_t>>;

/// One column of the header row: `P0@wv 0,wg 0`, `P0-P3@wg 0`.
struct HeaderCell {
  std::vector<ThreadId> threads;
  DeclaredIds ids;
  bool placed = false;
  Token token;
};

/// Reads the header row, up to its `;`. Without mistakes the threads of all cells are 0, 1, ... without gap.
std::vector<HeaderCell> parseHeader(TokenCursor& in, const Dialect& dialect);

/// Reads one cell, up to what follows it.
HeaderCell parseHeaderCell(TokenCursor& in, const Dialect& dialect);
/// Reports threads that appear twice, and the first one that is missing.
void checkThreadNumbers(TokenCursor& in, const std::vector<HeaderCell>& cells);

/// Reads the trees after `scopes:` or `scopeTree`, and gives the ids by thread.
std::vector<DeclaredIds> parseScopeTrees(TokenCursor& in, const Dialect& dialect, std::size_t threads);

/// Fills in the levels that are not named (docs/litmus.md, "Threads and scopes"): outside a
/// named level and from Dialect::sharedFrom on 0, else an id of the thread's own; Dialect::oneInside.
std::vector<std::vector<std::uint32_t>> completeIds(std::vector<DeclaredIds> declared,
                                                    const Dialect& dialect);

}  // namespace hrfcheck::frontend
