#include "frontend/ptx/syntax.h"

#include <algorithm>
#include <array>

namespace hrfcheck::frontend::ptx {
namespace {

using Class = PtxType::Class;

struct TypeRow {
  std::string_view word;
  PtxType type;
};
constexpr std::array kTypes = {
    TypeRow{"pred", {Class::Predicate, 1}},
    TypeRow{"b8", {Class::Bits, 8}},
    TypeRow{"b16", {Class::Bits, 16}},
    TypeRow{"b32", {Class::Bits, 32}},
    TypeRow{"b64", {Class::Bits, 64}},
    TypeRow{"b128", {Class::Bits, 128}},
    TypeRow{"u8", {Class::Unsigned, 8}},
    TypeRow{"u16", {Class::Unsigned, 16}},
    TypeRow{"u32", {Class::Unsigned, 32}},
    TypeRow{"u64", {Class::Unsigned, 64}},
    TypeRow{"s8", {Class::Signed, 8}},
    TypeRow{"s16", {Class::Signed, 16}},
    TypeRow{"s32", {Class::Signed, 32}},
    TypeRow{"s64", {Class::Signed, 64}},
    TypeRow{"f16", {Class::Float, 16}},
    TypeRow{"f32", {Class::Float, 32}},
    TypeRow{"f64", {Class::Float, 64}},
    TypeRow{"f16x2", {Class::Float, 32, 2}},
    TypeRow{"bf16", {Class::Float, 16, 1, true}},
    TypeRow{"bf16x2", {Class::Float, 32, 2, true}},
    TypeRow{"tf32", {Class::Float, 32, 1, true}},
    TypeRow{"u16x2", {Class::Unsigned, 32, 2}},
    TypeRow{"s16x2", {Class::Signed, 32, 2}},
};

}  // namespace

std::optional<PtxType> typeNamed(std::string_view word) {
  const auto* row = std::ranges::find(kTypes, word, &TypeRow::word);
  return row == kTypes.end() ? std::nullopt : std::optional(row->type);
}

bool PtxInstruction::has(std::string_view modifier) const {
  return std::ranges::find(modifiers, modifier) != modifiers.end();
}

std::string PtxInstruction::fullName() const {
  std::string result(name);
  for (const std::string_view modifier : modifiers) {
    result += '.';
    result += modifier;
  }
  return result;
}

}  // namespace hrfcheck::frontend::ptx
