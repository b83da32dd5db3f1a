#pragma once

#include <optional>

#include "frontend/shared/async_row.h"

namespace hrfcheck::frontend::ptx {

/// Of instructions for barrier objects and asynchronous operations (ptx_async_table.h), and of those that PTX
/// has and that cannot be used; nothing for others.
std::optional<Signature> asyncSignature(const RowInstruction& row);

/// What such an instruction means. Mistakes go to the diagnostics of the row.
RowMeaning asyncMeaning(const ResolvedRow& row);

}  // namespace hrfcheck::frontend::ptx
