#include <fmt/format.h>

#include "frontend/columns/dialects.h"
#include "frontend/convert/target_words.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {
namespace {

/// The mapping of docs/convert.md, "To PTX": an sc operation is a fence.sc before it, and an acquire where it
/// reads.
class PtxWords final : public TargetWords {
 public:
  using TargetWords::TargetWords;

  std::vector<std::string> notes() const override {
    std::vector<std::string> notes;
    if (fenced_) {
      notes.emplace_back(
          "sc operations: fence.sc of the same scope, and the operation, an acquire where it reads");
    }
    if (exchanged_) {
      notes.emplace_back("some stores are exchanges: as stores, they would end release sequences");
    }
    return notes;
  }

 protected:
  std::vector<Piece> load(const LoadOp& o) override {
    if (!o.atomicity) {
      return {{o}};
    }
    return fenced(*o.atomicity, LoadOp{o.target, o.address, access(*o.atomicity, Order::Acquire)});
  }

  std::vector<Piece> store(const StoreOp& o) override {
    if (!o.atomicity) {
      return {{o}};
    }
    const Atomicity atomicity = access(*o.atomicity, Order::Relaxed);
    if (&from() == &kHsaDialect && facts().followsOthersRelease(thread(), o)) {
      exchanged_ = true;
      return fenced(*o.atomicity,
                    RmwOperation{std::nullopt, RmwOp::Exchange, o.address, o.value, nullptr, atomicity});
    }
    return fenced(*o.atomicity, StoreOp{o.address, o.value, atomicity});
  }

  std::vector<Piece> rmw(const RmwOperation& o) override {
    refuseOtherFailure(o);
    RmwOperation result = o;
    result.atomicity = access(o.atomicity, Order::Acquire);
    return fenced(o.atomicity, result);
  }

  /// An acquire or a release fence is one of both kinds.
  std::vector<Piece> fence(const FenceOp& o) override {
    refuseOneSpace(o.spaces);
    Atomicity atomicity = scoped(*o.atomicity);
    if (atomicity.order != Order::SeqCst) {
      atomicity.order = Order::AcquireRelease;
    }
    return {{FenceOp{atomicity}}};
  }

  std::vector<Piece> barrier(const BarrierOp& o) override {
    refuseOneSpace(o.spaces);
    BarrierOp result = amongNamed(o);
    result.level = scoped(o.level);
    if (result.level != kCta || o.memoryLevel) {
      refuseHere("barriers are of a cta, and order memory in it");
    }
    result.order = std::nullopt;
    return {{result}};
  }

 private:
  static constexpr std::uint32_t kCta = ptx::kCta;

  /// @param seqCst what an sc operation is behind its fence
  Atomicity access(const Atomicity& atomicity, Order seqCst) const {
    refuseRemote(atomicity);
    refuseConsume(atomicity);
    Atomicity result = scoped(atomicity);
    result.order = atomicity.order == Order::SeqCst ? seqCst : atomicity.order;
    return result;
  }

  std::vector<Piece> fenced(const Atomicity& atomicity, Operation operation) {
    if (atomicity.order != Order::SeqCst) {
      return {{std::move(operation)}};
    }
    fenced_ = true;
    return {{FenceOp{Atomicity{Order::SeqCst, scoped(atomicity.level), false}}}, {std::move(operation)}};
  }

  bool fenced_ = false;
  bool exchanged_ = false;
};

}  // namespace

std::unique_ptr<TargetWords> ptxWords(const ConversionFacts& facts, const ScopeMap& scopes,
                                      const Dialect& from, const Dialect& to) {
  return std::make_unique<PtxWords>(facts, scopes, from, to);
}

}  // namespace hrfcheck::frontend
