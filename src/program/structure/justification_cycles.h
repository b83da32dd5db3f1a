#pragma once

#include <vector>

#include "program/structure/event_structure.h"

namespace hrfcheck::inline program {

/// Instructions that lie on a cycle of reads-from, as far as the locations of accesses allow, and
/// dependencies that carry a value or an address, or between two such cycles. What their reads return might
/// be justified by nothing but itself: a value out of thin air. Sorted; empty where no execution has such a
/// cycle, whatever the model.
/// @param impossible pairs of a write and a read that reads from it in no execution of the model that is
///   asked; may be null. Not looked at where an address may be made of a value out of thin air.
std::vector<InstructionRef> justificationCycles(const EventStructure& structure,
                                                const Relation* impossible = nullptr);

/// Some such cycle goes through accesses of locations that only an address out of thin air leads to.
bool followsUnknownAddresses(const EventStructure& structure);

/// By event: reads on such a cycle, and those whose value or address may be made of what one of them returns.
/// @param impossible as above
std::vector<bool> readsBehindCycles(const EventStructure& structure, const Relation* impossible = nullptr);

}  // namespace hrfcheck::inline program
