#pragma once

#include <deque>
#include <map>
#include <vector>

#include "frontend/lowlevel/specialize/launch_facts.h"
#include "frontend/lowlevel/specialize/specialize.h"

namespace hrfcheck::frontend::lowlevel {

/// What an asynchronous operation does between its beginning and its end, as the code of its agent.
struct AsyncAgentCode {
  ResidualThread thread = {};                ///< its registers; no blocks
  std::vector<ResidualStep> reads = {};      ///< of the source
  std::vector<ResidualStep> writes = {};     ///< of the destination, or an arrival
  std::vector<ResidualStep> completes = {};  ///< a barrier object counts what has been copied
};

/// Makes the code of a copy, of a reduction, or of an arrival behind copies (PTX ISA, "Data Movement and
/// Conversion Instructions: Asynchronous copy").
///
/// A copy is weak reads and weak writes, in elements that other code accesses there. A bulk copy's are in the
/// async proxy; its complete-tx on a barrier object, in the generic proxy, "has .release semantics at the
/// .cluster scope". Each element of a bulk reduction "has individually .relaxed.gpu memory ordering
/// semantics".
/// @param elements the sizes in which other code accesses objects
/// @param accesses what the code refers to
AsyncAgentCode codeOf(const AsyncAgent& what, const std::map<std::uint32_t, unsigned>& elements,
                      std::deque<Access>& accesses);

}  // namespace hrfcheck::frontend::lowlevel
