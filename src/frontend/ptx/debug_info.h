#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hrfcheck::frontend::ptx {

/// The bytes of a debugging section of a module. What stands there as a label is 0.
struct DebugSection {
  std::vector<std::uint8_t> bytes;
  std::map<std::size_t, std::string> labels;  ///< by place: the label that stands there
};

/// What a pointer in a source points to.
struct PointedType {
  std::uint64_t bytes = 0;
  bool number = false;  ///< a number, not a struct of some
  bool isFloat = false;
  bool isSigned = false;
};

/// A parameter as the source has it.
struct DebugParameter {
  std::string name;
  std::optional<PointedType> pointsTo;
};

/// What DWARF (version 2 to 4, as nvcc -G and clang -g write it) says of functions: their parameters, by the
/// name that the linker knows.
std::map<std::string, std::vector<DebugParameter>, std::less<>> parametersOf(
    const DebugSection& information, const DebugSection& abbreviations,
    const std::map<std::string, std::string, std::less<>>& strings);

}  // namespace hrfcheck::frontend::ptx
