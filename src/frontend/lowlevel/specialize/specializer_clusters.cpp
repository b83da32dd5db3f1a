#include <fmt/format.h>

#include "frontend/lowlevel/specialize/specializer.h"
#include "frontend/lowlevel/values/known.h"
#include "program/ir/ptx_marks.h"

// Blocks of a cluster: addresses in each other's shared memory, and the barrier of all their threads (PTX
// ISA, `mapa`, `barrier.cluster`).

namespace hrfcheck::frontend::lowlevel {

/// Which address it is, and of which block, must be known.
void Specializer::execute(const MapAddress& map) {
  const std::uint64_t address = known(map.address, "the address that is mapped to another block");
  const std::uint64_t rank = known(map.rank, "the block of the cluster that an address is mapped to");
  const std::uint64_t inWindow = address & ((std::uint64_t{1} << 32) - 1);
  if (rank >= grid().cluster || rank >= kMostRanks) {
    refuse(fmt::format("the cluster has no block {}: it has {}", rank, grid().cluster));
  }
  if (inWindow > kMappedOffsets) {
    refuse("the address of a variable after the 126th, or in another block, cannot be mapped");
  }
  assign(map.reg, ThreadValue::known(address | kMappedBit | (rank << kRankShift)));
}

/// Where a number leads, the own block's memory being that of no other one.
std::optional<ObjectPlace> Specializer::placeInCluster(Space space, std::uint64_t number) const {
  auto place = placeOf(space, number);
  if (place && place->rank && *place->rank == ownRank()) {
    place->rank.reset();
  }
  return place;
}

void Specializer::execute(const ClusterArrive& arrive) {
  requireNotArrived();
  state_.arrived = arrive.releases;
}

/// "barrier.cluster.arrive ... release", "barrier.cluster.wait ... acquire": one barrier, since nothing that
/// accesses memory comes between.
void Specializer::execute(const ClusterWait&) {
  if (!state_.arrived) {
    refuse("the thread has not arrived at the barrier of the cluster");
  }
  KnownBarrier result;
  result.level = kClusterLevel;
  result.marks = {kMarkClusterBarrier};
  if (!*state_.arrived) {
    result.order = Order::Acquire;
    result.marks.emplace_back(kMarkUnordered);
  }
  state_.arrived.reset();
  emit(std::move(result));
}

void Specializer::requireNotArrived() const {
  if (state_.arrived) {
    refuse("between barrier.cluster.arrive and barrier.cluster.wait, nothing but computing is supported");
  }
}

}  // namespace hrfcheck::frontend::lowlevel
