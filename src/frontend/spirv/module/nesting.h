#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "frontend/spirv/module/tools.h"

namespace hrfcheck::frontend::spirv {

/// A type or a constant that is too large or too deep to be walked through.
struct TooNested {
  std::uint32_t instruction;  ///< which one of the module, from 0
  std::string message;
};

/// How many parts types and constants consist of. Each may have another one in it several times, so that a
/// module of some lines may describe 2^60 parts: they are counted before anything, SPIRV-Tools among it,
/// walks through them. The elements of an array count once as a type, and each as a constant.
class Nesting {
 public:
  /// The parts of a type or constant. A pointer is as large as what it points to: tools follow it.
  static constexpr std::uint64_t kMostParts = 100'000;
  /// SPIR-V, 2.17, "Universal Limits": "Structure nesting depth".
  static constexpr std::uint32_t kDeepest = 255;

  /// Takes the instructions of a module, in order.
  void take(const ParsedInstruction& in);
  /// The first one that is too large; nothing if there is none.
  const std::optional<TooNested>& found() const { return found_; }

 private:
  struct Size {
    std::uint64_t parts = 1;
    std::uint32_t depth = 0;
  };
  Size sizeOf(const ParsedInstruction& in) const;
  void add(Size& size, std::uint32_t id) const;

  std::map<std::uint32_t, Size> sizes_;  ///< by id; what is not there has one part
  std::uint32_t instructions_ = 0;
  std::optional<TooNested> found_;
};

}  // namespace hrfcheck::frontend::spirv
