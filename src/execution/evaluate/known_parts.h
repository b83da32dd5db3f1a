#pragma once

#include "execution/evaluate/bit_rows.h"

namespace hrfcheck::inline execution {

/// The parts of an execution from which every definition is computed (node_facts.h names them as Inputs).
struct KnownParts {
  KnownParts() = default;
  /// All empty, over `size` events.
  explicit KnownParts(std::size_t size) : happened(BitRows::set(size)) {
    for (BitRows* relation : {&loc, &addr, &data, &ctrl, &sync, &rf, &co}) {
      *relation = BitRows::relation(size);
    }
  }

  BitRows happened;                             ///< a set
  BitRows loc, addr, data, ctrl, sync, rf, co;  ///< relations
};

}  // namespace hrfcheck::inline execution
