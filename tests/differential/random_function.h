#pragma once

#include <string>

#include "differential/kernel_tree.h"
#include "differential/kernel_words.h"

namespace hrfcheck::kernels {

/// Adds an empty statement to a block.
Stmt& add(Block& block, StmtKind kind);

/// A function that accesses what it is given a pointer to, a cell of `object`, and computes with that.
Function randomFunction(Random& random, KernelWords& words, const Object& object, const std::string& name);

}  // namespace hrfcheck::kernels
