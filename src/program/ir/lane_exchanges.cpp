#include "program/ir/lane_exchanges.h"

#include <algorithm>

namespace hrfcheck::inline program {
namespace {

constexpr const char* kMark = "lanes";

}  // namespace

void markExchange(Instruction& instruction) {
  instruction.marks.emplace_back(kMark);
}

bool handsOver(const Instruction& instruction) {
  return std::ranges::find(instruction.marks, kMark) != instruction.marks.end();
}

bool hasExchanges(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, handsOver);
  });
}

}  // namespace hrfcheck::inline program
