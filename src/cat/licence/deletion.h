#pragma once

#include "cat/licence/event_kinds.h"
#include "cat/licence/licences.h"

namespace hrfcheck::cat {

/// Whether an execution stays consistent, and raises the flags that it raises by other events, without some
/// of its instructions.
/// @param deletable kinds of the events of such instructions
LicenceFinding deletionOf(const Model& model, const ByKind<bool>& deletable);

/// Reads and fences; and read-modify-writes besides.
inline constexpr ByKind<bool> kReadsAndFences{false, true, false, true, false};
inline constexpr ByKind<bool> kUpdatesBesides{false, true, true, true, false};

}  // namespace hrfcheck::cat
