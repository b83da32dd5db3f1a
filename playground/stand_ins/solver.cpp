// In the place of engine/smt and check/engine_choice.cpp: without a solver, every question is for the
// explicit engine.

#include "check/engine_choice.h"
#include "engine/circular_values.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline engine {

std::unique_ptr<Engine> makeSmtEngineWith(SolverChoice) {
  throw UserError("the playground in a browser has no solver", "--engine explicit");
}

/// Of those who ask both engines about the same: each of the two is the explicit one.
std::unique_ptr<Engine> makeSmtEngine() {
  return makeExplicitEngine();
}

/// Nothing is found, and nothing is known not to be there: what would rest on it is undecided.
CircularSearch findCircularValues(const EventStructure&, const Model&, const std::vector<bool>&,
                                  const Deadline&) {
  return {};
}

std::string smtSolverVersion() {
  throw UserError("the playground in a browser has no solver");
}

}  // namespace hrfcheck::inline engine

namespace hrfcheck::inline check {

std::unique_ptr<Engine> makeEngine(EngineChoice choice, SolverChoice solver) {
  switch (choice) {
    case EngineChoice::Smt:
      return makeSmtEngineWith(solver);
    case EngineChoice::Reference:
      return makeReferenceEngine();
    case EngineChoice::Explicit:
    case EngineChoice::Race:
    case EngineChoice::Auto:
      break;
  }
  return makeExplicitEngine();
}

}  // namespace hrfcheck::inline check
