#pragma once

#include <memory>
#include <string>
#include <vector>

#include "termination/waits/simt_waits.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline report {

/// What was found in one test without exploring it.
struct SimtWaitsReport {
  std::shared_ptr<const Program> program;
  SimtWaits found;
};

/// For people: a paragraph for each loop, with lines. Ends in a line break.
std::string simtWaitsText(const SimtWaitsReport& report, bool colour);

/// The document of docs/progress.schema.json with what --static finds.
/// @param diagnostics errors and warnings of all files
std::string simtWaitsJson(const std::vector<SimtWaitsReport>& reports,
                          const std::vector<Diagnostic>& diagnostics);

}  // namespace hrfcheck::inline report
