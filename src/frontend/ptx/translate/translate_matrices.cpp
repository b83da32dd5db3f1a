#include <algorithm>
#include <array>
#include <charconv>

#include "frontend/ptx/translate/function_translator.h"

// Matrices that the lanes of a warp read and write together (PTX ISA, 9.7.14), weakly. What numbers a lane
// gets of them is not computed.

namespace hrfcheck::frontend::ptx {
namespace {

constexpr unsigned kLanes = 32;
constexpr unsigned kWordBytes = 4;
constexpr unsigned kMostBytes = 16;  // of one access

struct ElementRow {
  std::string_view word;
  unsigned bits;
};
constexpr std::array kElements = {ElementRow{"f16", 16}, ElementRow{"bf16", 16}, ElementRow{"tf32", 32},
                                  ElementRow{"f32", 32}, ElementRow{"f64", 64},  ElementRow{"s32", 32},
                                  ElementRow{"s8", 8},   ElementRow{"u8", 8},    ElementRow{"s4", 4},
                                  ElementRow{"u4", 4},   ElementRow{"b1", 1}};

/// m, n and k of `m16n16k8`; nothing where it is no shape.
std::optional<std::array<unsigned, 3>> shapeIn(std::string_view word) {
  std::array<unsigned, 3> result{};
  constexpr std::string_view kLetters = "mnk";
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (word.empty() || word.front() != kLetters[i]) {
      return std::nullopt;
    }
    const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), result[i]);
    if (error != std::errc{}) {
      return std::nullopt;
    }
    word.remove_prefix(static_cast<std::size_t>(end - word.data()));
  }
  return word.empty() ? std::optional(result) : std::nullopt;
}

}  // namespace

/// ldmatrix, stmatrix: 8, 16 or 32 lanes say where a row of 16 bytes is, which is accessed weakly.
void FunctionTranslator::matrixRows() {
  const bool loads = in_->name == "ldmatrix";
  const unsigned rows = has("x1") ? 8 : has("x2") ? 16 : 32;
  if (has("shared::cluster") || !has("m8n8")) {
    refuse();
  }
  skip(numberFrom(NumberOp::LeUnsigned, 32, 1, {literal(rows, 32), builtInNumber(BuiltIn::Lane)}), 1);
  Access access = accessToWords(loads, 4);
  access.space = Space::Shared;
  access.address = addressOf(operand(loads ? 1 : 0));
  emit(std::move(access));
  if (loads) {
    defineOpen(operand(0));
  }
}

/// What is read goes nowhere, and each word that is written is any number.
Access FunctionTranslator::accessToWords(bool loads, unsigned words) {
  Access access;
  access.reads = loads;
  access.writes = !loads;
  access.bytes = kWordBytes;
  for (unsigned i = 0; i < words; ++i) {
    if (loads) {
      access.targets.push_back(std::nullopt);
    } else {
      access.values.push_back(notComputed(32));
    }
  }
  return access;
}

/// wmma.load, wmma.store: rows or columns of a matrix lie a stride apart from each other. The ISA does not
/// say which lanes read or write which elements. Here a line is read by two lanes, and so by one at least
/// that has not written it; and it is written by one that is not the lane of its number.
void FunctionTranslator::matrixLines() {
  const bool loads = has("load");
  std::optional<std::array<unsigned, 3>> shape;
  for (const std::string_view modifier : in_->modifiers) {
    shape = shape ? shape : shapeIn(modifier);
  }
  const auto element = std::ranges::find_if(kElements, [&](const ElementRow& row) { return has(row.word); });
  if (!shape || element == kElements.end()) {
    refuse();
  }
  const auto [m, n, k] = *shape;
  const unsigned rows = has("b") ? k : m;
  const unsigned columns = has("a") ? k : n;
  const unsigned lines = has("row") ? rows : columns;
  const unsigned numbers = has("row") ? columns : rows;
  const unsigned bytes = numbers * element->bits / 8;
  if (lines > kLanes || bytes % kWordBytes != 0) {
    refuse();
  }
  const std::size_t where = loads ? 1 : 0;
  const NumberPtr stride = in_->operands.size() > 2 ? resized(source(2, 32), 64) : literal(numbers, 64);
  const NumberPtr apart =
      number(NumberOp::ShrUnsigned, 64,
             {number(NumberOp::Mul, 64, {stride, literal(element->bits, 64)}), literal(3, 64)});
  for (const unsigned ahead : loads ? std::vector{0U, 1U} : std::vector{kLanes - 1}) {
    const NumberPtr line =
        number(NumberOp::And, 32,
               {number(NumberOp::Add, 32, {builtInNumber(BuiltIn::Lane), literal(ahead, 32)}),
                literal(kLanes - 1, 32)});
    skip(numberFrom(NumberOp::LeUnsigned, 32, 1, {literal(lines, 32), line}),
         (bytes + kMostBytes - 1) / kMostBytes);
    const NumberPtr begin = number(
        NumberOp::Add, 64,
        {resized(addressOf(operand(where)), 64), number(NumberOp::Mul, 64, {resized(line, 64), apart})});
    for (unsigned at = 0; at < bytes; at += kMostBytes) {
      Access access = accessToWords(loads, std::min(bytes - at, kMostBytes) / kWordBytes);
      access.space = space();
      access.address = number(NumberOp::Add, 64, {begin, literal(at, 64)});
      emit(std::move(access));
    }
  }
  if (loads) {
    defineOpen(operand(0));
  }
}

}  // namespace hrfcheck::frontend::ptx
