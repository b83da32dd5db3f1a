#include <fmt/format.h>

#include "frontend/ptx/parser.h"
#include "frontend/shared/text/cursor.h"

// What a module says to debuggers, in sections (PTX ISA, 11.5).

namespace hrfcheck::frontend::ptx {

/// Names of functions and of parameters are kept.
void PtxParser::section() {
  const PtxToken& name = take();
  expect('{', "after the name of a section");
  if (name.text == "debug_info" || name.text == "debug_abbrev") {
    debugBytes(name.text == "debug_info" ? module_.debugInformation : module_.debugAbbreviations);
  }
  for (unsigned depth = 1; depth > 0;) {
    if (peek().kind == PtxToken::Kind::End) {
      fail(name, "this section does not end");
    }
    if (name.text == "debug_str" && peek().isWord() && peek(1).isSymbol(':')) {
      const std::string label(take().text);
      take();
      debugString(label);
      continue;
    }
    const PtxToken& word = take();
    depth += word.isSymbol('{') ? 1 : 0;
    depth -= word.isSymbol('}') ? 1 : 0;
  }
}

/// `.b8 95,90,0`, in several lines.
void PtxParser::debugString(const std::string& label) {
  std::string text;
  while (acceptDotted("b8")) {
    do {
      text += static_cast<char>(take().bits);
    } while (accept(','));
  }
  module_.strings[label] = text.substr(0, text.find('\0'));
}

/// Numbers and labels, up to the end of the section or to what is not known.
void PtxParser::debugBytes(DebugSection& section) {
  for (;;) {
    if (peek().isWord() && peek(1).isSymbol(':')) {
      take();
      take();
      continue;
    }
    const unsigned bytes = peek().isDotted("b8")    ? 1
                           : peek().isDotted("b16") ? 2
                           : peek().isDotted("b32") ? 4
                           : peek().isDotted("b64") ? 8
                                                    : 0;
    if (bytes == 0) {
      return;
    }
    take();
    do {
      const bool negative = accept('-');
      const PtxToken& value = take();
      if (value.kind == PtxToken::Kind::End) {
        return;
      }
      if (value.isWord() || value.kind == PtxToken::Kind::Dotted) {
        section.labels.emplace(section.bytes.size(), value.text);
        while (peek().isSymbol('+') || peek().isSymbol('-')) {
          take();
          take();
        }
      }
      const std::uint64_t bits = value.kind != PtxToken::Kind::Number ? 0
                                 : negative                           ? 0 - value.bits
                                                                      : value.bits;
      for (unsigned b = 0; b < bytes; ++b) {
        section.bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * b)));
      }
    } while (accept(','));
  }
}

}  // namespace hrfcheck::frontend::ptx
