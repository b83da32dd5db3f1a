#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hrfcheck::frontend::c {

/// The qualifiers of atomic types with a scope, by its level: what `cuda::atomic<int, S>` is to C. No text
/// contains them.
inline constexpr std::array<std::string_view, 6> kScopedAtomics = {"_Atomic:0", "_Atomic:1", "_Atomic:2",
                                                                   "_Atomic:3", "_Atomic:4", "_Atomic:5"};

/// The level of such a word; nothing for others.
inline std::optional<std::uint32_t> scopedAtomicLevel(std::string_view word) {
  for (std::uint32_t level = 0; level < kScopedAtomics.size(); ++level) {
    if (kScopedAtomics[level] == word) {
      return level;
    }
  }
  return std::nullopt;
}

/// The type of an `auto` variable: that of its initial value.
inline constexpr std::string_view kDeducedType = "__auto_type";

}  // namespace hrfcheck::frontend::c
