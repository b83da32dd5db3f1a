#include "program/flow/copied_instructions.h"

#include <algorithm>

namespace hrfcheck::inline program {
namespace {

constexpr char kSign = '#';

bool isNumber(const std::string& mark) {
  return mark.starts_with(kSign);
}

}  // namespace

void keepNumber(Instruction& instruction, std::uint32_t number) {
  if (std::ranges::none_of(instruction.marks, isNumber)) {
    instruction.marks.push_back(kSign + std::to_string(number));
  }
}

std::uint32_t numberOf(const Thread& thread, std::uint32_t instruction) {
  if (instruction < thread.instructions.size()) {
    const std::vector<std::string>& marks = thread.instructions[instruction].marks;
    if (const auto mark = std::ranges::find_if(marks, isNumber); mark != marks.end()) {
      return static_cast<std::uint32_t>(std::stoul(mark->substr(1)));
    }
  }
  return instruction;
}

bool haveSameMarks(const Instruction& a, const Instruction& b) {
  const auto words = [](const Instruction& instruction) {
    std::vector<std::string> marks = instruction.marks;
    std::erase_if(marks, isNumber);
    return marks;
  };
  return a.marks == b.marks || words(a) == words(b);
}

}  // namespace hrfcheck::inline program
