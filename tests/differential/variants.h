#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "differential/compare.h"

namespace hrfcheck {

/// A law that a test and a way of rewriting it should obey: both forms have the same outcomes, flags and
/// incidents.
struct Variant {
  std::string law;
  std::shared_ptr<const Program> original;
  std::shared_ptr<const Program> rewritten;
  unsigned unroll;
  bool everyModel;  ///< or a few, where the law is one about reading programs
};

/// The variants of a test that there is something to compare with.
/// @throws UserError where a rewritten test cannot be read: no test that can be read has such a variant
std::vector<Variant> variantsOf(const std::string& litmus,
                                const std::shared_ptr<const EventStructure>& structure);

/// Names of all laws about variants.
const std::vector<std::string>& variantLaws();

/// With every instruction replaced by its number among the memory operations of its thread, without loops
/// that reach their bounds, and with final states in the order of `original`: what a rewritten test must not
/// change.
EngineAnswer essence(const Program& program, const EngineAnswer& answer, const Program& original);

/// Why two tests cannot be compared: other memory operations, other variables observed. Empty if they can.
std::string mismatch(const Program& a, const Program& b);

}  // namespace hrfcheck
