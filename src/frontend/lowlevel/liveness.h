#pragma once

#include <set>
#include <vector>

#include "frontend/lowlevel/module.h"
#include "util/deadline.h"

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

/// Where control may go from an instruction, in its function.
std::vector<std::uint32_t> successorsOf(const Function& function, std::uint32_t instruction);

}  // namespace hrfcheck::frontend::lowlevel
