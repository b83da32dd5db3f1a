#include "differential/test_facts.h"

#include <algorithm>
#include <set>

namespace hrfcheck {

TestFacts factsOf(const EventStructure& structure) {
  const Program& program = structure.program();
  TestFacts facts;
  std::set<std::uint32_t> levels;
  std::set<ScopeInstanceId> scopes;
  facts.onlySc = program.filter == nullptr;
  for (const Event& event : structure.events()) {
    if (event.kind == EventKind::InitialWrite) {
      continue;
    }
    const bool access = event.kind == EventKind::Read || event.kind == EventKind::Write;
    facts.remote = facts.remote || event.remote;
    facts.updates = facts.updates || (access && event.partner != kNoEvent);
    facts.ordinary = facts.ordinary || (access && !event.atomic);
    facts.consume = facts.consume || event.order == Order::Consume || event.failureOrder == Order::Consume;
    const bool seqCst = event.order == Order::SeqCst && !event.failureOrder && !event.remote;
    facts.onlySc = facts.onlySc && access && (!event.atomic || seqCst);
    if (event.scope != kNoScope) {
      scopes.insert(event.scope);
      levels.insert(program.scopes.instances()[event.scope].level);
    }
  }
  const bool loops = std::any_of(structure.threads().begin(), structure.threads().end(),
                                 [](const UnrolledThread& thread) { return !thread.loops.empty(); });
  const auto holdsAll = [&](ScopeInstanceId s) {
    return program.scopes.instances()[s].agents.size() == program.threads.size();
  };
  facts.onlySc = facts.onlySc && !loops;
  facts.oneLevel = levels.size() <= 1;
  facts.oneScope = facts.onlySc && scopes.size() <= 1 && std::all_of(scopes.begin(), scopes.end(), holdsAll);
  return facts;
}

}  // namespace hrfcheck
