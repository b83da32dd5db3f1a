#pragma once

#include "frontend/test_file.h"
#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::frontend {

/// OpenCL C that hrfcheck's own reader refuses, as clang compiles it, with a warning that says so and why;
/// null where the text is read as it is, or may be as soon as more is said of its launch, or where it is
/// none. What the text may include is in the options, and which of its tests are meant: all where none is
/// named.
/// @throws UserError where the text does not compile: with what the reader says if clang stops at a place
///   that the reader refuses, too, else with what clang says, and then the reader; OutOfTime
SourcePtr compiledInstead(const SourcePtr& source, const LaunchOptions& options, const Deadline& deadline);

}  // namespace hrfcheck::frontend
