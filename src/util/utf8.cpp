#include "util/utf8.h"

#include <cstdint>

#include "util/utf16.h"

namespace hrfcheck::inline util {
namespace {

constexpr const char* kReplacement = "\xef\xbf\xbd";

/// A character and how many bytes it takes; of bytes that are no UTF-8 one is taken.
struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
  bool valid = false;
};

/// @pre the text is not empty
Character firstOf(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) {
    return {lead, 1, true};
  }
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) {
    return {};
  }
  std::uint32_t code = lead & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return {};
    }
    code = code << 6 | (byte(i) & 0x3fU);
  }
  const bool tooLong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (tooLong || surrogate || code > 0x10ffff) {
    return {};
  }
  return {code, length, true};
}

bool allowed(const Character& character, Controls controls) {
  const std::uint32_t code = character.code;
  if (!character.valid || code == 0xfffe || code == 0xffff) {
    return false;
  }
  if (code == '\t' || code == '\n' || code == '\r') {
    return controls == Controls::Xml || (controls == Controls::Lines && code == '\n');
  }
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  return !control || (controls == Controls::Xml && code >= 0x20);
}

}  // namespace

std::size_t utf16Units(std::string_view text) {
  std::size_t units = 0;
  while (!text.empty()) {
    const Character character = firstOf(text);
    units += character.length == 4 ? 2 : 1;
    text.remove_prefix(character.length);
  }
  return units;
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); text.remove_prefix(firstOf(text).length)) {
    ++count;
  }
  return count;
}

std::string cleaned(std::string_view text, Controls controls) {
  std::string result;
  while (!text.empty()) {
    const Character character = firstOf(text);
    result += allowed(character, controls) ? text.substr(0, character.length) : kReplacement;
    text.remove_prefix(character.length);
  }
  return result;
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t size = characters(text);
  return text.append(size < width ? width - size : 0, ' ');
}

}  // namespace hrfcheck::inline util
