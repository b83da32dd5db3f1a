#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Of an instruction that does nothing and stands for the call of a function that is defined elsewhere, whose
/// name follows: Instruction::marks, which no model looks at.
inline constexpr std::string_view kMarkElsewhere = "elsewhere:";

inline std::string elsewhereMark(std::string_view function) {
  return std::string(kMarkElsewhere) + std::string(function);
}
inline bool isOfFunctionElsewhere(const std::vector<std::string>& marks) {
  return std::ranges::any_of(marks, [](const std::string& mark) { return mark.starts_with(kMarkElsewhere); });
}

/// What is taken for granted of functions that threads call and that are defined elsewhere; nothing where
/// there are none.
inline std::optional<std::string> assumedOfFunctionsElsewhere(const Program& program) {
  std::set<std::string> functions;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      for (const std::string& mark : instruction.marks) {
        if (mark.starts_with(kMarkElsewhere)) {
          functions.insert(mark.substr(kMarkElsewhere.size()));
        }
      }
    }
  }
  if (functions.empty()) {
    return std::nullopt;
  }
  const bool one = functions.size() == 1;
  return fmt::format("{}, which {} defined elsewhere, {} and {} no memory", fmt::join(functions, ", "),
                     one ? "is" : "are", one ? "returns" : "return", one ? "accesses" : "access");
}

}  // namespace hrfcheck::inline program
