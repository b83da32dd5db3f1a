#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

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

/// The instructions that a race's explanation names, "P0:2  k.cu:8  flag = 1;" each: of a launched kernel,
/// where their numbers say little to who wrote it.
inline std::vector<std::string> namedRows(const Program& program, const Race& race) {
  std::vector<std::string> lines;
  std::size_t name = 0;
  std::size_t place = 0;
  for (const bool measured : {false, true}) {
    for (const InstructionRef where : race.named) {
      const RaceRow row = raceRow(program, where);
      if (!program.launched() || row.place.empty()) {
        continue;
      }
      const std::string instruction = program.instructionName(where.thread, where.instruction);
      if (measured) {
        lines.push_back(fmt::format("{:<{}}  {:<{}}  {}", instruction, name, row.place, place, row.text));
      }
      name = std::max(name, instruction.size());
      place = std::max(place, row.place.size());
    }
  }
  return lines;
}

}  // namespace hrfcheck::inline report
