#pragma once

#include <vector>

#include "program/skeleton/skeleton.h"

namespace hrfcheck::inline program {

/// Instructions that lie on a cycle of reads-from, as far as the locations of accesses allow, and
/// dependencies that carry a value or an address, or between two such cycles. What their reads return might
/// be justified by nothing but itself: a value out of thin air. Sorted; empty where no execution has such a
/// cycle, whatever the model.
std::vector<InstructionRef> justificationCycles(const Skeleton& skeleton);

/// Some such cycle goes through accesses of locations that only an address out of thin air leads to.
bool followsUnknownAddresses(const Skeleton& skeleton);

/// By event: reads on such a cycle, and those whose value or address may be made of what one of them returns.
std::vector<bool> readsBehindCycles(const Skeleton& skeleton);

}  // namespace hrfcheck::inline program
