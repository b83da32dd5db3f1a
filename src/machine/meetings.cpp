#include "machine/meetings.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "program/flow/ended_threads.h"

namespace hrfcheck::inline machine {
namespace {

/// Which barrier it is.
using Key = std::tuple<ScopeInstanceId, Value, Value, bool>;

Key keyOf(const Program& program, ThreadId t, const BarrierOp& barrier) {
  return {program.scopes.instanceOf(t, barrier.level), barrier.instance.value, barrier.id.value,
          barrier.amongNamed};
}

const BarrierOp* barrierIn(const Instruction& instruction) {
  return std::get_if<BarrierOp>(&instruction.operation);
}

}  // namespace

Meetings::Meetings(const Program& program) {
  std::map<Key, Meeting> known;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (const Instruction& instruction : program.threads[t].instructions) {
      const BarrierOp* const barrier = barrierIn(instruction);
      if (barrier == nullptr) {
        continue;
      }
      const Key key = keyOf(program, t, *barrier);
      Meeting& meeting = known[key];
      meeting.waitsForTheEnded = waitsForTheEnded(program, *barrier);
      if (!barrier->amongNamed) {
        meeting.together = program.scopes.instances()[std::get<0>(key)].agents;
      } else if (meeting.together.empty() || meeting.together.back() != t) {
        meeting.together.push_back(t);
      }
    }
  }
  std::uint32_t number = 0;
  for (auto& [key, meeting] : known) {
    meeting.number = number++;
  }
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<Meeting>& mine = meetings_.emplace_back();
    for (const Instruction& instruction : program.threads[t].instructions) {
      const BarrierOp* const barrier = barrierIn(instruction);
      mine.push_back(barrier == nullptr ? Meeting{} : known.at(keyOf(program, t, *barrier)));
    }
  }
}

}  // namespace hrfcheck::inline machine
