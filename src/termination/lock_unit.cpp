#include "termination/lock_unit.h"

#include <algorithm>
#include <variant>

#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "program/ir/substitute.h"

namespace hrfcheck::inline termination {
namespace {

/// The locations that an address may name, as far as its text says.
std::vector<LocationId> namedBy(const Program& program, const Expr& address) {
  const auto known = constantValue(address);
  const auto at = known ? program.locationAt(*known) : std::nullopt;
  std::vector<LocationId> locations;
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    if (!known || at == l) {
      locations.push_back(l);
    }
  }
  return locations;
}

bool isOfLockUnit(const Operation& operation) {
  return std::holds_alternative<LockLoadOp>(operation) || std::holds_alternative<UnlockStoreOp>(operation);
}

/// The work-group, or the outermost instance where the dialect has no levels of a GPU.
ScopeInstanceId groupOf(const Program& program, ThreadId thread) {
  return program.scopes.instanceOf(thread, std::min(kGroupLevel, outermostLevel(program.scopes)));
}

}  // namespace

LockUnit::LockUnit(const Program& program, std::uint32_t lockBits) : data_(program.locations.size()) {
  for (const MemoryLocation& location : program.locations) {
    const std::uint64_t word = location.byteAddress / kBytesPerWord;
    classes_.push_back(lockBits == 0 ? word : word & (lockBits - 1));
  }
  std::set<LocationId> released;
  std::set<LocationId> stored;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    groupOf_.push_back(groupOf(program, t));
    lockable_.emplace_back();
    for (const Instruction& instruction : program.threads[t].instructions) {
      const ExprPtr address = operandsOf(instruction.operation).address;
      if (address == nullptr) {
        continue;
      }
      for (const LocationId l : namedBy(program, *address)) {
        if (isOfLockUnit(instruction.operation)) {
          bits_.try_emplace({groupOf_[t], classOf(l)}, 0);
        }
        if (std::holds_alternative<LockLoadOp>(instruction.operation)) {
          lockable_[t].insert(l);
        }
        if (std::holds_alternative<UnlockStoreOp>(instruction.operation)) {
          released.insert(l);
        } else if (writesMemory(instruction.operation)) {
          stored.insert(l);
        }
      }
    }
  }
  bitWords_.resize(program.scopes.instances().size());
  for (auto& [bit, word] : bits_) {
    word = words_++;
    std::vector<std::uint32_t>& words = bitWords_[bit.first];
    words.resize(program.locations.size());
    for (LocationId l = 0; l < program.locations.size(); ++l) {
      words[l] = classOf(l) == bit.second ? word : words[l];
    }
  }
  for (const LocationId l : released) {
    if (stored.contains(l)) {
      data_[l] = words_++;
    }
  }
}

std::vector<std::uint32_t> LockUnit::bitWords() const {
  std::vector<std::uint32_t> result;
  for (const auto& [bit, word] : bits_) {
    result.push_back(word);
  }
  return result;
}

}  // namespace hrfcheck::inline termination
