#pragma once

#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// Diagnostics by their places, each once: threads that share a column or a function share its mistakes.
Diagnostics withoutRepetition(const Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
