#include "synth/search/shape_classes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "synth/models.h"
#include "synth/synth.h"

// One test of each shape: what is alike is what a renaming of threads and locations makes the same, by trying
// all of them; and what is shown stands for everything that is found.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::vector<AnsweredTest> allTests(const SynthQuestion& question, unsigned events) {
  std::vector<AnsweredTest> tests;
  const ShapeSearch search = shapeSearch(question);
  const ShapeSpace space(question.bounds, events);
  SynthCounts counts;
  for (std::uint64_t number = 0; number < space.numbers(); ++number) {
    if (const auto shape = space.at(number)) {
      search(*shape, {}, counts, [&](const AnsweredTest& test) { tests.push_back(test); });
    }
  }
  return tests;
}

SynthQuestion question(const std::vector<std::string>& models, std::vector<SynthKind> kinds) {
  SynthQuestion question;
  question.models = modelsNamed(models);
  question.wanted = SynthWanted::ToldApart;
  question.bounds.kinds = std::move(kinds);
  return question;
}

using Numbers = std::vector<std::uint32_t>;

/// Where each step goes if thread t goes to the place of thread to[t]; nothing if their lengths differ.
std::optional<Numbers> stepsTo(const AnsweredTest& from, const AnsweredTest& into, const Numbers& to) {
  const auto begin = [](const AnsweredTest& test, std::uint32_t thread) {
    const auto& sizes = test.shape.threads.sizes;
    return std::accumulate(sizes.begin(), sizes.begin() + thread, 0U);
  };
  Numbers steps;
  for (std::uint32_t t = 0; t < to.size(); ++t) {
    if (from.shape.threads.sizes[t] != into.shape.threads.sizes[to[t]]) {
      return std::nullopt;
    }
    for (std::uint32_t i = 0; i < from.shape.threads.sizes[t]; ++i) {
      steps.push_back(begin(into, to[t]) + i);
    }
  }
  return steps;
}

/// Whether this renaming of threads, with some renaming of locations, makes one test the other.
bool becomes(const AnsweredTest& from, const AnsweredTest& into, const Numbers& steps) {
  std::map<std::uint32_t, std::uint32_t> there, back;
  const auto same = [&](std::uint32_t a, std::uint32_t b) {
    return there.emplace(a, b).first->second == b && back.emplace(b, a).first->second == a;
  };
  const auto goesTo = [&](std::uint32_t a, std::uint32_t b) {
    return a == kInitialStep ? b == kInitialStep : b == steps[a];
  };
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const SynthStep& a = from.shape.steps[s];
    const SynthStep& b = into.shape.steps[steps[s]];
    if (a.kind != b.kind || (a.kind != SynthKind::Fence && !same(a.location, b.location)) ||
        !goesTo(from.observation.reads[s], into.observation.reads[steps[s]])) {
      return false;
    }
  }
  return std::ranges::all_of(there, [&](const auto& pair) {
    return goesTo(from.observation.finals[pair.first], into.observation.finals[pair.second]);
  });
}

bool alike(const AnsweredTest& a, const AnsweredTest& b) {
  const std::size_t threads = a.shape.threads.sizes.size();
  if (a.answers != b.answers || threads != b.shape.threads.sizes.size()) {
    return false;
  }
  Numbers to(threads);
  std::iota(to.begin(), to.end(), 0U);
  do {
    const auto steps = stepsTo(a, b, to);
    if (steps && becomes(a, b, *steps)) {
      return true;
    }
  } while (std::ranges::next_permutation(to).found);
  return false;
}

void checkClasses(const std::vector<AnsweredTest>& tests) {
  REQUIRE(tests.size() > 20);
  std::size_t same = 0;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    for (std::size_t j = i + 1; j < tests.size(); ++j) {
      const bool equal = shapeClassOf(tests[i]) == shapeClassOf(tests[j]);
      REQUIRE(equal == alike(tests[i], tests[j]));
      same += equal ? 1 : 0;
    }
  }
  CHECK(same > 0);
}

struct ByShape {
  SynthResult result;
  std::vector<WrittenTest> tests;
};

ByShape runByShape(SynthOptions options) {
  ByShape run;
  const std::atomic<bool> cancelled{false};
  const SynthCalls calls{[](const SynthQuestion&) {},
                         [&](const WrittenTest& test) { run.tests.push_back(test); },
                         [](unsigned, std::uint64_t, std::uint64_t, std::uint64_t) {}};
  options.byShape = true;
  run.result = runSynth(options, modelLibrary(), calls, cancelled);
  return run;
}

SynthOptions optionsFor(const std::string& first, const std::string& second, unsigned events) {
  SynthOptions options;
  options.models = {first, second};
  options.bounds.kinds = {SynthKind::Load, SynthKind::Store};
  options.bounds.events = events;
  options.workers = 2;
  return options;
}

std::uint64_t foundBy(const SynthResult& result) {
  std::uint64_t found = 0;
  for (const auto& [group, count] : result.tally) {
    found += count;
  }
  return found;
}

SynthSkeleton messageSeen() {
  // P0 reads 1 from x, which P1 wrote.
  return {{1, 1}, {{SynthKind::Load, 0}, {SynthKind::Store, 0}}, {{1, kInitialStep}, {1}}};
}

}  // namespace

