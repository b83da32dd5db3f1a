#include "advise/edits/insertions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "advise/edits/proxy_fences.h"
#include "advise/edits/scope_choices.h"
#include "program/flow/control_flow.h"
#include "program/ir/launch_place.h"
#include "program/ir/operands.h"
#include "program/ir/ptx_marks.h"
#include "program/unroll/spin_loops.h"
#include "util/characters.h"

namespace hrfcheck::inline advise {

Span spanOf(const Instruction& instruction) {
  return instruction.code == Span{} ? instruction.place.span : instruction.code;
}

namespace {

bool isWritten(const Program& program, const Instruction& instruction) {
  return instruction.place.known() && !program.source->isAppended(spanOf(instruction).begin);
}

bool isWrittenAccess(const Program& program, const Instruction& instruction) {
  return accessKindOf(instruction.operation) != AccessKind::None && isWritten(program, instruction);
}

void addFences(const Program& program, std::vector<Insertion>& insertions) {
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const std::vector<Loop> loops = findLoops(program.threads[t], {});
    const auto isInWorkingLoop = [&](std::uint32_t i) {
      const auto holds = [&](const Loop& loop) { return loop.contains(i); };
      return std::ranges::any_of(loops, holds) &&
             std::ranges::none_of(loops, [&](const Loop& loop) { return loop.spin && holds(loop); });
    };
    bool accessed = false;
    for (std::uint32_t i = 0; i < program.threads[t].instructions.size(); ++i) {
      const Instruction& instruction = program.threads[t].instructions[i];
      const bool accesses = accessKindOf(instruction.operation) != AccessKind::None;
      // In a kernel, a barrier hands on what a fence before it has ordered.
      const bool meets = program.launched() && std::holds_alternative<BarrierOp>(instruction.operation);
      if (!accesses && !meets) {
        continue;
      }
      const auto change = (accessed || isInWorkingLoop(i)) && isWritten(program, instruction)
                              ? fenceBefore(program, t, i)
                              : std::nullopt;
      if (change) {
        insertions.push_back({SiteKind::Fence, *change});
      }
      accessed = accessed || accesses;
    }
  }
}

bool isInLoop(const Thread& thread, std::uint32_t at) {
  for (std::uint32_t i = at; i < thread.instructions.size(); ++i) {
    const auto target = jumpTarget(thread.instructions[i].operation);
    if (target && *target <= at) {
      return true;
    }
  }
  return false;
}

/// Whether a statement is a loop, by its first word.
bool isLoop(std::string_view text, std::uint32_t begin) {
  const std::string_view statement = text.substr(begin);
  const auto length =
      std::ranges::find_if(statement, [](char c) { return !isWordPart(c); }) - statement.begin();
  const std::string_view word = statement.substr(0, static_cast<std::size_t>(length));
  return word == "while" || word == "for" || word == "do";
}

/// Whether a thread is an asynchronous operation of another one: it stands where that does, whose number is
/// lower.
bool isAsyncAgent(const Program& program, ThreadId thread) {
  return std::ranges::any_of(std::views::iota(ThreadId{0}, thread),
                             [&](ThreadId t) { return standAtOnePlace(program, t, thread); });
}

/// In each work-group all agents or none, and in some several; asynchronous operations do not count.
bool areWholeGroups(const Program& program, const std::set<ThreadId>& threads) {
  std::map<ScopeInstanceId, std::pair<std::size_t, std::size_t>> have;  // of how many agents
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    if (isAsyncAgent(program, t)) {
      continue;
    }
    auto& [some, all] = have[program.scopes.instanceOf(t, groupLevel(program.scopes))];
    some += threads.contains(t) ? 1 : 0;
    ++all;
  }
  const auto whole = [](const auto& group) {
    return group.second.first == 0 || group.second.first == group.second.second;
  };
  return std::ranges::all_of(have, whole) &&
         std::ranges::any_of(have, [](const auto& group) { return group.second.first > 1; });
}

/// Where a barrier may stand.
class BarrierPlaces {
 public:
  explicit BarrierPlaces(const Program& program) : program_(program), hasAgents_(someIssue(program)) {
    for (ThreadId t = 0; t < program.threads.size(); ++t) {
      look(t);
    }
  }

  void addTo(std::vector<Insertion>& insertions) const {
    for (const auto& [begin, place] : places_) {
      if (place.worthWhile && (!hasAgents_ || areWholeGroups(program_, place.threads))) {
        insertions.push_back({SiteKind::NewBarrier, place.change});
      }
    }
  }

 private:
  struct Where {
    TextChange change;
    bool worthWhile = false;  ///< something may be ordered by it
    std::set<ThreadId> threads = {};
  };

  /// Places before the statement of an access, and before those around it. With a barrier in it, a loop that
  /// only waits would be unrolled as any other, and executions could not be told by their rounds any more.
  std::vector<BarrierPlace> placesOf(ThreadId t, std::uint32_t i, const std::vector<Loop>& loops) {
    const Instruction& instruction = program_.threads[t].instructions[i];
    const auto [entry, fresh] = before_.try_emplace(
        {instruction.place.source.get(), instruction.statement.begin, instruction.statement.end});
    if (fresh) {
      entry->second = barriersBefore(program_, t, i);
    }
    std::vector<BarrierPlace> places = entry->second;
    const bool waits =
        std::ranges::any_of(loops, [&](const Loop& loop) { return loop.spin && loop.contains(i); });
    if (waits) {
      const std::string& text = program_.source->text();
      places.erase(places.begin(), std::ranges::find_if(places, [&](const BarrierPlace& place) {
                     return isLoop(text, place.change.span.begin);
                   }));
    }
    return places;
  }

