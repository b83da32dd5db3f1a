#pragma once

#include <string>
#include <vector>

#include "batch/results/journal.h"

namespace hrfcheck::inline batch {

/// Reads the texts of tests to tell them from others later on.
CorpusPrint corpusPrint(const std::vector<std::string>& tests);

}  // namespace hrfcheck::inline batch
