#pragma once

#include <optional>
#include <string>

#include "program/ir/program.h"

/// Other ways of writing a test, which mean the same.
namespace hrfcheck {

/// A random C test (random_c.h) with a counter in every loop, so that no loop merely waits any more; nothing
/// if it has no loop.
std::optional<std::string> withCountedRounds(const std::string& litmus);

/// A random C test whose threads each call a function with all of their code; the observed registers are
/// passed by their addresses.
std::string withThreadsAsFunctions(const std::string& litmus);

/// An HSA test in OpenCL C; nothing where OpenCL has no such thing (barriers of agents, minima of registers).
std::optional<std::string> openClTwin(const Program& program);

}  // namespace hrfcheck
