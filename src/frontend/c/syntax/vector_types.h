#pragma once

#include <string_view>

#include "frontend/c/syntax/parsers.h"

namespace hrfcheck::frontend::c {

/// Whether a word is a vector type of integers of OpenCL C or CUDA: `int2`, `uint4`, `uchar16`, `dim3`.
bool isVectorWord(std::string_view word);

/// Makes a vector type known where a text uses it: a struct with a field for each component, `x y z w`, or
/// `s0 s1 ...` where there are more than four. A type of that name that the text declares comes first.
void defineVectorType(ParseContext& context, const Token& word);

/// The name of a component of a vector type by another of its names: `x` for `s0`; else the name itself.
std::string_view componentName(std::string_view vector, std::string_view name);

/// Makes known the types that only parameters may have: `memory_order` and its like.
void addMemoryWords(ParseContext& context);

}  // namespace hrfcheck::frontend::c
