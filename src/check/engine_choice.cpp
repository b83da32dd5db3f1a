#include "check/engine_choice.h"

#include "check/auto_engine.h"
#include "check/race_engine.h"

namespace hrfcheck::inline check {

std::unique_ptr<Engine> makeEngine(EngineChoice choice, SolverChoice solver) {
  switch (choice) {
    case EngineChoice::Smt:
      return makeSmtEngineWith(solver);
    case EngineChoice::Explicit:
      return makeExplicitEngine();
    case EngineChoice::Race:
      return makeRaceEngine(solver);
    case EngineChoice::Reference:
      return makeReferenceEngine();
    case EngineChoice::Auto:
      break;
  }
  return makeAutoEngine(kAutoCandidateLimit, solver);
}

}  // namespace hrfcheck::inline check
