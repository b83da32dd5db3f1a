#include <algorithm>

#include "modules/arithmetic.h"

// PTX ISA, 9.7.1 (integers), 9.7.2 (carries): numbers of any size, of which the lowest bits are kept.

namespace hrfcheck::modules {
namespace {

using Wide = __int128;
using Words = std::vector<std::uint64_t>;

Wide numberOf(std::uint64_t word, const Type& type) {
  return type.isSigned() ? Wide{signedOf(word, type.bits)} : Wide{word};
}

std::uint64_t lowOf(Wide number, unsigned bits) {
  return cut(static_cast<std::uint64_t>(number), bits);
}

/// `.lo .hi .wide` of a product, at the width of the result.
std::uint64_t productOf(const Instruction& in, const Words& o) {
  const Type& t = in.type();
  if (in.has("wide")) {
    return lowOf(numberOf(o[0], t) * numberOf(o[1], t), 2 * t.bits);
  }
  if (!in.has("hi")) {
    return lowOf(numberOf(o[0], t) * numberOf(o[1], t), t.bits);
  }
  if (t.isSigned() || t.bits < 64) {
    return lowOf((numberOf(o[0], t) * numberOf(o[1], t)) >> t.bits, t.bits);
  }
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(o[0]) * o[1]) >> 64);
}

/// add.cc, addc, sub.cc, subc, mad.cc, madc: a sum of one bit more, which is the carry or the borrow.
std::uint64_t carried(const Instruction& in, Wide left, Wide right, bool subtracts, bool& carry) {
  const unsigned bits = in.type().bits;
  const bool continues = in.name == "addc" || in.name == "subc" || in.name == "madc";
  const Wide more = continues && carry ? 1 : 0;
  const Wide sum = subtracts ? left - right - more : left + right + more;
  if (in.has("cc")) {
    carry = sum < 0 || (sum >> bits) != 0;
  }
  return lowOf(sum, bits);
}

}  // namespace

std::optional<std::uint64_t> computedInteger(const Instruction& in, const Words& o, bool& carry) {
  const std::string& name = in.name;
  const Type& t = in.type();
  const bool hasCarry = in.has("cc") || name == "addc" || name == "subc" || name == "madc";
  if (name == "add" || name == "sub" || name == "addc" || name == "subc") {
    const bool subtracts = name.starts_with("sub");
    if (hasCarry) {
      return carried(in, Wide{o[0]}, Wide{o[1]}, subtracts, carry);
    }
    const Wide sum =
        subtracts ? numberOf(o[0], t) - numberOf(o[1], t) : numberOf(o[0], t) + numberOf(o[1], t);
    const Wide most = (Wide{1} << (t.bits - 1)) - 1;
    return lowOf(in.has("sat") ? std::clamp<Wide>(sum, -most - 1, most) : sum, t.bits);
  }
  if (name == "mul") {
    return productOf(in, o);
  }
  if (name == "mad" || name == "madc") {
    const std::uint64_t product = productOf(in, o);
    if (hasCarry) {
      return carried(in, Wide{product}, Wide{o[2]}, false, carry);
    }
    return cut(product + o[2], in.has("wide") ? 2 * t.bits : t.bits);
  }
  if (name == "div" || name == "rem") {
    const Wide a = numberOf(o[0], t);
    const Wide b = numberOf(o[1], t);
    if (b == 0) {
      throw Mistake("a division by 0");
    }
    return lowOf(name == "div" ? a / b : a % b, t.bits);
  }
  if (name == "neg" || name == "abs") {
    const Wide a = signedOf(o[0], t.bits);
    return lowOf(name == "neg" || a < 0 ? -a : a, t.bits);
  }
  if (name == "min" || name == "max") {
    return (numberOf(o[0], t) < numberOf(o[1], t)) == (name == "min") ? o[0] : o[1];
  }
  if (name == "sad") {
    const Wide difference = numberOf(o[0], t) - numberOf(o[1], t);
    return lowOf(numberOf(o[2], t) + (difference < 0 ? -difference : difference), t.bits);
  }
  return std::nullopt;
}

}  // namespace hrfcheck::modules
