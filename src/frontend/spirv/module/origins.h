#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/spirv/module/tools.h"
#include "util/source.h"

namespace hrfcheck::frontend::spirv {

/// Of instructions that are not in the source.
inline constexpr std::uint32_t kNoOrigin = ~std::uint32_t{0};
/// What OpLine of a module whose instructions carry their origins says (withOrigins).
std::uint32_t originOf(const Words& operandsOfLine);

/// A line of the program that a compiler made a module of.
struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
};

/// A module in which every instruction of a function says, as its OpLine, which one it is in the module as
/// written: the optimizer keeps that. Instructions are counted from 0.
struct TracedModule {
  Words words;
  std::map<std::uint32_t, SourceLine> lines;  ///< what OpLine said of an instruction, by its number
};
/// Also allows all functions to be inlined. The module must be one that `parse` accepts.
TracedModule withOrigins(const Words& words);

/// The instructions outside of functions in the order that SPIR-V wants their sections in (2.4, "Logical
/// Layout of a Module"): assembly written by hand often has them in another one. Without what a module says
/// to debuggers, and kernels without their merge instructions, which are hints: the validator takes exception
/// to what some compilers (llvm-spirv 15) write there.
/// @param order gets the number that each instruction had before
Words inOrder(const Words& words, std::vector<std::uint32_t>& order);

/// Where the instructions of assembly stand in its text, in order.
std::vector<Span> instructionSpans(std::string_view text);

}  // namespace hrfcheck::frontend::spirv
