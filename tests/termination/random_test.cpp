// Random small programs against fixpoints over a graph that nothing was left out of.

#include <doctest/doctest.h>

#include "termination/naive.h"
#include "termination/progress_support.h"
#include "termination/random_programs.h"

namespace hrfcheck::test {
namespace {

std::vector<SchedulerSpec> weakAndStrong() {
  std::vector<SchedulerSpec> specs = everyScheduler();
  for (const SchedulerSpec& strong : everyScheduler(true)) {
    specs.push_back(strong);
  }
  return specs;
}

struct Tally {
  unsigned programs = 0, hanging = 0, deadlocked = 0, different = 0;
};

void compare(const std::shared_ptr<const Program>& program, Tally& tally) {
  const NaiveProgress naive(program);
  const ProgressResult result = analyse(program, weakAndStrong());
  REQUIRE(result.explored);
  CHECK(result.states <= naive.states());
  std::string expected;
  for (const SchedulerSpec& spec : weakAndStrong()) {
    expected += naive.terminates(spec) ? 'Y' : 'N';
  }
  CHECK(lettersOf(result) == expected);
  CHECK((expected.back() == 'Y') !=
        result.stuck);  // fair steps from anywhere lead to the end, or nothing does
  checkLassos(result);
  ++tally.programs;
  tally.hanging += expected.at(5) == 'N' ? 1 : 0;
  tally.different += expected.find('Y') != std::string::npos && expected.find('N') != std::string::npos;
  const auto& first = result.verdicts.front().lasso;
  tally.deadlocked += first && first->kind == HangKind::Deadlock ? 1 : 0;
}

}  // namespace

TEST_CASE("random programs: all schedulers, weak and strong") {
  Random random(20180904);
  Tally tally;
  for (unsigned i = 0; i < 1000; ++i) {
    CAPTURE(i);
    compare(randomProgram(random, {.threads = 2 + i % 2, .listed = i % 3 == 0}), tally);
  }
  CHECK(tally.hanging > 20);
  CHECK(tally.different > 20);
}

TEST_CASE("random programs with barriers") {
  Random random(77);
  Tally tally;
  for (unsigned i = 0; i < 1000; ++i) {
    CAPTURE(i);
    compare(randomProgram(random, {.threads = 2 + i % 2, .barriers = true, .listed = i % 3 == 0}), tally);
  }
  CHECK(tally.deadlocked > 20);
  CHECK(tally.deadlocked < 900);
  CHECK(tally.different > 10);
}

TEST_CASE("random programs with barriers that registers name") {
  Random random(78);
  Tally tally;
  for (unsigned i = 0; i < 1000; ++i) {
    CAPTURE(i);
    compare(
        randomProgram(random, {.threads = 2 + i % 2, .barriers = true, .listed = i % 3 == 0, .named = true}),
        tally);
  }
  CHECK(tally.deadlocked > 100);
  CHECK(tally.deadlocked < 900);
}

TEST_CASE("up to renaming of threads: the same answers, and schedules that hold in full") {
  Random random(31);
  std::size_t fewer = 0;
  for (unsigned i = 0; i < 300; ++i) {
    CAPTURE(i);
    const auto program = randomProgram(
        random,
        {.threads = 2 + i % 3, .barriers = i % 2 == 0, .alike = true, .listed = false, .named = i % 4 == 0});
    const std::vector<SchedulerSpec> sound{schedulerOf(*program, "unfair"), schedulerOf(*program, "obe"),
                                           schedulerOf(*program, "weak")};
    const ProgressResult all = analyse(program, sound);
    const ProgressResult quotient = analyse(program, sound, true);
    CHECK(lettersOf(quotient) == lettersOf(all));
    CHECK(quotient.stuck == all.stuck);
    CHECK(quotient.finalStates == all.finalStates);
    CHECK(quotient.states <= all.states);
    fewer += quotient.states < all.states ? 1 : 0;
    checkLassos(quotient);
    const ProgressResult six = analyse(program, everyScheduler(), true);
    CHECK(lettersOf(six) == lettersOf(analyse(program)));
  }
  CHECK(fewer > 200);
}

TEST_CASE("groups of one thread are as threads") {
  Random random(5);
  for (unsigned i = 0; i < 200; ++i) {
    CAPTURE(i);
    const bool groups = i % 2 == 0;
    const auto program = randomProgram(random, {.threads = 3, .barriers = i % 5 == 0, .groups = groups});
    const std::uint32_t level = groups ? 2 : 1;  // without groups each thread is a wavefront of its own
    std::vector<SchedulerSpec> levels;
    for (const Scheduler scheduler : allSchedulers()) {
      levels.push_back({.scheduler = Scheduler::Weak, .levels = {{level, scheduler}}});
    }
    const ProgressResult grouped = analyse(program, levels);
    CHECK(lettersOf(grouped) == lettersOf(analyse(program)));
    checkLassos(grouped);
  }
}

}  // namespace hrfcheck::test
