#include "differential/variants.h"

#include <fmt/format.h>

#include <algorithm>

#include "differential/rewrite.h"
#include "frontend/litmus.h"
#include "program/flow/outside_models.h"
#include "util/overloaded.h"

namespace hrfcheck {
namespace {

constexpr const char* kTwins = "an HSA test and its OpenCL twin have the same answers";
constexpr const char* kRounds = "a loop that waits may count its rounds";
constexpr const char* kFunctions = "the code of a thread may be a function that the thread calls";

/// Rounds of loops that wait, where they are counted and so bounded. More than the two that are looked at
/// where they are not counted.
constexpr unsigned kCountedRounds = 3;

bool isMemoryOperation(const Instruction& instruction) {
  return std::visit(Overloaded{[](const LoadOp&) { return true; }, [](const StoreOp&) { return true; },
                               [](const RmwOperation&) { return true; }, [](const FenceOp&) { return true; },
                               [](const BarrierOp&) { return true; }, [](const AssignOp&) { return false; },
                               [](const BranchOp&) { return false; }, [](const JumpOp&) { return false; },
                               [](const ExitOp&) { return false; }, [](const NopOp&) { return false; },
                               OutsideModels<bool>{}},
                    instruction.operation);
}

std::uint32_t memoryOperations(const Thread& thread) {
  return static_cast<std::uint32_t>(
      std::count_if(thread.instructions.begin(), thread.instructions.end(), isMemoryOperation));
}

/// Other instructions count behind all memory operations, by those before them.
InstructionRef numbered(const Program& program, const InstructionRef& ref) {
  const auto& instructions = program.threads[ref.thread].instructions;
  const auto before = static_cast<std::uint32_t>(
      std::count_if(instructions.begin(), instructions.begin() + ref.instruction, isMemoryOperation));
  const bool counts = isMemoryOperation(instructions[ref.instruction]);
  return {ref.thread, counts ? before : memoryOperations(program.threads[ref.thread]) + before};
}

bool hasSpinLoop(const EventStructure& structure) {
  return std::any_of(structure.threads().begin(), structure.threads().end(),
                     [](const UnrolledThread& thread) {
                       return std::any_of(thread.loops.begin(), thread.loops.end(),
                                          [](const Loop& loop) { return loop.spin; });
                     });
}

std::vector<std::string> observedNames(const Program& program) {
  std::vector<std::string> names;
  for (const StateVariable& v : program.observed) {
    names.push_back(program.nameOf(v));
  }
  return names;
}

std::shared_ptr<const Program> parse(const std::string& name, const std::string& litmus) {
  return parseLitmus(std::make_shared<Source>(name, litmus));
}

}  // namespace

const std::vector<std::string>& variantLaws() {
  static const std::vector<std::string> kLaws{kTwins, kRounds, kFunctions};
  return kLaws;
}

std::vector<Variant> variantsOf(const std::string& litmus,
                                const std::shared_ptr<const EventStructure>& structure) {
  const std::shared_ptr<const Program> program = structure->programPtr();
  std::vector<Variant> variants;
  if (program->dialect == "HSA") {
    const auto twin = program->filter == nullptr ? openClTwin(*program) : std::nullopt;
    if (twin) {
      variants.push_back({kTwins, program, parse("twin.litmus", *twin), structure->unrollBound(), true});
    }
    return variants;
  }
  const auto counted = hasSpinLoop(*structure) ? withCountedRounds(litmus) : std::nullopt;
  if (counted) {
    variants.push_back({kRounds, program, parse("counted.litmus", *counted), kCountedRounds, false});
  }
  variants.push_back({kFunctions, program, parse("functions.litmus", withThreadsAsFunctions(litmus)),
                      structure->unrollBound(), false});
  return variants;
}

EngineAnswer essence(const Program& program, const EngineAnswer& answer, const Program& original) {
  EngineAnswer result;
  result.undecided = answer.undecided;
  const std::vector<std::string> names = observedNames(program);
  for (const std::vector<Value>& values : answer.outcomes) {
    std::vector<Value> ordered;
    for (const std::string& name : observedNames(original)) {
      ordered.push_back(values[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())]);
    }
    result.outcomes.insert(ordered);
  }
  for (const auto& [flag, pairs] : answer.flags) {
    auto& into = result.flags[flag];
    for (const auto& [first, second] : pairs) {
      into.emplace(numbered(program, first), numbered(program, second));
    }
  }
  for (const auto& [kind, where] : answer.incidents) {
    if (kind != IncidentKind::BoundReached) {
      result.incidents.emplace(kind, numbered(program, where));
    }
  }
  return result;
}

std::string mismatch(const Program& a, const Program& b) {
  if (a.threads.size() != b.threads.size()) {
    return "different numbers of threads";
  }
  for (std::size_t t = 0; t < a.threads.size(); ++t) {
    if (memoryOperations(a.threads[t]) != memoryOperations(b.threads[t])) {
      return fmt::format("P{} has {} memory operations, rewritten {}", t, memoryOperations(a.threads[t]),
                         memoryOperations(b.threads[t]));
    }
  }
  if (!std::ranges::is_permutation(observedNames(a), observedNames(b))) {
    return "different observed variables";
  }
  return "";
}

}  // namespace hrfcheck
