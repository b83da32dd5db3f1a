#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hrfcheck::inline util {

inline constexpr std::uint64_t kFnvOffset = 0xcbf29ce484222325ULL;

/// 64-bit FNV-1a: distinguishes texts that were not chosen to collide.
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t start = kFnvOffset) {
  std::uint64_t hash = start;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return hash;
}

/// The same as 16 hexadecimal digits.
std::string hashText(std::string_view text);

}  // namespace hrfcheck::inline util
