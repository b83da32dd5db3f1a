#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "util/diagnostic.h"

namespace hrfcheck::inline report {

/// [{"severity": "error", "message": ..., "hint": ..., "file": "a.litmus", "line": 6, "column": 2, "length":
/// 7}, ...], without what is not known.
nlohmann::ordered_json diagnosticsJson(const std::vector<Diagnostic>& diagnostics);

/// Adds how long a place is, in bytes, from its column on: "length", left out where it is not known.
void putLength(nlohmann::ordered_json& json, const Place& place);

}  // namespace hrfcheck::inline report
