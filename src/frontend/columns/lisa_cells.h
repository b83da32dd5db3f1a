#pragma once

#include "frontend/shared/rows.h"

namespace hrfcheck::frontend {

/// Reads one cell of LISA: `{LABEL:} word[annotation, ...] operand ...`, where operands are separated by
/// white space. An operation `(add r1 1)` becomes a second word of the mnemonic and two operands.
RowInstruction readLisaCell(TokenCursor& in, std::span<const Token> tokens);

}  // namespace hrfcheck::frontend
