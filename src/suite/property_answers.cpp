#include "suite/property_answers.h"

namespace hrfcheck::inline suite {
namespace {

using Kind = SuiteFinding::Kind;

/// Of a property of which nothing was found that settles it.
PropertyAnswer withoutFinding(const SuiteResult& result, std::uint64_t programs, PropertyAnswer whenAll) {
  if (result.piecesLeft > 0) {
    return PropertyAnswer::Interrupted;
  }
  if (result.tally.found(Kind::Undecided) > 0) {
    return PropertyAnswer::Undecided;
  }
  return programs == 0 ? PropertyAnswer::Vacuous : whenAll;
}

}  // namespace

PropertyAnswers answersOf(const SuiteResult& result) {
  const SuiteCounts& counts = result.tally.counts;
  const auto found = [&](Kind kind) { return result.tally.found(kind) > 0; };
  const PropertyAnswer clean = withoutFinding(result, counts.raceFree, PropertyAnswer::Holds);
  return {found(Kind::Outside) || found(Kind::Deadlock) ? PropertyAnswer::Broken : clean,
          found(Kind::NotReached) ? PropertyAnswer::Broken : clean,
          found(Kind::NotSc) ? PropertyAnswer::Holds
                             : withoutFinding(result, counts.racy, PropertyAnswer::NotShown)};
}

const char* nameOf(PropertyAnswer answer) {
  switch (answer) {
    case PropertyAnswer::Holds:
      return "holds";
    case PropertyAnswer::Broken:
      return "broken";
    case PropertyAnswer::NotShown:
      return "not shown";
    case PropertyAnswer::Interrupted:
      return "interrupted";
    case PropertyAnswer::Undecided:
      return "undecided";
    case PropertyAnswer::Vacuous:
      return "vacuous";
  }
  return "";
}

}  // namespace hrfcheck::inline suite
