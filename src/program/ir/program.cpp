#include "program/ir/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <span>

#include "program/expr/further_operators.h"
#include "program/expr/phase_barrier.h"
#include "program/flow/copied_instructions.h"
#include "program/flow/lane_exchanges.h"
#include "program/ir/launch_place.h"
#include "program/ir/level_meaning.h"
#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline program {
namespace {

void note(Features& features, const Atomicity& a) {
  features.remote |= a.remote;
  features.relaxedAtomics |= a.order == Order::Relaxed;
}

bool hasBarrierObjects(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
      return rmw != nullptr && rmw->op == kRmwPhaseUpdate;
    });
  });
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
  if (isUnknown(value)) {
    return "?";
  }
  // Words in which this bit alone leads are those of barrier objects, where the program has such.
  if (const std::string barrier = phase_barrier::textOf(value);
      !barrier.empty() && hasBarrierObjects(*this)) {
    return "{" + barrier + "}";
  }
  return std::to_string(value);
}

std::string Program::instructionName(ThreadId t, std::uint32_t instruction) const {
  return fmt::format("{}:{}", threads[t].name, numberOf(threads[t], instruction));
}

std::string coordinatesText(const Coordinates& coordinates) {
  const auto text = [&](const std::array<std::uint32_t, 3>& numbers) {
    const std::span<const std::uint32_t> shown = std::span(numbers).first(coordinates.dimensions);
    return coordinates.dimensions == 1 ? std::to_string(shown.front())
                                       : fmt::format("({})", fmt::join(shown, ","));
  };
  return fmt::format("group {}, item {}", text(coordinates.group), text(coordinates.item));
}

namespace {

constexpr std::string_view kOfKernel = "kernel ";

}  // namespace

std::string launchPlaceText(const Program& program, ThreadId t) {
  const std::optional<Coordinates>& at = program.threads[t].coordinates;
  if (!at) {
    return "";
  }
  const LaunchPlace place = launchPlaceOf(program, t);
  return fmt::format("{}{}{}", place.kernel.empty() ? "" : fmt::format("{}{}, ", kOfKernel, place.kernel),
                     coordinatesText(*at), place.device ? fmt::format(", device {}", *place.device) : "");
}

LaunchPlace launchPlaceOf(const Program& program, ThreadId thread) {
  LaunchPlace place;
  const auto said = program.keyValues.find(program.threads[thread].name);
  if (said != program.keyValues.end() && said->second.starts_with(kOfKernel)) {
    place.kernel = said->second.substr(kOfKernel.size());
  }
  const ScopeTree& scopes = program.scopes;
  const std::optional<std::uint32_t> level = levelMeaning(LevelMeaning::Grid, scopes.levels());
  if (level && std::ranges::count(scopes.instances(), *level, &ScopeInstance::level) > 1) {
    place.device = scopes.instances()[scopes.instanceOf(thread, *level)].id;
  }
  return place;
}

void enterLaunch(Program& program, ThreadId thread, const std::string& kernel) {
  program.keyValues[program.threads[thread].name] = std::string(kOfKernel) + kernel;
}

bool standAtOnePlace(const Program& program, ThreadId a, ThreadId b) {
  const auto& one = program.threads[a].coordinates;
  const auto& other = program.threads[b].coordinates;
  return one && other && one->group == other->group && one->item == other->item &&
         program.scopes.instanceOf(a, kGroupLevel) == program.scopes.instanceOf(b, kGroupLevel);
}

std::string Program::threadTitle(ThreadId t) const {
  const std::string place = launchPlaceText(*this, t);
  return place.empty() ? threads[t].name : fmt::format("{} ({})", threads[t].name, place);
}

std::string Program::instructionTitle(ThreadId t, std::uint32_t instruction) const {
  const std::string named = instructionName(t, instruction);
  const std::string place = launchPlaceText(*this, t);
  return place.empty() ? named : fmt::format("{} ({})", named, place);
}

std::string Program::lineText(const Place& place) const {
  if (!place.known()) {
    return "";
  }
  return launched() ? fmt::format("{}:{}", place.source->name(), place.position().line)
                    : lineText(place.position().line);
}

std::string Program::lineText(std::uint32_t line) const {
  return launched() && source ? fmt::format("{}:{}", source->name(), line) : fmt::format("line {}", line);
}

void refuseOpenValues(const Program& program) {
  if (std::ranges::any_of(program.locations, &MemoryLocation::open)) {
    throw UserError(Place{program.source, {}},
                    "memory past the end of objects may hold any value; only one would be considered",
                    "omit --out-of-bounds");
  }
  if (!program.openValues.empty()) {
    throw UserError(Place{program.source, {}}, program.openValues,
                    "specify it: --init 'n=4', or in a line of the file");
  }
}

Features featuresOf(const Program& program) {
  Features features;
  const auto local = [](const MemoryLocation& l) { return l.space == AddressSpace::Local; };
  features.localMemory = std::any_of(program.locations.begin(), program.locations.end(), local) &&
                         !std::all_of(program.locations.begin(), program.locations.end(), local);
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const Atomicity* atomicity = atomicityOf(instruction.operation);
      if (std::holds_alternative<FenceOp>(instruction.operation)) {
        features.fences = true;
      } else if (std::holds_alternative<BarrierOp>(instruction.operation)) {
        features.barriers = features.barriers || !handsOver(instruction);
      } else if (atomicity != nullptr) {
        note(features, *atomicity);
      }
    }
  }
  return features;
}

std::set<RegisterId> observedRegisters(const Program& program, ThreadId thread) {
  std::set<RegisterId> registers;
  const auto add = [&](const std::vector<StateVariable>& variables) {
    for (const StateVariable& v : variables) {
      if (v.isRegister() && v.thread == thread) {
        registers.insert(v.reg);
      }
    }
  };
  add(program.observed);
  add(variablesOf(*program.condition));
  if (program.filter) {
    add(variablesOf(*program.filter));
  }
  return registers;
}

namespace {

/// The shortest number that is this float, with a fraction.
std::string floatText(Value value, unsigned bits) {
  const std::string text = bits == 32
                               ? fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                               : fmt::format("{}", std::bit_cast<double>(value));
  const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
  return whole ? text + ".0" : text;
}

}  // namespace

std::string valueText(const Program& program, LocationId location, Value value) {
  const auto& kind = program.locations[location].kind;
  return kind && isFloatKind(*kind) && !isUnknown(value) && !program.locationAt(value)
             ? floatText(value, kind->bits)
             : program.valueText(value);
}

}  // namespace hrfcheck::inline program
