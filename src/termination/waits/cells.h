#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline termination {

/// Something that a thread may wait for, and others may change.
struct Cell {
  enum class Kind { Word, LockBit, Barrier } kind = Kind::Word;
  ScopeInstanceId scope = kNoScope;  ///< of a bit the work-group, of a barrier its scope instance
  std::optional<std::uint64_t>
      number;  ///< of the location, the bit, the barrier; nothing where any may be meant

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

/// Whether two may be one.
bool mayBeOne(const Cell& a, const Cell& b);

/// What instructions read and change, as far as their text shows: an address that is computed may be any
/// address.
class Cells {
 public:
  /// @param lockBits of a work-group, as the lock unit has them; 0: one for each word
  Cells(const Program& program, std::uint64_t lockBits) : program_(&program), lockBits_(lockBits) {}

  /// The word of an access.
  std::optional<Cell> word(ThreadId lane, std::uint32_t instruction) const;
  /// The lock bit that an ldslk takes or a stsul frees.
  std::optional<Cell> lockBit(ThreadId lane, std::uint32_t instruction) const;
  /// The barrier at which an instruction arrives.
  std::optional<Cell> barrier(ThreadId lane, std::uint32_t instruction) const;
  /// Whether somebody who waits for `cell` may find it changed by an instruction.
  bool changes(ThreadId lane, std::uint32_t instruction, const Cell& cell) const;

 private:
  const Instruction& at(ThreadId lane, std::uint32_t instruction) const {
    return program_->threads[lane].instructions[instruction];
  }
  std::optional<LocationId> locationOf(const ExprPtr& address) const;

  const Program* program_;
  std::uint64_t lockBits_;
};

}  // namespace hrfcheck::inline termination
