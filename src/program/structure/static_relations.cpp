#include "program/structure/static_relations.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "program/expr/expr.h"
#include "program/flow/divided_accesses.h"
#include "program/flow/ended_threads.h"
#include "program/ir/scope_levels.h"
#include "program/structure/fence_concerns.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {
namespace {

/// The events of each scope instance.
class ScopeMembers {
 public:
  ScopeMembers(const std::vector<Event>& events, const ScopeTree& scopes)
      : ofAgents_(scopes.instances().size(), EventSet(events.size())),
        thatName_(ofAgents_),
        thatNameAround_(ofAgents_) {
    for (EventId e = 0; e < events.size(); ++e) {
      if (events[e].thread == kNoThread) {
        continue;
      }
      for (std::uint32_t l = 0; l < scopes.levels().size(); ++l) {
        ofAgents_[scopes.instanceOf(events[e].thread, l)].insert(e);
      }
      if (events[e].scope != kNoScope) {
        thatName_[events[e].scope].insert(e);
      }
    }
    for (ScopeInstanceId inner = 0; inner < thatName_.size(); ++inner) {
      for (ScopeInstanceId s = inner; s != kNoScope; s = scopes.instances()[s].parent) {
        thatNameAround_[inner] |= thatName_[s];
      }
    }
  }

  /// Events of threads inside of it.
  const EventSet& ofAgents(ScopeInstanceId s) const { return ofAgents_[s]; }
  /// Events that carry it.
  const EventSet& thatName(ScopeInstanceId s) const { return thatName_[s]; }
  /// Events that carry it or one around it.
  const EventSet& thatNameAround(ScopeInstanceId s) const { return thatNameAround_[s]; }

 private:
  std::vector<EventSet> ofAgents_, thatName_, thatNameAround_;
};

/// The events by what their instructions call the locations that they access (Instruction::reference).
/// Initial writes, and what accesses nothing, are among those that use no name but the location's own.
class References {
 public:
  References(const std::vector<Event>& events, const Program& program) {
    for (EventId e = 0; e < events.size(); ++e) {
      const bool initial = events[e].thread == kNoThread;
      const std::string name =
          initial ? "" : program.threads[events[e].thread].instructions[events[e].instruction].reference;
      const auto number = static_cast<std::uint32_t>(sets_.size());
      const auto [entry, added] = numbers_.try_emplace(name, number);
      if (added) {
        sets_.emplace_back(events.size());
      }
      sets_[entry->second].insert(e);
      ofEvent_.push_back(entry->second);
    }
  }

  /// Those with the same reference.
  const EventSet& like(EventId e) const { return sets_[ofEvent_[e]]; }

 private:
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<EventSet> sets_;
  std::vector<std::uint32_t> ofEvent_;
};

/// The departures from barriers that may open without somebody who has ended (program/flow/ended_threads.h),
/// by the threads that they may not wait for.
class Unawaited {
 public:
  Unawaited(const std::vector<Event>& events, const Program& program, const Barriers& barriers)
      : ofThread_(program.threads.size(), EventSet(events.size())) {
    if (!mayOpenWithoutTheEnded(program)) {
      return;
    }
    for (EventId e = 0; e < events.size(); ++e) {
      if (events[e].kind != EventKind::Depart) {
        continue;
      }
      const Thread& thread = program.threads[events[e].thread];
      const auto& barrier = std::get<BarrierOp>(thread.instructions[events[e].instruction].operation);
      if (!waitsForTheEnded(program, barrier)) {
        for (const ThreadId other : barriers[events[e].barrier].participants) {
          if (other != events[e].thread) {
            ofThread_[other].insert(e);
          }
        }
      }
    }
  }

  const EventSet& of(ThreadId thread) const { return ofThread_[thread]; }

 private:
  std::vector<EventSet> ofThread_;
};

/// What a row of the table is made from.
struct Given {
  const std::vector<Event>& events;
  const Program& program;
  const ScopeMembers& members;
  const References& references;
  const Unawaited& unawaited;

  /// The events of a thread stand together, in program order.
  template <typename Visit>
  void laterInThread(EventId x, Visit visit) const {
    for (EventId y = x + 1; y < events.size() && events[y].thread == events[x].thread; ++y) {
      visit(y);
    }
  }

  const Operation& operation(EventId e) const {
    return program.threads[events[e].thread].instructions[events[e].instruction].operation;
  }

