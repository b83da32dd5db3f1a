#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cat/model/model.h"
#include "check/promise/promise.h"
#include "engine/engine.h"
#include "machine/machine.h"
#include "suite/corpus/program_space.h"
#include "suite/tally.h"

namespace hrfcheck::inline suite {

/// A machine that programs run on: as the user asked for it, or with one more rule switched off.
struct SuiteMachine {
  std::string rule;  ///< that is switched off; empty for none
  SimulationOptions simulation;
};

/// What is asked about every program.
struct SuiteQuestion {
  /// Whose races decide what a machine owes a program. With two, only programs that are race-free under one
  /// of them are run (docs/suite.md, "Where the models differ"), and nothing is owed.
  std::vector<std::shared_ptr<const Model>> models;
  std::shared_ptr<const Model> sc;  ///< what is owed: its outcomes
  bool owesModel = false;           ///< what is owed instead: no outcomes but those of the one model
  std::vector<SuiteMachine> machines;
  /// Programs with a location that is accessed at several scopes are excepted from what is owed.
  bool exceptMixedScopes = false;
  double timeout = 0;  ///< seconds for one program on one machine; 0 for none
};

/// Asks about programs, one after the other.
class SuiteExaminer {
 public:
  /// @param question must outlive the examiner
  explicit SuiteExaminer(const SuiteQuestion& question);

  /// Adds the result of one program.
  /// @param alive by machine: whether it is asked
  void examine(const SuiteProgram& program, const std::vector<bool>& alive, SuiteTally& into);

 private:
  struct Subject;

  /// Outcomes to a race-free program, else Nothing or Undecided.
  PromiseKind promiseOf(const Subject& subject, const Model& model) const;
  void run(Subject& subject, PromiseKind promise, const SuiteMachine& machine, SuiteTally& into);
  void difference(Subject& subject, SuiteTally& into);

  const SuiteQuestion& question_;
  std::unique_ptr<Engine> engine_;
};

/// Some location is accessed at several scopes, ordinary accesses counting as the narrowest.
bool mixesScopes(const SuiteProgram& program);

}  // namespace hrfcheck::inline suite
