#include "program/ir/annotation.h"

#include "util/invariant.h"

namespace hrfcheck::inline program {

std::optional<Annotation> annotationOf(const Operation& operation) {
  if (const auto* load = std::get_if<LoadOp>(&operation)) {
    return Annotation{load->atomicity};
  }
  if (const auto* store = std::get_if<StoreOp>(&operation)) {
    return Annotation{store->atomicity};
  }
  if (const auto* rmw = std::get_if<RmwOperation>(&operation)) {
    return Annotation{rmw->atomicity, rmw->failureOrder};
  }
  if (const auto* fence = std::get_if<FenceOp>(&operation)) {
    return Annotation{fence->atomicity};
  }
  return std::nullopt;
}

Operation annotated(Operation operation, const Annotation& annotation) {
  if (auto* load = std::get_if<LoadOp>(&operation)) {
    load->atomicity = annotation.atomicity;
  } else if (auto* store = std::get_if<StoreOp>(&operation)) {
    store->atomicity = annotation.atomicity;
  } else if (auto* rmw = std::get_if<RmwOperation>(&operation)) {
    INVARIANT(annotation.atomicity, "a read-modify-write is atomic");
    rmw->atomicity = *annotation.atomicity;
    rmw->failureOrder = annotation.failureOrder;
  } else if (auto* fence = std::get_if<FenceOp>(&operation)) {
    fence->atomicity = annotation.atomicity;
  } else {
    INVARIANT(false, "only accesses and fences have annotations");
  }
  return operation;
}

}  // namespace hrfcheck::inline program
