#pragma once

#include <string>

#include "program/ir/program.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {

/// The file of a test as a report for people shows it, or its name where there is no file. A path may hold
/// anything, such as what moves a terminal's cursor.
inline std::string shownFile(const Program& program) {
  return cleaned(program.source ? program.source->name() : program.name, Controls::None);
}

}  // namespace hrfcheck::inline report
