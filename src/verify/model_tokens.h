#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hrfcheck::inline verify {

/// A word, symbol or quoted text of a model.
struct ModelToken {
  enum class Kind : std::uint8_t { Word, Symbol, Text, End } kind = Kind::End;
  std::string text = {};
  std::size_t line = 0;
};

/// The words, symbols and quoted texts of a model's file, without comments; the last one is the end.
/// @throws Refused where a comment or quotation is not closed
std::vector<ModelToken> modelTokens(const std::string& file, const std::string& text);

}  // namespace hrfcheck::inline verify
