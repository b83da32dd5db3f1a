#pragma once

#include <vector>

#include "engine/smt/encode/thread_code.h"
#include "engine/smt/formula/pair_literals.h"

namespace hrfcheck::inline engine::smt {

/// A thread that completes without coming to a barrier lets those depart who have come
/// (execution/ended_threads.h): what comes after such a departure cannot be what it completes by.
class EndedThreads {
 public:
  /// All must outlive this.
  EndedThreads(Formula& formula, const EventStructure& structure, const ProgramCode& code)
      : formula_(formula), structure_(structure), code_(code) {}

  /// Whether a thread completes, for a barrier that does not wait for the ended; kFalse for others.
  /// @param arrival somebody's at the barrier
  /// @param arrived whether the thread comes there, too, as often
  Lit excuses(EventId arrival, ThreadId thread, Lit arrived);

  /// No end depends on a departure that it lets go.
  /// @param leadsTo reads-from, meetings at barriers, and dependences
  void excludeCircles(const std::vector<const PairLiterals*>& leadsTo);

 private:
  struct LetGo {
    ThreadId ended;
    EventId departure;
    Lit when;
  };
  struct Edge {
    EventId to;
    Lit when;
  };

  void collectEdges(const std::vector<const PairLiterals*>& leadsTo);
  bool mayLeadBack(ThreadId ended) const;
  void exclude(ThreadId ended);

  Formula& formula_;
  const EventStructure& structure_;
  const ProgramCode& code_;
  std::vector<LetGo> letGo_;
  std::vector<std::vector<Edge>> edges_;  ///< by event
};

}  // namespace hrfcheck::inline engine::smt
