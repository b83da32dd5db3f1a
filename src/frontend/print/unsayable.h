#pragma once

#include <fmt/format.h>

#include <string_view>

#include "frontend/shared/dialect.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// @throws UserError: something of a test as a whole that the dialect has no words for
[[noreturn]] inline void refuseTest(const Dialect& dialect, std::string_view reason) {
  throw UserError(fmt::format("this test cannot be written in the {} dialect: {}", dialect.name, reason));
}

/// @throws UserError at the instruction
[[noreturn]] inline void refuseInstruction(const Dialect& dialect, const Program& program, ThreadId thread,
                                           std::uint32_t instruction, std::string_view reason) {
  throw UserError(program.threads[thread].instructions[instruction].place,
                  fmt::format("{} cannot be written in the {} dialect: {}",
                              program.instructionName(thread, instruction), dialect.name, reason));
}

}  // namespace hrfcheck::frontend
