#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "program/settle/barrier_meetings.h"
#include "program/settle/order_under_model.h"

namespace hrfcheck::inline program {

/// The accesses of locations that may be settled, with the arrivals at barriers that came before each.
class CellAccesses {
 public:
  CellAccesses(const Program& program, const BarrierMeetings& meetings, OrderUnderModel& order);

  /// @param handsOver it is one of an exchange among lanes (flow/lane_exchanges.h)
  /// @param decided whether it happens depends on what some execution decides
  void add(LocationId location, ThreadId thread, bool writes, bool handsOver, bool decided);
  /// A relaxed one; of an update, nobody looks at the result.
  void addRelaxed(LocationId location, ThreadId thread, const Instruction& access, bool decided);

  std::vector<LocationId> locations() const;
  /// Locations of which two accesses conflict that no barrier orders, or that are accessed in two ways.
  std::vector<LocationId> unordered();

 private:
  struct Access {
    ThreadId thread;
    std::uint32_t clock;  ///< of the thread's: index into clocks_[thread]
    bool writes;
    const Instruction* relaxed;  ///< null for an ordinary one; those in the same words are one instruction
    bool decided;

    bool updates() const {
      return relaxed != nullptr && std::holds_alternative<RmwOperation>(relaxed->operation);
    }
  };
  struct Cell {
    std::vector<Access> accesses;
    RelaxedAccesses relaxed = {};
    bool exchanged = false;
    bool bothWays = false;
  };
  /// By number of arrivals, how many of the meetings before order the accesses.
  using Phases = std::vector<std::uint32_t>;

  bool isOrdered(const Access& a, const Access& b, const MemoryLocation& location, const Cell& cell);
  void add(Cell& cell, Access access);
  bool hasFence(ThreadId thread) const;
  bool carriesControl(const Cell& cell) const;
  const Instruction* inSameWords(const Instruction& access);
  bool orderNothing(const MemoryLocation& location, const Cell& cell);
  bool doUpdatesCommute(const MemoryLocation& location, const Cell& cell);
  bool areConflictsOrdered(const MemoryLocation& location, const Cell& cell);
  const Phases& phases(std::uint32_t barrier, const MemoryLocation& location, const Cell& cell);

  const Program& program_;
  const BarrierMeetings& meetings_;
  OrderUnderModel& order_;
  std::map<LocationId, Cell> cells_;
  std::vector<std::vector<Arrivals>> clocks_;           ///< by thread
  std::vector<std::vector<std::uint32_t>> barriersOf_;  ///< by thread: at which it takes part
  /// By barrier, space, whether it is an exchange, and relaxed accesses; locations differ in nothing else
  /// that matters here.
  std::map<std::tuple<std::uint32_t, AddressSpace, bool, RelaxedAccesses>, Phases> phases_;
  RelaxedAccesses words_;
};

}  // namespace hrfcheck::inline program
