#include "program/structure/barriers.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck::inline program {

Barriers::Barriers(const Program& program) {
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<ScopeInstanceId>& instances = instances_.emplace_back();
    for (std::uint32_t level = 0; level < program.scopes.levels().size(); ++level) {
      instances.push_back(program.scopes.instanceOf(t, level));
    }
  }
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (const Instruction& instruction : program.threads[t].instructions) {
      const auto* op = std::get_if<BarrierOp>(&instruction.operation);
      if (op == nullptr) {
        continue;
      }
      const auto number = static_cast<std::uint32_t>(barriers_.size());
      const auto [entry, added] = numbers_.try_emplace(keyOf(t, *op), number);
      if (added) {
        const auto [scope, instance, id, counted] = entry->first;
        barriers_.push_back({scope, instance, id, {}, 0});
      }
      std::vector<ThreadId>& participants = barriers_[entry->second].participants;
      if (!op->amongNamed && !op->count) {
        participants = program.scopes.instances()[barriers_[entry->second].scope].agents;
      } else if (participants.empty() || participants.back() != t) {
        participants.push_back(t);
      }
      barriers_[entry->second].arrivals =
          op->count ? static_cast<std::size_t>(op->count->value) : participants.size();
    }
  }
}

std::uint32_t Barriers::numberOf(ThreadId thread, const BarrierOp& op) const {
  const auto entry = numbers_.find(keyOf(thread, op));
  INVARIANT(entry != numbers_.end(), "a barrier of the program");
  return entry->second;
}

Barriers::Key Barriers::keyOf(ThreadId thread, const BarrierOp& op) const {
  INVARIANT(!op.isNamedByRegister() && op.waits && !(op.count && op.count->reg),
            "memory models support only barriers named by constants at which every thread waits");
  return {instances_[thread][op.level], op.instance.value, op.id.value, op.count.has_value()};
}

}  // namespace hrfcheck::inline program
