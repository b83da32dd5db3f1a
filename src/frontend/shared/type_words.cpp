#include "frontend/shared/type_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hrfcheck::frontend::c {
namespace {

constexpr auto kIntegers = std::to_array<std::string_view>({
    "int",    "unsigned", "signed",  "long",     "short",   "char",      "bool",     "_Bool",
    "uint",   "ulong",    "ushort",  "uchar",    "size_t",  "ptrdiff_t", "intptr_t", "uintptr_t",
    "int8_t", "uint8_t",  "int16_t", "uint16_t", "int32_t", "uint32_t",  "int64_t",  "uint64_t",
});
constexpr auto kAtomics = std::to_array<std::string_view>({
    "atomic_int",       "atomic_uint",    "atomic_long",     "atomic_ulong",     "atomic_bool",
    "atomic_char",      "atomic_uchar",   "atomic_short",    "atomic_ushort",    "atomic_llong",
    "atomic_ullong",    "atomic_schar",   "atomic_size_t",   "atomic_ptrdiff_t", "atomic_intptr_t",
    "atomic_uintptr_t", "atomic_int32_t", "atomic_uint32_t", "atomic_int64_t",   "atomic_uint64_t",
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

template <typename Words>
bool isOneOf(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool isIntegerWord(std::string_view word) {
  return isOneOf(kIntegers, word) || isOneOf(kAtomics, word);
}

bool isAtomicWord(std::string_view word) {
  return isOneOf(kAtomics, word) || word == "_Atomic";
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
  std::vector<std::string> words(kIntegers.begin(), kIntegers.end());
  words.insert(words.end(), kAtomics.begin(), kAtomics.end());
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
