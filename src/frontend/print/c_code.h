#pragma once

#include <string>

#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// The threads of a program of the OPENCL dialect, a function each: branches are written with goto, and an
/// instruction with a predicate inside an if. What is read again may have other instructions, since an if is
/// more than one, but does the same.
/// @pre names of registers are identifiers
/// @throws UserError at an instruction that the dialect has no words for
std::string openClCode(const Program& program);

/// One of its functions, in parts.
struct CFunction {
  std::string parameters;  ///< `global atomic_int* x, int* q`: the locations that the statements name
  std::string body;        ///< indented statements, a line each
};
CFunction openClFunction(const Program& program, ThreadId thread);

}  // namespace hrfcheck::frontend
