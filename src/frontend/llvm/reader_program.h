#pragma once

#include <memory>
#include <string>

#include "frontend/llvm/wire/compiled_module.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::llvm {

/// Where the program is that reads modules: beside this one, in `../libexec/hrfcheck`, or on the PATH; empty
/// where it is not found. `HRFCHECK_LLVM` names another one.
std::string readerProgram();

/// Has a module read. One that has been read already is not read again.
/// @param name of the file, for what is said of it
/// @param bytes bitcode, or text
/// @throws UserError where the program is missing, has crashed, or does not take the module; OutOfTime
std::shared_ptr<const CompiledModule> compiledModule(const std::string& name, const std::string& bytes,
                                                     const Deadline& deadline);

}  // namespace hrfcheck::frontend::llvm
