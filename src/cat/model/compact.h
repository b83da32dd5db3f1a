#pragma once

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// Leaves out the nodes that no check, choice, definition, recursion or picture needs; the order of the rest
/// stays.
void compact(Model& model);

}  // namespace hrfcheck::cat
