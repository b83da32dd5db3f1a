#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "machine/machine_state.h"
#include "program/local_run.h"

namespace hrfcheck {

/// A table of a simulation is full: what it has found is not all.
class TableFull : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The values that a simulation meets, by the order in which it does; 0 first.
class ValueTable {
 public:
  ValueTable() : values_{0} {}
  /// @throws TableFull
  ValueIndex indexOf(Value value);
  Value operator[](ValueIndex i) const { return values_[i]; }

 private:
  std::vector<Value> values_;
};

/// The states of threads between actions, numbered as they are met, each with the action it stands before; so
/// the code of a thread is interpreted once for each of them and not once for each state of the machine.
class ThreadStates {
 public:
  struct Entry {
    LocalState state;
    Action action;
    std::uint64_t mayRead =
        0;  ///< locations, as bits, that this thread may read from here on (all beyond 64)
    std::vector<std::pair<ValueIndex, std::uint16_t>> next;  ///< by the value read
    std::optional<std::uint16_t> nextWithout;                ///< after an action that reads nothing
  };

  /// @param program must outlive the table
  ThreadStates(const Program& program, ThreadId thread, LocalRunner::Fences fences);

  std::uint16_t start();
  const Entry& operator[](std::uint16_t id) const { return entries_[id]; }
  const LocalRunner& runner() const { return runner_; }
  /// Past the action; `read` where it reads.
  /// @throws TableFull
  /// @throws UserError where the code leaves memory
  std::uint16_t after(std::uint16_t id, std::optional<ValueIndex> read, const ValueTable& values);

 private:
  std::uint16_t intern(LocalState state);
  void findReads();

  const Program* program_;
  ThreadId thread_;
  LocalRunner runner_;
  std::vector<std::uint64_t> readsFrom_;  ///< by instruction
  std::deque<Entry> entries_;             ///< references to them stay valid
  std::map<LocalState, std::uint16_t> known_;
};

}  // namespace hrfcheck
