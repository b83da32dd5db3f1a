#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "support/slice.h"
#include "synth/brute_bounds.h"
#include "synth/judge/shape_judge.h"
#include "synth/models.h"

// All annotations of a shape side by side against one program after the other, with the evaluator of the
// engines.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using Models = std::vector<std::shared_ptr<const Model>>;
using Answers = std::map<std::pair<std::uint64_t, SynthObservation>, std::string>;  ///< by program

char letterOf(const BitslicedAnswers& answer, std::size_t lane) {
  CHECK_FALSE((answer.racy.contains(lane) && answer.allowed.contains(lane)));
  return answer.racy.contains(lane) ? 'r' : answer.allowed.contains(lane) ? 'a' : 'f';
}

/// What is not forbidden by all.
/// @param begin, end chunks of programs
Answers answersOf(ShapeJudge& judge, const SynthShape& shape, std::uint64_t begin = 0,
                  std::uint64_t end = ~std::uint64_t{0}) {
  Answers result;
  const ShapeExtent extent = judge.start(shape, {});
  for (std::uint64_t first = begin; first < std::min(end, extent.programs); first += Bitslice::kCount) {
    const auto answers = judge.judge(first, {});
    for (std::size_t o = 0; o < answers.size(); ++o) {
      for (std::size_t lane = 0; lane < Bitslice::kCount; ++lane) {
        std::string letters;
        for (const BitslicedAnswers& answer : answers[o]) {
          letters += letterOf(answer, lane);
        }
        if (letters.find_first_not_of('f') != std::string::npos) {
          result[{first + lane, judge.observations()[o].observation}] = letters;
        }
      }
    }
  }
  return result;
}

/// @param every one shape of so many
/// @returns tests compared
std::uint64_t compare(const Models& models, const SynthBounds& bounds, std::uint64_t every) {
  const std::vector<const Model*> plain = [&] {
    std::vector<const Model*> result;
    for (const auto& model : models) {
      result.push_back(model.get());
    }
    return result;
  }();
  REQUIRE(BitslicedPlan::of(plain));
  const auto lanes = makeShapeJudge(models, bounds);
  const auto programs = makeProgramJudge(models, bounds);
  std::uint64_t compared = 0;
  for (unsigned events = 1; events <= bounds.events; ++events) {
    const ShapeSpace space(bounds, events);
    std::uint64_t shapes = 0;
    for (std::uint64_t number = 0; number < space.numbers(); ++number) {
      const auto shape = space.at(number);
      if (!shape || ++shapes % every != 0) {
        continue;
      }
      const Answers expected = answersOf(*programs, *shape);
      compared += expected.size();
      CHECK_MESSAGE(answersOf(*lanes, *shape) == expected,
                    fmt::format("{} events, shape {}", events, number));
    }
  }
  return compared;
}

const std::vector<std::string> kBitslicedModels{"drf0",
                                                "sc",
                                                "hrf0",
                                                "hrf0-literal",
                                                "hrf-direct",
                                                "hrf-indirect",
                                                "hrf-direct-anyloc",
                                                "hrf-indirect-anyloc",
                                                "hrf-direct-relaxed",
                                                "hrf-direct-relaxed-def31",
                                                "hrf-indirect-relaxed",
                                                "hrf-indirect-relaxed-def31",
                                                "rsp",
                                                "rsp-incl",
                                                "rsp-literal",
                                                "hsa",
                                                "hsa-literal"};

using enum SynthKind;
using enum SynthOrder;

/// Every operator, requirements and flags of every kind, folds and two choices.
constexpr const char* kOperators = R"("operators"
let ends = domain(rf) | range(co)
let rest = ~ends & M
let pairs = rest * (A & R)
let round = (po | rf)* & ~(co? | id) & (_ * M)
let of C = ((po & (C * C)) ; rf?)+
let ofScope C = ((covers & (C * C)) ; po?)+ | (C * C)
let linked = equivalence(co & narrower)
let folded = union(of, classes(int)) | union(ofScope, classes(same-scope))
with t from linearisations(A & W, co & same-scope, loc)
with u from linearisations(A & (R | RM), t | (po \ narrower), loc & same-wg)
acyclic co | rf as plain
irreflexive (rf^-1 ; co) ; folded & narrower as scoped
irreflexive (rf^-1 ; co) ; (linked & po) as connected
~empty po | rf | t as something
empty [SC] ; (t | u) ; [RLX | SC] as chosen
undefined_unless acyclic t | u | po as defined
flag ~empty (pairs & round) | (folded \ unv) as heterogeneous-race
)";

}  // namespace

