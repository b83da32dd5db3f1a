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

}  // namespace hrfcheck::inline advise
