#pragma once

#include "frontend/convert/target_words.h"

namespace hrfcheck::frontend {

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

}  // namespace hrfcheck::frontend
