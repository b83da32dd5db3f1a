#include "termination/system/lock_unit.h"

#include <algorithm>
#include <variant>

#include "program/ir/operands.h"

namespace hrfcheck::inline termination {
namespace {

bool isOfLockUnit(const Operation& operation) {
  return std::holds_alternative<LockLoadOp>(operation) || std::holds_alternative<UnlockStoreOp>(operation);
}

}  // namespace

LockUnit::LockUnit(const Program& program, std::uint32_t lockBits) : data_(program.locations.size()) {
  std::set<LocationId> released;
  std::set<LocationId> stored;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    groupOf_.push_back(lockGroupOf(program, t));
    lockable_.emplace_back();
    for (const Instruction& instruction : program.threads[t].instructions) {
      const ExprPtr address = operandsOf(instruction.operation).address;
      if (address == nullptr) {
        continue;
      }
      for (const LocationId l : wordsNamedBy(program, *address)) {
        if (isOfLockUnit(instruction.operation)) {
          bits_.try_emplace(lockBitOf(program, t, l, lockBits), 0);
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
  for (auto& [bit, word] : bits_) {
    word = words_++;
  }
  bitWords_.resize(program.scopes.instances().size());
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<std::uint32_t>& words = bitWords_[groupOf_[t]];
    words.resize(program.locations.size());
    for (LocationId l = 0; l < program.locations.size(); ++l) {
      const auto bit = bits_.find(lockBitOf(program, t, l, lockBits));
      words[l] = bit != bits_.end() ? bit->second : words[l];
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
