#pragma once

#include <nlohmann/json.hpp>

#include "machine/cost/cost.h"

namespace hrfcheck::inline report {

/// The `cost` of docs/simulation.schema.json.
nlohmann::ordered_json costJson(const Program& program, const CostReport& cost);

}  // namespace hrfcheck::inline report
