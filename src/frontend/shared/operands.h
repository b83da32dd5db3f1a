#pragma once

#include <optional>
#include <vector>

#include "frontend/shared/names.h"
#include "frontend/shared/text/rows.h"

namespace hrfcheck::frontend {

struct Dialect;

/// What an operand is used as; the letters of Signature::roles.
enum class OperandRole : char {
  Target = 't',          ///< a register that is written
  TargetOrNone = 'd',    ///< the same, or `_`
  Address = 'a',         ///< a place in memory
  Read = 'v',            ///< a register, a constant, an id, the address of a location
  Label = 'l',           ///< where a branch goes
  Number = 'c',          ///< a constant
  OptionalNumber = 'n',  ///< a constant that may be omitted (then 0); only others of this kind follow
  Count = 'r',           ///< a constant or a register
  OptionalCount = 'o'    ///< the same, and may be left out (then 0); only others of this kind follow
};
inline constexpr std::string_view kOperandRoles = "tdavlcnro";

/// Whether an operand of that role may be left out.
constexpr bool isOptional(OperandRole role) {
  return role == OperandRole::OptionalNumber || role == OperandRole::OptionalCount;
}

/// What a dialect takes as operands of an instruction.
struct Signature {
  std::string_view roles;    ///< one letter each, see OperandRole
  std::string_view syntax;   ///< for messages: "ld[.ORDER.SCOPE] r, a"
  std::string_view refusal;  ///< why it cannot be used, where it is known but not supported; else empty
};

inline OperandRole roleOf(const Signature& signature, std::size_t operand) {
  return static_cast<OperandRole>(signature.roles[operand]);
}

/// An operand with its names looked up; which member counts depends on the role.
struct ResolvedOperand {
  std::optional<RegisterId> target;
  ExprPtr expr;
  std::uint32_t label = 0;
  BarrierNumber number = 0;    ///< only barriers have numbers
  std::string reference = {};  ///< of addresses: Instruction::reference
};

/// One column of the table, and the threads that run it.
struct Column {
  std::vector<ThreadId> threads;
  std::vector<RowInstruction> rows;
};

/// First pass over all columns, before anything is resolved: reports unknown instructions and wrong numbers
/// of operands (their mnemonics are cleared, so that they are not examined again), declares the locations
/// that only the code mentions, and enters every register of the code into `names`.
void collectNames(std::vector<Column>& columns, const Dialect& dialect, Names& names, const SourcePtr& source,
                  Diagnostics& diagnostics);

/// The thread whose instructions are made in the second pass (columns/async_rows.h).
/// @param ids of the thread by level (for `%wg`), @param lane its position in its wave
struct ThreadPlace {
  ThreadId thread;
  std::vector<std::uint32_t> ids;
  std::uint32_t lane;
};

}  // namespace hrfcheck::frontend
