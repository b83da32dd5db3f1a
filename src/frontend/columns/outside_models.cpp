#include "frontend/columns/outside_models.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hrfcheck::frontend {
namespace {

bool counts(const Instruction& instruction) {
  const auto* op = std::get_if<BarrierOp>(&instruction.operation);
  return op != nullptr && (op->count || !op->waits);
}

bool isNamedByRegister(const Instruction& instruction) {
  const auto* op = std::get_if<BarrierOp>(&instruction.operation);
  return op != nullptr && op->isNamedByRegister();
}

/// Of Vulkan: `sc4`, `semsc12`.
bool namesFurtherClass(const Instruction& instruction) {
  constexpr std::array<std::string_view, 4> kKnown{"0", "1", "2", "3"};
  return std::ranges::any_of(instruction.marks, [&](std::string_view mark) {
    mark.remove_prefix(mark.starts_with("sem") ? 3 : 0);
    return mark.starts_with("sc") && std::ranges::find(kKnown, mark.substr(2)) == kKnown.end();
  });
}

struct Reason {
  bool (*uses)(const Instruction&);
  const char* text;
};
constexpr std::array<Reason, 3> kReasons{{
    {counts, "the memory models do not define barriers with a count"},
    {isNamedByRegister, "the memory models do not define barriers that are named by registers"},
    {namesFurtherClass, "the memory models know the storage classes sc0 to sc3 only"},
}};

}  // namespace

std::string outsideModels(const Program& program) {
  for (const Reason& reason : kReasons) {
    for (const Thread& thread : program.threads) {
      if (std::ranges::any_of(thread.instructions, reason.uses)) {
        return reason.text;
      }
    }
  }
  return "";
}

}  // namespace hrfcheck::frontend
