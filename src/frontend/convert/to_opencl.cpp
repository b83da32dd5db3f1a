#include "frontend/convert/to_shared.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {
namespace {

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

std::unique_ptr<TargetWords> openClWords(const ConversionFacts& facts, const ScopeMap& scopes,
                                         const Dialect& from, const Dialect& to) {
  return std::make_unique<OpenClWords>(facts, scopes, from, to);
}

}  // namespace hrfcheck::frontend
