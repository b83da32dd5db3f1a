#pragma once

#include "program/ir/operation_parts.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {

/// Operations that memory models define.
template <typename Op>
concept UnderModels =
    OneOf<Op, LoadOp, StoreOp, RmwOperation, FenceOp, BarrierOp, AssignOp, BranchOp, JumpOp, ExitOp, NopOp>;

/// What a visitor of code under memory models says of the operations that no memory model defines: no such
/// program comes here (Program::notForModels; the structure refuses it).
template <typename Result>
struct OutsideModels {
  template <OneOf<LockLoadOp, UnlockStoreOp, VoteOp, ReconvergenceOp> Op>
  Result operator()(const Op&) const {
    failInvariant("defined", "a program with operations that no memory model defines is refused before");
  }
};

/// What a visitor of code under memory models says of what neither accesses memory nor sets a register,
/// unless it has more to say of it: nothing.
struct NoValuesMove : OutsideModels<void> {
  using OutsideModels<void>::operator();
  template <OneOf<FenceOp, BarrierOp, BranchOp, JumpOp, ExitOp, NopOp> Op>
  void operator()(const Op&) const {}
};

}  // namespace hrfcheck::inline program
