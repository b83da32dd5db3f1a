#include "machine/timed/timed_cache.h"

#include <doctest/doctest.h>

#include "machine/timed/event_queue.h"

using namespace hrfcheck;

namespace {

FifoEntry lineOf(LocationId a) {
  return {false, a};
}

FifoEntry marker() {
  return {true, 0, 3, 9, false};
}

/// As a driver writes: room first, then the FIFO, then the word.
void write(TimedCache& cache, LocationId a, Value v) {
  const TimedCache::Slot slot = cache.candidate(a);
  if (!cache.holds(slot, a)) {
    cache.take(slot, a);
  }
  if (!cache.dirty(a)) {
    cache.push(lineOf(a));
  }
  cache.setDirty(a, v);
}

void fill(TimedCache& cache, LocationId a, Value v) {
  const TimedCache::Slot slot = cache.candidate(a);
  if (!cache.holds(slot, a)) {
    cache.take(slot, a);
  }
  cache.setClean(a, v);
}

}  // namespace

TEST_CASE("TimedCache: the least recently used line of a set makes room") {
  TimedCache cache({1, 2, 4});
  fill(cache, 0, 1);
  fill(cache, 4, 2);
  cache.touch(cache.find(0));
  const TimedCache::Slot victim = cache.candidate(8);
  CHECK(cache.firstWord(victim) == 4);
  CHECK(cache.occupied(victim));
  cache.take(victim, 8);
  CHECK(cache.find(4) == TimedCache::kNoSlot);
  CHECK(cache.valid(0));
  CHECK_FALSE(cache.valid(8));
}

TEST_CASE("TimedCache: lines of different sets do not compete") {
  TimedCache cache({2, 1, 4});
  fill(cache, 0, 1);
  fill(cache, 4, 2);
  CHECK(cache.valid(0));
  CHECK(cache.valid(4));
  CHECK(cache.firstWord(cache.candidate(8)) == 0);
}

TEST_CASE("TimedCache: an invalidation takes clean words, keeps dirty ones, and remembers what was lost") {
  TimedCache cache({1, 4, 4});
  fill(cache, 0, 1);
  fill(cache, 1, 2);
  fill(cache, 8, 3);
  write(cache, 4, 5);
  CHECK(cache.dropClean() == 2);  // lines
  CHECK_FALSE(cache.valid(0));
  CHECK_FALSE(cache.valid(8));
  CHECK(cache.lost(0));
  CHECK(cache.lost(1));
  CHECK_FALSE(cache.lost(2));  // it was not there
  CHECK(cache.value(4) == 5);
  CHECK(cache.dropClean() == 0);
  fill(cache, 0, 7);
  CHECK_FALSE(cache.lost(0));
  CHECK(cache.value(0) == 7);
}

TEST_CASE("TimedCache: words of one line are one entry of the FIFO, where the first of them put it") {
  TimedCache cache({1, 4, 4});
  write(cache, 0, 1);
  write(cache, 4, 2);
  write(cache, 1, 3);
  cache.push(marker());
  CHECK(cache.dirtyLines() == 2);
  CHECK(cache.markers() == 1);
  REQUIRE(cache.head().kind == TimedCache::Entry::Kind::Line);
  CHECK(cache.dirtyWords(cache.head().slot) == 0b11U);
  cache.cleaned(0);
  CHECK(cache.oldestDirty() == 1U);
  cache.cleaned(1);
  CHECK(cache.oldestDirty() == 4U);
  cache.cleaned(4);
  REQUIRE(cache.head().kind == TimedCache::Entry::Kind::Marker);
  CHECK(cache.head().marker.thread == 3);
  cache.pop();
  CHECK(cache.fifoEmpty());
}

TEST_CASE("TimedCache: a FIFO grows and keeps its order") {
  TimedCache cache({64, 4, 1});
  for (LocationId a = 0; a < 200; ++a) {
    write(cache, a, static_cast<Value>(a));
  }
  for (LocationId a = 0; a < 200; ++a) {
    REQUIRE(cache.oldestDirty() == a);
    cache.cleaned(a);
  }
  CHECK(cache.fifoEmpty());
}

TEST_CASE("TimedCache: dropping what is dirty leaves nothing to drain") {
  TimedCache cache({1, 4, 4});
  write(cache, 0, 1);
  write(cache, 1, 1);
  write(cache, 4, 1);
  CHECK(cache.dropDirty() == 2);
  CHECK(cache.dirtyLines() == 0);
  CHECK_FALSE(cache.valid(0));
  CHECK(cache.fifoEmpty());
}

TEST_CASE("EventQueue: events come by time, those of one time in the order in which they were added") {
  EventQueue<int> queue;
  queue.add(5, 1);
  queue.add(100'000, 4);
  queue.add(5, 2);
  queue.add(7, 3);
  queue.add(100'000, 5);
  std::vector<int> order;
  std::vector<Cycle> times;
  while (!queue.empty()) {
    order.push_back(queue.take());
    times.push_back(queue.now());
    if (order.size() == 1) {
      queue.add(queue.now(), 9);  // of the same cycle, behind those that are there
    }
  }
  CHECK(order == std::vector<int>{1, 2, 9, 3, 4, 5});
  CHECK(times == std::vector<Cycle>{5, 5, 5, 7, 100'000, 100'000});
}
