#pragma once

#include "cat/licence/rules.h"

namespace hrfcheck {

/// What is looked at, and shows all there is, in words: "last iterations of spin loops".
const char* whatIsLeft(LeavingOutRule rule);

}  // namespace hrfcheck
