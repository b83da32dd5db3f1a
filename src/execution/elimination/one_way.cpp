#include "execution/elimination/one_way.h"

#include "cat/model/model.h"

namespace hrfcheck::inline execution {

OneWay::OneWay(const EventStructure& structure)
    : sameName_(structure.staticRelation(static_relation::SameReference)) {
  const auto generic = structure.tags().find("GEN");
  if (generic != structure.tags().end() && !generic->second.empty()) {
    generic_ = &generic->second;
  }
}

bool OneWay::holds(EventId a, EventId b) const {
  return (sameName_ == nullptr || sameName_->contains(a, b)) &&
         (generic_ == nullptr || (generic_->contains(a) && generic_->contains(b)));
}

}  // namespace hrfcheck::inline execution
