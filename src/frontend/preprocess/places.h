#pragma once

#include <span>
#include <vector>

#include "frontend/preprocess/code_lines.h"
#include "frontend/shared/text/token.h"

namespace hrfcheck::frontend {

/// Gives the words that a preprocessor printed for one line their places in the file: a word that stands in
/// the line keeps its own, a word that a macro has made gets the place of the macro's name with its
/// arguments. Where that cannot be told, all words get the place of the whole line.
/// @param written the words of the line in the file, and those of the next lines as far as a macro's
///   arguments go on there; not empty
void placeWords(std::span<Token> printed, std::span<const Token> written, const MacroNames& macros);

/// How many of the words from the first one on belong to its line, as placeWords wants them.
/// @param lineEnd how many of them stand in the line itself
std::size_t wordsOfLine(std::span<const Token> written, std::size_t lineEnd, const MacroNames& macros);

}  // namespace hrfcheck::frontend
