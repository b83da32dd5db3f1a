#include "check/engine_choice.h"

#include "check/auto_engine.h"

namespace hrfcheck::inline check {

std::unique_ptr<Engine> makeEngine(EngineChoice choice) {
  switch (choice) {
    case EngineChoice::Smt:
      return makeSmtEngine();
    case EngineChoice::Explicit:
      return makeExplicitEngine();
    case EngineChoice::Auto:
      break;
  }
  return makeAutoEngine();
}

}  // namespace hrfcheck::inline check
