#include <fmt/format.h>

#include "frontend/columns/dialects.h"
#include "frontend/convert/target_words.h"

namespace hrfcheck::frontend {
namespace {

/// The mapping of docs/convert.md, "To AMDGPU": orders and scopes have words of their own, and a barrier is
/// one that orders nothing between two fences.
class AmdgpuWords final : public TargetWords {
 public:
  using TargetWords::TargetWords;

  std::vector<std::string> notes() const override {
    std::vector<std::string> notes;
    if (fenced_) {
      notes.emplace_back("barriers: a release fence, s_barrier, an acquire fence");
    }
    if (exchanged_) {
      notes.emplace_back("some stores are exchanges: as stores, they would end release sequences");
    }
    return notes;
  }

 protected:
  std::vector<Piece> load(const LoadOp& o) override {
    return {{LoadOp{o.target, o.address, access(o.atomicity)}}};
  }

  std::vector<Piece> store(const StoreOp& o) override {
    const auto atomicity = access(o.atomicity);
    if (atomicity && endsReleaseSequence(o)) {
      exchanged_ = true;
      return {{RmwOperation{std::nullopt, RmwOp::Exchange, o.address, o.value, nullptr, *atomicity}}};
    }
    return {{StoreOp{o.address, o.value, atomicity}}};
  }

  std::vector<Piece> rmw(const RmwOperation& o) override {
    RmwOperation result = o;
    result.atomicity = *access(o.atomicity);
    return {{result}};
  }

  std::vector<Piece> fence(const FenceOp& o) override {
    if (!o.spaces.global && !o.spaces.local) {
      refuseHere("it orders no address space");
    }
    return {{FenceOp{access(o.atomicity), o.spaces}}};
  }

  std::vector<Piece> barrier(const BarrierOp& o) override {
    if (o.count || !o.waits) {
      refuseHere("barriers have no count, and all who meet wait");
    }
    BarrierOp result = amongAll(o);
    result.level = scoped(o.level);
    if (result.level != amdgpu::kWorkgroup || result.id.value > amdgpu::kLastNamed) {
      refuseHere(fmt::format("barriers are of a work-group, and have numbers up to {}", amdgpu::kLastNamed));
    }
    result.amongNamed = result.id != BarrierNumber(0);
    const std::uint32_t level = o.memoryLevel ? scoped(*o.memoryLevel) : result.level;
    const FenceSpaces spaces = o.spaces;
    if (!spaces.global && !spaces.local) {
      refuseHere("it orders no address space");
    }
    result.order = std::nullopt;
    result.memoryLevel.reset();
    result.spaces = {};
    fenced_ = true;
    return {{FenceOp{Atomicity{Order::Release, level}, spaces}},
            {result},
            {FenceOp{Atomicity{Order::Acquire, level}, spaces}}};
  }

 private:
  /// In LLVM read-modify-writes continue a release sequence, and no stores.
  bool endsReleaseSequence(const StoreOp& o) const {
    if (&from() == &kVulkanDialect) {
      return false;  // there, too
    }
    return facts().followsOwnRelease(thread(), o) ||
           (&from() == &kHsaDialect && facts().followsOthersRelease(thread(), o));
  }

  std::optional<Atomicity> access(const std::optional<Atomicity>& atomicity) const {
    if (!atomicity) {
      return std::nullopt;
    }
    refuseRemote(*atomicity);
    refuseConsume(*atomicity);
    return scoped(*atomicity);
  }

  bool fenced_ = false;
  bool exchanged_ = false;
};

}  // namespace

std::unique_ptr<TargetWords> amdgpuWords(const ConversionFacts& facts, const ScopeMap& scopes,
                                         const Dialect& from, const Dialect& to) {
  return std::make_unique<AmdgpuWords>(facts, scopes, from, to);
}

}  // namespace hrfcheck::frontend
