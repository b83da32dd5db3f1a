#include "synth/programs/test_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "check/promise/observe_everything.h"
#include "frontend/columns/hsa_table.h"
#include "frontend/print/print_litmus.h"
#include "program/expr/addresses.h"
#include "util/mapped.h"

namespace hrfcheck::inline synth {
namespace {

ScopeTree scopesOf(const ThreadShape& threads) {
  std::vector<std::vector<std::uint32_t>> ids;
  std::vector<std::uint32_t> waves(threads.sizes.size(), 0);  // by work-group: each thread has a wave
  for (std::size_t t = 0; t < threads.sizes.size(); ++t) {
    std::vector<std::uint32_t> id(frontend::hsa::kLevels.size(), 0);
    id[kWaveLevel] = waves[threads.groups[t]]++;
    id[kGroupLevel] = threads.groups[t];
    id[kDeviceLevel] = threads.components[t];
    ids.push_back(std::move(id));
  }
  return ScopeTree({frontend::hsa::kLevels.begin(), frontend::hsa::kLevels.end()}, ids);
}

/// The register that the next read of a thread goes to.
RegisterId addRegister(Thread& thread) {
  thread.registers.push_back(fmt::format("r{}", thread.registers.size()));
  thread.initialRegisters.push_back(0);
  return static_cast<RegisterId>(thread.registers.size() - 1);
}

Operation operationOf(const SynthShape& shape, std::uint32_t s, const StepAnnotation& annotation,
                      Thread& thread) {
  const SynthStep& step = shape.steps[s];
  const ExprPtr address = constant(objectAddress(static_cast<Value>(step.location)));
  switch (step.kind) {
    case SynthKind::Load:
      return LoadOp{addRegister(thread), address, annotation};
    case SynthKind::Store:
      return StoreOp{address, constant(valueOf(shape, s)), annotation};
    case SynthKind::Exchange:
      return RmwOperation{addRegister(thread),         RmwOp::Exchange, address,
                          constant(valueOf(shape, s)), nullptr,         *annotation};
    case SynthKind::Fence:
      return FenceOp{annotation};
  }
  INVARIANT(false, "every kind of step is an operation");
}

ConditionPtr both(const ConditionPtr& a, const ConditionPtr& b) {
  return a ? std::make_shared<const Condition>(Condition{AndCondition{a, b}}) : b;
}

ConditionPtr equal(const StateVariable& variable, Value value) {
  return std::make_shared<const Condition>(Condition{CompareCondition{variable, CompareOp::Eq, value}});
}

}  // namespace

SynthFilter SynthFilter::whole(const SynthShape& shape) {
  return {std::vector<bool>(shape.steps.size(), true), true};
}

Value valueOf(const SynthShape& shape, std::uint32_t step) {
  Value value = 0;
  for (std::uint32_t s = 0; s <= step; ++s) {
    value += shape.steps[s].writes() && shape.steps[s].location == shape.steps[step].location ? 1 : 0;
  }
  return value;
}

std::shared_ptr<Program> programOf(const SynthShape& shape, const std::vector<StepAnnotation>& annotations) {
  static constexpr std::array kNames{"x", "y", "z", "w"};
  static_assert(kNames.size() == kMostSynthLocations);
  auto program = std::make_shared<Program>();
  program->name = "synth";
  program->dialect = "HSA";
  program->scopes = scopesOf(shape.threads);
  for (std::uint32_t l = 0; l < shape.locations; ++l) {
    program->locations.push_back(
        {kNames.at(l), objectAddress(static_cast<Value>(l)), 0, AddressSpace::Generic, std::nullopt});
  }
  program->threads.resize(shape.threads.sizes.size());
  for (ThreadId t = 0; t < program->threads.size(); ++t) {
    program->threads[t].name = fmt::format("P{}", t);
  }
  for (std::uint32_t s = 0; s < shape.steps.size(); ++s) {
    Thread& thread = program->threads[shape.threadOf(s)];
    thread.instructions.push_back({operationOf(shape, s, annotations[s], thread), std::nullopt, {}, ""});
  }
  program->condition = std::make_shared<const Condition>(Condition{TrueCondition{}});
  program->conditionText = "(true)";
  observeEverything(*program);
  return program;
}

ConditionPtr conditionOf(const SynthShape& shape, const SynthObservation& observation,
                         const SynthFilter& part) {
  ConditionPtr result;
  std::vector<RegisterId> next(shape.threads.sizes.size(), 0);
  const auto valueFrom = [&](std::uint32_t step) {
    return step == kInitialStep ? Value{0} : valueOf(shape, step);
  };
  for (std::size_t s = 0; s < shape.steps.size(); ++s) {
    if (shape.steps[s].reads()) {
      const ThreadId t = shape.threadOf(s);
      const RegisterId target = next[t]++;
      if (part.reads[s]) {
        result = both(result, equal({t, target, kNoLocation}, valueFrom(observation.reads[s])));
      }
    }
  }
  for (LocationId l = 0; part.finals && l < shape.locations; ++l) {
    if (observation.finals[l] != kInitialStep) {
      result = both(result, equal({kNoThread, 0, l}, valueFrom(observation.finals[l])));
    }
  }
  return result ? result : std::make_shared<const Condition>(Condition{TrueCondition{}});
}

std::vector<Value> valuesIn(const SynthShape& shape, const SynthObservation& observation,
                            const Program& program) {
  const auto valueFrom = [&](std::uint32_t step) {
    return step == kInitialStep ? Value{0} : valueOf(shape, step);
  };
  std::map<StateVariable, Value> values;
  std::vector<RegisterId> next(shape.threads.sizes.size(), 0);
  for (std::size_t s = 0; s < shape.steps.size(); ++s) {
    if (const ThreadId t = shape.threadOf(s); shape.steps[s].reads()) {
      values[{t, next[t]++, kNoLocation}] = valueFrom(observation.reads[s]);
    }
  }
  for (LocationId l = 0; l < shape.locations; ++l) {
    values[{kNoThread, 0, l}] = valueFrom(observation.finals[l]);
  }
  return mapped<Value>(program.observed, [&](const StateVariable& variable) { return values.at(variable); });
}

std::string litmusOf(const SynthShape& shape, const std::vector<StepAnnotation>& annotations,
                     const SynthObservation& observation, const std::optional<SynthFilter>& filter,
                     const std::string& name, const std::vector<std::string>& comments) {
  Program program = *programOf(shape, annotations);
  program.name = name;
  program.condition = conditionOf(shape, observation, SynthFilter::whole(shape));
  if (filter) {
    program.filter = conditionOf(shape, observation, *filter);
  }
  return printLitmus(program, comments);
}

}  // namespace hrfcheck::inline synth
