#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "util/invariant.h"

namespace hrfcheck::inline util {

/// Appends a number, seven bits a byte, low ones first: small numbers take one byte.
inline void appendVarint(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7U) {
    bytes.push_back(static_cast<char>(0x80U | (number & 0x7FU)));
  }
  bytes.push_back(static_cast<char>(number));
}

/// Numbers near zero, of either sign, as small numbers: 0, -1, 1, -2 become 0, 1, 2, 3.
inline std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1U) ^ (number < 0 ? ~std::uint64_t{0} : 0);
}
inline std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>((number >> 1U) ^ ((number & 1U) != 0 ? ~std::uint64_t{0} : 0));
}

/// Reads numbers back in the order they were appended.
class VarintReader {
 public:
  /// The bytes must outlive the reader.
  explicit VarintReader(std::string_view bytes) : bytes_(bytes) {}

  /// @throws InternalError at the end
  std::uint64_t next() {
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      INVARIANT(at_ < bytes_.size() && shift < 64, "bytes that no numbers were packed into");
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80U) {
        return number;
      }
    }
  }
  bool atEnd() const { return at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace hrfcheck::inline util
