#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontend/lowlevel/values/number.h"
#include "program/expr/expr.h"
#include "program/expr/further_operators.h"

namespace hrfcheck::frontend::lowlevel {

/// Objects that a number may be the address of, sorted.
using Origins = std::vector<std::uint32_t>;

/// What is known of a number while a thread's code is written: the number itself, or an expression over the
/// registers of the thread that is made; that nothing says it, and so nobody will know it (`Open`); nothing
/// where nobody has computed it; or all this of its parts (value_parts.h).
struct ThreadValue {
  enum class Kind { Undefined, Known, Computed, Open, Parts };
  Kind kind = Kind::Undefined;
  std::uint64_t bits = 0;               ///< of open ones: kUnknown or kOfUnknown (further_operators.h)
  ExprPtr expr = nullptr;               ///< of computed ones, and of open ones that depend on what is read
  Origins origins = {};                 ///< of computed ones
  std::uint32_t name = 0;               ///< of computed ones: numbers of one name are equal; 0 for none
  unsigned width = 0;                   ///< of a part: how many bits it has
  std::vector<ThreadValue> parts = {};  ///< the lowest bits first; above them the number has zeros

  static ThreadValue known(std::uint64_t bits) { return {Kind::Known, bits, nullptr, {}, 0}; }
  static ThreadValue computed(ExprPtr expr, Origins origins = {}, std::uint32_t name = 0) {
    return {Kind::Computed, 0, std::move(expr), std::move(origins), name};
  }
  /// Any number.
  static ThreadValue open() { return {Kind::Open, static_cast<std::uint64_t>(kUnknown), nullptr, {}, 0}; }
  /// What is computed of such.
  static ThreadValue ofOpen(ExprPtr expr = nullptr) {
    return {Kind::Open, static_cast<std::uint64_t>(kOfUnknown), std::move(expr), {}, 0};
  }
  bool isKnown() const { return kind == Kind::Known; }
  bool isComputed() const { return kind == Kind::Computed; }
  bool isUndefined() const { return kind == Kind::Undefined; }
  bool isOpen() const { return kind == Kind::Open; }
  bool isInParts() const { return kind == Kind::Parts; }
};

/// Gives leaves of numbers their values, and says of known numbers whether they may be addresses.
struct Leaves {
  std::function<ThreadValue(const Number&)> value;
  std::function<Origins(std::uint64_t)> originsOf;
  /// Told where there is no expression for an operator on operands that are not known: what it gives is open.
  std::function<void()> notComputed = {};
  /// Told where a result is the correctly rounded one of an operator that need not give it.
  std::function<void()> approximated = {};
};

/// Evaluates a number as far as its leaves are known. Computed numbers are held as unsigned ones of their
/// width (of 64 bits: those with the same bits). The result may be in parts.
/// @throws Unsupported where a number cannot be told from the one that stands for unknown contents
ThreadValue evaluate(const Number& number, const Leaves& leaves);

/// A word of bits as a constant of expressions.
/// @throws Unsupported where it is the one that stands for unknown contents
ExprPtr expressionOf(const ThreadValue& value);

/// Why code is not read.
struct Unsupported {
  std::string message;
};

}  // namespace hrfcheck::frontend::lowlevel
