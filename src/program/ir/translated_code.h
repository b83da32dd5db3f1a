#pragma once

#include <functional>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Writes the code of a thread anew, instruction by instruction; branches go to what their targets became.
/// @param append adds what an instruction becomes to the code, which may be nothing or several instructions
void translate(Thread& thread,
               const std::function<void(const Instruction&, std::vector<Instruction>& code)>& append);

/// The ids of the threads by level, as declared: what ScopeTree is made of.
std::vector<std::vector<std::uint32_t>> declaredIds(const ScopeTree& tree);

}  // namespace hrfcheck::inline program
