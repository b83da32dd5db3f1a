#pragma once

#include <string>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck {

/// A program of the HSA dialect as a litmus test, which `parseLitmus` reads as the same program: names of
/// labels, comments and the layout are lost, since a program does not hold them.
/// @throws UserError that names the instruction, or the part of the test, which the dialect has no words for
std::string printLitmus(const Program& program);

/// An instruction of a printed test.
struct PrintedInstruction {
  std::string label;  ///< before it; empty where there is none, or the label is all there is
  std::string
      text;  ///< what a parser has as Instruction::text: "ld.acq.wg r0, x", or "END:" for a label alone
};

/// The code of one thread, an instruction of it at each place; `Instruction::text` is not looked at.
/// @throws UserError as `printLitmus`
std::vector<PrintedInstruction> printedCode(const Program& program, ThreadId thread);

/// Columns of cells, the first the header, under each other: " P0@wg 0 | P1@wg 1 ;", a line for each row.
std::string printedTable(const std::vector<std::vector<std::string>>& columns);

}  // namespace hrfcheck
