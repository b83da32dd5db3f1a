#pragma once

#include <optional>
#include <vector>

#include "program/ir/program.h"
#include "program/unroll/unroll.h"
#include "program/values/provenance.h"

namespace hrfcheck::inline program {

/// Which writes a stored value may come back to: through memory and registers, by what instructions name and
/// in any order. Writes between which values may go to and fro are on one cycle; a value that has left a
/// cycle never comes back to it.
class ValueCycles {
 public:
  ValueCycles(const Program& program, const std::vector<UnrolledThread>& threads);

  /// What is certain of a value after the write of a node; nothing where a value with this history cannot
  /// come there: it has been there before, or has come through as many writes of the cycle as there are.
  std::optional<History> through(ThreadId t, NodeId n, const History& history) const;

 private:
  struct Member {
    std::uint32_t cycle;
    std::uint32_t index;  ///< among the writes of the cycle
  };

  std::vector<std::vector<std::optional<Member>>> members_;  ///< by thread and node
  std::vector<std::uint32_t> writes_;                        ///< by cycle: how many it has
};

}  // namespace hrfcheck::inline program