TEST_CASE("tests are alike where a renaming makes them the same") {
  SUBCASE("loads and stores, two locations") {
    SynthQuestion asked = question({"hrf-indirect-relaxed", "sc"}, {SynthKind::Load, SynthKind::Store});
    asked.bounds.threads = 3;
    asked.bounds.levels = {kGroupLevel};
    asked.bounds.orders = {SynthOrder::Ordinary};
    checkClasses(allTests(asked, 3));
  }
  SUBCASE("exchanges and fences") {
    SynthQuestion asked =
        question({"hrf-indirect-relaxed", "sc"}, {SynthKind::Load, SynthKind::Exchange, SynthKind::Fence});
    asked.bounds.threads = 2;
    asked.bounds.locations = 1;
    asked.bounds.levels = {kDeviceLevel};
    asked.bounds.orders = {SynthOrder::Ordinary, SynthOrder::AcquireRelease};
    checkClasses(allTests(asked, 3));
  }
}

TEST_CASE("an operation is removed, and what depended on it may be anything") {
  const std::vector<SynthSkeleton> rest = withoutOneOperation(messageSeen());
  REQUIRE(rest.size() == 2);
  const SynthSkeleton read{{1}, {{SynthKind::Load, 0}}, {{kInitialStep}, {kInitialStep}}};
  const SynthSkeleton written{{1}, {{SynthKind::Store, 0}}, {{kInitialStep}, {0}}};
  CHECK(std::ranges::count(rest, read) == 1);
  CHECK(std::ranges::count(rest, written) == 1);
  CHECK(withoutOneOperation(read).empty());
}

TEST_CASE("a read that has lost its write may read from another one") {
  // P0: Wx Rx, and the read has returned what P1 wrote, last.
  const SynthSkeleton skeleton{{2, 1},
                               {{SynthKind::Store, 0}, {SynthKind::Load, 0}, {SynthKind::Store, 0}},
                               {{kInitialStep, 2, kInitialStep}, {2}}};
  std::set<std::uint32_t> sources;
  for (const SynthSkeleton& rest : withoutOneOperation(skeleton)) {
    if (rest.sizes == std::vector<std::uint32_t>{2}) {
      CHECK(rest.observation.finals == std::vector<std::uint32_t>{0});
      sources.insert(rest.observation.reads.at(1));
    }
  }
  CHECK(sources == std::set<std::uint32_t>{kInitialStep, 0});
}

TEST_CASE("one test of each shape stands for all that are found") {
  const SynthOptions options = optionsFor("rsp", "rsp-literal", 2);
  const ByShape run = runByShape(options);
  CHECK(run.result.complete());
  REQUIRE(run.result.shapes > 0);
  CHECK(run.result.shapes < foundBy(run.result));
  // There is nothing smaller than two operations here, so nothing is left out.
  CHECK(run.result.newShapes == run.result.shapes);
  CHECK(run.tests.size() == run.result.shapes);
  std::uint64_t stoodFor = 0;
  std::set<std::string> names;
  for (const WrittenTest& test : run.tests) {
    stoodFor += test.ofShape;
    names.insert(test.name);
  }
  CHECK(stoodFor == foundBy(run.result));
  CHECK(names.size() == run.tests.size());
}

TEST_CASE("shapes that contain a smaller one are left out, and the plain ones come first") {
  const ByShape run = runByShape(optionsFor("rsp", "rsp-literal", 3));
  CHECK(run.result.newShapes < run.result.shapes);
  CHECK(run.tests.size() == run.result.newShapes);
  for (std::size_t i = 1; i < run.tests.size(); ++i) {
    const WrittenTest& before = run.tests[i - 1];
    const WrittenTest& test = run.tests[i];
    CHECK(before.events <= test.events);
    CHECK((before.events < test.events || before.form <= test.form));
  }
  SynthOptions few = optionsFor("rsp", "rsp-literal", 3);
  few.keep = 2;
  few.workers = 1;
  const ByShape kept = runByShape(few);
  REQUIRE(kept.tests.size() == 2);
  CHECK(kept.tests[0].name == run.tests[0].name);
  CHECK(kept.tests[1].hsa.litmus == run.tests[1].hsa.litmus);
  CHECK(kept.result.shapes == run.result.shapes);
}

TEST_CASE("the shapes that tell TSO from SC are store buffering and R") {
  SynthOptions options = optionsFor(std::string(HRFCHECK_SOURCE_DIR) + "/docs/listings/tso.cat", "sc", 4);
  options.bounds.levels = {kDeviceLevel};
  options.bounds.orders = {SynthOrder::Ordinary};
  options.ordersChosen = true;
  const ByShape run = runByShape(options);
  REQUIRE(run.tests.size() == 2);
  CHECK(run.tests[0].name == "sb");
  CHECK(run.tests[1].name == "r");
  CHECK(run.tests[0].ofShape == 1);
}

TEST_CASE("members of a class: those with the fewest annotations, whatever the order in which they come") {
  SynthQuestion asked = question({"hrf-indirect-relaxed", "sc"}, {SynthKind::Load, SynthKind::Store});
  asked.bounds.threads = 2;
  const std::vector<AnsweredTest> tests = allTests(asked, 2);
  REQUIRE(tests.size() > kKeptOfClass);
  ShapeClasses forward, backward, halves, second;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    forward.add(i, tests[i]);
    backward.add(tests.size() - 1 - i, tests[tests.size() - 1 - i]);
    (i % 2 == 0 ? halves : second).add(i, tests[i]);
  }
  for (const auto& [key, found] : second.all()) {
    halves.merge(found);
  }
  for (const auto& [key, found] : forward.all()) {
    CHECK(found.members.size() == std::min<std::size_t>(kKeptOfClass, found.tests));
    CHECK(std::ranges::is_sorted(found.members, {}, &ClassMember::annotated));
    for (const ShapeClasses* other : {&backward, &halves}) {
      const ShapeClass& same = other->all().at(key);
      CHECK(same.tests == found.tests);
      CHECK(std::ranges::equal(same.members, found.members, {}, &ClassMember::number, &ClassMember::number));
    }
  }
}
