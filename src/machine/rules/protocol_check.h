#pragma once

#include <vector>

#include "machine/rules/protocol.h"

namespace hrfcheck::inline machine {

/// @param chosen the steps of the clause that an instruction takes
/// @throws UserError where no requester can go through them: an access too many, a flush that nobody waits
///         for
void checkSteps(const ProtocolClause& clause, const std::vector<const ProtocolStep*>& chosen,
                const Site& site);

}  // namespace hrfcheck::inline machine
