#include "program/ir/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

void note(Features& features, const Atomicity& a) {
  features.remote |= a.remote;
  features.relaxedAtomics |= a.order == Order::Relaxed;
}

void noteIf(Features& features, const std::optional<Atomicity>& a) {
  if (a) {
    note(features, *a);
  }
}

}  // namespace

std::string Program::nameOf(const StateVariable& v) const {
  if (v.isRegister()) {
    return fmt::format("{}:{}", v.thread, threads[v.thread].registers[v.reg]);
  }
  return locations[v.location].name;
}

std::optional<LocationId> Program::locationAt(Value address) const {
  const auto at = std::ranges::lower_bound(locations, address, {}, &MemoryLocation::address);
  return at != locations.end() && at->address == address
             ? std::optional(static_cast<LocationId>(at - locations.begin()))
             : std::nullopt;
}

std::string Program::valueText(Value value) const {
  if (const auto location = locationAt(value)) {
    return "&" + locations[*location].name;
  }
  return std::to_string(value);
}

std::string Program::instructionName(ThreadId t, std::uint32_t instruction) const {
  return fmt::format("{}:{}", threads[t].name, instruction);
}

Features featuresOf(const Program& program) {
  Features features;
  const auto local = [](const MemoryLocation& l) { return l.space == AddressSpace::Local; };
  features.localMemory = std::any_of(program.locations.begin(), program.locations.end(), local) &&
                         !std::all_of(program.locations.begin(), program.locations.end(), local);
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      std::visit(Overloaded{[&](const LoadOp& o) { noteIf(features, o.atomicity); },
                            [&](const StoreOp& o) { noteIf(features, o.atomicity); },
                            [&](const RmwOperation& o) { note(features, o.atomicity); },
                            [&](const FenceOp&) { features.fences = true; },
                            [&](const BarrierOp&) { features.barriers = true; }, [](const AssignOp&) {},
                            [](const BranchOp&) {}, [](const JumpOp&) {}, [](const ExitOp&) {},
                            [](const NopOp&) {}, [](const LockLoadOp&) {}, [](const UnlockStoreOp&) {},
                            [](const VoteOp&) {}, [](const ReconvergenceOp&) {}},
                 instruction.operation);
    }
  }
  return features;
}

}  // namespace hrfcheck::inline program