  /// For the read of a compare-and-swap, the last load before it into the register that holds what it
  /// expects; else kNoEvent.
  EventId loadOfExpected(EventId e) const {
    const auto* rmw = std::get_if<RmwOperation>(&operation(e));
    if (events[e].kind != EventKind::Read || rmw == nullptr || rmw->op != RmwOp::CompareSwap) {
      return kNoEvent;
    }
    const auto expected = registersOf(*rmw->expected);
    for (EventId y = e; y-- > 0 && events[y].thread == events[e].thread;) {
      const auto* load = std::get_if<LoadOp>(&operation(y));
      if (load != nullptr && expected.size() == 1 && *expected.begin() == load->target) {
        return y;
      }
    }
    return kNoEvent;
  }
};

/// Adds the pairs that an event with a thread is the first or the second of: each pair comes up for one of
/// its events.
using Relate = void (*)(const Given& given, EventId x, Relation& relation);

struct Row {
  StaticRelations::Index index;
  std::string_view name;
  Relate relate;
};

/// Initial writes have no thread: they are related to themselves by same-instance and int, to what has the
/// same reference, and by nothing else.
constexpr std::array kRows{
    // Program order over all events of a thread, by node order, so also between exclusive branches; includes
    // read-to-write inside an RMW and arrive-to-depart inside a barrier.
    Row{StaticRelations::kPo, "po",
        [](const Given& given, EventId x, Relation& po) {
          given.laterInThread(x, [&](EventId y) { po.insert(x, y); });
        }},
    // Read half to write half of every RMW; the write happens only when the RMW succeeds.
    Row{StaticRelations::kRmw, "rmw",
        [](const Given& given, EventId x, Relation& rmw) {
          const Event& event = given.events[x];
          if (event.kind == EventKind::Read && event.partner != kNoEvent) {
            rmw.insert(x, event.partner);
          }
        }},
    // Both events belong to the same agent; reflexive.
    Row{StaticRelations::kInt, "int",
        [](const Given& given, EventId x, Relation& sameAgent) {
          sameAgent.insert(x, x);
          given.laterInThread(x, [&](EventId y) {
            sameAgent.insert(x, y);
            sameAgent.insert(y, x);
          });
        }},
    // id | rmw | rmw^-1
    Row{StaticRelations::kSameInstance, "same-instance",
        [](const Given& given, EventId x, Relation& same) {
          const Event& event = given.events[x];
          same.insert(x, x);
          if (event.kind == EventKind::Read && event.partner != kNoEvent) {
            same.insert(x, event.partner);
            same.insert(event.partner, x);
          }
        }},
    // (x,y): the scope instance x names contains y's agent. x carries a scope, y has an agent.
    Row{StaticRelations::kCovers, "covers",
        [](const Given& given, EventId x, Relation& covers) {
          if (given.events[x].scope != kNoScope) {
            covers.insertAll(x, given.members.ofAgents(given.events[x].scope));
          }
        }},
    // Both carry a scope and x's instance lies inside y's, or is the same.
    Row{StaticRelations::kNarrower, "narrower",
        [](const Given& given, EventId x, Relation& narrower) {
          if (given.events[x].scope != kNoScope) {
            narrower.insertAll(x, given.members.thatNameAround(given.events[x].scope));
          }
        }},
    // Both carry a scope and name the same instance.
    Row{StaticRelations::kSameScope, "same-scope",
        [](const Given& given, EventId x, Relation& sameScope) {
          if (given.events[x].scope != kNoScope) {
            sameScope.insertAll(x, given.members.thatName(given.events[x].scope));
          }
        }},
    // Both use the same name for the locations that they access: dynamic locations are up to `loc`.
    Row{StaticRelations::kSameReference, "same-reference",
        [](const Given& given, EventId x, Relation& same) { same.insertAll(x, given.references.like(x)); }},
    // The first one's thread system-synchronizes with the second one's (Program::systemSynchronizesWith).
    Row{StaticRelations::kSystemSynchronizes, "ssw",
        [](const Given& given, EventId x, Relation& ssw) {
          const ScopeTree& scopes = given.program.scopes;
          for (const auto& [from, to] : given.program.systemSynchronizesWith) {
            if (given.events[x].thread == from) {
              ssw.insertAll(x, given.members.ofAgents(scopes.instanceOf(to, kThreadLevel)));
            }
          }
        }},
    // From the load of what a compare-and-swap expects to the read of the compare-and-swap.
    Row{StaticRelations::kExpects, "casdep",
        [](const Given& given, EventId x, Relation& expects) {
          if (const EventId load = given.loadOfExpected(x); load != kNoEvent) {
            expects.insert(load, x);
          }
        }},
    // To the departures from barriers that do not wait for the first one's thread once it has ended.
    Row{StaticRelations::kUnawaited, "unawaited",
        [](const Given& given, EventId x, Relation& unawaited) {
          unawaited.insertAll(x, given.unawaited.of(given.events[x].thread));
        }},
};

constexpr bool indicesAreRows() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].index != i) {
      return false;
    }
  }
  return true;
}
static_assert(indicesAreRows(), "an index is the place of its row");

