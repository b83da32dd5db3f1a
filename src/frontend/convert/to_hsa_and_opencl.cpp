#include "frontend/convert/target_words.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {
namespace {

/// What HSA and OpenCL C say alike.
class SharedWords : public TargetWords {
 public:
  using TargetWords::TargetWords;

  bool comparesValues() const override { return true; }
  std::optional<std::uint32_t> observableLevel(const MemoryLocation& location) const override {
    return location.observableLevel ? scopes().level(*location.observableLevel) : std::nullopt;
  }

 protected:
  std::vector<Piece> load(const LoadOp& o) override {
    return {{LoadOp{o.target, o.address, access(o.atomicity)}}};
  }
  std::vector<Piece> store(const StoreOp& o) override {
    return {{StoreOp{o.address, o.value, access(o.atomicity)}}};
  }
  std::vector<Piece> rmw(const RmwOperation& o) override {
    RmwOperation result = o;
    result.atomicity = *access(o.atomicity);
    return {{result}};
  }
  std::vector<Piece> fence(const FenceOp& o) override { return {{FenceOp{access(o.atomicity), o.spaces}}}; }
  std::optional<Atomicity> access(const std::optional<Atomicity>& atomicity) const {
    return atomicity ? std::optional(scoped(*atomicity)) : std::nullopt;
  }
};

class HsaWords final : public SharedWords {
 public:
  using SharedWords::SharedWords;

 protected:
  std::vector<Piece> load(const LoadOp& o) override {
    if (o.atomicity) {
      refuseConsume(*o.atomicity);
    }
    return SharedWords::load(o);
  }

  std::vector<Piece> rmw(const RmwOperation& o) override {
    refuseConsume(o.atomicity);
    refuseOtherFailure(o);
    return SharedWords::rmw(o);
  }

  std::vector<Piece> fence(const FenceOp& o) override {
    refuseOneSpace(o.spaces);
    return SharedWords::fence(o);
  }

  std::vector<Piece> barrier(const BarrierOp& o) override {
    refuseOneSpace(o.spaces);
    if (o.memoryLevel) {
      refuseHere("a barrier orders memory at the scope of those that meet");
    }
    BarrierOp result = amongAll(o);
    result.level = scoped(o.level);
    if (o.count && result.level != kGroupLevel) {
      refuseHere("only barriers of a work-group have a count");
    }
    return {{result}};
  }
};

class OpenClWords final : public SharedWords {
 public:
  using SharedWords::SharedWords;

 protected:
  /// Its halves are fences, and its numbers labels.
  std::vector<Piece> barrier(const BarrierOp& o) override {
    if (o.count) {
      refuseHere("barriers have no count");
    }
    BarrierOp result = amongAll(o);
    result.level = scoped(o.level);
    if (o.memoryLevel) {
      result.memoryLevel = scoped(*o.memoryLevel);
    }
    if (result.level != kGroupLevel && result.level != kWaveLevel) {
      refuseHere("barriers are of a work-group or a sub-group");
    }
    result.fences = true;
    return {{result}};
  }
};

}  // namespace

std::unique_ptr<TargetWords> hsaWords(const ConversionFacts& facts, const ScopeMap& scopes,
                                      const Dialect& from, const Dialect& to) {
  return std::make_unique<HsaWords>(facts, scopes, from, to);
}

std::unique_ptr<TargetWords> openClWords(const ConversionFacts& facts, const ScopeMap& scopes,
                                         const Dialect& from, const Dialect& to) {
  return std::make_unique<OpenClWords>(facts, scopes, from, to);
}

}  // namespace hrfcheck::frontend
