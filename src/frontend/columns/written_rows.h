#pragma once

#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// Instruction::marks of what stands for a row as it is written: its text is the row.
inline constexpr const char* kMarkOfWrittenRow = "row";

/// A test of the PTX dialect without the threads and registers that columns/async_rows.h adds: rows that mean
/// several instructions are one each, which does nothing and has kMarkOfWrittenRow. Others stay as they are.
Program asWritten(Program program);

}  // namespace hrfcheck::frontend
