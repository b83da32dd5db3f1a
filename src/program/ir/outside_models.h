#pragma once

#include "program/ir/instruction.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {

/// What a visitor of code under memory models says of the operations that no memory model defines: no such
/// program comes here (Program::notForModels; the skeleton refuses it).
template <typename Result>
struct OutsideModels {
  Result operator()(const LockLoadOp&) const { fail(); }
  Result operator()(const UnlockStoreOp&) const { fail(); }
  Result operator()(const VoteOp&) const { fail(); }
  Result operator()(const ReconvergenceOp&) const { fail(); }

 private:
  [[noreturn]] static void fail() {
    failInvariant("defined", "a program with operations that no memory model defines is refused before");
  }
};

}  // namespace hrfcheck::inline program
