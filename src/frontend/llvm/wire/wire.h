#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "frontend/llvm/wire/compiled_module.h"

namespace hrfcheck::frontend::llvm {

/// Why what was read is no module.
struct BrokenWire : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A module as bytes: a mark with a version, then the fields in order, numbers in as many bytes as they need.
std::string encoded(CompiledModule& module);

/// And back. Nothing of it is trusted: every number is one that its place may have, every index leads to
/// something, every operator has its operands.
/// @throws BrokenWire
CompiledModule decoded(std::string_view bytes);

/// What decoded() asks of a module beyond its form.
/// @throws BrokenWire
void requireSound(const CompiledModule& module);

}  // namespace hrfcheck::frontend::llvm
