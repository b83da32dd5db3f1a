#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "program/ir/instruction.h"

namespace hrfcheck::inline suite {

/// An access of a generated program; which value a store stores, or an RMW adds, follows from its place.
struct SuiteOperation {
  enum class Kind { Load, Store, Add } kind = Kind::Load;
  std::uint32_t location = 0;          ///< the first or the second
  std::optional<Atomicity> atomicity;  ///< ordinary without; RMWs always have one
  /// Of acquires that are followed by an operation: the rest of the thread runs only where this has read
  /// something other than the initial value.
  bool waits = false;

  bool acquires() const;
  bool releases() const;
  bool writes() const { return kind != Kind::Load; }
};

bool sameOperation(const SuiteOperation& a, const SuiteOperation& b);

/// Which accesses a location may see.
enum class SuiteLocations {
  DataAndFlag,  ///< ordinary accesses at one, atomics at the other
  Any           ///< everything at both, which are then interchangeable
};

/// Which programs are generated (docs/suite.md, "Which programs there are").
struct SuiteGrammar {
  SuiteLocations locations = SuiteLocations::Any;
  bool components = false;  ///< threads sit in several components, and there is a scope around them
  bool remote = true;       ///< remote operations
  bool seqCst = false;      ///< atomics are seq_cst, and no other
  bool amdgpu = false;      ///< programs of the dialect AMDGPU: its scopes, and every order that LLVM has
};

/// The machine that a suite is asked to run on.
/// @throws UserError for a name that no machine has
MachineInfo machineOfSuite(const SimulationOptions& options);

/// What a machine has rules for.
/// @throws UserError for an unknown machine
SuiteGrammar grammarFor(const SimulationOptions& machine, SuiteLocations locations);

/// Every access that a program may have, those that wait last. Two programs with the same accesses at the
/// same places are the same.
struct SuiteAlphabet {
  std::vector<SuiteOperation> operations;
  std::size_t last = 0;  ///< so many of them may come last in a thread: those that do not wait
  /// By operation, the one that does the same at the other location; empty where locations differ in kind.
  std::vector<std::uint32_t> mirrored;
};
SuiteAlphabet alphabetOf(const SuiteGrammar& grammar);

}  // namespace hrfcheck::inline suite
