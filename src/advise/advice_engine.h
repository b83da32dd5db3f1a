#pragma once

#include <memory>

#include "engine/engine.h"

namespace hrfcheck::inline advise {

/// The engine that repair and narrow ask where none is named. Of the many questions about one test most are
/// settled by an execution or two, or by few candidates: the explicit engine is asked first, whatever the
/// size of the test, and the automatic choice (check/auto_engine.h) where it gives up without having found
/// anything. Where that happens several times in a row, it is not asked first any more. What decides are
/// counts, never time.
std::unique_ptr<Engine> makeAdviceEngine();

}  // namespace hrfcheck::inline advise
