#include "program/flow/lane_exchanges.h"

#include <algorithm>

namespace hrfcheck::inline program {
namespace {

constexpr const char* kMark = "lanes";
constexpr const char* kMarkOfRounds = "lanes again";

bool hasMark(const Instruction& instruction, const char* mark) {
  return std::ranges::find(instruction.marks, mark) != instruction.marks.end();
}

bool anyHasMark(const Program& program, const char* mark) {
  return std::ranges::any_of(program.threads, [&](const Thread& thread) {
    return std::ranges::any_of(thread.instructions,
                               [&](const Instruction& instruction) { return hasMark(instruction, mark); });
  });
}

}  // namespace

void markExchange(Instruction& instruction, bool inRounds) {
  instruction.marks.emplace_back(kMark);
  if (inRounds) {
    instruction.marks.emplace_back(kMarkOfRounds);
  }
}

bool handsOver(const Instruction& instruction) {
  return hasMark(instruction, kMark);
}

bool hasExchanges(const Program& program) {
  return anyHasMark(program, kMark);
}

bool hasRoundsOfExchanges(const Program& program) {
  return anyHasMark(program, kMarkOfRounds);
}

}  // namespace hrfcheck::inline program
