#include "check/open_answer.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::inline check {
namespace {

bool asksOf(const Program& program, const UndefTaint& reach) {
  std::vector<StateVariable> asked = variablesOf(*program.condition);
  if (program.filter) {
    const std::vector<StateVariable> more = variablesOf(*program.filter);
    asked.insert(asked.end(), more.begin(), more.end());
  }
  return std::ranges::any_of(asked, [&](const StateVariable& v) {
    return v.isRegister() ? !reach.accessed.empty() : reach.contents.contains(v.location);
  });
}

}  // namespace

std::optional<std::string> whyOnlySomeValues(const EventStructure& structure, const UndefTaint& reach) {
  const Program& program = structure.program();
  if (!program.openValues.empty()) {
    return program.openValues;
  }
  if (!reach.accessed.empty() && (reach.control || asksOf(program, reach))) {
    return fmt::format("'{}' is out of bounds and may hold anything; only one value is considered",
                       program.locations[*reach.accessed.begin()].name);
  }
  return std::nullopt;
}

std::vector<std::string> notesOfOpenMemory(const Program& program, const UndefTaint& reach) {
  std::vector<std::string> notes;
  for (const LocationId l : reach.accessed) {
    notes.push_back(fmt::format("out of bounds: '{}' may be accessed, memory that holds any value",
                                program.locations[l].name));
  }
  return notes;
}

}  // namespace hrfcheck::inline check
