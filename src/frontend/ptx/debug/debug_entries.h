#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hrfcheck::frontend::ptx {

inline constexpr std::uint64_t kDebugAddressBytes = 8;

/// The bytes of a debugging section of a module. What stands there as a label is 0.
struct DebugSection {
  std::vector<std::uint8_t> bytes;
  std::map<std::size_t, std::string> labels;  ///< by place: the label that stands there
};
using DebugStrings = std::map<std::string, std::string, std::less<>>;  ///< of `.debug_str`, by label

/// An entry of DWARF (version 2 to 4), with what is looked at of it.
struct DebugEntry {
  std::uint64_t tag = 0;
  std::string name;
  std::string linkageName;
  std::string address;            ///< of a variable: its label
  std::uint64_t declaration = 0;  ///< where the entry with its name is, or 0
  std::uint64_t type = 0;
  std::uint64_t bytes = 0;
  std::uint64_t encoding = 0;
  std::uint64_t offset = 0;  ///< of a member
  std::uint64_t count = 0;   ///< of an array's dimension
  bool isStatic = false;     ///< of a member: it lies elsewhere, or in some bits of a byte
  std::vector<std::uint64_t> children = {};
};
using DebugEntries = std::map<std::uint64_t, DebugEntry>;  ///< by place

/// What is not understood ends the reading: names and types are a help.
DebugEntries readDebugEntries(const DebugSection& information, const DebugSection& abbreviations,
                              const DebugStrings& strings);

}  // namespace hrfcheck::frontend::ptx
