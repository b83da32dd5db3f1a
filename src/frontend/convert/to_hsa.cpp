#include "frontend/convert/to_shared.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {
namespace {

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
      refuseHere("a barrier orders memory at the scope of those who meet");
    }
    BarrierOp result = amongAll(o);
    result.level = scoped(o.level);
    if (o.count && result.level != kGroupLevel) {
      refuseHere("only barriers of a work-group have a count");
    }
    return {{result}};
  }
};

}  // namespace

std::unique_ptr<TargetWords> hsaWords(const ConversionFacts& facts, const ScopeMap& scopes,
                                      const Dialect& from, const Dialect& to) {
  return std::make_unique<HsaWords>(facts, scopes, from, to);
}

}  // namespace hrfcheck::frontend
