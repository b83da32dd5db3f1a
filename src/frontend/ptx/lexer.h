#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "util/diagnostic.h"
#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::frontend::ptx {

/// A word of PTX text (PTX ISA, chapter 4, "Syntax").
struct PtxToken {
  enum class Kind {
    Word,     ///< an identifier, with its `%` or `$`
    Dotted,   ///< `.global`, `.shared::cta`; `text` is without the first dot
    Number,   ///< an integer; `bits` is its value
    Float32,  ///< `0f3F800000`; `bits` are its bits
    Float64,  ///< `0d...`, `1.5`; `bits` are its bits
    String,   ///< `text` is without the quotes
    Symbol,   ///< one character
    End
  };
  Kind kind = Kind::End;
  std::string_view text;
  Span span;
  std::uint64_t bits = 0;
  std::uint32_t line = 1;

  bool isWord() const { return kind == Kind::Word; }
  bool isDotted(std::string_view word) const { return kind == Kind::Dotted && text == word; }
  bool isSymbol(char symbol) const { return kind == Kind::Symbol && text.front() == symbol; }
};

/// The words of a module's text, as far as the file reaches (options behind it are none of it); the last one
/// is End. Mistakes are reported, and end the text.
std::vector<PtxToken> wordsOf(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline);

}  // namespace hrfcheck::frontend::ptx
