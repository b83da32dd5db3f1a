// What `hrfcheck progress` says of random programs with lanes and lock bits, against the reference. A slice
// of them by default; SIMT_TESTS=5000 bin/test_simt for more.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>

#include "frontend/litmus.h"
#include "simt/random_waves.h"
#include "simt/reference.h"
#include "simt/tests_asked.h"
#include "termination/termination.h"

namespace hrfcheck::test {
namespace {

constexpr unsigned kSlice = 300;
constexpr std::size_t kMostStates = 2'000;  ///< of the reference; larger programs are left out

/// How many programs were compared, and what they were like: a test of nothing but programs that end at once
/// would say little.
struct Tally {
  unsigned compared = 0, tooLarge = 0, hanging = 0, deadlocked = 0, several = 0;
};

std::string shown(const std::set<std::vector<Value>>& states) {
  std::string text;
  for (const auto& state : states) {
    text += fmt::format("({})", fmt::join(state, " "));
  }
  return text;
}

std::string answerOf(const ReferenceResult& result) {
  return fmt::format("{}{} {}", result.terminates ? "terminates" : "may hang", result.stuck ? ", stuck" : "",
                     shown(result.finalStates));
}

std::string answerOf(const ProgressResult& result) {
  return fmt::format("{}{} {}", nameOf(result.verdicts.front().answer), result.stuck ? ", stuck" : "",
                     shown({result.finalStates.begin(), result.finalStates.end()}));
}

void compare(const std::string& text, const ReferenceOptions& asked, Tally& tally) {
  const auto program = parseLitmus(std::make_shared<Source>("random.litmus", text));
  ReferenceOptions options = asked;
  options.mostStates = kMostStates;
  const ReferenceResult expected = referenceOf(*program, options);
  if (!expected.complete) {
    ++tally.tooLarge;
    return;
  }
  ProgressOptions progress;
  progress.schedulers = {{.strong = false, .scheduler = Scheduler::Weak, .levels = {}}};
  const ProgressResult found = analyseProgress(program, progress);
  CAPTURE(text);
  CHECK(found.explored);
  CHECK(answerOf(found) == answerOf(expected));
  CHECK(found.finalVariables == finalVariablesByName(*program));
  ++tally.compared;
  tally.hanging += expected.terminates ? 0 : 1;
  tally.deadlocked += expected.deadlock ? 1 : 0;
  tally.several += expected.finalStates.size() > 1 ? 1 : 0;
}

void checkVariety(const Tally& tally, unsigned programs) {
  MESSAGE(fmt::format("{} compared, {} too large; {} hang, {} of them in a deadlock; {} have several results",
                      tally.compared, tally.tooLarge, tally.hanging, tally.deadlocked, tally.several));
  CHECK(tally.tooLarge < programs / 10);
  CHECK(tally.hanging > programs / 20);
  CHECK(tally.hanging < tally.compared * 3 / 4);
  CHECK(tally.several > programs / 20);
}

}  // namespace

TEST_CASE("random waves: threads by themselves, without locks") {
  Random random(41);
  Tally tally;
  const unsigned programs = testsAsked(kSlice);
  for (unsigned i = 0; i < programs; ++i) {
    CAPTURE(i);
    compare(randomWaves(random, {.locks = false, .votes = false}), {.lanes = LaneModel::None}, tally);
  }
  checkVariety(tally, programs);
}

}  // namespace hrfcheck::test
