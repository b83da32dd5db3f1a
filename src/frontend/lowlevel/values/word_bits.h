#pragma once

#include <cstdint>

#include "program/expr/expr.h"

namespace hrfcheck::frontend::lowlevel {

// Words of 64 bits are taken apart, and put together, by way of their halves: what is computed on the way
// then lies where addresses do (program/expr/addresses.h) only if the result does.

/// Bits of a word, as a number.
/// @param width of the word, which has zeros above
ExprPtr bitsOfWord(const ExprPtr& word, unsigned width, unsigned begin, unsigned count);

/// A word that is put together of parts that do not overlap.
class WordOfParts {
 public:
  /// @param part a number of so many bits
  void add(const ExprPtr& part, unsigned begin, unsigned count);
  ExprPtr word() const;

 private:
  struct Half {
    std::uint64_t known = 0;
    ExprPtr rest;
  };
  static void add(Half& half, const ExprPtr& part, unsigned begin);
  static ExprPtr numberOf(const Half& half);

  Half low_;
  Half high_;
};

}  // namespace hrfcheck::frontend::lowlevel
