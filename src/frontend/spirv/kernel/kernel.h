#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "frontend/c/lower/code_builder.h"
#include "frontend/spirv/kernel/memory.h"
#include "frontend/spirv/kernel/open_values.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::spirv {

/// How often a value is used, and whether in other blocks than its own.
struct Uses {
  std::uint32_t count = 0;
  bool elsewhere = false;
};

/// What is to be said of an open value when it has a number.
struct OpenValue {
  const Instruction* what;
  std::string name;
  std::string hint;
};

/// A kernel that is launched: all that its threads have in common.
struct Kernel {
  const Module& module;
  Types& types;
  const Pointers& pointers;
  const Memory& memory;
  const Grid& grid;
  const Function& entry;
  Names& names;
  Diagnostics& diagnostics;
  OpenValues& open;  ///< what nothing says
  std::function<c::Origin(const Instruction&)> originOf;
  std::function<std::string(Id)> nameOf;

  std::function<Place(Id)> declarationOf = {};
  std::map<Id, Value> specialized = {};          ///< constants that the launch gives other values
  std::map<Id, InputValue> values = {};          ///< of parameters and variables in registers, as said
  std::vector<OpenValue> unsaid = {};            ///< what the launch does not say, for people
  std::map<Id, std::vector<Value>> pushed = {};  ///< what a variable of push constants holds, by its numbers

  // Found in the code.
  std::vector<std::uint32_t> order = {};    ///< of the blocks (block_order.h)
  std::vector<bool> heads = {};             ///< of loops: blocks that a later one in this order leads to
  std::map<Id, std::uint32_t> blocks = {};  ///< by label
  std::map<Id, Uses> uses = {};
  std::set<Id> maybeUndefined = {};                   ///< values that need not be defined, and are passed on
  std::set<Id> readEarly = {};                        ///< variables that may be read before they are written
  std::map<const Instruction*, Value> barriers = {};  ///< their numbers

  Deadline deadline = {};

  /// What pointers point to begins with 0 where nothing says otherwise: of a kernel whose source says its
  /// launch (docs/kernels.md, "Parameters").
  bool pointersBeginWithZero = false;
  /// Whether something is to be refuted: then values that nothing says had better differ among threads.
  bool refutes = false;

  bool isOpenCl() const { return module.isKernel(); }
};

/// Fills in what is found in the code.
/// @return false after an error, which is reported
bool prepare(Kernel& kernel);

/// Where the last instruction of a block may go: labels.
std::vector<Id> successorsOf(const Instruction& terminator, Types& types);
/// A case of OpSwitch.
struct SwitchCase {
  Value literal;
  Id label;
};
std::vector<SwitchCase> switchCases(const Instruction& in, Types& types);

}  // namespace hrfcheck::frontend::spirv
