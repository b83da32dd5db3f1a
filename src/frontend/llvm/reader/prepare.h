#pragma once

#include <string>
#include <vector>

#include "frontend/llvm/reader/target.h"

namespace llvm {
class Function;
}

namespace hrfcheck::frontend::llvm::reader {

/// The kernels of a module: functions that a host launches. In a module for the host each function that
/// others may call is one, for it may be a thread.
std::vector<ir::Function*> kernelsOf(ir::Module& module);

/// Puts calls in, and variables into registers: what is called is inlined, variables of a thread whose
/// address nobody takes become values (mem2reg). Nothing else changes, so no access to memory that threads
/// share is lost, moved or added. Functions that call themselves stay where they are, and are refused where
/// they are called.
void prepare(ir::Module& module, const std::vector<ir::Function*>& entries);

}  // namespace hrfcheck::frontend::llvm::reader
