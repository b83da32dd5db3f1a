#pragma once

#include <optional>
#include <set>
#include <vector>

#include "execution/execution.h"
#include "oracle/pairs.h"

namespace hrfcheck::test {

/// What one agent does in one step: a read-modify-write is one operation, as in the papers.
struct Step {
  ThreadId agent = kNoThread;  ///< kNoThread for initial writes
  InstructionRef instruction;
  bool reads = false;
  bool writes = false;
  bool fence = false;  ///< fences, and the halves of barriers where these are fences
  bool arrives = false;
  bool departs = false;
  bool atomic = false;
  bool remote = false;
  std::optional<Order> order;
  ScopeInstanceId scope = kNoScope;
  LocationId location = kNoLocation;
  bool global = false;  ///< an access to global memory, or a fence that orders it
  bool local = false;
  bool atomicLocation = false;  ///< of an access: its location is declared atomic
  bool innermost = false;       ///< its scope is the work-item itself

  bool initial() const { return agent == kNoThread; }
  bool access() const { return reads || writes; }
  bool releases() const;
  bool acquires() const;  ///< consume is acquire
  bool seqCst() const { return order == Order::SeqCst; }
};

/// A way for a release to reach an acquire: what releases or acquires, and the atomic access it does so
/// through, which is itself where it is no fence.
struct Through {
  std::size_t who;
  std::size_t access;
};

/// One candidate execution as the definitions in papers see it: operations, and who read from whom.
struct History {
  explicit History(const Execution& execution);

  std::size_t size() const { return steps.size(); }
  bool sameLocation(std::size_t a, std::size_t b) const;
  bool sameAgent(std::size_t a, std::size_t b) const;
  /// By different agents, of one location, at least one writes; initial values conflict with nothing.
  bool conflict(std::size_t a, std::size_t b) const;
  /// The scope instance of `a` contains the agent of `b`.
  bool covers(std::size_t a, std::size_t b) const;
  bool sameScope(std::size_t a, std::size_t b) const;
  bool isRmw(std::size_t a) const { return steps[a].reads && steps[a].writes; }

  /// Atomic writes that release, and release fences with every atomic write behind them.
  std::vector<Through> releases() const;
  /// Atomic reads that acquire, and acquire fences with every atomic read before them.
  std::vector<Through> acquires() const;
  /// Every read-modify-write writes behind what it reads, with nothing in between.
  bool rmwsAreAtomic() const;

  const ScopeTree* scopes;
  std::vector<Step> steps;  ///< initial writes first, then by agent, in program order
  Pairs po, rf, co, meets;
  Pairs addressOrData;               ///< dependencies on what was read
  bool returnsEarlierStores = true;  ///< no compare-and-swap succeeds because of what it stores itself
  bool valuesAreCaused = true;       ///< no value depends on itself, by all dependencies and reads-from

 private:
  void addSteps(const Execution& execution);
  void addPairs(const Execution& execution);
  std::vector<std::size_t> stepOf_;  ///< by event
};

/// What a definition says of an execution.
struct Judgement {
  bool allowed = false;
  std::set<InstructionPair> races;

  /// Adds the conflicting pairs for which `racing`.
  template <typename Racing>
  void addRaces(const History& history, Racing&& racing);
};

template <typename Racing>
void Judgement::addRaces(const History& history, Racing&& racing) {
  for (std::size_t a = 0; a < history.size(); ++a) {
    for (std::size_t b = a + 1; b < history.size(); ++b) {
      if (history.conflict(a, b) && racing(a, b)) {
        races.insert(std::minmax(history.steps[a].instruction, history.steps[b].instruction));
      }
    }
  }
}

}  // namespace hrfcheck::test
