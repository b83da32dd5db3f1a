#include "frontend/shared/text/type_words.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "util/invariant.h"

namespace hrfcheck::frontend::c {
namespace {

/// A word of an integer type, and what it says of it.
struct IntegerWord {
  std::string_view name;
  std::uint8_t bits;     ///< 0: nothing of the width
  std::int8_t sign = 1;  ///< -1: without one; 0: it says nothing
};

constexpr auto kIntegers = std::to_array<IntegerWord>({
    {"int", 0, 0},      {"unsigned", 0, -1},  {"signed", 0, 1},   {"long", 64, 0},
    {"short", 16, 0},   {"char", 8, 0},       {"bool", 1, -1},    {"_Bool", 1, -1},
    {"uint", 32, -1},   {"ulong", 64, -1},    {"ushort", 16, -1}, {"uchar", 8, -1},
    {"size_t", 64, -1}, {"ptrdiff_t", 64},    {"intptr_t", 64},   {"uintptr_t", 64, -1},
    {"int8_t", 8},      {"uint8_t", 8, -1},   {"int16_t", 16},    {"uint16_t", 16, -1},
    {"int32_t", 32},    {"uint32_t", 32, -1}, {"int64_t", 64},    {"uint64_t", 64, -1},
});
constexpr auto kAtomics = std::to_array<IntegerWord>({
    {"atomic_int", 32},           {"atomic_uint", 32, -1},     {"atomic_long", 64},
    {"atomic_ulong", 64, -1},     {"atomic_bool", 1, -1},      {"atomic_char", 8},
    {"atomic_uchar", 8, -1},      {"atomic_short", 16},        {"atomic_ushort", 16, -1},
    {"atomic_llong", 64},         {"atomic_ullong", 64, -1},   {"atomic_schar", 8},
    {"atomic_size_t", 64, -1},    {"atomic_ptrdiff_t", 64},    {"atomic_intptr_t", 64},
    {"atomic_uintptr_t", 64, -1}, {"atomic_int32_t", 32},      {"atomic_uint32_t", 32, -1},
    {"atomic_int64_t", 64},       {"atomic_uint64_t", 64, -1},
});
constexpr auto kFloats =
    std::to_array<std::string_view>({"float", "double", "half", "atomic_float", "atomic_double"});
constexpr auto kQualifiers = std::to_array<std::string_view>({
    "const",
    "constexpr",
    "volatile",
    "__volatile__",
    "restrict",
    "__restrict",
    "__restrict__",
    "static",
    "extern",
    "inline",
    "__inline",
    "register",
    "__kernel",
    "kernel",
    "typedef",
});
constexpr auto kSpaces = std::to_array<std::pair<std::string_view, AddressSpace>>({
    {"global", AddressSpace::Global},
    {"__global", AddressSpace::Global},
    {"local", AddressSpace::Local},
    {"__local", AddressSpace::Local},
    {"private", AddressSpace::Generic},
    {"__private", AddressSpace::Generic},
    {"generic", AddressSpace::Generic},
    {"__generic", AddressSpace::Generic},
    {"constant", AddressSpace::Global},
    {"__constant", AddressSpace::Global},
});
constexpr auto kSoft =
    std::to_array<std::string_view>({"global", "local", "private", "generic", "constant", "kernel"});

constexpr auto kStatements = std::to_array<std::string_view>(
    {"if",       "else",   "while",  "do",    "for",     "return", "break",
     "continue", "goto",   "switch", "case",  "default", "sizeof", "_Alignof",
     "_Generic", "struct", "enum",   "union", "void",    "asm",    "__asm__"});

const IntegerWord* findInteger(std::string_view word) {
  for (const std::span<const IntegerWord> words :
       {std::span<const IntegerWord>(kIntegers), std::span<const IntegerWord>(kAtomics)}) {
    const auto found = std::ranges::find(words, word, &IntegerWord::name);
    if (found != words.end()) {
      return &*found;
    }
  }
  return nullptr;
}

template <typename Words>
bool isOneOf(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool isIntegerWord(std::string_view word) {
  return findInteger(word) != nullptr;
}

void IntegerWords::add(std::string_view word) {
  const IntegerWord* found = findInteger(word);
  INVARIANT(found != nullptr, "a word of an integer type");
  any_ = true;
  bits_ = found->bits == 0 ? bits_ : found->bits;
  isSigned_ = found->sign == 0 ? isSigned_ : found->sign > 0;
}

bool isAtomicWord(std::string_view word) {
  return std::ranges::find(kAtomics, word, &IntegerWord::name) != kAtomics.end() || word == "_Atomic";
}

bool isFloatWord(std::string_view word) {
  return isOneOf(kFloats, word);
}

bool isQualifierWord(std::string_view word) {
  return isOneOf(kQualifiers, word);
}

std::optional<AddressSpace> addressSpaceWord(std::string_view word) {
  for (const auto& [name, space] : kSpaces) {
    if (name == word) {
      return space;
    }
  }
  return std::nullopt;
}

bool isReservedWord(std::string_view word) {
  return isOneOf(kStatements, word) || isIntegerWord(word) || isAtomicWord(word) || isFloatWord(word) ||
         (!isSoftWord(word) && (isQualifierWord(word) || addressSpaceWord(word)));
}

bool isSoftWord(std::string_view word) {
  return isOneOf(kSoft, word);
}

std::vector<std::string> typeWords() {
  std::vector<std::string> words;
  for (const IntegerWord& word : kIntegers) {
    words.emplace_back(word.name);
  }
  for (const IntegerWord& word : kAtomics) {
    words.emplace_back(word.name);
  }
  words.insert(words.end(), kQualifiers.begin(), kQualifiers.end());
  for (const auto& [name, space] : kSpaces) {
    words.emplace_back(name);
  }
  words.emplace_back("void");
  words.emplace_back("struct");
  return words;
}

std::vector<std::string> statementWords() {
  return {kStatements.begin(), kStatements.end()};
}

}  // namespace hrfcheck::frontend::c
