#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "machine/timed/timed_code.h"
#include "machine/workloads/work_item.h"

namespace hrfcheck::inline machine {

/// Words of a cache line of 64 bytes.
inline constexpr std::uint32_t kLineWords = 16;

/// How many wavefronts run where.
struct Placement {
  std::size_t groups = 8;  ///< work-groups, one on each compute unit (Orr et al. 2015, Table 1)
  std::size_t waves = 4;   ///< wavefronts of a work-group
};

/// Code for a timed machine that is written as coroutines, one for each wavefront.
class Workload : public TimedCode {
 public:
  const ScopeTree& scopes() const override { return scopes_; }
  const std::vector<Instruction>& operations() const override { return operations_; }
  TimedOp next(ThreadId t) override;
  void complete(ThreadId t, const TimedOp& op, Value read) override;
  std::optional<Value> written(ThreadId t, const TimedOp& op, Value old) override;

 protected:
  explicit Workload(const Placement& placement);

  /// An access that the code will make.
  std::uint32_t loads(std::optional<Atomicity> atomicity = std::nullopt);
  std::uint32_t stores(std::optional<Atomicity> atomicity = std::nullopt);
  std::uint32_t modifies(RmwOp op, const Atomicity& atomicity);
  /// The code of a wavefront; called before the first step of any.
  virtual WorkCode codeOf(WorkItem& me, ThreadId t) = 0;

  /// A wavefront's access to local memory takes effect.
  virtual void onScratchpad(ThreadId) {}

  const Placement& placement() const { return placement_; }
  std::size_t groupOf(ThreadId t) const { return t / placement_.waves; }
  std::size_t waveOf(ThreadId t) const { return t % placement_.waves; }
  std::size_t wavefronts() const { return placement_.groups * placement_.waves; }

 private:
  std::uint32_t add(Operation operation);

  Placement placement_;
  ScopeTree scopes_;
  std::vector<Instruction> operations_;
  std::deque<WorkItem> items_;  ///< the code has references to them
  std::vector<WorkCode> code_;
};

}  // namespace hrfcheck::inline machine
