// What comes after an end, as clauses: "event e comes after the end of thread t" is a variable that is
// implied along every edge that holds, and t's own events must not come after its end. The variables need not
// be the smallest ones that the clauses allow: others only forbid more, so the solver chooses those.

#include "engine/smt/encode/ended_threads.h"

#include <algorithm>
#include <map>
#include <set>

#include "execution/ended_threads.h"

namespace hrfcheck::inline engine::smt {

Lit EndedThreads::excuses(EventId arrival, ThreadId thread, Lit arrived) {
  const Lit completed = code_.threads[thread].completed;
  if (!opensWithoutTheEnded(structure_, arrival) || completed == kFalse ||
      formula_.follows(completed, arrived)) {
    return kFalse;
  }
  const Lit ends = formula_.andOf(completed, -arrived);
  const Lit departs = formula_.andOf(code_.events[arrival].exec, code_.passes.at(arrival));
  const Lit when = formula_.andOf(ends, departs);
  if (when != kFalse) {
    letGo_.push_back({thread, structure_.events()[arrival].partner, when});
  }
  return ends;
}

void EndedThreads::excludeCircles(const std::vector<const PairLiterals*>& leadsTo) {
  if (letGo_.empty()) {
    return;
  }
  collectEdges(leadsTo);
  std::set<ThreadId> ended;
  for (const LetGo& one : letGo_) {
    if (ended.insert(one.ended).second && mayLeadBack(one.ended)) {
      exclude(one.ended);
    }
  }
}

void EndedThreads::collectEdges(const std::vector<const PairLiterals*>& leadsTo) {
  edges_.resize(structure_.size());
  for (EventId a = 0; a < structure_.size(); ++a) {
    formula_.spend(structure_.size());
    const Lit first = code_.events[a].exec;
    for (EventId b = 0; b < structure_.size(); ++b) {
      const Lit second = code_.events[b].exec;
      if (a == b || first == kFalse || second == kFalse || formula_.contradict(first, second)) {
        continue;
      }
      std::vector<Lit> ways;
      if (structure_.po().contains(a, b) && isPerformedInOrder(structure_, a, b)) {
        ways.push_back(kTrue);
      }
      for (const PairLiterals* relation : leadsTo) {
        ways.push_back(relation->at(a, b));
      }
      const Lit when = formula_.orOf(std::move(ways));
      if (when != kFalse) {
        edges_[a].push_back({b, when});
      }
    }
  }
}

/// Whether some way goes from the end of a thread to its own events.
bool EndedThreads::mayLeadBack(ThreadId ended) const {
  std::set<EventId> reached;
  std::vector<EventId> open;
  const auto end = [&](ThreadId t) {
    for (const LetGo& one : letGo_) {
      if (one.ended == t && reached.insert(one.departure).second) {
        open.push_back(one.departure);
      }
    }
  };
  end(ended);
  while (!open.empty()) {
    const EventId e = open.back();
    open.pop_back();
    formula_.spend(1 + edges_[e].size());
    if (structure_.events()[e].thread == ended) {
      return true;
    }
    if (isDoneByTheEnd(structure_, e)) {
      end(structure_.events()[e].thread);
    }
    for (const Edge& edge : edges_[e]) {
      if (reached.insert(edge.to).second) {
        open.push_back(edge.to);
      }
    }
  }
  return false;
}

void EndedThreads::exclude(ThreadId ended) {
  std::map<EventId, Lit> after;
  std::map<ThreadId, Lit> afterEnd{{ended, kTrue}};
  std::vector<EventId> open;
  const auto literal = [&](EventId e) {
    const auto [entry, fresh] = after.try_emplace(e, kFalse);
    if (fresh) {
      entry->second = structure_.events()[e].thread == ended
                          ? kFalse
                          : formula_.fresh({"ended", static_cast<std::int64_t>(ended), e});
      open.push_back(e);
    }
    return entry->second;
  };
  const auto letGo = [&](ThreadId t, Lit when) {
    for (const LetGo& one : letGo_) {
      if (one.ended == t) {
        formula_.clause({-when, -one.when, literal(one.departure)});
      }
    }
  };
  letGo(ended, kTrue);
  while (!open.empty()) {
    const EventId e = open.back();
    open.pop_back();
    const Lit here = after.at(e);
    formula_.spend(1 + edges_[e].size());
    const ThreadId thread = structure_.events()[e].thread;
    if (here == kFalse) {
      continue;  // an event of the thread itself
    }
    if (isDoneByTheEnd(structure_, e)) {
      const auto [entry, fresh] = afterEnd.try_emplace(thread, kTrue);
      if (fresh) {
        entry->second = formula_.fresh({"ended", static_cast<std::int64_t>(ended), -1});
        letGo(thread, entry->second);
      }
      formula_.clause({-here, -code_.events[e].exec, entry->second});
    }
    for (const Edge& edge : edges_[e]) {
      const Lit there = literal(edge.to);
      formula_.clause({-here, -code_.events[e].exec, -code_.events[edge.to].exec, -edge.when, there});
    }
  }
}

}  // namespace hrfcheck::inline engine::smt
