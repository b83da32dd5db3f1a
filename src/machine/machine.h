#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/ir/program.h"
#include "util/activity.h"
#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::inline machine {

// The implementations that the papers describe, as transition systems: Orr et al., ASPLOS 2015 (sections 2.3,
// 4.2-4.4), Hower et al., MSPC 2013 (section 4), HRF-Relaxed (section 4.5, Fig. 11). A machine is a set of
// rules over one state (machine_state.h); docs/machines.md has them side by side.

/// Whose tests a machine executes, which says whose scopes it knows.
enum class MachineTests {
  Hsa,           ///< those with the scopes of HSA and OpenCL
  Amdgpu,        ///< those of the dialect AMDGPU
  EveryDialect,  ///< all: a machine without caches
};

/// One deviation or fix of a machine that can be switched by itself.
struct MachineRule {
  std::string name;     ///< "inv-after-access"
  std::string summary;  ///< one line: what is so with it, and what without
  std::string source;   ///< "Orr et al. 2015, section 4.2, rm_acq.2 and .3", or "fix of B1"
  /// Machines for AMDGPU alone have it, or all others alone; nothing: any machine.
  std::optional<MachineTests> tests = std::nullopt;

  /// Whether a machine with tests of this kind has it, or may be without it.
  bool concerns(MachineTests machine) const {
    return !tests || (*tests == MachineTests::Amdgpu) == (machine == MachineTests::Amdgpu);
  }
};

/// What a machine can do, and what it is intended for: what others ask instead of its name. Members have no
/// initial values, so that the compiler warns of a machine that leaves one out.
struct MachineAbilities {
  bool remote;         ///< it executes remote operations
  bool fences;         ///< it executes fences
  bool barriers;       ///< it executes barriers
  bool onlySeqCst;     ///< of the atomics that synchronize, it executes only those that are seq_cst
  bool components;     ///< its suites have several components, except in hierarchy h2
  MachineTests tests;  ///< it executes these
  bool mixedScopes;    ///< it keeps its promise also where a location is accessed at several scopes
  std::string model;   ///< it is intended for: race-free programs end on it as the model allows
};

/// A machine as the catalogue has it; `hrfcheck simulate --list` prints the names and texts.
struct MachineInfo {
  std::string name;  ///< "rsp-lit"
  std::string title;
  std::string source;
  std::vector<std::string> rules;  ///< those that are on, by name
  MachineAbilities abilities;
};

const std::vector<MachineInfo>& machines();
/// Null for a name that no machine has.
const MachineInfo* findMachine(const std::string& name);
/// Every rule that some machine has.
const std::vector<MachineRule>& machineRules();

/// Where caches sit (docs/machines.md, "The machines side by side"): H2 one per work-group under a shared
/// memory; H3 also one per component; H5 at every level but the outermost. `hrf0` and `hrfr` have their own.
enum class Hierarchy { H2, H3, H5 };
/// What caches do on their own: drain in order; also write back out of order; also fill lines.
enum class Environment { Fifo, Evict, Full };

struct MachineKind;

/// A machine that a file describes (docs/machine-files.md), with its name.
struct DescribedMachine {
  std::string name;
  std::shared_ptr<const MachineKind> kind;
};
/// @throws UserError with every mistake of the file, each at its place
DescribedMachine describedMachine(const SourcePtr& source);
/// The file that describes a machine of the catalogue.
/// @throws UserError for a name that no machine has
std::string machineText(const std::string& name);
std::string machineText(const DescribedMachine& machine);
MachineInfo infoOf(const DescribedMachine& machine);

/// Which machine is explored, how, and within which limits.
struct SimulationOptions {
  std::string machine = "rsp-fix";
  std::shared_ptr<const MachineKind> described;  ///< by a file, if it is not one of the catalogue
  std::string describedBy;                       ///< that file, for commands that people repeat
  std::vector<std::string> without, with;        ///< rules switched off and on
  Hierarchy hierarchy = Hierarchy::H2;
  Environment environment = Environment::Evict;
  bool finalMemory = true;  ///< locations of Program::observed are read when all lines are clean
  bool shortest = true;     ///< breadth first: traces are as short as can be
  bool reduce = true;       ///< reductions that are argued sound (explore.cpp)
  bool traces = true;       ///< keep what is needed to report them
  std::size_t mostStates = 20'000'000;
  std::size_t mostMemory = 4096;  ///< MiB
  Deadline deadline;
  Activity* activity = nullptr;  ///< told how many states there are, if there is one
};

/// A cache or the root after a step, as people see it.
struct NodeView {
  std::string name;  ///< "L1 wg0", "L2", "memory"
  struct Line {
    LocationId location;
    Value value;
    bool dirty;
  };
  std::vector<Line> lines;          ///< valid ones, by location
  std::vector<std::string> fifo;    ///< head first: "x", "marker of P1"
  std::vector<ThreadId> stalledBy;  ///< whose operation keeps synchronization out
  std::vector<std::pair<LocationId, ThreadId>> locks;
};

/// What a step does (docs/machines.md, "The machines side by side").
enum class StepRule {
  Gate,
  Flush,
  Wait,
  Load,
  Store,
  Rmw,
  Invalidate,
  Lock,
  Unlock,
  SendInvalidations,
  WaitInvalidations,
  Unstall,
  Post,
  Drain,
  Marker,
  Early,
  Prefetch,
  Fill,
  FlushMessage,
  InvalidationMessage,
  Meet
};
const char* nameOf(StepRule rule);  ///< "LD", "DRAIN", "INVMSG" ...

/// One atomic step of the machine: what a machine does at once (docs/machines.md, "The machines side by
/// side").
struct MicroStep {
  StepRule rule = StepRule::Gate;
  ThreadId thread = kNoThread;               ///< on whose behalf, where there is one
  std::optional<std::uint32_t> instruction;  ///< of that thread
  bool environment = false;                  ///< DRAIN, EARLY, PREF: a step of no thread
  std::string text;                          ///< "P1 invalidates L1 wg1", "L1 wg0 drains x=1 to memory"
  std::size_t node = 0;                      ///< index into MachineTrace::states' views: where it happens
  std::optional<std::size_t> target;         ///< the other node, where something moves
};

/// A trace: the contents of all nodes at the start, and the steps with the contents after each.
struct MachineTrace {
  std::vector<NodeView> initial;
  std::vector<MicroStep> steps;
  std::vector<std::vector<NodeView>> states;  ///< after each step
};

/// A final state that the machine reaches.
struct ReachedOutcome {
  std::vector<Value> values;  ///< of Program::observed
  std::size_t end = 0;        ///< for traceOf
};

/// What the exploration of a machine found.
struct Simulation {
  std::vector<ReachedOutcome> outcomes;  ///< sorted by values, each once
  std::optional<std::size_t> deadlock;   ///< a state where threads have not ended and nothing moves (traceOf)
  std::size_t states = 0, transitions = 0;
  /// Why this may not be all: "state limit", "memory limit", "time limit"; empty when it is all.
  std::string incomplete;
};

/// A machine with a test in it, explored; holds what its traces need.
class Simulator {
 public:
  /// @throws UserError for an unknown machine or rule, and for what the machine has no rules for (remote
  ///         operations, orders or scopes that it does not know), with the place in the test
  Simulator(std::shared_ptr<const Program> program, const SimulationOptions& options);
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  /// Once.
  /// @throws UserError where the code faults
  Simulation explore();
  /// The way to an outcome or a deadlock that `explore` found, step by step; the shortest, where
  /// options.shortest.
  MachineTrace traceOf(std::size_t end) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hrfcheck::inline machine
