// A pattern that occurs in a consistent execution is not forbidden, and what no pair of events can raise no
// execution raises.

#include "execution/bounds/local_refutation.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "cat/library.h"
#include "partial_support.h"
#include "support/model_builder.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

const std::vector<std::pair<std::string, std::vector<std::string>>> kTested = {
    {"opencl",
     {"opencl/barrier-flags", "opencl/barrier-crossed-regions", "opencl/barrier-groups", "hrf/barrier-mp"}},
    {"hrf-direct", {"hrf/barrier-mp", "hrf/barrier-hrf0-fig2"}},
    {"sc", {"rsp/two-promotions", "hrf/fence-mp-ar", "c11/z6-u", "hrf/rmw-atomicity"}},
    {"hrf0", {"hrf/fence-mp-ar", "hrf/barrier-mp", "hrf/mp-rmw"}},
    {"hrf-direct", {"hrf/chain-wide-acquire", "hrf/rmw-atomicity"}},
    {"hrf-indirect-relaxed", {"hrf/chain-wide-acquire", "hrf/release-to-rmw", "rsp/rmw-promotion"}},
    {"rsp", {"rsp/two-promotions", "rsp/rmw-promotion", "rsp/failed-cas-is-next-acquire"}},
    {"hsa", {"hrf/chain-wide-acquire", "hrf/fence-mp-ar"}},
    {"c11", {"c11/failed-compare-exchange", "c11/z6-u", "c11/seq-cst-fences-iriw"}},
    {"rc11", {"c11/failed-compare-exchange", "c11/z6-u"}},
    {"opencl-rsp", {"c11/failed-compare-exchange", "c11/z6-u"}},
    {"ptx", {"ptx/relay-through-atoms", "ptx/count-to-two", "ptx/swap-fails-relaxed", "ptx/writes-chain"}},
    {"ptx-v6.0", {"ptx/relay-through-narrow-atom", "ptx/count-to-two-narrow", "ptx/race-inside"}},
    {"vulkan", {"vulkan/add-twice", "vulkan/add-twice-narrow", "vulkan/sequence-read-modify-write"}},
    {"vulkan-nochains", {"vulkan/scope-mixed-inside", "vulkan/two-writers", "vulkan/read-read-atomic"}}};

/// The pattern of some accesses to one location, and some halves of barriers, in an execution: all that it
/// says of them.
EventPattern patternOf(const Execution& x, const std::vector<EventId>& events) {
  EventPattern pattern;
  for (const EventId e : events) {
    pattern.add(e);
  }
  for (std::size_t a = 0; a < events.size(); ++a) {
    for (std::size_t b = 0; b < events.size(); ++b) {
      if (x.rf.contains(events[a], events[b])) {
        pattern.readsFrom(b, a);
      }
      if (x.co.contains(events[a], events[b])) {
        pattern.coherent(a, b);
      }
      if (x.syncBarrier.contains(events[a], events[b])) {
        pattern.meet(a, b);
      }
    }
  }
  return pattern;
}

std::vector<EventId> someAccesses(const Execution& x, std::mt19937& dice) {
  std::vector<EventId> accesses;
  for (EventId e = 0; e < x.structure->size(); ++e) {
    if (x.happened.contains(e) && x.location[e] != kNoLocation) {
      accesses.push_back(e);
    }
  }
  if (accesses.empty()) {
    return {};
  }
  std::shuffle(accesses.begin(), accesses.end(), dice);
  const LocationId location = x.location[accesses.front()];
  std::erase_if(accesses, [&](EventId e) { return x.location[e] != location; });
  accesses.resize(std::min<std::size_t>(accesses.size(), 2 + dice() % 3));
  return accesses;
}

/// With halves of barriers, as many as a pattern holds.
std::vector<EventId> someEvents(const Execution& x, std::mt19937& dice) {
  std::vector<EventId> halves;
  for (EventId e = 0; e < x.structure->size(); ++e) {
    if (x.happened.contains(e) && isBarrierHalf(x.structure->events()[e].kind)) {
      halves.push_back(e);
    }
  }
  std::shuffle(halves.begin(), halves.end(), dice);
  std::vector<EventId> events = someAccesses(x, dice);
  halves.resize(std::min(halves.size(), EventPattern::kMost - events.size()));
  events.insert(events.end(), halves.begin(), halves.end());
  return events;
}

bool consistent(Evaluator& evaluator, const Execution& x, bool& flagged) {
  bool found = false;
  evaluator.forEachChoice(x, [&](const std::vector<Relation>&, const Evaluation& evaluation) {
    found = found || evaluation.consistent();
    flagged = flagged || (evaluation.consistent() && !evaluation.flags.empty());
    return true;
  });
  return found;
}

TEST_CASE("what a consistent execution has is not forbidden, and what it raises may be raised") {
  std::mt19937 dice(5);
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  int patterns = 0;
  for (const auto& [name, tests] : kTested) {
    const Model model = library.load(name);
    for (const std::string& test : tests) {
      CAPTURE(name);
      CAPTURE(test);
      const std::shared_ptr<const EventStructure> structure = structureOf(test);
      Evaluator evaluator(model, *structure);
      LocalRefutation forbidden(model, *structure);
      const bool mayRaise = mayRaiseFlags(model, *structure, {});
      for (int i = 0; i < 300; ++i) {
        const std::optional<Execution> x = randomExecution(structure, dice);
        bool flagged = false;
        if (!x || !consistent(evaluator, *x, flagged)) {
          continue;
        }
        CHECK((mayRaise || !flagged));
        for (int k = 0; k < 20; ++k) {
          CHECK_FALSE(forbidden.forbids(patternOf(*x, someEvents(*x, dice))));
          ++patterns;
        }
      }
    }
  }
  CHECK(patterns > 5000);
}

/// P0: increments x, stores to x. P1: increments x, all relaxed.
std::shared_ptr<const EventStructure> twoCounters() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().rmw(RmwOp::Add, "r0", x, 1).store(x, 7, atomic(Order::Relaxed));
  p.thread().rmw(RmwOp::Add, "r0", x, 1);
  return p.structure(1);
}

TEST_CASE("atomicity and coherence forbid their patterns") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto structure = twoCounters();
  const EventId initial = 0, read = 1, write = 2, later = 3, otherWrite = 5;
  for (const char* name : {"sc", "hrf-indirect-relaxed", "hsa", "rsp"}) {
    CAPTURE(name);
    const Model model = library.load(name);
    LocalRefutation forbidden(model, *structure);
    EventPattern between;
    for (const EventId e : {initial, read, write, otherWrite}) {
      between.add(e);
    }
    between.readsFrom(1, 0);
    between.coherent(0, 2);
    EventPattern split = between;
    split.coherent(0, 3);
    split.coherent(3, 2);
    CHECK_FALSE(forbidden.forbids(between));
    CHECK(forbidden.forbids(split));

    EventPattern early;
    early.readsFrom(early.add(read), early.add(later));
    CHECK(forbidden.forbids(early));
    EventPattern turned;
    turned.coherent(turned.add(later), turned.add(write));
    CHECK(forbidden.forbids(turned));
  }
  const Model anything = ModelBuilder().model();
  LocalRefutation nothing(anything, *structure);
  EventPattern early;
  early.readsFrom(early.add(read), early.add(later));
  CHECK_FALSE(nothing.forbids(early));
}

}  // namespace
}  // namespace hrfcheck::test
