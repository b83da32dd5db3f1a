#pragma once

#include <string>
#include <string_view>

namespace hrfcheck::inline util {

/// What some editors put in front of a text.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// How many characters a text has; bytes that are not UTF-8 count as one each.
std::size_t characters(std::string_view text);

/// What may stay as it is when bytes that are not UTF-8 are replaced by U+FFFD.
enum class Controls {
  Xml,    ///< tabs and line breaks; XML has no place for other control characters
  Lines,  ///< line feeds alone: a text for a terminal
  None    ///< none: a name on one line of a terminal
};

/// Valid UTF-8 without the control characters that must not be there.
std::string cleaned(std::string_view text, Controls controls);

/// With spaces up to a width in characters.
std::string padded(std::string text, std::size_t width);

}  // namespace hrfcheck::inline util
