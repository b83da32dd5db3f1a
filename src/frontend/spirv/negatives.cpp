#include "frontend/spirv/negatives.h"

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::string_view kWhite = " \t\r\n";

/// The words of assembly, without comments; of an instruction with a result: `%x`, `=`, `OpConstant`, ...
std::vector<std::string_view> wordsIn(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(kWhite, at)) != std::string_view::npos;) {
    if (text[at] == ';') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    std::size_t end = at + 1;
    if (text[at] == '"') {
      while (end < text.size() && text[end] != '"') {
        end += text[end] == '\\' ? 2 : 1;
      }
      end = std::min(end + 1, text.size());
    } else {
      end = std::min(text.find_first_of(" \t\r\n;", at), text.size());
    }
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

/// Of `-1`, the number with the same lowest bits; nothing of other words.
std::optional<std::uint64_t> lowestBits(std::string_view word, unsigned bits) {
  std::int64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  if (!word.starts_with('-') || read.ec != std::errc() || read.ptr != end) {
    return std::nullopt;
  }
  constexpr unsigned kAll = 64;
  const std::uint64_t mask = bits >= kAll ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return static_cast<std::uint64_t>(number) & mask;
}

}  // namespace

std::string withoutNegatives(const std::string& text) {
  const std::vector<std::string_view> words = wordsIn(text);
  std::map<std::string_view, unsigned> types;  // of integers without sign: their bits
  for (std::size_t i = 0; i + 4 < words.size(); ++i) {
    unsigned bits = 0;
    const std::string_view width = words[i + 3];
    if (words[i + 1] == "=" && words[i + 2] == "OpTypeInt" && words[i + 4] == "0" &&
        std::from_chars(width.data(), width.data() + width.size(), bits).ec == std::errc()) {
      types[words[i]] = bits;
    }
  }
  std::string result;
  std::size_t copied = 0;
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    const auto type = words[i] == "OpConstant" ? types.find(words[i + 1]) : types.end();
    const auto number = type == types.end() ? std::nullopt : lowestBits(words[i + 2], type->second);
    if (number) {
      const auto at = static_cast<std::size_t>(words[i + 2].data() - text.data());
      result.append(text, copied, at - copied);
      result += std::to_string(*number);
      copied = at + words[i + 2].size();
    }
  }
  return result + text.substr(copied);
}

}  // namespace hrfcheck::frontend::spirv
