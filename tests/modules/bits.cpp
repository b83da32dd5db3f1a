#include <algorithm>
#include <bit>

#include "modules/arithmetic.h"

// PTX ISA, 9.7.8 (logic and shifts), the bit fields of 9.7.1, and `prmt`: bit by bit, as their tables of
// semantics have it.

namespace hrfcheck::modules {
namespace {

using Words = std::vector<std::uint64_t>;

bool bitOf(std::uint64_t word, unsigned place) {
  return (word >> place & 1) != 0;
}

std::uint64_t shifted(const Instruction& in, std::uint64_t value, std::uint64_t count) {
  const Type& t = in.type();
  std::uint64_t result = value;
  const bool fills = t.isSigned() && bitOf(value, t.bits - 1);
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, t.bits); ++i) {
    result = in.name == "shl" ? cut(result << 1, t.bits)
                              : result >> 1 | (fills ? std::uint64_t{1} << (t.bits - 1) : 0);
  }
  return result;
}

std::uint64_t extracted(const Type& t, const Words& o) {
  const std::uint64_t position = o[1] & 255;
  const std::uint64_t length = o[2] & 255;
  const std::uint64_t last = t.bits - 1;
  const bool sign = t.isSigned() && length != 0 &&
                    bitOf(o[0], static_cast<unsigned>(std::min(position + length - 1, last)));
  std::uint64_t result = 0;
  for (std::uint64_t i = 0; i <= last; ++i) {
    const bool bit =
        i < length && position + i <= last ? bitOf(o[0], static_cast<unsigned>(position + i)) : sign;
    result |= std::uint64_t{bit} << i;
  }
  return result;
}

std::uint64_t inserted(const Type& t, const Words& o) {
  const std::uint64_t position = o[2] & 255;
  const std::uint64_t length = o[3] & 255;
  std::uint64_t result = o[1];
  for (std::uint64_t i = 0; i < length && position + i < t.bits; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << (position + i);
    result =
        bitOf(o[0], static_cast<unsigned>(std::min<std::uint64_t>(i, 63))) ? result | bit : result & ~bit;
  }
  return result;
}

std::uint64_t mask(const Instruction& in, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t from = in.has("wrap") ? a & 31 : a;
  const std::uint64_t count = in.has("wrap") ? b & 31 : b;
  std::uint64_t result = 0;
  for (std::uint64_t i = 0; i < 32; ++i) {
    result |= i >= from && i - from < count ? std::uint64_t{1} << i : 0;
  }
  return result;
}

std::uint64_t funnel(const Instruction& in, const Words& o) {
  const std::uint64_t count = in.has("clamp") ? std::min<std::uint64_t>(o[2], 32) : o[2] & 31;
  const auto both = static_cast<unsigned __int128>(o[1] << 32 | o[0]);
  return cut(static_cast<std::uint64_t>(in.has("l") ? (both << count) >> 32 : both >> count), 32);
}

std::uint64_t permuted(const Words& o) {
  const std::uint64_t both = o[1] << 32 | o[0];
  std::uint64_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const auto chosen = static_cast<unsigned>(o[2] >> (4 * i) & 15);
    std::uint64_t byte = both >> (8 * (chosen & 7)) & 255;
    if ((chosen & 8) != 0) {
      byte = bitOf(byte, 7) ? 255 : 0;
    }
    result |= byte << (8 * i);
  }
  return result;
}

std::uint64_t found(const Instruction& in, std::uint64_t a) {
  const Type& t = in.type();
  const bool sign = t.isSigned() && bitOf(a, t.bits - 1);
  for (unsigned i = t.bits; i-- > 0;) {
    if (bitOf(a, i) != sign) {
      return in.has("shiftamt") ? t.bits - 1 - i : i;
    }
  }
  return cut(~std::uint64_t{0}, 32);
}

}  // namespace

std::optional<std::uint64_t> computedBits(const Instruction& in, const Words& o) {
  const std::string& name = in.name;
  const Type& t = in.type();
  if (name == "and") {
    return o[0] & o[1];
  }
  if (name == "or") {
    return o[0] | o[1];
  }
  if (name == "xor") {
    return o[0] ^ o[1];
  }
  if (name == "not") {
    return cut(~o[0], t.bits);
  }
  if (name == "cnot") {
    return o[0] == 0 ? 1 : 0;
  }
  if (name == "shl" || name == "shr") {
    return shifted(in, o[0], o[1]);
  }
  if (name == "popc") {
    return static_cast<std::uint64_t>(std::popcount(o[0]));
  }
  if (name == "clz") {
    return static_cast<std::uint64_t>(std::countl_zero(o[0])) - (64 - t.bits);
  }
  if (name == "brev") {
    std::uint64_t result = 0;
    for (unsigned i = 0; i < t.bits; ++i) {
      result |= std::uint64_t{bitOf(o[0], i)} << (t.bits - 1 - i);
    }
    return result;
  }
  if (name == "lop3") {
    std::uint64_t result = 0;
    for (unsigned i = 0; i < 32; ++i) {
      const unsigned row = bitOf(o[0], i) * 4U + bitOf(o[1], i) * 2U + bitOf(o[2], i) * 1U;
      result |= std::uint64_t{bitOf(o[3], row)} << i;
    }
    return result;
  }
  if (name == "prmt") {
    return permuted(o);
  }
  if (name == "shf") {
    return funnel(in, o);
  }
  if (name == "bfind") {
    return found(in, o[0]);
  }
  if (name == "bfe") {
    return extracted(t, o);
  }
  if (name == "bfi") {
    return inserted(t, o);
  }
  if (name == "bmsk") {
    return mask(in, o[0], o[1]);
  }
  return std::nullopt;
}

}  // namespace hrfcheck::modules
