#pragma once

#include <vector>

#include "program/ir/instruction.h"

namespace hrfcheck::inline program {

/// The expressions that an operation evaluates when it is executed.
struct Operands {
  ExprPtr address;              ///< of an access, else null
  std::vector<ExprPtr> values;  ///< the others: what is stored, compared, assigned or branched on, and the
                                ///< registers that name or count a barrier
};

Operands operandsOf(const Operation& operation);

/// The registers that an operation sets, where it runs: at most two.
std::vector<RegisterId> targetsOf(const Operation& operation);

/// The registers that an instruction reads, its predicate's among them; perhaps with repetitions.
std::vector<RegisterId> registersReadBy(const Instruction& instruction);

enum class AccessKind { None, Load, Store, Rmw };

AccessKind accessKindOf(const Operation& operation);
/// Loads and read-modify-writes.
bool readsMemory(const Operation& operation);
/// Stores and read-modify-writes, also those that write only where they succeed.
bool writesMemory(const Operation& operation);

/// Order, scope and remoteness of an atomic or a fence; null for everything else, barriers among it.
const Atomicity* atomicityOf(const Operation& operation);
Atomicity* atomicityOf(Operation& operation);

}  // namespace hrfcheck::inline program
