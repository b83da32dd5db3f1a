#pragma once

#include <optional>

#include "program/ir/instruction.h"

namespace hrfcheck::inline program {

/// What an access or a fence says of synchronization: its order and scope, and whether it is remote. Ordinary
/// without `atomicity`.
struct Annotation {
  std::optional<Atomicity> atomicity;
  std::optional<Order> failureOrder = std::nullopt;  ///< RmwOperation::failureOrder

  friend bool operator==(const Annotation& a, const Annotation& b) {
    const bool atomic = a.atomicity.has_value();
    return atomic == b.atomicity.has_value() && a.failureOrder == b.failureOrder &&
           (!atomic ||
            (a.atomicity->order == b.atomicity->order && a.atomicity->level == b.atomicity->level &&
             a.atomicity->remote == b.atomicity->remote));
  }
};

/// Of a load, a store, a read-modify-write or a fence; nothing for what else there is.
std::optional<Annotation> annotationOf(const Operation& operation);

/// The same operation with another annotation.
/// @pre annotationOf gives one, and a read-modify-write stays atomic
Operation annotated(Operation operation, const Annotation& annotation);

}  // namespace hrfcheck::inline program
