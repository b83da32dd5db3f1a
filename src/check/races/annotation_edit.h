#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.h"

namespace hrfcheck::inline check {

/// Order, scope and remoteness of an atomic or a fence; null for everything else.
const Atomicity* atomicityOf(const Instruction& instruction);

const Instruction& instructionAt(const Program& program, InstructionRef where);

/// The scope instance an instruction names: of an atomic, a fence or a barrier.
std::optional<ScopeInstanceId> scopeOf(const Program& program, InstructionRef where);

/// A scope instance for people: "wg 0", "cmp 1/wg 0", "sys".
std::string scopeText(const ScopeTree& scopes, ScopeInstanceId instance);

/// Instructions whose scope can be edited: atomics and fences, as far as somebody wrote it. (A barrier's
/// scope says who waits, so it stays.)
std::vector<InstructionRef> scopedInstructions(const Program& program);

/// The orders that an instruction can be given in place of its own at a level of scopes, each stronger:
/// weakest first. Empty where its dialect writes none.
std::vector<Order> strongerOrders(const Program& program, InstructionRef where, std::uint32_t level);

/// How much an order asks for: 0 relaxed, 1 acquire or release, 2 both, 3 sequentially consistent.
unsigned strengthOf(Order order);

/// Whether an edit changes the scope, and not the order alone.
bool changesScope(const Program& program, const AnnotationEdit& edit);

/// A copy of the program with some scopes and orders changed.
/// @pre each order is one of strongerOrders at the level
std::shared_ptr<const Program> withEdits(const Program& program, const std::vector<AnnotationEdit>& edits);

}  // namespace hrfcheck::inline check