TEST_CASE("lanes judge like the evaluator: every operation and order") {
  const std::vector<SynthOrder> all{Ordinary, Relaxed, AcquireRelease, SeqCst, Remote};
  CHECK(compare(modelsNamed(kBitslicedModels), boundsOf(2, 2, 2, {Load, Store, Exchange, Fence}, all),
                3 * kEvery) > shareOf(1000));
}

TEST_CASE("lanes judge like the evaluator: three and four operations") {
  const Models models = modelsNamed(kBitslicedModels);
  CHECK(compare(models, boundsOf(3, 3, 2, {Load, Store, Exchange}, {Ordinary, AcquireRelease}),
                kAtLength ? 41 : 83) > shareOf(1000));
  CHECK(compare(models, boundsOf(3, 4, 1, {Load, Store}, {Ordinary, AcquireRelease, Remote}),
                kAtLength ? 43 : 89) > shareOf(1000));
}

TEST_CASE("lanes judge like the evaluator: shapes with few programs") {
  const Models models = modelsNamed({std::string(HRFCHECK_SOURCE_DIR) + "/docs/listings/tso.cat", "sc"});
  SynthBounds bounds = boundsOf(3, 4, 2, {Load, Store, Exchange}, {Ordinary, Relaxed});
  bounds.levels = {kDeviceLevel};
  CHECK(compare(models, bounds, 7) > 1000);
  bounds.orders = {Ordinary};
  CHECK(compare(models, bounds, 1) > 500);
}

TEST_CASE("lanes judge like the evaluator: every operator") {
  const std::vector<SynthOrder> all{Ordinary, Relaxed, AcquireRelease, SeqCst, Remote};
  CHECK(compare({modelOf(kOperators)}, boundsOf(2, 2, 1, {Load, Store, Exchange, Fence}, all), 1) > 1000);
  CHECK(compare({modelOf(kOperators)}, boundsOf(3, 3, 1, {Load, Store}, {Relaxed, SeqCst, Remote}), 3) >
        1000);
}

// In one chunk the first read of P0 is an acquire where the second is none, and the other way round: each may
// be ordered with the read of P1, in different lanes.
TEST_CASE("lanes judge like the evaluator: orders of different events") {
  const Models models = modelsNamed({"rsp"});
  const SynthBounds bounds = boundsOf(2, 5, 1, {Load, Store}, {Ordinary, Relaxed, AcquireRelease, Remote});
  const std::vector<SynthStep> steps{{Store, 0}, {Load, 0}, {Load, 0}, {Store, 0}, {Load, 0}};
  const SynthShape shape{{{3, 2}, {0, 0}, {0, 1}, {}}, steps, 1, {}};
  const std::uint64_t begin = 12'800 / Bitslice::kCount * Bitslice::kCount;
  const Answers expected = answersOf(*makeProgramJudge(models, bounds), shape, begin, begin + 1);
  CHECK_FALSE(expected.empty());
  CHECK(answersOf(*makeShapeJudge(models, bounds), shape, begin, begin + 1) == expected);
}

TEST_CASE("what lanes do not compute is judged program by program") {
  const auto recursive = modelOf("\"recursive\"\nlet rec r = po | (r ; rf)\nacyclic r\n");
  CHECK_FALSE(BitslicedPlan::of({recursive.get()}));
  const auto perClass =
      modelOf("\"classes\"\nforall C in classes(same-wg) do acyclic (po | rf) & (C * C) end\n");
  CHECK_FALSE(BitslicedPlan::of({perClass.get()}));
  const auto own = modelOf("\"own\"\nlet f C = C * C\nacyclic union(f, classes(int & same-wg)) & po\n");
  CHECK_FALSE(BitslicedPlan::of({own.get()}));
  const SynthBounds bounds = boundsOf(2, 2, 1, {Load, Store}, {Ordinary});
  const auto shape = ShapeSpace(bounds, 2).at(1);
  REQUIRE(shape);
  CHECK_FALSE(answersOf(*makeShapeJudge({recursive}, bounds), *shape).empty());
}
