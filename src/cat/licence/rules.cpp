#include "cat/licence/rules.h"

#include <array>
#include <vector>

#include "util/invariant.h"

namespace hrfcheck {
namespace {

struct Row {
  LeavingOutRule rule;
  std::vector<Licence> licences;
  std::vector<TestFact> facts;
};

/// docs/loops.md has the arguments.
const std::array<Row, 11>& rows() {
  static const std::array<Row, 11> kRows{
      Row{LeavingOutRule::FewRounds, {Licence::Deletion}, {}},
      Row{LeavingOutRule::LastRound, {Licence::Deletion}, {TestFact::RaisesNothing}},
      Row{LeavingOutRule::RoundPerWrite, {Licence::Twins}, {TestFact::OneRead, TestFact::StepsForward}},
      Row{LeavingOutRule::SilentRmws, {Licence::UpdateDeletion}, {TestFact::Atomic, TestFact::RaisesNothing}},
      Row{LeavingOutRule::CountedUpdates, {Licence::UpdatesHandOn}, {TestFact::Atomic}},
      Row{LeavingOutRule::SubsumedAcquires, {Licence::UpdatesHandOn}, {}},
      Row{LeavingOutRule::OwnStores, {Licence::OwnLocations}, {TestFact::Forbidden}},
      Row{LeavingOutRule::JointRounds, {Licence::Deletion, Licence::Barriers}, {}},
      Row{LeavingOutRule::NarrowedValues, {}, {TestFact::Forbidden}},
      Row{LeavingOutRule::SettledMemory, {Licence::SettledMemory}, {}},
      Row{LeavingOutRule::AlikeThreads, {Licence::Renaming}, {}},
  };
  return kRows;
}

const Row& rowOf(LeavingOutRule rule) {
  const Row& row = rows().at(static_cast<std::size_t>(rule));
  INVARIANT(row.rule == rule, "the rows stand in the order of the rules");
  return row;
}

}  // namespace

std::span<const Licence> licencesNeeded(LeavingOutRule rule) {
  return rowOf(rule).licences;
}

std::span<const TestFact> factsNeeded(LeavingOutRule rule) {
  return rowOf(rule).facts;
}

}  // namespace hrfcheck
