#pragma once

#include <optional>
#include <vector>

#include "frontend/lowlevel/module/module.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::lowlevel {

/// Where control may come from elsewhere than the instruction before, and which registers are read there or
/// later before they are written.
class Liveness {
 public:
  /// @throws OutOfTime
  Liveness(const Function& function, const Deadline& deadline);

  bool isJoin(std::uint32_t instruction) const { return joins_[instruction]; }
  /// At an instruction to which control may come by a jump, and at those behind calls.
  bool isLive(std::uint32_t instruction, std::uint32_t reg) const;

 private:
  std::vector<bool> joins_;
  std::vector<std::vector<bool>> live_;  ///< by instruction; empty where nobody asks
};

/// That of the functions of a module, each when it is asked for.
class LivenessOfFunctions {
 public:
  LivenessOfFunctions(const Module& module, const Deadline& deadline)
      : module_(module), deadline_(deadline), found_(module.functions.size()) {}

  /// @throws OutOfTime
  const Liveness& of(std::uint32_t function) {
    if (!found_[function]) {
      found_[function].emplace(module_.functions[function], deadline_);
    }
    return *found_[function];
  }

 private:
  const Module& module_;
  const Deadline& deadline_;
  std::vector<std::optional<Liveness>> found_;
};

/// Where control may go from an instruction, in its function.
std::vector<std::uint32_t> successorsOf(const Function& function, std::uint32_t instruction);

}  // namespace hrfcheck::frontend::lowlevel
