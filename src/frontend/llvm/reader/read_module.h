#pragma once

#include <string>
#include <string_view>

#include "frontend/llvm/wire/compiled_module.h"

namespace hrfcheck::frontend::llvm::reader {

/// Reads a module of LLVM, bitcode or text, verifies it, and translates it. Of one that is not taken there is
/// only why (CompiledModule::failure).
CompiledModule readModule(std::string_view text);

/// The same, as bytes (frontend/llvm/wire).
std::string encodedModule(std::string_view text);

/// A module that is text as bitcode; empty where it is not taken.
std::string bitcodeOf(std::string_view text);

}  // namespace hrfcheck::frontend::llvm::reader
