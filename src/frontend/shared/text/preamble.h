#pragma once

#include <map>
#include <string>

#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// What stands before the initial state: the dialect's word, the test's name, descriptions, `Key=Value`
/// lines.
struct Preamble {
  std::string dialect;
  Span dialectSpan;
  std::string name;  ///< without control characters
  std::string description;
  std::map<std::string, std::string> keyValues;
  std::uint32_t end = 0;  ///< offset of the `{` of the initial state, or of the end of the file
};

/// Reads the first line only: `dialect`, `dialectSpan`, `name`, and `end` after them.
/// @throws UserError when there is no first word.
Preamble readHeading(const SourcePtr& source);

/// Reads on, from `preamble.end` to the initial state.
void readDescriptions(const SourcePtr& source, Preamble& preamble, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
