#pragma once

#include <string>

#include "batch/suite/suite.h"
#include "batch/suite/suite_format.h"

namespace hrfcheck::inline batch {

/// What was asked, from the header of a results file: the inverse of suiteDescription.
/// @param path of the file, for messages
/// @throws UserError when the options are none that suiteDescription writes
SuiteOptions suiteOptionsFrom(const SuiteHeader& header, const std::string& path);

}  // namespace hrfcheck::inline batch
