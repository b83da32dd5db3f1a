#pragma once

#include "check/check.h"
#include "check/races/race_wording.h"

namespace hrfcheck::inline check {

/// Why something is not ordered: the reason, and a clause that says it of this execution.
struct LinkReason {
  UnorderedReason reason;
  std::string text;
};

/// Why a release (or what stands for it) and an acquire whose scopes do not fit do not synchronize, in terms
/// of scopes and promotion. Nothing where the scopes fit.
std::optional<LinkReason> scopeReason(WitnessOrder& order, const RaceWording& say, EventId from, EventId to);

/// Why a link of a chain is not ordered. @pre it is not
LinkReason linkReason(WitnessOrder& order, const RaceWording& say, const SyncLink& link);

}  // namespace hrfcheck::inline check
