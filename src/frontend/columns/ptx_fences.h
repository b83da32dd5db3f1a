#pragma once

#include <optional>

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend::ptx {

/// Of fences of the async and the tensormap proxy and of those that are about some accesses only; nothing for
/// other instructions.
std::optional<Signature> fenceSignature(const RowInstruction& row);

/// What such a fence means. Mistakes go to the diagnostics of the row.
Meaning fenceMeaning(const ResolvedRow& row);

}  // namespace hrfcheck::frontend::ptx