/// Of a program that says of accesses which of them are parts of one. The instructions of an access stand one
/// after the other, and so do their events.
Relation sameAccess(const std::vector<Event>& events, const Program& program) {
  Relation same(events.size());
  EventId first = 0;
  for (EventId e = 0; e < events.size(); ++e) {
    const Event& event = events[e];
    if (event.kind != EventKind::Read && event.kind != EventKind::Write) {
      continue;
    }
    first = isPart(program.threads[event.thread].instructions[event.instruction]) ? first : e;
    for (EventId other = first; other <= e; ++other) {
      same.insert(other, e);
      same.insert(e, other);
    }
  }
  return same;
}

}  // namespace

StaticRelations::StaticRelations(const std::vector<Event>& events, const Program& program,
                                 const Barriers& barriers, const Deadline& deadline) {
  const std::size_t n = events.size();
  const ScopeTree& scopes = program.scopes;
  const ScopeMembers members(events, scopes);
  const References references(events, program);
  const Unawaited unawaited(events, program, barriers);
  const Given given{events, program, members, references, unawaited};
  for (const Row& row : kRows) {
    rows_.emplace_back(row.name, Relation(n));
  }
  for (const std::string& level : scopes.levels()) {
    // The agent of LLVM is HSA's component.
    rows_.emplace_back(level == "agent" ? "same-cmp" : "same-" + level, Relation(n));
  }
  PacedLook look(deadline);
  for (EventId x = 0; x < n; ++x) {
    look.spend(n);
    if (events[x].thread == kNoThread) {
      rows_[kInt].second.insert(x, x);
      rows_[kSameInstance].second.insert(x, x);
      rows_[kSameReference].second.insertAll(x, references.like(x));
      continue;
    }
    for (std::size_t i = 0; i < kRows.size(); ++i) {
      kRows[i].relate(given, x, rows_[i].second);
    }
    for (std::uint32_t l = 0; l < scopes.levels().size(); ++l) {
      rows_[kRows.size() + l].second.insertAll(x, members.ofAgents(scopes.instanceOf(events[x].thread, l)));
    }
  }
  if (program.memoryLevels) {
    addMemoryLevels(events, *program.memoryLevels, look);
  }
  if (saysSizes(program)) {
    rows_.emplace_back("same-access", sameAccess(events, program));
  }
  if (hasAsynchronousFences(program)) {
    rows_.emplace_back("concerns", fenceConcerns(events, program));
  }
}

void StaticRelations::addMemoryLevels(const std::vector<Event>& events, const ScopeTree& levels,
                                      PacedLook& look) {
  const std::size_t n = events.size();
  std::vector<EventSet> members(levels.instances().size(), EventSet(n));
  const auto eachPlace = [&](auto visit) {
    for (EventId e = 0; e < n; ++e) {
      for (std::uint32_t l = 0; events[e].thread != kNoThread && l < levels.levels().size(); ++l) {
        visit(e, l, levels.instanceOf(events[e].thread, l));
      }
    }
  };
  eachPlace([&](EventId e, std::uint32_t, ScopeInstanceId instance) { members[instance].insert(e); });
  const std::size_t first = rows_.size();
  for (const std::string& level : levels.levels()) {
    rows_.emplace_back("level-" + level, Relation(n));
  }
  eachPlace([&](EventId e, std::uint32_t l, ScopeInstanceId instance) {
    look.spend(n);
    rows_[first + l].second.insertAll(e, members[instance]);
  });
}

const Relation* StaticRelations::find(std::string_view name) const {
  const auto row = std::ranges::find(rows_, name, &std::pair<std::string, Relation>::first);
  return row == rows_.end() ? nullptr : &row->second;
}

}  // namespace hrfcheck::inline program
