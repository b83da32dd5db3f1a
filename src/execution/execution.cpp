#include "execution/execution.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck::inline execution {

bool Execution::complete() const {
  return std::all_of(runs.begin(), runs.end(),
                     [](const ThreadRun& run) { return run.end == ThreadEnd::Completed; });
}

Value Execution::finalValue(const StateVariable& v) const {
  if (v.isRegister()) {
    return runs[v.thread].registers[v.reg];
  }
  EventId last = structure->initialWrite(v.location);
  if (last == kNoEvent) {
    return structure->program().locations[v.location].initial;
  }
  for (bool found = true; found;) {
    found = false;
    co.successors(last).forEach([&](EventId later) {
      if (!found) {
        last = later;
        found = true;
      }
    });
  }
  return value[last];
}

}  // namespace hrfcheck::inline execution
