#include "util/process/fake_clock.h"

#include <doctest/doctest.h>

#include "util/process/deadline.h"

using namespace hrfcheck;
using std::chrono::milliseconds;

TEST_CASE("fake clock: deadlines expire by looks") {
  unsigned looks = 0;
  const FakeClock clock(milliseconds(100), [&] { ++looks; });
  const Deadline deadline = Deadline::after(1);
  unsigned before = 0;
  while (!deadline.expired()) {
    ++before;
  }
  CHECK(before == 9);
  CHECK(looks == 11);  // and one to begin with
}

TEST_CASE("fake clock: a deadline without an end needs none") {
  unsigned looks = 0;
  const FakeClock clock(milliseconds(100), [&] { ++looks; });
  CHECK_FALSE(Deadline().expired());
  CHECK_FALSE(Deadline::after(0).expired());
  CHECK(looks == 0);
}

TEST_CASE("fake clock: the real one comes back") {
  { const FakeClock clock(std::chrono::hours(1)); }
  CHECK_FALSE(Deadline::after(1000).expired());
}
