#pragma once

#include <vector>

#include "frontend/edit/spelling.h"

namespace hrfcheck::inline advise {

/// Where fences between the generic and the async proxy may be inserted, in a test that has accesses through
/// both: before what hands over or begins something (a barrier, an atomic operation, an asynchronous
/// operation) and has an access before it in its thread. They are about the memory that is accessed through
/// both proxies: shared, global, or any.
/// @param written the test as its source says
std::vector<TextChange> proxyFences(const Program& written);

/// Whether an asynchronous operation begins there.
bool isIssue(const Instruction& instruction);

/// Whether a load is the first one of a wait for a barrier object, which reads relaxed and, where the phase
/// is complete, once more with the order of the instruction: the second one is what an edit changes.
bool looksFirst(const Thread& thread, std::uint32_t at);

}  // namespace hrfcheck::inline advise
