#pragma once

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// Whether the model knows of accesses that are several events (`same-access`).
bool knowsPartsOfAccesses(const Model& model);

}  // namespace hrfcheck::cat
