#pragma once

#include <array>
#include <string_view>

#include "frontend/columns/mnemonic_table.h"
#include "program/expr/expr.h"

/// The tables of LISA (docs/litmus.md, "LISA").
namespace hrfcheck::frontend::lisa {

/// Of tests without a tree. Trees name their own levels.
inline constexpr std::array<std::string_view, 2> kLevels = {"thread", "system"};
inline constexpr std::array<std::string_view, 2> kSections = {"levels", "regions"};

/// The forms of LISA's instructions.
enum class Form { Load, Store, Fence, Rmw, Branch, Move, Call };

/// A row of the table of instructions. The roles are those of operands without `(operator v v)`.
struct Mnemonic {
  std::string_view name;
  Form form;
  std::string_view roles;   ///< Signature::roles
  std::string_view syntax;  ///< Signature::syntax
};

inline constexpr auto kMnemonics = std::to_array<Mnemonic>({
    {"r", Form::Load, "ta", "r[annotations] r0 x"},
    {"w", Form::Store, "av", "w[annotations] x v"},
    {"f", Form::Fence, "", "f[annotations]"},
    {"rmw", Form::Rmw, "tva", "rmw[annotations] r0 v x or rmw[annotations] r0 (add r0 v) x"},
    {"b", Form::Branch, "vl", "b[annotations] r0 LABEL or b[annotations] LABEL"},
    {"mov", Form::Move, "tv", "mov r0 v or mov r0 (add v v)"},
    {"call", Form::Call, "", "call[name]"},
});
static_assert(mnemonicsAreSound(kMnemonics), "names are unique, roles known");

/// What `(operator v v)` may compute.
struct Operator {
  std::string_view name;
  BinaryOp op;
};
inline constexpr auto kOperators = std::to_array<Operator>({
    {"add", BinaryOp::Add},
    {"and", BinaryOp::And},
    {"eq", BinaryOp::Eq},
    {"neq", BinaryOp::Ne},
    {"xor", BinaryOp::Xor},
});

/// herd's registers are `r` and digits; every other name is a location or a label.
constexpr bool isRegister(std::string_view name) {
  return name.size() > 1 && name[0] == 'r' &&
         name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

}  // namespace hrfcheck::frontend::lisa
