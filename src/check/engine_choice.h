#pragma once

#include <memory>

#include "engine/engine.h"

namespace hrfcheck::inline check {

/// The choices of `--engine`.
enum class EngineChoice { Auto, Smt, Explicit };

/// Auto: the explicit engine first, then the solver (auto_engine.h).
std::unique_ptr<Engine> makeEngine(EngineChoice choice);

}  // namespace hrfcheck::inline check
