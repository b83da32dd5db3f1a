#pragma once

#include <memory>

#include "program/ir/program.h"
#include "util/random.h"

namespace hrfcheck::test {

struct RandomShape {
  unsigned threads = 2;
  bool barriers = false;
  bool alike = false;   ///< all threads run the same code
  bool listed = true;   ///< final states list registers
  bool groups = false;  ///< every thread has a work-group of its own
  /// With barriers: registers name some, without a count for those whose code names them. No jumps back.
  bool named = false;
};

/// A small program over two locations that hold 0 or 1, with jumps to and fro; no loop without an access.
std::shared_ptr<const Program> randomProgram(Random& random, const RandomShape& shape);

}  // namespace hrfcheck::test
