#pragma once

#include <map>
#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <vector>

#include "frontend/spirv/module/tools.h"

namespace hrfcheck::frontend::spirv {

using Id = std::uint32_t;
inline constexpr Id kNoId = 0;

/// An instruction of a module.
struct Instruction {
  spv::Op op = spv::Op::OpNop;
  Id type = kNoId;
  Id result = kNoId;
  Words operands = {};          ///< the words behind the ids of type and result
  std::uint32_t origin = 0;     ///< which one it is, or came from, in the module as written: Origins
  std::uint32_t extension = 0;  ///< OpExtInst: the set, as SPIRV-Tools numbers them
};

/// A basic block: its last instruction says where to go.
struct Block {
  Id label = kNoId;
  std::vector<Instruction> code;
};

/// A function with its body.
struct Function {
  Instruction head;
  std::vector<Instruction> parameters;
  std::vector<Block> blocks;
};

/// A word that a module says of an id, or of a member of a struct, with its operands.
struct Decoration {
  spv::Decoration word;
  Words operands;
};

/// An entry point.
struct EntryPoint {
  spv::ExecutionModel model;
  Id function = kNoId;
  std::string name;
};

/// A module as its instructions say it, not looked into: what an id means is looked up where it is used.
struct Module {
  std::uint32_t bound = 0;
  spv::MemoryModel memoryModel = spv::MemoryModel::Simple;
  std::uint32_t addressBytes = 8;  ///< of a pointer
  std::vector<EntryPoint> entryPoints;
  std::map<Id, std::array<std::uint32_t, 3>> localSizes;  ///< by entry point
  std::map<Id, std::string> names;
  std::map<std::pair<Id, std::uint32_t>, std::string> memberNames;
  std::map<Id, std::string> strings;
  std::map<Id, std::string> imports;  ///< sets of instructions by their names
  std::map<Id, std::vector<Decoration>> decorations;
  std::map<std::pair<Id, std::uint32_t>, std::vector<Decoration>> memberDecorations;
  std::map<Id, Instruction> globals;  ///< types, constants and variables
  std::vector<Id> variables;          ///< the variables among them, in the order of the module
  std::vector<Instruction> remarks;   ///< OpExtInst outside of functions
  std::vector<Function> functions;

  /// Whether pointers may be stored and computed with: in kernels, and where capabilities say so.
  bool physicalPointers = false;

  bool isKernel() const { return memoryModel == spv::MemoryModel::OpenCL; }
  const Instruction* global(Id id) const;
  const Function* function(Id id) const;
  const Decoration* decoration(Id id, spv::Decoration word) const;
  const Decoration* decoration(Id id, std::uint32_t member, spv::Decoration word) const;
  /// "%flag", "%18": as the text of the module calls it.
  std::string nameOf(Id id) const;
};

/// Text in operands, from the k-th word on.
std::string textIn(const Words& operands, std::size_t from);
/// How many words a text takes.
std::size_t wordsOfText(const std::string& text);

/// Reads the words of a module whose instructions carry their origins (origins.h).
/// @return nothing after an error of SPIRV-Tools, which `message` says
std::optional<Module> readWords(const Words& words, ToolMessage& message);

/// The values that an instruction uses: ids among its operands, but for labels, and ids of scopes and
/// semantics are among them.
std::vector<Id> usedBy(const Instruction& in);

/// What one number is made of by all threads of a group.
bool isReduction(spv::Op op);

}  // namespace hrfcheck::frontend::spirv
