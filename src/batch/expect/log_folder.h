#pragma once

#include <string>
#include <vector>

#include "report/log/log_parser.h"

namespace hrfcheck::inline batch {

/// The folder of expected logs beside a test: "a/t.litmus" -> "a/expected".
std::string logFolderOf(const std::string& test);
/// "a/t.litmus" -> "a/expected/t.log".
std::string logOf(const std::string& test);

/// An expected log: one test under several models.
/// @throws UserError when it cannot be read, when an entry names no model, or two the same
std::vector<ParsedEntry> readExpectedLog(const std::string& path);

}  // namespace hrfcheck::inline batch
