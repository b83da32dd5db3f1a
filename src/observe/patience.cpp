#include <algorithm>

#include "observe/device_test.h"
#include "program/expr/addresses.h"

namespace hrfcheck::inline observe {
namespace {

const std::uint32_t* targetOf(const Operation& operation) {
  if (const auto* branch = std::get_if<BranchOp>(&operation)) {
    return &branch->target;
  }
  const auto* jump = std::get_if<JumpOp>(&operation);
  return jump != nullptr ? &jump->target : nullptr;
}

void retarget(Operation& operation, std::uint32_t target) {
  if (auto* branch = std::get_if<BranchOp>(&operation)) {
    branch->target = target;
  } else if (auto* jump = std::get_if<JumpOp>(&operation)) {
    jump->target = target;
  }
}

bool goesBack(const Instruction& instruction, std::uint32_t at) {
  const std::uint32_t* target = targetOf(instruction.operation);
  return target != nullptr && *target <= at;
}

/// Writes the code of one thread anew.
class PatientThread {
 public:
  explicit PatientThread(Thread& thread) : thread_(thread), old_(thread.instructions) {}

  /// @return whether there is a loop
  bool run() {
    const bool loops = findsLoop();
    if (loops) {
      patience_ = static_cast<RegisterId>(thread_.registers.size());
      thread_.registers.emplace_back("patience");
      thread_.initialRegisters.push_back(0);
    }
    place();
    thread_.instructions.clear();
    for (std::uint32_t at = 0; at < old_.size(); ++at) {
      append(at);
    }
    add(NopOp{}, {});
    return loops;
  }

 private:
  bool findsLoop() const {
    for (std::uint32_t at = 0; at < old_.size(); ++at) {
      if (goesBack(old_[at], at)) {
        return true;
      }
    }
    return false;
  }

  /// Two instructions more before each branch that goes back.
  void place() {
    std::uint32_t next = 0;
    for (std::uint32_t at = 0; at < old_.size(); ++at) {
      places_.push_back(next);
      next += goesBack(old_[at], at) ? 3 : 1;
    }
    places_.push_back(next);
  }

  void add(Operation operation, const std::optional<Predicate>& predicate) {
    Instruction instruction;
    instruction.operation = std::move(operation);
    instruction.predicate = predicate;
    thread_.instructions.push_back(std::move(instruction));
  }

  void append(std::uint32_t at) {
    Instruction instruction = old_[at];
    if (goesBack(instruction, at)) {
      add(AssignOp{*patience_, binary(BinaryOp::Sub, registerRef(*patience_), constant(1))}, std::nullopt);
      add(BranchOp{binary(BinaryOp::Lt, registerRef(*patience_), constant(0)), places_.back()}, std::nullopt);
    }
    if (const std::uint32_t* target = targetOf(instruction.operation)) {
      retarget(instruction.operation, places_[*target]);
    } else if (std::holds_alternative<ExitOp>(instruction.operation)) {
      instruction.operation = JumpOp{places_.back()};
    }
    thread_.instructions.push_back(std::move(instruction));
  }

  Thread& thread_;
  std::vector<Instruction> old_;
  std::vector<std::uint32_t> places_;  ///< by old number, the end too: where it begins now
  std::optional<RegisterId> patience_;
};

}  // namespace

PatientProgram withPatience(const Program& program) {
  PatientProgram result{program, {}};
  for (Thread& thread : result.program.threads) {
    result.loops.push_back(PatientThread(thread).run());
  }
  return result;
}

}  // namespace hrfcheck::inline observe
