#pragma once

#include <optional>
#include <string_view>

#include "frontend/shared/text/token.h"
#include "util/text_scanner.h"

/// The words of litmus files, the same in every dialect.
namespace hrfcheck::frontend::words {

/// A word that begins and is not complete.
struct Broken {
  std::string_view message;
};

/// What a reader took: nothing, something that is no token, or a token.
struct Taken {
  bool any = false;
  std::optional<TokenKind> kind = std::nullopt;
};

// Each takes one word, where there is one. They throw Broken.

/// In dialects of columns.
Taken element(TextScanner& scan);
/// In C code.
Taken elementOfCode(TextScanner& scan);
/// In C files outside of code.
Taken elementOutsideCode(TextScanner& scan);
/// The size of a launch, after its word: `2x4`, `2,1x4`.
Taken launchSize(TextScanner& scan);

/// Blanks, or a comment of any kind. Throws Broken.
bool skips(TextScanner& scan);
/// A name or a keyword.
bool takesWord(TextScanner& scan);
/// Whether a line ends here, or what may follow on a line of the preamble begins: a comment, a description,
/// the initial state.
bool isAtEndOfEntry(const TextScanner& scan);

}  // namespace hrfcheck::frontend::words
