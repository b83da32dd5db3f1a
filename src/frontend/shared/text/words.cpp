#include "frontend/shared/text/words.h"

namespace hrfcheck::frontend::words {
namespace {

constexpr Taken kSkipped{true, std::nullopt};

Taken token(TokenKind kind) {
  return {true, kind};
}

bool endsLine(char c) {
  return c == '\n' || c == '\r';
}

/// Blanks, `// ...`, `/* ... */`.
bool skipsAsC(TextScanner& scan) {
  if (scan.takesAll(isSpace)) {
    return true;
  }
  if (scan.takes("//")) {
    scan.takesAll([](char c) { return c != '\n'; });
    return true;
  }
  if (scan.takes("/*")) {
    if (!scan.takesThrough("*/")) {
      throw Broken{"this comment is not closed"};
    }
    return true;
  }
  return false;
}

bool skipsNested(TextScanner& scan) {
  if (!scan.isAt("(*")) {
    return false;
  }
  if (!scan.takesNestedComment()) {
    throw Broken{"this comment is not closed"};
  }
  return true;
}

/// A string on one line. Of C, a quote behind a backslash does not close it.
bool takesString(TextScanner& scan, bool escapes) {
  if (!scan.takes('"')) {
    return false;
  }
  while (!scan.takes('"')) {
    if (escapes && scan.isAt('\\') && scan.peek(1) != '\0' && !endsLine(scan.peek(1))) {
      scan.take();
    }
    if (scan.atEnd() || endsLine(scan.peek())) {
      throw Broken{"this string is not closed on its line"};
    }
    scan.take();
  }
  return true;
}

bool takesNumber(TextScanner& scan, std::string_view suffixes) {
  if (scan.takes("0x") || scan.takes("0X")) {
    if (!scan.takesAll(isHexDigit)) {
      throw Broken{"malformed number: expected hexadecimal digits after 0x"};
    }
  } else if (!scan.takesAll(isDigit)) {
    return false;
  }
  while (scan.takesOneOf(suffixes)) {
  }
  if (isWordPart(scan.peek())) {
    throw Broken{"malformed number: letters right after its digits"};
  }
  return true;
}

/// Digits of C++ with separators. @returns whether there is any
bool takesSeparatedDigits(TextScanner& scan) {
  const bool any = scan.takesAll(isDigit);
  while (any && scan.isAt('\'') && isDigit(scan.peek(1))) {
    scan.take();
    scan.takesAll(isDigit);
  }
  return any;
}

bool takesExponent(TextScanner& scan) {
  const std::size_t begin = scan.at();
  if (scan.takesOneOf("eE")) {
    scan.takesOneOf("+-");
    if (scan.takesAll(isDigit)) {
      return true;
    }
  }
  scan.goTo(begin);
  return false;
}

/// A number with a fraction or an exponent.
bool takesFraction(TextScanner& scan) {
  const std::size_t begin = scan.at();
  if (takesSeparatedDigits(scan)) {
    bool fraction = scan.takes('.');
    if (fraction) {
      scan.takesAll(isDigit);
    }
    fraction = takesExponent(scan) || fraction;
    while (fraction && scan.takesOneOf("fFhHlL")) {
    }
    if (fraction && !isWordPart(scan.peek())) {
      return true;
    }
  }
  scan.goTo(begin);
  return false;
}

/// A whole number of C++ that has separators.
bool takesSeparatedNumber(TextScanner& scan) {
  const std::size_t begin = scan.at();
  if (takesSeparatedDigits(scan) && scan.since(begin).find('\'') != std::string_view::npos) {
    while (scan.takesOneOf("uUlL")) {
    }
    if (!isWordPart(scan.peek())) {
      return true;
    }
  }
  scan.goTo(begin);
  return false;
}

/// A character of C, which is a number: letters and escapes between quotes.
bool takesCharacter(TextScanner& scan) {
  const std::size_t begin = scan.at();
  if (scan.takes('\'')) {
    bool any = false;
    while (!scan.atEnd() && !endsLine(scan.peek()) && scan.peek() != '\'') {
      any = true;
      if (!scan.takes('\\')) {
        scan.take();
      } else if (scan.atEnd() || endsLine(scan.peek())) {
        break;
      } else {
        scan.take();
        scan.takesAll(isHexDigit);
      }
    }
    if (any && scan.takes('\'')) {
      return true;
    }
  }
  scan.goTo(begin);
  return false;
}

/// The longest first, so that "||" is never read as two bars.
bool takesSymbol(TextScanner& scan) {
  return scan.takesOneOf({"/\\", "\\/", "&&", "||", "==", "!=", "<=", ">="}) ||
         scan.takesOneOf("()[]{},;:.|&@%=<>~!+-*/");
}

bool takesSymbolOfC(TextScanner& scan) {
  return scan.takesOneOf({"<<=", ">>=", "/\\", "\\/", "&&", "||", "==", "!=", "<=", ">=", "->", "++",
                          "--",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "<<", ">>"}) ||
         scan.takesOneOf("()[]{},;:.|&@%=<>~!+-*/?^#");
}

constexpr std::string_view kSuffixes = "uUlL";

}  // namespace

bool takesWord(TextScanner& scan) {
  return !isDigit(scan.peek()) && scan.takesAll(isWordPart);
}

bool skips(TextScanner& scan) {
  return skipsAsC(scan) || skipsNested(scan);
}

bool isAtEndOfEntry(const TextScanner& scan) {
  return scan.atEnd() || scan.isAtOneOf("\n\r{\"") || scan.isAt("(*") || scan.isAt("//") || scan.isAt("/*");
}

Taken element(TextScanner& scan) {
  return skips(scan)                ? kSkipped
         : takesString(scan, false) ? token(TokenKind::String)
         : takesNumber(scan, "")    ? token(TokenKind::Number)
         : takesWord(scan)          ? token(TokenKind::Identifier)
         : takesSymbol(scan)        ? token(TokenKind::Symbol)
                                    : Taken{};
}

Taken elementOfCode(TextScanner& scan) {
  return skipsAsC(scan)            ? kSkipped
         : takesString(scan, true) ? token(TokenKind::String)
         : takesFraction(scan) || takesSeparatedNumber(scan) || takesCharacter(scan) ||
                 takesNumber(scan, kSuffixes)
             ? token(TokenKind::Number)
         : takesWord(scan)      ? token(TokenKind::Identifier)
         : takesSymbolOfC(scan) ? token(TokenKind::Symbol)
                                : Taken{};
}

Taken elementOutsideCode(TextScanner& scan) {
  return skips(scan)                    ? kSkipped
         : takesString(scan, false)     ? token(TokenKind::String)
         : takesNumber(scan, kSuffixes) ? token(TokenKind::Number)
         : takesWord(scan)              ? token(TokenKind::Identifier)
         : takesSymbolOfC(scan)         ? token(TokenKind::Symbol)
                                        : Taken{};
}

Taken launchSize(TextScanner& scan) {
  if (!isDigit(scan.peek())) {
    return {};
  }
  scan.takesAll([](char c) { return isDigit(c) || isBlank(c) || c == 'x' || c == 'X' || c == ','; });
  return token(TokenKind::String);
}

}  // namespace hrfcheck::frontend::words
