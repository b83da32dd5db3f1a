#include "check/prepare/settled_memory.h"

#include <utility>
#include <vector>

#include "cat/licence/licences.h"
#include "cat/licence/rules.h"
#include "check/prepare/asked_order.h"
#include "check/prepare/prepared_test_maker.h"
#include "program/settle/settle.h"

namespace hrfcheck::inline check {
namespace {

/// Smaller tests are looked at as they are written.
constexpr std::size_t kFewestSettled = 64;
/// Structures that are made until no access is left that may touch a settled location.
constexpr unsigned kMostSettlings = 8;

/// Marks the settled locations that something which is left may access.
/// @returns whether there is one
bool keepTouched(const PreparedTest& test, const Settled& memory, std::vector<bool>& kept) {
  bool touched = false;
  for (const std::vector<LocationId>& locations : test.structure().mayLocations()) {
    for (const LocationId location : locations) {
      if (memory.locations[location]) {
        kept[location] = true;
        touched = true;
      }
    }
  }
  return touched;
}

PreparedTest withReason(const PreparedTest& test, Reason reason) {
  std::vector<Reason> reasons = test.reasons();
  reasons.push_back(std::move(reason));
  return PreparedTestMaker::make(test.structurePtr(), test.model(), std::move(reasons), test.bounded(),
                                 test.plain());
}

}  // namespace

std::optional<PreparedTest> withoutSettled(const std::shared_ptr<const Program>& program,
                                           OrderUnderModel& order, const PreparedWhole& whole,
                                           std::size_t fewest, const Deadline& deadline) {
  std::vector<bool> kept(program->locations.size(), false);
  for (unsigned settlings = 0; settlings < kMostSettlings; ++settlings) {
    const std::optional<Settled> memory = settled(program, kept, order, deadline);
    if (!memory || memory->accesses < fewest) {
      return std::nullopt;
    }
    const PreparedTest test = whole(memory->program);
    if (!keepTouched(test, *memory, kept)) {
      return withReason(test, {LeavingOutRule::SettledMemory, Licence::SettledMemory, {}});
    }
  }
  return std::nullopt;
}

std::optional<PreparedTest> withoutSettled(const Model& model, const std::shared_ptr<const Program>& program,
                                           const PreparedWhole& whole, const Deadline& deadline) {
  if (!program->launched() || !Licences(model).holds(Licence::SettledMemory)) {
    return std::nullopt;
  }
  AskedOrder order(model, *program, deadline);
  return withoutSettled(program, order, whole, kFewestSettled, deadline);
}

}  // namespace hrfcheck::inline check
