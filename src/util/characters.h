#pragma once

// Kinds of characters: of ASCII, whatever the locale of the process says of others.
namespace hrfcheck::inline util {

constexpr bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool isHexDigit(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool isLetterOrDigit(char c) {
  return isLetter(c) || isDigit(c);
}
/// A letter, a digit or an underscore.
constexpr bool isWordPart(char c) {
  return isLetterOrDigit(c) || c == '_';
}
/// A blank, a tab, or what else moves the place where text is printed, the ends of lines among them.
constexpr bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
/// A blank or a tab.
constexpr bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace hrfcheck::inline util
