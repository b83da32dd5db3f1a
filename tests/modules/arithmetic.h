#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "modules/syntax.h"

namespace hrfcheck::modules {

/// The lowest bits of a number.
constexpr std::uint64_t cut(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

/// The number that so many bits stand for.
constexpr std::int64_t signedOf(std::uint64_t value, unsigned bits) {
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// What an instruction computes, of operands that are as wide as its types say; the carry is read and written
/// by those that have one. Nothing: it is none of those that compute.
std::optional<std::uint64_t> computed(const Instruction& in, const std::vector<std::uint64_t>& sources,
                                      bool& carry);

/// Of integers; of bits; of floats; comparisons and conversions: parts of `computed`.
std::optional<std::uint64_t> computedInteger(const Instruction& in, const std::vector<std::uint64_t>& o,
                                             bool& carry);
std::optional<std::uint64_t> computedBits(const Instruction& in, const std::vector<std::uint64_t>& o);
std::optional<std::uint64_t> computedFloat(const Instruction& in, const std::vector<std::uint64_t>& o);
std::optional<std::uint64_t> converted(const Instruction& in, std::uint64_t value);
/// Whether the comparison of a setp or a set holds.
bool compares(const Instruction& in, const Type& type, std::uint64_t a, std::uint64_t b);

}  // namespace hrfcheck::modules
