#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/process.h"

namespace hrfcheck::test {

/// The lines of a results file as JSON: header, rows, and the last line where there is one.
std::vector<nlohmann::json> linesOf(const std::string& path);
/// The rows of a complete results file. A file that is not complete fails the test.
std::vector<nlohmann::json> rowsOf(const std::string& path);
/// A file's text with every number after "seconds": or time=" replaced by 0.
std::string withoutTimes(const std::string& path);

/// A page without what its head says of the run: date, duration, command line.
std::string withoutRun(const std::string& page);

/// Message passing in one work-group.
std::string messagePassing(const std::string& name, const std::string& scope = "wg");
/// A test that takes minutes, and next to no memory, with kSlowly.
std::string endlessTest(const std::string& name);
/// A test that takes a tenth of a second with kSlowly.
std::string moderateTest(const std::string& name);
/// Options that find no short cut.
inline constexpr const char* kSlowly = "--engine explicit --symmetry off -m hrf-indirect-relaxed";

/// To begin a script with. `waitfor COMMAND` waits until the command succeeds: five minutes at most, and no
/// longer than what the script started in the background runs. What the script leaves behind is killed.
inline const std::string kWaitFor =
    "trap 'kill -KILL $(jobs -p) 2> /dev/null' EXIT\n"
    "waitfor() { until \"$@\"; do test -z \"$!\" || kill -0 $! || exit 98; test $SECONDS -lt 300 || exit 99; "
    "sleep 0.1; done; }\n";

}  // namespace hrfcheck::test
