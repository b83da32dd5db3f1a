#pragma once

#include <string>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck {

/// A program as a litmus test of its dialect: HSA, PTX or VULKAN, in columns, which `parseLitmus` reads as
/// the same program, or OPENCL, which it reads as one of the same meaning (c_code.h). Names of labels,
/// comments and the layout are lost, since a program does not hold them.
/// @param comments a line each, behind the name of the test
/// @throws UserError that names the instruction, or the part of the test, which the dialect has no words for
std::string printLitmus(const Program& program, const std::vector<std::string>& comments = {});

/// An instruction of a printed test.
struct PrintedInstruction {
  std::string label;  ///< before it; empty where there is none, or the label is all there is
  std::string
      text;  ///< what a parser has as Instruction::text: "ld.acq.wg r0, x", or "END:" for a label alone
};

/// The code of one thread in columns, an instruction of it at each place; `Instruction::text` is not looked
/// at.
/// @throws UserError as `printLitmus`
std::vector<PrintedInstruction> printedCode(const Program& program, ThreadId thread);

/// Columns of cells, the first the header, under each other: " P0@wg 0 | P1@wg 1 ;", a line for each row.
std::string printedTable(const std::vector<std::vector<std::string>>& columns);

}  // namespace hrfcheck
