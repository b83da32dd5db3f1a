#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What is asked of SPIRV-Tools, which only this folder knows.
namespace hrfcheck::frontend::spirv {

/// A module as a stream of words.
using Words = std::vector<std::uint32_t>;

/// A message of SPIRV-Tools.
struct ToolMessage {
  std::string text;
  std::size_t line = 0;    ///< of the assembler, from 0
  std::size_t column = 0;  ///< of the assembler, from 0
  std::size_t instruction =
      0;  ///< of the other tools: which one in the module, from 1; 0 where it is not said
};

/// Reads assembly; ids that are numbers keep them.
/// @param minor of the version of SPIR-V, 1.minor, that the module is written for
/// @return nothing after an error, which `message` says
std::optional<Words> assembled(std::string_view text, unsigned minor, ToolMessage& message);

/// Writes assembly, with ids by their names.
std::optional<std::string> disassembled(const Words& words, ToolMessage& message);

/// Whether a module is valid; if not, `message` says why.
bool isValid(const Words& words, ToolMessage& message);

/// What `simplified` does, by the names of the flags of `spirv-opt`.
const std::vector<std::string>& simplifications();

/// A valid module without calls, as far as they can be avoided, and with its variables in registers.
/// @return nothing if the optimizer cannot do it
std::optional<Words> simplified(const Words& words, ToolMessage& message);

/// The pass that `upgraded` is, by its flag.
inline constexpr const char* kUpgrade = "--upgrade-memory-model";
/// A valid module of the memory model GLSL450 as one of the memory model Vulkan.
/// @return nothing if the optimizer cannot do it
std::optional<Words> upgraded(const Words& words, ToolMessage& message);

/// An instruction as the parser of SPIRV-Tools hands it out: its operands are as many as its grammar wants.
struct ParsedInstruction {
  std::uint16_t opcode;
  std::uint32_t type;    ///< id of the type of its result, 0 without one
  std::uint32_t result;  ///< id of its result, 0 without one
  std::uint32_t
      extension;   ///< OpExtInst: which set of instructions; kNonSemantic for those that mean nothing
  Words operands;  ///< the words behind the ids of type and result
};
/// Reads a module instruction by instruction.
/// @return false after an error, which `message` says
bool parse(const Words& words, const std::function<void(ParsedInstruction)>& take, ToolMessage& message);

/// "OpAtomicStore"
std::string opcodeName(std::uint16_t opcode);

}  // namespace hrfcheck::frontend::spirv
