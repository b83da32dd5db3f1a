#pragma once

#include <string>

#include "fronts/answer.h"

namespace hrfcheck::fronts {

/// What is asked about a kernel in each of the ways.
struct Question {
  const Model* model = nullptr;  ///< null: which schedulers let it end
  WhichEngine engine = WhichEngine::Explicit;
};

/// What came of comparing a kernel as written with the same kernel as compiled.
struct Comparison {
  enum class Kind {
    Same,
    Differs,
    Undefined,    ///< C leaves undefined what some execution does; the others are there as compiled, too
    Diverges,     ///< some barrier is not met by all; CUDA goes on without threads that have ended
    Cut,          ///< a loop as written has more rounds than are looked at
    Open,         ///< as written, what nothing says
    NotComputed,  ///< as compiled, some operation
    Refused,
    Large
  };
  Kind kind = Kind::Same;
  std::string text = {};  ///< of all but Same: how, or why
};
const char* nameOf(Comparison::Kind kind);

Answer answerOf(const Asked& kernel, const Question& question);

/// @param way another one than that of the first answer, which is of the kernel as written
Comparison compared(const Answer& written, const Answer& compiled, Way way);

/// The kernel with as little in it as still differs, with the same question and in the same way.
kernels::Kernel shrunk(kernels::Kernel kernel, const Question& question, Way way);

}  // namespace hrfcheck::fronts
