#include "suite/corpus/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "check/promise/observe_everything.h"
#include "frontend/columns/amdgpu_table.h"
#include "frontend/columns/hsa_table.h"
#include "frontend/print/print_litmus.h"
#include "program/expr/addresses.h"

namespace hrfcheck::inline suite {
namespace {

namespace hsa = frontend::hsa;
namespace amdgpu = frontend::amdgpu;

const char* locationName(std::uint32_t location) {
  constexpr std::array kNames{"x", "y"};
  return kNames.at(location);
}

/// Makes the instructions of one thread, still without their text.
class ThreadWriter {
 public:
  ThreadWriter(ThreadId thread, const std::map<std::uint32_t, LocationId>& locations, unsigned firstPlace)
      : locations_(locations), place_(firstPlace) {
    thread_.name = fmt::format("P{}", thread);
  }

  Thread run(const std::vector<SuiteOperation>& operations) {
    const auto waits = std::ranges::count_if(operations, &SuiteOperation::waits);
    end_ = static_cast<std::uint32_t>(operations.size() + static_cast<std::size_t>(waits));
    for (const SuiteOperation& operation : operations) {
      access(operation);
    }
    if (waits > 0) {
      add(NopOp{});
    }
    return std::move(thread_);
  }

 private:
  void add(Operation operation) {
    thread_.instructions.push_back({std::move(operation), std::nullopt, {}, ""});
  }

  RegisterId fresh() {
    const auto reg = static_cast<RegisterId>(thread_.registers.size());
    thread_.registers.push_back(fmt::format("r{}", reg));
    thread_.initialRegisters.push_back(0);
    return reg;
  }

  void access(const SuiteOperation& o) {
    const Value value = Value{1} << place_++;
    const LocationId location = locations_.at(o.location);
    const ExprPtr address = constant(objectAddress(static_cast<Value>(location)));
    std::optional<RegisterId> read;
    switch (o.kind) {
      case SuiteOperation::Kind::Load:
        read = fresh();
        add(LoadOp{*read, address, o.atomicity});
        break;
      case SuiteOperation::Kind::Store:
        add(StoreOp{address, constant(value), o.atomicity});
        break;
      case SuiteOperation::Kind::Add:
        read = fresh();
        add(RmwOperation{read, RmwOp::Add, address, constant(value), nullptr, *o.atomicity});
        break;
    }
    if (o.waits) {
      add(BranchOp{binary(BinaryOp::Eq, registerRef(*read), constant(0)), end_});
    }
  }

  const std::map<std::uint32_t, LocationId>& locations_;
  unsigned place_;
  std::uint32_t end_ = 0;
  Thread thread_;
};

/// Those that the program uses, numbered.
std::map<std::uint32_t, LocationId> locationsOf(const SuiteProgram& program) {
  std::map<std::uint32_t, LocationId> result;
  for (const auto& thread : program.threads) {
    for (const SuiteOperation& operation : thread) {
      result[operation.location] = 0;
    }
  }
  LocationId next = 0;
  for (auto& [location, id] : result) {
    id = next++;
  }
  return result;
}

ScopeTree hsaScopes(const SuiteProgram& program) {
  std::vector<std::vector<std::uint32_t>> ids;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> waves;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<std::uint32_t> id(hsa::kLevels.size(), 0);
    id[kWaveLevel] = waves[{program.components[t], program.groups[t]}]++;
    id[kGroupLevel] = program.groups[t];
    id[kDeviceLevel] = program.components[t];
    ids.push_back(std::move(id));
  }
  return ScopeTree({hsa::kLevels.begin(), hsa::kLevels.end()}, ids);
}

/// A cluster consists of a work-group.
ScopeTree amdgpuScopes(const SuiteProgram& program) {
  std::vector<std::vector<std::uint32_t>> ids;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> waves;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<std::uint32_t> id(amdgpu::kLevels.size(), 0);
    id[kWaveLevel] = waves[{program.components[t], program.groups[t]}]++;
    id[amdgpu::kWorkgroup] = program.groups[t];
    id[amdgpu::kCluster] = program.groups[t];
    id[amdgpu::kAgent] = program.components[t];
    ids.push_back(std::move(id));
  }
  return ScopeTree({amdgpu::kLevels.begin(), amdgpu::kLevels.end()}, ids);
}

void writeTexts(Program& program) {
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const std::vector<PrintedInstruction> printed = printedCode(program, t);
    for (std::size_t i = 0; i < printed.size(); ++i) {
      program.threads[t].instructions[i].text = printed[i].text;
    }
  }
}

/// A conjunction of what is observed.
ConditionPtr conditionOf(const std::vector<StateVariable>& observed, const std::vector<Value>& state) {
  ConditionPtr result;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const CompareCondition equal{observed[i], CompareOp::Eq, state[i]};
    const auto part = std::make_shared<const Condition>(Condition{equal});
    result = result ? std::make_shared<const Condition>(Condition{AndCondition{result, part}}) : part;
  }
  return result;
}

}  // namespace

std::shared_ptr<const Program> programOf(const SuiteProgram& program) {
  auto result = std::make_shared<Program>();
  result->name = fmt::format("suite-{}", program.number);
  result->dialect = program.amdgpu ? "AMDGPU" : "HSA";
  result->scopes = program.amdgpu ? amdgpuScopes(program) : hsaScopes(program);
  const auto locations = locationsOf(program);
  for (const auto& [location, id] : locations) {
    const Value address = objectAddress(static_cast<Value>(id));
    result->locations.push_back({locationName(location), address, 0,
                                 program.amdgpu ? AddressSpace::Global : AddressSpace::Generic,
                                 std::nullopt});
  }
  unsigned place = 0;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    result->threads.push_back(ThreadWriter(t, locations, place).run(program.threads[t]));
    place += static_cast<unsigned>(program.threads[t].size());
  }
  result->condition = std::make_shared<const Condition>(Condition{TrueCondition{}});
  result->conditionText = "(true)";
  observeEverything(*result);
  writeTexts(*result);
  return result;
}

std::string litmusOf(const SuiteProgram& program) {
  Program printed = *programOf(program);
  printed.observedByDefault = true;  // what it observes needs no words
  return printLitmus(printed);
}

std::string litmusAsking(const SuiteProgram& program, const std::vector<Value>& state) {
  Program printed = *programOf(program);
  printed.condition = conditionOf(printed.observed, state);
  return printLitmus(printed);
}

}  // namespace hrfcheck::inline suite
