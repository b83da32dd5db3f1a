#include "check/promise/observe_everything.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "program/ir/operands.h"

namespace hrfcheck::inline check {

void observeEverything(Program& program) {
  std::set<StateVariable> known(program.observed.begin(), program.observed.end());
  const auto observe = [&](const StateVariable& v) {
    if (known.insert(v).second) {
      program.observed.push_back(v);
    }
  };
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<RegisterId> written;
    for (const Instruction& instruction : program.threads[t].instructions) {
      const std::vector<RegisterId> targets = targetsOf(instruction.operation);
      written.insert(written.end(), targets.begin(), targets.end());
    }
    std::ranges::sort(written);
    for (const RegisterId r : written) {
      observe({t, r, kNoLocation});
    }
  }
  for (LocationId location = 0; location < program.locations.size(); ++location) {
    observe({kNoThread, 0, location});
  }
}

std::shared_ptr<const Program> observingEverything(const Program& program) {
  auto everything = std::make_shared<Program>(program);
  everything->filter = nullptr;
  observeEverything(*everything);
  return everything;
}

}  // namespace hrfcheck::inline check
