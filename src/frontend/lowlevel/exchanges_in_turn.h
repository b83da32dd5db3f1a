#pragma once

#include <optional>
#include <set>
#include <vector>

#include "frontend/lowlevel/specialize.h"

namespace hrfcheck::frontend::lowlevel {

/// What writing the code of all threads has shown.
struct Shown {
  std::vector<WrittenThread> threads = {};
  std::set<std::uint32_t> written = {};
  Exchanges said = {};
  bool refused = false;
  std::optional<std::uint32_t> openExchange = std::nullopt;
  bool inTurn = false;  ///< ways of a thread have waited for other lanes, and come in another order than else

  void add(WrittenThread thread);
};

/// Writes the code of all threads side by side: before an exchange, lanes wait until all ways of the others
/// have come to it or have ended. So what each gives is known at once, and not after as many passes as there
/// are exchanges.
/// @param facts their exchanges are those that are shown, afterwards
/// @throws OutOfTime
Shown writtenInTurn(const Module& module, LivenessOfFunctions& liveness, LaunchFacts& facts,
                    const Deadline& deadline);

}  // namespace hrfcheck::frontend::lowlevel
