// The definition of a candidate execution, checked clause by clause and without trusting how the execution
// was made: sizes, the code replayed with the read values, reads-from, coherence, barriers, what is read for
// ever, and at last whether the derived parts are what `assemble` derives.

#include <fmt/format.h>

#include <algorithm>

#include "execution/barriers.h"
#include "execution/ended_threads.h"
#include "execution/witness/spinning.h"
#include "execution/witness/structure_run.h"

namespace hrfcheck::inline execution {
namespace {

using Complaint = std::optional<std::string>;

bool isWrite(EventKind kind) {
  return kind == EventKind::Write || kind == EventKind::InitialWrite;
}

Complaint whySizesFail(const Execution& x) {
  const std::size_t n = x.structure->size();
  const bool fits =
      x.runs.size() == x.structure->threads().size() && x.happened.size() == n && x.value.size() == n &&
      x.location.size() == n && x.readsFrom.size() == n &&
      std::ranges::all_of(std::initializer_list<const Relation*>{&x.rf, &x.co, &x.loc, &x.addr, &x.data,
                                                                 &x.ctrl, &x.syncBarrier},
                          [&](const Relation* r) { return r->size() == n; });
  return fits ? Complaint() : "parts of the execution have the wrong size";
}

Complaint whyRunFails(const Execution& x, ThreadId t) {
  const ReadOracle read = [&](EventId e, LocationId) { return x.value[e]; };
  const BarrierOracle passes = [&](EventId arrival) {
    return x.happened.contains(x.structure->events()[arrival].partner);
  };
  if (runThread(*x.structure, t, read, passes) != x.runs[t]) {
    return fmt::format("{} does not run like that with these read values",
                       x.structure->program().threads[t].name);
  }
  return std::nullopt;
}

Complaint whyReadFails(const Execution& x, EventId read) {
  const EventStructure& structure = *x.structure;
  const EventId write = x.readsFrom[read];
  const bool reads = x.happened.contains(read) && structure.events()[read].kind == EventKind::Read;
  if (!reads) {
    return write == kNoEvent ? Complaint()
                             : fmt::format("'{}' reads from a write but is no read that happened",
                                           structure.describe(read));
  }
  if (write >= structure.size() || !x.happened.contains(write) || !isWrite(structure.events()[write].kind)) {
    return fmt::format("'{}' does not read from a write that happened", structure.describe(read));
  }
  if (x.location[write] != x.location[read] || x.value[write] != x.value[read]) {
    return fmt::format("'{}' reads from '{}' of another location or value", structure.describe(read),
                       structure.describe(write));
  }
  const std::vector<Value>& domain = structure.domain(read, x.location[read]);
  if (!std::binary_search(domain.begin(), domain.end(), x.value[read])) {
    return fmt::format("'{}' reads a value that the code cannot store there", structure.describe(read));
  }
  return std::nullopt;
}

bool belongsInCoherence(const Execution& x, EventId e) {
  return x.happened.contains(e) && isWrite(x.structure->events()[e].kind);
}

Complaint whyCoherencePairFails(const Execution& x, EventId a, EventId b) {
  const bool ordered = x.co.contains(a, b);
  const bool comparable =
      a != b && belongsInCoherence(x, a) && belongsInCoherence(x, b) && x.location[a] == x.location[b];
  if (!comparable) {
    return ordered ? Complaint("co relates what are no two writes of one location that happened")
                   : Complaint();
  }
  if (ordered == x.co.contains(b, a)) {
    return fmt::format("co does not order '{}' and '{}' in one direction", x.structure->describe(a),
                       x.structure->describe(b));
  }
  if (ordered && x.structure->events()[b].kind == EventKind::InitialWrite) {
    return fmt::format("'{}' is not first in co", x.structure->describe(b));
  }
  return std::nullopt;
}

Complaint whyCoherenceFails(const Execution& x) {
  for (EventId a = 0; a < x.structure->size(); ++a) {
    if (!belongsInCoherence(x, a) && !x.co.successors(a).empty()) {
      return "co relates what are no two writes of one location that happened";
    }
    for (EventId b = 0; belongsInCoherence(x, a) && b < x.structure->size(); ++b) {
      if (Complaint why = whyCoherencePairFails(x, a, b)) {
        return why;
      }
    }
  }
  if (!(x.co.compose(x.co) - x.co).empty()) {
    return "co is not transitive";
  }
  return std::nullopt;
}

Complaint whySpinningFails(const Execution& x) {
  for (ThreadId t = 0; t < x.runs.size(); ++t) {
    if (const auto read = overtakenForever(x, t)) {
      return fmt::format("'{}' never reads the last write of its location", x.structure->describe(*read));
    }
  }
  return std::nullopt;
}

Complaint whyDerivedPartsFail(const Execution& x) {
  const Execution again = assemble(x.structure, x.runs, x.readsFrom, x.co, x.late);
  const bool same = again.happened == x.happened && again.value == x.value && again.location == x.location &&
                    again.rf == x.rf && again.loc == x.loc && again.addr == x.addr && again.data == x.data &&
                    again.ctrl == x.ctrl && again.syncBarrier == x.syncBarrier;
  return same ? Complaint() : "a derived part does not follow from the choices";
}

}  // namespace

std::optional<std::string> whyNotCandidate(const Execution& x) {
  if (Complaint why = whySizesFail(x)) {
    return why;
  }
  std::vector<const ThreadRun*> runs;
  for (ThreadId t = 0; t < x.runs.size(); ++t) {
    if (Complaint why = whyRunFails(x, t)) {
      return why;
    }
    runs.push_back(&x.runs[t]);
  }
  for (EventId e = 0; e < x.structure->size(); ++e) {
    if (Complaint why = whyReadFails(x, e)) {
      return why;
    }
  }
  if (Complaint why = whyCoherenceFails(x)) {
    return why;
  }
  if (Complaint why = whyBarriersFail(*x.structure, runs, x.late)) {
    return why;
  }
  if (endsInACircle(x)) {
    return "a thread ends because of what comes behind a barrier that waits for its end";
  }
  if (Complaint why = whySpinningFails(x)) {
    return why;
  }
  return whyDerivedPartsFail(x);
}

}  // namespace hrfcheck::inline execution
