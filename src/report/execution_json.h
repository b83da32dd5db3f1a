#pragma once

#include <nlohmann/json_fwd.hpp>

#include "execution/execution.h"

namespace hrfcheck::inline report {

/// An execution: its events in program order of each thread, reads-from, and coherence as one sequence of
/// event ids for each location.
nlohmann::ordered_json executionJson(const Execution& execution);

/// {"thread": 0, "index": 1, "name": "P0:1", "text": "st L, 0", "line": 6, "column": 2, "length": 7,
/// "scope": "wg 0"}, in a launched test "group" and "item", and "file" where it is not the test's own.
nlohmann::ordered_json instructionJson(const Program& program, InstructionRef where);

/// Adds the place of an instruction in the file, "line" and "column", where it is known.
void putPlace(nlohmann::ordered_json& json, const Program& program, InstructionRef where);

/// Of a launched test, where its threads are in the launch: [{"name": "P0", "group": [0,0,0], "item":
/// [0,0,0]}, ...].
nlohmann::ordered_json launchedThreadsJson(const Program& program);

}  // namespace hrfcheck::inline report
