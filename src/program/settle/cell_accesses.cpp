#include "program/settle/cell_accesses.h"

#include <algorithm>
#include <set>

#include "program/flow/lane_exchanges.h"
#include "program/settle/relaxed_accesses.h"

namespace hrfcheck::inline program {

CellAccesses::CellAccesses(const Program& program, const BarrierMeetings& meetings, OrderUnderModel& order)
    : program_(program),
      meetings_(meetings),
      order_(order),
      clocks_(program.threads.size()),
      barriersOf_(program.threads.size()) {
  for (std::uint32_t b = 0; b < meetings.barriers().size(); ++b) {
    for (const ThreadId t : meetings.barriers()[b].participants) {
      barriersOf_[t].push_back(b);
    }
  }
}

void CellAccesses::add(LocationId location, ThreadId thread, bool writes, bool handsOver, bool decided) {
  Cell& cell = cells_[location];
  cell.bothWays = cell.bothWays || (!cell.accesses.empty() && cell.exchanged != handsOver);
  cell.exchanged = handsOver;
  add(cell, {thread, 0, writes, nullptr, decided});
}

const Instruction* CellAccesses::inSameWords(const Instruction& access) {
  const auto known = std::ranges::find_if(
      words_, [&](const Instruction* other) { return other == &access || areAlikeAccesses(*other, access); });
  return known == words_.end() ? words_.emplace_back(&access) : *known;
}

void CellAccesses::addRelaxed(LocationId location, ThreadId thread, const Instruction& access, bool decided) {
  Cell& cell = cells_[location];
  cell.bothWays = cell.bothWays || cell.exchanged;
  const Instruction* relaxed = inSameWords(access);
  if (std::ranges::find(cell.relaxed, relaxed) == cell.relaxed.end()) {
    cell.relaxed.push_back(relaxed);
    std::ranges::sort(cell.relaxed);
  }
  add(cell, {thread, 0, !std::holds_alternative<LoadOp>(access.operation), relaxed, decided});
}

void CellAccesses::add(Cell& cell, Access access) {
  std::vector<Arrivals>& clocks = clocks_[access.thread];
  const Arrivals& now = meetings_.arrivals(access.thread);
  if (clocks.empty() || clocks.back() != now) {
    clocks.push_back(now);
  }
  access.clock = static_cast<std::uint32_t>(clocks.size() - 1);
  // Threads run from barrier to barrier, so what a thread does between two of them stands together.
  for (auto last = cell.accesses.rbegin(); last != cell.accesses.rend() && last->thread == access.thread;
       ++last) {
    if (last->clock == access.clock && last->relaxed == access.relaxed && last->decided == access.decided &&
        (last->writes || !access.writes)) {
      return;
    }
  }
  cell.accesses.push_back(access);
}

std::vector<LocationId> CellAccesses::locations() const {
  std::vector<LocationId> result;
  for (const auto& [location, cell] : cells_) {
    result.push_back(location);
  }
  return result;
}

std::vector<LocationId> CellAccesses::unordered() {
  std::vector<LocationId> result;
  for (const auto& [location, cell] : cells_) {
    const MemoryLocation& of = program_.locations[location];
    if (cell.bothWays || carriesControl(cell) || !areConflictsOrdered(of, cell) || !orderNothing(of, cell) ||
        !doUpdatesCommute(of, cell)) {
      result.push_back(location);
    }
  }
  return result;
}

bool CellAccesses::areConflictsOrdered(const MemoryLocation& location, const Cell& cell) {
  for (const Access& write : cell.accesses) {
    if (!write.writes) {
      continue;
    }
    for (const Access& other : cell.accesses) {
      // Whether they do is asked of all of them (doUpdatesCommute).
      const bool commute = write.updates() && write.relaxed == other.relaxed;
      if (other.thread != write.thread && !commute && !isOrdered(write, other, location, cell)) {
        return false;
      }
    }
  }
  return true;
}

/// What a thread writes behind a branch that some execution decides depends on what that has read; so does
/// what another thread makes of it.
bool CellAccesses::carriesControl(const Cell& cell) const {
  return order_.looksAtControl() && std::ranges::any_of(cell.accesses, [&](const Access& write) {
           return write.writes && write.decided &&
                  std::ranges::any_of(cell.accesses, [&](const Access& read) {
                    return read.thread != write.thread && (!read.writes || read.updates());
                  });
         });
}

/// Who reads relaxed may read from what another one writes relaxed. What one thread's fence or arrival at a
/// barrier before it releases, the other one's departure behind it may then acquire. That is nothing new
/// where the two meet at the barrier in between anyway; so no fence is in a thread that accesses the location
/// so, and all of them take part in the same barriers, or none has an arrival before and another one a
/// departure behind.
bool CellAccesses::orderNothing(const MemoryLocation& location, const Cell& cell) {
  if (cell.relaxed.empty()) {
    return true;
  }
  struct Around {
    bool before = false;
    bool behind = false;
  };
  std::map<std::vector<std::uint32_t>, Around> groups;  // by the barriers that their threads take part in
  std::set<ThreadId> threads;
  for (const Access& access : cell.accesses) {
    if (access.relaxed == nullptr) {
      continue;
    }
    threads.insert(access.thread);
    const std::vector<std::uint32_t>& barriers = barriersOf_[access.thread];
    Around& around = groups[barriers];
    for (const std::uint32_t barrier : barriers) {
      if (!meetings_.isCounted(barrier)) {
        return false;
      }
      const std::uint32_t arrivals = clocks_[access.thread][access.clock][barrier];
      around.before = around.before || arrivals > 0;
      around.behind = around.behind || meetings_.arrivals(access.thread)[barrier] > arrivals;
    }
  }
  for (const auto& [of, around] : groups) {
    for (const auto& [others, other] : groups) {
      if (of != others && around.before && other.behind) {
        return false;
      }
    }
  }
  if (threads.size() > 1 && std::ranges::any_of(threads, [&](ThreadId t) { return hasFence(t); })) {
    return false;
  }
  return order_.orderNothing(cell.relaxed, {threads.begin(), threads.end()}, location);
}

bool CellAccesses::doUpdatesCommute(const MemoryLocation& location, const Cell& cell) {
  return std::ranges::all_of(cell.relaxed, [&](const Instruction* update) {
    if (!std::holds_alternative<RmwOperation>(update->operation)) {
      return true;
    }
    std::set<ThreadId> threads;
    for (const Access& access : cell.accesses) {
      if (access.relaxed == update) {
        threads.insert(access.thread);
      }
    }
    return order_.updatesCommute(*update, {threads.begin(), threads.end()}, location);
  });
}

bool CellAccesses::hasFence(ThreadId thread) const {
  return std::ranges::any_of(program_.threads[thread].instructions, [](const Instruction& instruction) {
    return std::holds_alternative<FenceOp>(instruction.operation);
  });
}

/// Who has arrived more often comes later, if the meetings between the two order anything, and the other one
/// takes part in one of them.
bool CellAccesses::isOrdered(const Access& a, const Access& b, const MemoryLocation& location,
                             const Cell& cell) {
  const Arrivals& ofA = clocks_[a.thread][a.clock];
  const Arrivals& ofB = clocks_[b.thread][b.clock];
  return std::ranges::any_of(barriersOf_[a.thread], [&](std::uint32_t barrier) {
    if (!std::ranges::binary_search(meetings_.barriers()[barrier].participants, b.thread)) {
      return false;
    }
    const bool first = ofA[barrier] < ofB[barrier];
    const std::uint32_t earlier = std::min(ofA[barrier], ofB[barrier]);
    const std::uint32_t met = std::min(std::max(ofA[barrier], ofB[barrier]),
                                       meetings_.arrivals(first ? a.thread : b.thread)[barrier]);
    const Phases& order = phases(barrier, location, cell);
    const auto at = [&](std::uint32_t arrivals) {
      return order[std::min<std::size_t>(arrivals, order.size() - 1)];
    };
    return met > earlier && at(met) > at(earlier);
  });
}

const CellAccesses::Phases& CellAccesses::phases(std::uint32_t barrier, const MemoryLocation& location,
                                                 const Cell& cell) {
  const auto [entry, added] = phases_.try_emplace({barrier, location.space, cell.exchanged, cell.relaxed});
  Phases& phases = entry->second;
  if (!added) {
    return phases;
  }
  const Barrier& of = meetings_.barriers()[barrier];
  phases.push_back(0);
  std::uint32_t most = 0;
  for (const ThreadId t : of.participants) {
    most = std::max(most, meetings_.arrivals(t)[barrier]);
  }
  for (std::uint32_t k = 0; k < most; ++k) {
    const Instruction* instruction = meetings_.occurrence(barrier, k);
    const bool orders =
        instruction != nullptr &&
        (handsOver(*instruction)
             ? cell.exchanged
             : !cell.exchanged && order_.barrierOrders(*instruction, of, location, cell.relaxed));
    phases.push_back(phases.back() + (orders ? 1 : 0));
  }
  return phases;
}

}  // namespace hrfcheck::inline program
