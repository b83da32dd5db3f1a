#pragma once

#include <string>

#include "program/ir/program.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {

/// The file of a test as a report for people shows it, or its name where there is no
/// file: "queue.cl:steal-two" where the file has several tests. A path may hold
/// anything, such as what moves a terminal's cursor.
inline std::string shownFile(const Program& program) {
  if (!program.source) {
    return cleaned(program.name, Controls::None);
  }
  const std::string& test = program.testInFile;
  return cleaned(program.source->name() + (test.empty() ? "" : ":" + test), Controls::None);
}

}  // namespace hrfcheck::inline report
