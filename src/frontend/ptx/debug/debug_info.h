#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/lowlevel/module/source_type.h"
#include "frontend/ptx/debug/debug_entries.h"

namespace hrfcheck::frontend::ptx {

/// A parameter as the source has it.
struct DebugParameter {
  std::string name;
  lowlevel::SourceTypePtr type = nullptr;      ///< null where nothing is said of it
  lowlevel::SourceTypePtr pointsTo = nullptr;  ///< of pointers and references
};

/// What debugging information, as nvcc -G and clang -g write it, says of a module.
struct DebugInformation {
  /// By the name that the linker knows: of functions.
  std::map<std::string, std::vector<DebugParameter>, std::less<>> parameters = {};
  /// By their names in the module.
  std::map<std::string, lowlevel::SourceTypePtr, std::less<>> variables = {};
};

DebugInformation debugInformationOf(const DebugSection& information, const DebugSection& abbreviations,
                                    const DebugStrings& strings);

}  // namespace hrfcheck::frontend::ptx
