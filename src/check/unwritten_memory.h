#pragma once

#include <string>
#include <vector>

#include "check/prepare/preparation.h"

namespace hrfcheck::inline check {

/// Of a launched kernel: that it may read local memory which nobody has written, and what is taken for its
/// contents (no host can say what it holds; OpenCL C 3.0, 6.7.2, CUDA C++, "__shared__"). At most one note.
/// @throws OutOfTime when the deadline expires first
std::vector<std::string> notesOfUnwrittenMemory(const PreparedTest& test, const Deadline& deadline);

}  // namespace hrfcheck::inline check
