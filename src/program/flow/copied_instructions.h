#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Code that is written anew, perhaps with copies of instructions, keeps their numbers: those that reports
/// give them (joint_waits.h). They stand among the marks, where no word of a dialect looks like one.
void keepNumber(Instruction& instruction, std::uint32_t number);

/// The number that an instruction keeps; else its index.
std::uint32_t numberOf(const Thread& thread, std::uint32_t instruction);

/// Whether instructions have the same marks, but for their numbers.
bool haveSameMarks(const Instruction& a, const Instruction& b);

}  // namespace hrfcheck::inline program
