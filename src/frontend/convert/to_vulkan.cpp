#include <fmt/format.h>

#include "frontend/columns/dialects.h"
#include "frontend/convert/target_words.h"
#include "program/expr/substitute.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {
namespace {

/// The mapping of docs/convert.md, "To Vulkan": accesses are available and visible at the widest scope of the
/// test, and what synchronizes makes everything available and visible at its own.
class VulkanWords final : public TargetWords {
 public:
  using TargetWords::TargetWords;

  std::vector<std::string> notes() const override {
    std::vector<std::string> notes;
    notes.push_back(
        fmt::format("ordinary accesses are available and visible at {}, the widest scope of the test",
                    to().levels[widest()]));
    if (facts().hasLocalMemory()) {
      notes.emplace_back("storage classes: global memory as sc0, local memory as sc1");
    }
    if (exchanged_) {
      notes.emplace_back("some stores are exchanges: as stores, they would end release sequences");
    }
    return notes;
  }

 protected:
  std::vector<Piece> load(const LoadOp& o) override {
    if (!o.atomicity) {
      return {{o, {fmt::format("vis.{}", to().levels[widest()]), storage(*o.address)}}};
    }
    const Atomicity atomicity = access(*o.atomicity);
    return {{LoadOp{o.target, o.address, atomicity}, marks(atomicity.order, o.address)}};
  }

  std::vector<Piece> store(const StoreOp& o) override {
    if (!o.atomicity) {
      return {{o, {fmt::format("av.{}", to().levels[widest()]), storage(*o.address)}}};
    }
    const Atomicity atomicity = access(*o.atomicity);
    if (endsReleaseSequence(o)) {
      exchanged_ = true;
      return {{RmwOperation{std::nullopt, RmwOp::Exchange, o.address, o.value, nullptr, atomicity},
               marks(atomicity.order, o.address)}};
    }
    return {{StoreOp{o.address, o.value, atomicity}, marks(atomicity.order, o.address)}};
  }

  std::vector<Piece> rmw(const RmwOperation& o) override {
    if (o.op == RmwOp::CompareSwap) {
      refuseHere("there is no compare-and-swap");
    }
    RmwOperation result = o;
    result.atomicity = access(o.atomicity);
    return {{result, marks(result.atomicity.order, o.address)}};
  }

  std::vector<Piece> fence(const FenceOp& o) override {
    const Atomicity atomicity = access(*o.atomicity);
    return {{FenceOp{atomicity}, semantics(atomicity.order, o.spaces)}};
  }

  std::vector<Piece> barrier(const BarrierOp& o) override {
    if (!o.waits) {
      refuseHere("every barrier waits");
    }
    BarrierOp result = amongNamed(o);
    result.level = scoped(o.level);
    if (result.level > vulkan::kWorkgroup) {
      refuseHere("those that meet at a barrier belong to a work-group or a part of it");
    }
    if (o.memoryLevel) {
      result.memoryLevel = scoped(*o.memoryLevel);
      refuseNarrow(result);
    }
    result.fences = true;
    result.spaces = {};
    return {{result, semantics(Order::AcquireRelease, o.spaces)}};
  }

 private:
  /// As a store, and does not in its own dialect: AMDGPU's does. Only the HRF and HSA models let those of
  /// other threads in.
  bool endsReleaseSequence(const StoreOp& o) const {
    if (&from() == &kAmdgpuDialect) {
      return false;
    }
    return facts().followsOwnRelease(thread(), o) ||
           (&from() == &kHsaDialect && facts().followsOthersRelease(thread(), o));
  }

  void refuseNarrow(const BarrierOp& barrier) const {
    if (barrier.level != vulkan::kWorkgroup || *barrier.memoryLevel <= barrier.level) {
      refuseHere("a barrier has a single scope, for those that meet and for what they order");
    }
  }

  std::uint32_t widest() const {
    const auto widest = facts().widestScope();
    const auto level = widest ? scopes().level(*widest) : std::nullopt;
    return level && *level != kThreadLevel ? *level : static_cast<std::uint32_t>(to().levels.size() - 1);
  }

  Atomicity access(const Atomicity& atomicity) const {
    refuseRemote(atomicity);
    refuseConsume(atomicity);
    if (atomicity.order == Order::SeqCst) {
      refuseHere("there are no sequentially consistent operations");
    }
    return scoped(atomicity);
  }

  /// Where an address lies: a location, or an element of an array that begins at one.
  std::string storage(const Expr& address) const {
    if (!facts().hasLocalMemory()) {
      return "sc0";
    }
    const auto* sum = std::get_if<BinaryExpr>(&address.node);
    const std::optional<Value> known = constantValue(sum == nullptr ? address : *sum->left);
    const auto location = known ? facts().program().locationAt(*known) : std::nullopt;
    if (!location) {
      refuseHere("whether its address is in local memory is not known");
    }
    return facts().program().locations[*location].space == AddressSpace::Local ? "sc1" : "sc0";
  }

  std::vector<std::string> marks(Order order, const ExprPtr& address) const {
    std::vector<std::string> marks{storage(*address)};
    if (order != Order::Relaxed) {
      const std::vector<std::string> more = semantics(order, {});
      marks.insert(marks.end(), more.begin(), more.end());
    }
    return marks;
  }

  std::vector<std::string> semantics(Order order, const FenceSpaces& spaces) const {
    std::vector<std::string> marks;
    if (spaces.global) {
      marks.emplace_back("semsc0");
    }
    if (spaces.local && facts().hasLocalMemory()) {
      marks.emplace_back("semsc1");
    }
    if (marks.empty()) {
      refuseHere("it orders no address space");
    }
    if (order != Order::Acquire) {
      marks.emplace_back("semav");
    }
    if (order != Order::Release) {
      marks.emplace_back("semvis");
    }
    return marks;
  }

  bool exchanged_ = false;
};

}  // namespace

std::unique_ptr<TargetWords> vulkanWords(const ConversionFacts& facts, const ScopeMap& scopes,
                                         const Dialect& from, const Dialect& to) {
  return std::make_unique<VulkanWords>(facts, scopes, from, to);
}

}  // namespace hrfcheck::frontend
