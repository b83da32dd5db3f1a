#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace hrfcheck::modules {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  unsigned below(std::size_t bound) { return static_cast<unsigned>(engine_() % bound); }
  bool percent(unsigned p) { return below(100) < p; }
  std::uint64_t word() { return engine_(); }
  template <typename T>
  const T& of(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  std::string of(std::initializer_list<const char*> from) {
    return *(from.begin() + static_cast<std::ptrdiff_t>(below(from.size())));
  }

 private:
  std::mt19937_64 engine_;
};

/// A text as of fmt::format. In braces what stands in it is computed from left to right (C++20,
/// [dcl.init.list]/4), so that every compiler makes the same modules; in a call each has an order of its own.
struct Text : std::string {
  template <typename... Parts>
  explicit(false) Text(fmt::format_string<Parts...> format, Parts&&... parts)
      : std::string(fmt::format(format, std::forward<Parts>(parts)...)) {}
};

/// Random instructions that compute. Registers are of two kinds: what is in those of the first depends on ids
/// and numbers alone, so that lanes may exchange it and any operation takes it; what is in the others may
/// have been read.
class RandomCode {
 public:
  RandomCode(Random& random, std::vector<std::string>& lines) : random_(random), lines_(lines) {}

  /// The declarations of all registers, and first values of them.
  void declareRegisters();
  void initialize();
  /// One line that computes.
  void computation(bool known);
  /// All registers of 32 bits, and all others, in %r7 and %d4.
  void fold();

  std::string target(char kind, bool known);
  std::string source(char kind, bool known);
  std::string immediate(unsigned bits);
  void line(const std::string& text, bool known = false);
  void setPredicate(bool known);

 protected:
  Random& random_;
  std::vector<std::string>& lines_;

 private:
  void integers(bool known);
  void division(bool known);
  void carries(bool known);
  void bits(bool known);
  void conversion(bool known);
  void floatConversion(bool known);
  void floats(bool known);
  void moves(bool known);
  void predicates(bool known);
  std::string sourceOrNumber(char kind, bool known);
  std::string registerAtLeast(unsigned bits, bool known, bool isTarget);
};

/// The registers that hold so many bits.
char registersOf(unsigned bits);
/// The bits of a type: 32 of `u32`.
unsigned widthOf(const std::string& type);

}  // namespace hrfcheck::modules
