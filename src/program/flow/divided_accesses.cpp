#include "program/flow/divided_accesses.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/ir/operands.h"

namespace hrfcheck::inline program {
namespace {

constexpr const char* kBytes = "bytes";

bool isDividedAtomic(const Instruction& instruction) {
  return isPart(instruction) && atomicityOf(instruction.operation) != nullptr;
}

}  // namespace

std::string markOfBytes(unsigned bytes) {
  return fmt::format("{}{}", kBytes, bytes);
}

bool isPart(const Instruction& instruction) {
  return std::ranges::find(instruction.marks, kMarkOfPart) != instruction.marks.end();
}

bool saysSizes(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return std::ranges::any_of(instruction.marks,
                                 [](const std::string& mark) { return mark.starts_with(kBytes); });
    });
  });
}

const Instruction* dividedAtomic(const Program& program) {
  for (const Thread& thread : program.threads) {
    const auto found = std::ranges::find_if(thread.instructions, isDividedAtomic);
    if (found != thread.instructions.end()) {
      return &*found;
    }
  }
  return nullptr;
}

std::string dividedAtomicText(const Program& program, const Instruction& instruction) {
  return fmt::format("others access some bytes of an atomic access alone ('{}', {})", instruction.text,
                     program.lineText(instruction.place));
}

void refuseDividedAtomics(const Program& program) {
  if (const Instruction* instruction = dividedAtomic(program)) {
    throw UserError(
        instruction->place,
        fmt::format("others access some bytes of this atomic access alone: '{}' is no single step",
                    instruction->text));
  }
}

}  // namespace hrfcheck::inline program
