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
                     const RelaxedAccesses& relaxed) override;
  bool looksAtControl() const override;
  bool updatesCommute(const Instruction& update, const std::vector<ThreadId>& threads,
                      const MemoryLocation& location) override;
  bool orderNothing(const RelaxedAccesses& relaxed, const std::vector<ThreadId>& threads,
                    const MemoryLocation& location) override;

 private:
  /// By the innermost level at which two threads are together, two that are.
  using Pairs = std::map<std::uint32_t, std::pair<ThreadId, ThreadId>>;
  enum class About { Barrier, Updates, NothingElse };
  struct Question {
    About about;
    const Instruction* barrier;  ///< null where it is about none
    RelaxedAccesses relaxed;
    AddressSpace space;
    std::vector<std::uint32_t> levels;  ///< at which two of the threads are together

    bool isLike(const Question& other) const;
  };

  Pairs pairsOf(const std::vector<ThreadId>& threads) const;
  template <typename Ask>
  bool asked(Question question, const Pairs& pairs, const Ask& ask);
  Program probeOf(const MemoryLocation& location, std::pair<ThreadId, ThreadId> threads) const;
  bool ordersBetween(const Instruction& barrier, const MemoryLocation& location,
                     const RelaxedAccesses& relaxed, std::pair<ThreadId, ThreadId> threads) const;
  bool commuteBetween(const Instruction& update, const MemoryLocation& location,
                      std::pair<ThreadId, ThreadId> threads) const;
  bool orderNothingBetween(const Instruction& writer, const Instruction& reader,
                           const MemoryLocation& location, std::pair<ThreadId, ThreadId> threads) const;
  bool endsOnlyIn(Program probe, const std::vector<std::pair<StateVariable, Value>>& expected) const;
  bool raisesFlag(Program probe) const;

  const Model& model_;
  const Program& program_;
  Deadline deadline_;
  std::map<ScopeInstanceId, Pairs> pairsOfScopes_;
  std::vector<std::pair<Question, bool>> answers_;
};

}  // namespace hrfcheck::inline check
