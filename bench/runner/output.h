#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/runner/machine.h"
#include "bench/runner/row.h"

namespace hrfcheck::bench {

/// "0.13 ms", "2.10 s", "8.4 MB", "1.07x".
std::string quantity(double value, Unit unit);

/// One line of a table for people: median, min, max, peak memory, events, outcomes, variables, clauses,
/// solver time.
std::string tableHead();
std::string tableLine(const Result& result);

/// Everything, for bench/compare; `bench/compare` reads "rows" by "name".
nlohmann::ordered_json toJson(const Machine& machine, const std::vector<Result>& results);

/// The tables of docs/performance.md: machine, targets, scaling, herd7.
std::string toMarkdown(const Machine& machine, const std::vector<Result>& results);

}  // namespace hrfcheck::bench
