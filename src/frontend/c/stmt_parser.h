#pragma once

#include "frontend/c/parse_context.h"

namespace hrfcheck::frontend::c {

/// A body `{ ... }`. Mistakes cost a statement; a body that is not closed ends before the next thread or
/// section.
/// @throws SyntaxFailure after reporting that there is no `{`
StmtPtr parseBody(ParseContext& context);

/// Whether the current line starts a thread (`P0 (...`) or a section (`exists ...`).
bool atThreadOrSection(const TokenCursor& in);

/// Behind a mistake: to the `;` or the closing `}` that ends what was begun at `position`; its names become
/// doubtful. Stops before a `}` of something around it.
void recover(ParseContext& context, std::size_t position);

/// How many `open` taken since `position` have no `close` yet.
std::size_t openSince(const TokenCursor& in, std::size_t position, std::string_view open,
                      std::string_view close);

/// Makes the names taken since `position` doubtful.
void noteDoubtful(ParseContext& context, std::size_t position);

/// Reads the `;` that ends what stands before; where it is missing at the end of a line, that is reported and
/// reading continues.
void expectSemicolon(ParseContext& context, std::string_view behind);

}  // namespace hrfcheck::frontend::c
