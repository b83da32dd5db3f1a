#pragma once

#include <map>
#include <string>

#include "suite/suite.h"

namespace hrfcheck::inline suite {

/// Where programs were saved, by number.
using SavedPrograms = std::map<std::uint64_t, std::string>;

/// For people: counts by property, the smallest programs of each finding, and how to run them again.
std::string suiteText(const SuiteOptions& options, const SuiteResult& result, const SavedPrograms& saved);
/// docs/suite.schema.json. Ends in a line break.
std::string suiteJson(const SuiteOptions& options, const SuiteResult& result);

/// The command that shows a finding by itself.
std::string replayCommand(const SuiteOptions& options, const SuiteFinding& finding, const std::string& file);

}  // namespace hrfcheck::inline suite
