// What `hrfcheck progress` says of random programs with lanes and lock bits, against the reference. A slice
// of them by default; SIMT_TESTS=5000 bin/test_simt for more.

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>

#include "frontend/litmus.h"
#include "program/ir/scope_levels.h"
#include "simt/random_waves.h"
#include "simt/reference.h"
#include "simt/tests_asked.h"
#include "termination/system/simt.h"
#include "termination/termination.h"

namespace hrfcheck::test {
namespace {

constexpr unsigned kSlice = 200;            ///< for each way of executing them
constexpr std::size_t kMostStates = 2'000;  ///< of the reference; larger programs are left out

/// How many programs were compared, and what they were like: a test of nothing but programs that end at once
/// would say little.
struct Tally {
  unsigned compared = 0, tooLarge = 0, hanging = 0, deadlocked = 0, several = 0, warned = 0, unexcluded = 0;
};

std::string shown(const std::set<std::vector<Value>>& states) {
  std::string text;
  for (const auto& state : states) {
    text += fmt::format("({})", fmt::join(state, " "));
  }
  return text;
}

std::string shown(const std::set<ReferenceWarning>& warnings) {
  std::string text;
  for (const auto& [kind, where] : warnings) {
    text += fmt::format(" {}@{}", kind, where);
  }
  return text;
}

/// Who arrives with lanes missing is a wave: named by its first lane.
std::set<ReferenceWarning> warningsOf(const ProgressResult& result) {
  const Program& program = *result.program;
  std::set<ReferenceWarning> warnings;
  for (const Finding& finding : result.findings) {
    const ScopeInstanceId wave = program.scopes.instanceOf(finding.thread, kWaveLevel);
    const ThreadId named = finding.kind == FindingKind::BarDivergence
                               ? program.scopes.instances()[wave].agents.front()
                               : finding.thread;
    warnings.emplace(nameIn(kFindingNames, finding.kind),
                     program.instructionName(named, finding.instruction));
  }
  return warnings;
}

std::string answerOf(const ReferenceResult& result) {
  return fmt::format("{}{}{} {}{}", result.terminates ? "terminates" : "may hang",
                     result.deadlock ? ", deadlock" : "", result.stuck ? ", stuck" : "",
                     shown(result.finalStates), shown(result.warnings));
}

std::string answerOf(const ProgressResult& result) {
  const SchedulerVerdict& verdict = result.verdicts.front();
  const bool deadlock = verdict.lasso && verdict.lasso->kind == HangKind::Deadlock;
  return fmt::format(
      "{}{}{} {}{}", nameOf(verdict.answer), deadlock ? ", deadlock" : "", result.stuck ? ", stuck" : "",
      shown(std::set<std::vector<Value>>(result.finalStates.begin(), result.finalStates.end())),
      shown(warningsOf(result)));
}

SimtOptions simtOptions(const ReferenceOptions& asked) {
  SimtOptions options;
  options.mode = asked.lanes == LaneModel::Stack ? SimtMode::Stack
                 : asked.lanes == LaneModel::Its ? SimtMode::Its
                                                 : SimtMode::None;
  options.lockBits = static_cast<std::uint32_t>(asked.lockBits);
  options.collective = asked.collective;
  options.wavefrontOwns = asked.wavesOwn;
  options.strictBarriers = asked.strictBarriers;
  return options;
}

ProgressResult analysed(const std::shared_ptr<const Program>& program, const ReferenceOptions& asked) {
  const SimtSetup setup = simtSetup(program, simtOptions(asked));
  ProgressOptions options;
  options.schedulers = {{.strong = false, .scheduler = Scheduler::Weak, .levels = {}}};
  options.agents = setup.agents;
  options.rules = setup.rules;
  options.simt = simtOptions(asked).mode;
  return analyseProgress(setup.program, options);
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
  const ProgressResult found = analysed(program, asked);
  CAPTURE(text);
  CHECK(found.explored);
  CHECK(answerOf(found) == answerOf(expected));
  CHECK(found.finalVariables == finalVariablesByName(*program));
  ++tally.compared;
  tally.hanging += expected.terminates ? 0 : 1;
  tally.deadlocked += expected.deadlock ? 1 : 0;
  tally.several += expected.finalStates.size() > 1 ? 1 : 0;
  tally.warned += expected.warnings.empty() ? 0 : 1;
  tally.unexcluded += std::ranges::any_of(
      expected.warnings, [](const ReferenceWarning& warning) { return warning.first == "mutual-exclusion"; });
}

void compareMany(std::uint64_t seed, const WaveShape& shape, const ReferenceOptions& asked) {
  Random random(seed);
  Tally tally;
  const unsigned programs = testsAsked(kSlice);
  for (unsigned i = 0; i < programs; ++i) {
    CAPTURE(i);
    ReferenceOptions options = asked;
    options.lockBits = std::array{1024U, 0U, 1U, 2U}[i % 4];
    options.strictBarriers = i % 5 == 0;
    options.wavesOwn = i % 3 == 0;
    compare(randomWaves(random, shape), options, tally);
  }
  MESSAGE(fmt::format(
      "{} compared, {} too large; {} hang, {} in a deadlock; {} have several results, {} warnings, {} of lanes that do not exclude each other",
      tally.compared, tally.tooLarge, tally.hanging, tally.deadlocked, tally.several, tally.warned,
      tally.unexcluded));
  CHECK(tally.tooLarge < programs / 10);
  CHECK(tally.hanging > programs / 20);
  CHECK(tally.hanging < tally.compared * 3 / 4);
  CHECK(tally.several > programs / 20);
  if (programs < kSlice) {  // too few for what is rare
    CHECK((shape.locks || tally.unexcluded == 0));
    return;
  }
  CHECK((tally.unexcluded > programs / 50) == shape.locks);
}

}  // namespace

TEST_CASE("random waves: threads by themselves, without locks") {
  compareMany(41, {.locks = false, .votes = false}, {.lanes = LaneModel::None});
}

TEST_CASE("random waves: threads by themselves") {
  compareMany(42, {.votes = false}, {.lanes = LaneModel::None});
}

TEST_CASE("random waves: independent lanes") {
  compareMany(44, {.votes = false}, {.lanes = LaneModel::Its});
}

TEST_CASE("random waves: independent lanes that vote") {
  compareMany(45, {}, {.lanes = LaneModel::Its});
}

TEST_CASE("random waves: a stack, lane by lane") {
  compareMany(46, {.votes = false}, {.lanes = LaneModel::Stack});
}

TEST_CASE("random waves: a stack, lane by lane, with votes") {
  compareMany(48, {}, {.lanes = LaneModel::Stack});
}

TEST_CASE("random waves: code of their own for lanes of a wave") {
  Random random(49);
  unsigned joined = 0;
  for (unsigned i = 0; i < testsAsked(kSlice); ++i) {
    const std::string text = randomWaves(random, {.votes = false, .loneLanes = false, .ownCode = true});
    CAPTURE(text);
    const auto program = parseLitmus(std::make_shared<Source>("random.litmus", text));
    const SimtSetup setup = simtSetup(program, {.mode = SimtMode::Stack});
    const ReferenceOptions none{.lanes = LaneModel::None, .mostStates = kMostStates};
    const ReferenceResult written = referenceOf(*program, none);
    const ReferenceResult together = referenceOf(*setup.program, none);
    const ReferenceResult stack = referenceOf(*setup.program, {.mostStates = kMostStates});
    if (!written.complete || !together.complete || !stack.complete) {
      continue;
    }
    joined += setup.program == program ? 0 : 1;
    CHECK(written.finalStates == together.finalStates);
    CHECK(written.terminates == together.terminates);
    CHECK(answerOf(analysed(program, {})) == answerOf(stack));
  }
  CHECK(joined > testsAsked(kSlice) / 8);
}

TEST_CASE("random waves: a stack, lanes together") {
  compareMany(47, {.loneLanes = false}, {.lanes = LaneModel::Stack, .collective = true});
}

}  // namespace hrfcheck::test
