#include "suite/property_answers.h"

#include "util/enum_names.h"

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

PropertyAnswers answersOf(const SuiteOptions& options, const SuiteResult& result) {
  const SuiteCounts& counts = result.tally.counts;
  const auto found = [&](Kind kind) { return result.tally.found(kind) > 0; };
  const PropertyAnswer clean = withoutFinding(result, counts.raceFree, PropertyAnswer::Holds);
  return {found(Kind::Outside) || found(Kind::Deadlock) ? PropertyAnswer::Broken : clean,
          owesModel(options.simulation) ? PropertyAnswer::NotAsked
          : found(Kind::NotReached)     ? PropertyAnswer::Broken
                                        : clean,
          found(Kind::NotSc) ? PropertyAnswer::Holds
                             : withoutFinding(result, counts.racy, PropertyAnswer::NotShown)};
}

constexpr std::array kPropertyAnswerNames{
    EnumName{PropertyAnswer::Holds, "holds"},         EnumName{PropertyAnswer::Broken, "broken"},
    EnumName{PropertyAnswer::NotShown, "not shown"},  EnumName{PropertyAnswer::Interrupted, "interrupted"},
    EnumName{PropertyAnswer::Undecided, "undecided"}, EnumName{PropertyAnswer::Vacuous, "vacuous"},
    EnumName{PropertyAnswer::NotAsked, "not asked"}};
static_assert(coversUpTo(kPropertyAnswerNames, PropertyAnswer::NotAsked));

const char* nameOf(PropertyAnswer answer) {
  return nameIn(kPropertyAnswerNames, answer);
}

}  // namespace hrfcheck::inline suite