  void look(ThreadId t) {
    const Thread& thread = program_.threads[t];
    const std::vector<Loop> loops = findLoops(thread, {});
    Entries entries(thread);
    std::set<std::tuple<std::uint32_t, std::uint32_t, bool>> known;  // accesses, by what they are made of
    for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
      const Instruction& instruction = thread.instructions[i];
      const bool fence =
          std::holds_alternative<FenceOp>(instruction.operation) && isWritten(program_, instruction);
      if (!fence && !isWrittenAccess(program_, instruction)) {
        continue;
      }
      const Span code = spanOf(instruction);
      const bool writes = writesMemory(instruction.operation);
      // What comes again is in a loop, even where that has no jumps any more.
      const bool again = !known.emplace(code.begin, code.end, writes).second || isInLoop(thread, i);
      for (const BarrierPlace& at : placesOf(t, i, loops)) {
        Where& place = places_[at.change.span.begin];
        place.change = at.change;
        place.threads.insert(t);
        place.worthWhile = entries.comeAfterAccess(i, at.statement) || again || place.worthWhile;
      }
    }
  }

  /// Whether a thread has accessed memory before it came to a statement. Functions are part of their callers,
  /// and loops with constant bounds have no jumps: where a statement begins anew is told by what is executed
  /// before it.
  class Entries {
   public:
    explicit Entries(const Thread& thread) : thread_(thread) {}

    /// @param at in the statement; asked in the order of the thread
    bool comeAfterAccess(std::uint32_t at, const Span& statement) {
      const auto entry = entries_.try_emplace({statement.begin, statement.end}).first;
      bool& accessed = entry->second.second;
      for (std::uint32_t i = at; i > entry->second.first; --i) {
        if (isOutside(thread_.instructions[i - 1], statement)) {
          accessed = accessedUpTo(i - 1);
          break;
        }
      }
      entry->second.first = at;
      return accessed;
    }

   private:
    static bool isOutside(const Instruction& instruction, const Span& statement) {
      if (!instruction.place.known()) {
        return false;
      }
      const std::uint32_t at =
          instruction.statement == Span{} ? spanOf(instruction).begin : instruction.statement.begin;
      return at < statement.begin || statement.end <= at;
    }

    bool accessedUpTo(std::uint32_t last) {
      while (!first_ && looked_ <= last) {
        if (accessKindOf(thread_.instructions[looked_].operation) != AccessKind::None) {
          first_ = looked_;
        }
        ++looked_;
      }
      return first_ && *first_ <= last;
    }

    const Thread& thread_;
    std::optional<std::uint32_t> first_;  ///< the first access
    std::uint32_t looked_ = 0;            ///< up to where it was looked for
    /// By statement: where it was asked about last, and the answer there.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, bool>> entries_;
  };

  /// Whether some threads are asynchronous operations: a barrier that not all others come to is not read
  /// then.
  static bool someIssue(const Program& program) {
    return std::ranges::any_of(program.threads, [](const Thread& thread) {
      return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
        return std::ranges::find(instruction.marks, kMarkIssue) != instruction.marks.end();
      });
    });
  }

  const Program& program_;
  bool hasAgents_;
  std::map<std::uint32_t, Where> places_;  ///< by the beginning of the statement
  /// By statement: many threads execute the same ones.
  std::map<std::tuple<const Source*, std::uint32_t, std::uint32_t>, std::vector<BarrierPlace>> before_;
};

/// Where they are in the text with all of them.
void placeInFull(std::vector<Insertion>& insertions) {
  std::uint32_t added = 0;
  for (Insertion& insertion : insertions) {
    const auto length = static_cast<std::uint32_t>(insertion.change.text.size());
    const std::uint32_t begin = insertion.change.span.begin + added;
    insertion.inFull = {begin, begin + length};
    added += length;
  }
}

}  // namespace

bool isMadeBy(const Insertion& insertion, const Instruction& instruction) {
  const Span span = spanOf(instruction);
  const bool kind = insertion.kind == SiteKind::NewBarrier
                        ? std::holds_alternative<BarrierOp>(instruction.operation)
                        : std::holds_alternative<FenceOp>(instruction.operation);
  return kind && insertion.inFull.begin <= span.begin && span.end <= insertion.inFull.end;
}

std::vector<Insertion> useful(std::vector<Insertion> insertions, const Program& full) {
  std::erase_if(insertions, [&](const Insertion& insertion) {
    if (insertion.kind != SiteKind::NewBarrier) {
      return false;
    }
    std::set<ThreadId> threads;
    for (ThreadId t = 0; t < full.threads.size(); ++t) {
      if (std::ranges::any_of(full.threads[t].instructions,
                              [&](const Instruction& i) { return isMadeBy(insertion, i); })) {
        threads.insert(t);
      }
    }
    return !areWholeGroups(full, threads);
  });
  placeInFull(insertions);
  return insertions;
}

std::vector<Insertion> insertionsInto(const Program& written, const EditKinds& kinds, bool scopedFences) {
  std::vector<Insertion> insertions;
  if (kinds.barrier && written.launched()) {
    BarrierPlaces(written).addTo(insertions);
  }
  if (kinds.fence) {
    if (scopedFences) {
      addFences(written, insertions);
    }
    for (TextChange& change : proxyFences(written)) {
      insertions.push_back({SiteKind::ProxyFence, std::move(change)});
    }
  }
  std::ranges::stable_sort(insertions, {}, [](const Insertion& i) { return i.change.span.begin; });
  const auto same = [](const Insertion& a, const Insertion& b) {
    return a.change.span == b.change.span && a.change.text == b.change.text;
  };
  insertions.erase(std::unique(insertions.begin(), insertions.end(), same), insertions.end());
  placeInFull(insertions);
  return insertions;
}

}  // namespace hrfcheck::inline advise
