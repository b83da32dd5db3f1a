#include "frontend/convert/target_words.h"

#include <fmt/format.h>

#include "frontend/columns/dialects.h"
#include "frontend/convert/unsayable_here.h"
#include "program/flow/ended_threads.h"
#include "program/ir/scope_levels.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {

namespace {

constexpr std::string_view kNoLockUnit = "only HSA's memory has a lock unit";

}  // namespace

std::vector<Piece> TargetWords::pieces(ThreadId thread, const Operation& operation) {
  thread_ = thread;
  using Pieces = std::vector<Piece>;
  return std::visit(
      Overloaded{[&](const LoadOp& o) { return load(o); }, [&](const StoreOp& o) { return store(o); },
                 [&](const RmwOperation& o) { return rmw(o); }, [&](const FenceOp& o) { return fence(o); },
                 [&](const BarrierOp& o) {
                   refuseOtherEnds(o);
                   return barrier(o);
                 },
                 [](const AssignOp& o) { return Pieces{{o}}; }, [](const BranchOp& o) { return Pieces{{o}}; },
                 [](const JumpOp& o) { return Pieces{{o}}; }, [](const ExitOp& o) { return Pieces{{o}}; },
                 [](const NopOp& o) { return Pieces{{o}}; },
                 [&](const LockLoadOp&) -> Pieces { refuseHere(std::string(kNoLockUnit)); },
                 [&](const UnlockStoreOp&) -> Pieces { refuseHere(std::string(kNoLockUnit)); },
                 [&](const VoteOp&) -> Pieces { refuseHere("only HSA's lanes vote"); },
                 [&](const ReconvergenceOp&) -> Pieces {
                   refuseHere("only HSA's instructions say where wavefronts reconverge");
                 }},
      operation);
}

std::optional<std::uint32_t> TargetWords::observableLevel(const MemoryLocation& location) const {
  if (location.observableLevel) {
    throw UserError(
        fmt::format("location {} is visible up to a scope only, and the {} dialect has no word for it",
                    location.name, to_.name));
  }
  return std::nullopt;
}

void TargetWords::refuseHere(const std::string& reason, const std::string& hint) const {
  throw UnsayableHere(reason, hint);
}

std::uint32_t TargetWords::scoped(std::uint32_t level) const {
  const auto found = scopes_.level(level);
  if (!found) {
    refuseHere(fmt::format("there is no scope for {}", from_.levels[level]));
  }
  if (*found == kThreadLevel && &to_ != &from_ && rolesOf(to_.name).data() != kSharedRoles.data() &&
      &to_ != &kAmdgpuDialect) {
    refuseHere("no scope contains only the thread");
  }
  return *found;
}

Atomicity TargetWords::scoped(Atomicity atomicity) const {
  atomicity.level = scoped(atomicity.level);
  return atomicity;
}

void TargetWords::refuseRemote(const Atomicity& atomicity) const {
  if (atomicity.remote) {
    refuseHere("there are no remote operations");
  }
}

void TargetWords::refuseConsume(const Atomicity& atomicity) const {
  if (atomicity.order == Order::Consume) {
    refuseHere("there is no order consume", "acquire is stronger, and there");
  }
}

void TargetWords::refuseOtherFailure(const RmwOperation& o) const {
  if (o.failureOrder) {
    refuseHere("a compare-and-swap has one order, whether it fails or not");
  }
}

void TargetWords::refuseOneSpace(const FenceSpaces& spaces) const {
  if (!spaces.global || !spaces.local) {
    refuseHere("it orders one address space only, or none");
  }
}

void TargetWords::refuseRegisters(const BarrierOp& o) const {
  if (o.isNamedByRegister() || (o.count && o.count->reg)) {
    refuseHere("the numbers of a barrier are constants");
  }
}

/// Of PTX's and AMDGPU's barriers without a count, threads that have ended are not waited for
/// (program/flow/ended_threads.h).
void TargetWords::refuseOtherEnds(const BarrierOp& o) const {
  const bool waits = waitsForTheEnded(facts_.program(), o);
  const bool waitsThere = o.count || (&to_ != &kPtxDialect && &to_ != &kAmdgpuDialect);
  if (waits != waitsThere && !allComeAsOften(facts_.program(), thread_, o)) {
    refuseHere(fmt::format(
        "its threads need not reach it equally often, and those that have ended would {}be waited for",
        waitsThere ? "" : "not "));
  }
}

BarrierOp TargetWords::amongNamed(const BarrierOp& o) const {
  BarrierOp result = o;
  if (o.amongNamed || o.count) {
    return result;
  }
  if (const auto absent = facts_.absentFrom(thread_, o)) {
    refuseHere(fmt::format("{} is in the same {} and does not have this barrier, and would not be waited for",
                           facts_.program().threads[*absent].name, from_.levels[o.level]));
  }
  result.instance = facts_.numberOf(o);
  result.id = 0;
  result.amongNamed = true;
  return result;
}

BarrierOp TargetWords::amongAll(const BarrierOp& o) const {
  refuseRegisters(o);
  if (!o.waits && !o.count) {
    refuseHere("only a barrier with a count can be arrived at without waiting");
  }
  const auto absent = o.amongNamed ? facts_.absentFrom(thread_, o) : std::nullopt;
  if (absent) {
    refuseHere(fmt::format("{} is in the same {} and does not have this barrier, and would be waited for",
                           facts_.program().threads[*absent].name, from_.levels[o.level]));
  }
  BarrierOp result = o;
  result.id = facts_.numberOf(o);
  result.instance = 0;
  result.amongNamed = false;
  return result;
}

}  // namespace hrfcheck::frontend
