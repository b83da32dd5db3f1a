#include "frontend/lowlevel/module/address_map.h"
#include "frontend/lowlevel/module/module.h"
#include "frontend/ptx/translate/function_translator.h"

// What blocks of a cluster do with each other (PTX ISA, `mapa`, `getctarank`, `barrier.cluster`).

namespace hrfcheck::frontend::ptx {

bool FunctionTranslator::cluster() {
  if (in_->name == "mapa") {
    mapAddress();
  } else if (in_->name == "getctarank") {
    rankOfAddress();
  } else if (in_->name == "barrier" && has("cluster")) {
    clusterBarrier();
  } else {
    return false;
  }
  return true;
}

void FunctionTranslator::mapAddress() {
  const auto target = targetOf(operand(0));
  if (!target) {
    refuse("its result has no register");
  }
  const unsigned bits = type().bits;
  const PtxOperand& address = operand(1);
  emit(MapAddress{*target, sourceOf(address, bits), source(2, 32)});
}

/// Of an address that `mapa` has made, and of one of the own block.
void FunctionTranslator::rankOfAddress() {
  const NumberPtr address = source(1, 64);
  const NumberPtr isMapped = numberFrom(
      NumberOp::Ne, 64, 1, {number(NumberOp::And, 64, {address, literal(kMappedBit, 64)}), literal(0, 64)});
  const NumberPtr rank = number(
      NumberOp::And, 64,
      {number(NumberOp::ShrUnsigned, 64, {address, literal(kRankShift, 64)}), literal(kMostRanks - 1, 64)});
  define(0, selected(isMapped, resized(rank, 32), builtInNumber(BuiltIn::ClusterRank)));
}

/// "barrier.cluster.arrive without .sem has .release, barrier.cluster.wait has .acquire".
void FunctionTranslator::clusterBarrier() {
  if (has("arrive")) {
    emit(ClusterArrive{!has("relaxed")});
  } else if (has("wait") && !has("relaxed")) {
    emit(ClusterWait{});
  } else {
    refuse();
  }
}

}  // namespace hrfcheck::frontend::ptx
