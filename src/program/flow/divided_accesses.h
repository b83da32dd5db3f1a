#pragma once

#include <string>

#include "program/ir/program.h"

/// Accesses of several sizes to the same bytes, as compiled code has them. The bytes that others access alone
/// are locations of their own: an access to several of them is several instructions, one after the other.
/// Instruction::marks say which they are, and how many bytes the whole access takes.
namespace hrfcheck::inline program {

/// Of a load or a store: the access that the instruction before it with an event is part of goes on.
inline constexpr const char* kMarkOfPart = "part";
/// Of a load: part of an update that gives no value back.
inline constexpr const char* kMarkOfReduction = "red";
/// "bytes4": of an access to bytes some of which others may access together with other bytes, or alone.
std::string markOfBytes(unsigned bytes);

/// Whether the code says of accesses how many bytes they take.
bool saysSizes(const Program& program);
/// The first of the instructions that an atomic access is several of; null where there is none.
const Instruction* dividedAtomic(const Program& program);
/// Why those who would take the instructions for several accesses cannot go on: "others access some bytes of
/// an atomic access alone ('atom.global.add.u64 ...', k.ptx:12)".
std::string dividedAtomicText(const Program& program, const Instruction& instruction);
/// Refuses a program with a divided atomic access, on behalf of who executes an instruction after the other.
/// @throws UserError
void refuseDividedAtomics(const Program& program);

bool isPart(const Instruction& instruction);

}  // namespace hrfcheck::inline program
