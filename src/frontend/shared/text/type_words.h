#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/expr/integer_kind.h"
#include "program/ir/program.h"

/// The words that types are made of, in C11, in OpenCL C, and in the initial state of every dialect.
namespace hrfcheck::frontend::c {

bool isIntegerWord(std::string_view word);  ///< `int`, `uint`, `size_t`, `atomic_int`, `unsigned`
bool isAtomicWord(std::string_view word);   ///< `atomic_int`, `_Atomic`
bool isFloatWord(std::string_view word);
/// The words of an integer type, one after the other: `unsigned long`, `atomic_uint`. Widths are those of
/// OpenCL C 2.0, section 6.1.1, and of LP64: char 8, short 16, int 32, long 64; char has a sign.
class IntegerWords {
 public:
  /// @param word for which isIntegerWord holds
  void add(std::string_view word);
  /// Whether there were any.
  bool any() const { return any_; }
  IntegerKind kind() const { return {bits_, isSigned_}; }

 private:
  bool any_ = false;
  std::uint8_t bits_ = 32;
  bool isSigned_ = true;
};
/// Words that say nothing to a checker: `volatile`, `static`, `__kernel`; `const` is one.
bool isQualifierWord(std::string_view word);
std::optional<AddressSpace> addressSpaceWord(std::string_view word);
/// Words that are never names: `if`, `struct`, `int`.
bool isReservedWord(std::string_view word);
/// Words that are names, too: OpenCL's keywords without underscores.
bool isSoftWord(std::string_view word);
/// For "did you mean" hints.
std::vector<std::string> typeWords();
/// Words of statements and expressions: `if`, `goto`, `sizeof`.
std::vector<std::string> statementWords();

}  // namespace hrfcheck::frontend::c
