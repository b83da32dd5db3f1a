#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hrfcheck::inline util {

/// What happens to strings and characters.
enum class Literals : std::uint8_t {
  Omit,
  Keep  ///< each is one word, with its quotes
};

/// The words of a text of C++, numbers too, and between them its other characters, each alone; without
/// blanks and comments.
std::vector<std::string_view> codeWords(std::string_view text, Literals literals = Literals::Omit);

/// Whether it begins as names do.
bool isName(std::string_view word);

}  // namespace hrfcheck::inline util
