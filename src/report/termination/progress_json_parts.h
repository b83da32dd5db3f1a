#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "program/ir/program.h"

namespace hrfcheck::inline report {

// What the documents of `hrfcheck progress` have in common (docs/progress.schema.json).

/// File and name of a test.
nlohmann::ordered_json testJson(const Program& program);
/// Ends in a line break.
std::string documentText(const nlohmann::ordered_json& json);

}  // namespace hrfcheck::inline report
