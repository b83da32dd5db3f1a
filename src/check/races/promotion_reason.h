#pragma once

#include "check/races/link_reason.h"

namespace hrfcheck::inline check {

/// Why a remote operation, whose scope contains the other agent, does not promote the other side: `release`
/// and `acquire` may also be what stands in their place without being any. Nothing where it does promote.
/// @pre order.remote() is Promotes
std::optional<LinkReason> promotionReason(WitnessOrder& order, const RaceWording& say, EventId release,
                                          EventId acquire);

/// A third operation that is remote, at the same location and of a scope that would do, but of the wrong kind
/// to promote what is at fault: "the remote P1:0 promotes no acquire". Empty when there is none.
std::string wrongKindNearby(WitnessOrder& order, const RaceWording& say, EventId release, EventId acquire);

}  // namespace hrfcheck::inline check
