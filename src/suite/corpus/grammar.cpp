#include "suite/corpus/grammar.h"

#include <algorithm>
#include <iterator>

#include "frontend/columns/amdgpu_table.h"
#include "program/ir/orders.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

// Which accesses programs are made of. Ordinary loads and stores; loads that acquire, stores that release,
// additions that do either or both, at the scope of the work-group and of the component (and of the system,
// where threads are in several components); remote loads, stores and additions at every scope but the
// work-group's. A remote addition is rm_ar: the machines know no other remote RMW (Orr et al. 2015, section
// 4.4.1), and under the pairwise model a program whose remote additions acquire or release only is race-free
// only if the one with rm_ar in their place is: it has the same conflicts and fewer orders.
//
// For AMDGPU: the same without remote accesses, with relaxed and seq_cst ones, and any load or addition may
// be followed by a test of what it read, as a relaxed one orders something on some machines and nothing in
// the model.
//
// An acquire may be followed by a test of what it read: without one hardly any program that hands data over
// is race-free. The test is "not the initial value", and it guards all the rest of its thread.

namespace hrfcheck::inline suite {
namespace {

namespace amdgpu = frontend::amdgpu;
using Kind = SuiteOperation::Kind;

std::vector<Order> amdgpuOrdersOf(Kind kind) {
  switch (kind) {
    case Kind::Load:
      return {Order::Relaxed, Order::Acquire, Order::SeqCst};
    case Kind::Store:
      return {Order::Relaxed, Order::Release, Order::SeqCst};
    case Kind::Add:
      return {Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst};
  }
  INVARIANT(false, "three kinds of accesses");
}

/// Orders that a kind of access may carry.
std::vector<Order> ordersOf(Kind kind, const SuiteGrammar& grammar) {
  if (grammar.seqCst) {
    return {Order::SeqCst};
  }
  if (grammar.amdgpu) {
    return amdgpuOrdersOf(kind);
  }
  switch (kind) {
    case Kind::Load:
      return {Order::Acquire};
    case Kind::Store:
      return {Order::Release};
    case Kind::Add:
      return {Order::Acquire, Order::Release, Order::AcquireRelease};
  }
  INVARIANT(false, "three kinds of accesses");
}

/// Those of the work-group, of the component, and of the system where there are several components.
std::vector<std::uint32_t> levelsOf(const SuiteGrammar& grammar) {
  std::vector<std::uint32_t> levels = grammar.amdgpu
                                          ? std::vector{amdgpu::kWorkgroup, amdgpu::kAgent, amdgpu::kSystem}
                                          : std::vector{kGroupLevel, kDeviceLevel, kSystemLevel};
  if (!grammar.components) {
    levels.pop_back();
  }
  return levels;
}

std::vector<Atomicity> atomicitiesOf(Kind kind, const SuiteGrammar& grammar) {
  std::vector<Atomicity> result;
  const std::vector<std::uint32_t> levels = levelsOf(grammar);
  for (const Order order : ordersOf(kind, grammar)) {
    for (const std::uint32_t level : levels) {
      result.push_back({order, level, false});
    }
  }
  for (std::size_t i = 1; grammar.remote && i < levels.size(); ++i) {
    result.push_back({ordersOf(kind, grammar).back(), levels[i], true});
  }
  return result;
}

void addAtomics(std::vector<SuiteOperation>& into, std::uint32_t location, const SuiteGrammar& grammar) {
  for (const Kind kind : {Kind::Load, Kind::Store, Kind::Add}) {
    for (const Atomicity& atomicity : atomicitiesOf(kind, grammar)) {
      into.push_back({kind, location, atomicity, false});
    }
  }
}

void addOrdinary(std::vector<SuiteOperation>& into, std::uint32_t location) {
  into.push_back({Kind::Load, location, std::nullopt, false});
  into.push_back({Kind::Store, location, std::nullopt, false});
}

bool sameAtomicity(const Atomicity& a, const Atomicity& b) {
  return a.order == b.order && a.level == b.level && a.remote == b.remote;
}

}  // namespace

bool SuiteOperation::acquires() const {
  return kind != Kind::Store && atomicity && program::acquires(atomicity->order);
}

bool SuiteOperation::releases() const {
  return kind != Kind::Load && atomicity && program::releases(atomicity->order);
}

bool sameOperation(const SuiteOperation& a, const SuiteOperation& b) {
  return a.kind == b.kind && a.location == b.location && a.waits == b.waits &&
         a.atomicity.has_value() == b.atomicity.has_value() &&
         (!a.atomicity || sameAtomicity(*a.atomicity, *b.atomicity));
}

SuiteAlphabet alphabetOf(const SuiteGrammar& grammar) {
  SuiteAlphabet alphabet;
  std::vector<SuiteOperation>& all = alphabet.operations;
  const bool any = grammar.locations == SuiteLocations::Any;
  addOrdinary(all, 0);
  if (any) {
    addAtomics(all, 0, grammar);
    addOrdinary(all, 1);
  }
  addAtomics(all, 1, grammar);
  alphabet.last = all.size();
  for (std::size_t i = 0; i < alphabet.last; ++i) {
    const bool reads = all[i].kind != Kind::Store && all[i].atomicity.has_value();
    if (all[i].acquires() || (grammar.amdgpu && reads)) {
      SuiteOperation waiting = all[i];
      waiting.waits = true;
      all.push_back(waiting);
    }
  }
  for (const SuiteOperation& operation : all) {
    SuiteOperation mirror = operation;
    mirror.location = 1 - mirror.location;
    const auto found =
        std::ranges::find_if(all, [&](const SuiteOperation& o) { return sameOperation(o, mirror); });
    if (any) {
      alphabet.mirrored.push_back(static_cast<std::uint32_t>(found - all.begin()));
    }
  }
  return alphabet;
}

MachineInfo machineOfSuite(const SimulationOptions& options) {
  if (options.described != nullptr) {
    return infoOf(DescribedMachine{options.machine, options.described});
  }
  const std::string& name = options.machine;
  if (const MachineInfo* machine = findMachine(name)) {
    return *machine;
  }
  std::vector<std::string> known;
  std::ranges::transform(machines(), std::back_inserter(known), &MachineInfo::name);
  const std::vector<std::string> near = nearestNames(name, known);
  throw UserError("unknown machine " + name, near.empty() ? "hrfcheck simulate --list lists them"
                                                          : "did you mean " + near.front() + "?");
}

SuiteGrammar grammarFor(const SimulationOptions& machine, SuiteLocations locations) {
  const MachineAbilities abilities = machineOfSuite(machine).abilities;
  SuiteGrammar grammar;
  grammar.locations = locations;
  grammar.remote = abilities.remote;
  grammar.seqCst = abilities.onlySeqCst;
  grammar.amdgpu = abilities.tests == MachineTests::Amdgpu;
  grammar.components = machine.hierarchy != Hierarchy::H2 && abilities.components;
  return grammar;
}

}  // namespace hrfcheck::inline suite
