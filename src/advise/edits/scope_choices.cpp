#include "advise/edits/scope_choices.h"

#include <set>

#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::inline advise {
namespace {

bool joinsThreads(const Program& program, std::uint32_t level) {
  const auto instances = [&](std::uint32_t l) {
    std::set<ScopeInstanceId> result;
    for (ThreadId t = 0; t < program.threads.size(); ++t) {
      result.insert(program.scopes.instanceOf(t, l));
    }
    return result.size();
  };
  return instances(level) < instances(level - 1);
}

}  // namespace

std::uint32_t groupLevel(const ScopeTree& scopes) {
  return hasWavefronts(scopes) ? kGroupLevel : kThreadLevel + 1;
}

std::vector<std::uint32_t> scopeChoices(const Program& program) {
  std::set<std::uint32_t> levels;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (const Atomicity* atomicity = atomicityOf(instruction.operation)) {
        levels.insert(atomicity->level);
      }
    }
  }
  for (std::uint32_t level = kThreadLevel + 1; level <= outermostLevel(program.scopes); ++level) {
    if (level == groupLevel(program.scopes) || joinsThreads(program, level)) {
      levels.insert(level);
    }
  }
  return {levels.begin(), levels.end()};
}

}  // namespace hrfcheck::inline advise
