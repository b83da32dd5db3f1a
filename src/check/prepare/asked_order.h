#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "cat/model/model.h"
#include "program/settle/order_under_model.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline check {

/// What a model says of two threads (OrderUnderModel), found out by asking an engine about programs of two
/// threads: they must not race, and a read must find what it would find if one thread ran after the other, in
/// every execution.
class AskedOrder final : public OrderUnderModel {
 public:
  /// @param program as the model judges it; both must outlive this
  AskedOrder(const Model& model, const Program& program, Deadline deadline)
      : model_(model), program_(program), deadline_(std::move(deadline)) {}

  bool barrierOrders(const Instruction& barrier, const Barrier& meeting, const MemoryLocation& location,
                     const Instruction* update) override;
  bool looksAtControl() const override;
  bool updatesCommute(const Instruction& update, const std::vector<ThreadId>& threads,
                      const MemoryLocation& location) override;

 private:
  /// By the innermost level at which two threads are together, two that are.
  using Pairs = std::map<std::uint32_t, std::pair<ThreadId, ThreadId>>;
  struct Answer {
    const Instruction* barrier;  ///< null: of updates
    const Instruction* update;
    AddressSpace space;
    std::vector<std::uint32_t> levels;
    bool yes;
  };

  Pairs pairsOf(const std::vector<ThreadId>& threads) const;
  template <typename Ask>
  bool asked(const Instruction* barrier, const Instruction* update, AddressSpace space, const Pairs& pairs,
             const Ask& ask);
  Program probeOf(const MemoryLocation& location, std::pair<ThreadId, ThreadId> threads) const;
  bool barrierOrders(const Instruction& barrier, const MemoryLocation& location, const Instruction* update,
                     std::pair<ThreadId, ThreadId> threads) const;
  bool updatesCommute(const Instruction& update, const MemoryLocation& location,
                      std::pair<ThreadId, ThreadId> threads) const;
  bool hasOneAnswer(Program probe, StateVariable observed, Value expected) const;
  bool races(Program probe) const;

  const Model& model_;
  const Program& program_;
  Deadline deadline_;
  std::map<ScopeInstanceId, Pairs> pairsOfScopes_;
  std::vector<Answer> answers_;
};

}  // namespace hrfcheck::inline check
