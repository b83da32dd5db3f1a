#pragma once

#include <string>

#include "check/races/annotation_edit.h"
#include "program/ir/program.h"

namespace hrfcheck::inline report {

inline constexpr const char* kRaceLabel = "heterogeneous race";

/// One instruction of a race as columns.
struct RaceRow {
  std::string name, text, scope, place;
};

inline RaceRow raceRow(const Program& program, InstructionRef where) {
  const Instruction& instruction = instructionAt(program, where);
  const auto scope = scopeOf(program, where);
  return {program.instructionTitle(where.thread, where.instruction), instruction.text,
          scope ? scopeText(program.scopes, *scope) : "ordinary", program.lineText(instruction.place)};
}

}  // namespace hrfcheck::inline report
