#include "advise/search/nogood_set.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

using namespace hrfcheck;

namespace {

constexpr std::size_t kSites = 4;
constexpr std::uint32_t kVariants = 3;

void forEachAssignment(const std::function<void(const Assignment&)>& f) {
  Assignment assignment(kSites, 0);
  const std::function<void(std::size_t)> choose = [&](std::size_t site) {
    if (site == kSites) {
      f(assignment);
      return;
    }
    for (std::uint32_t v = 0; v < kVariants; ++v) {
      assignment[site] = v;
      choose(site + 1);
    }
  };
  choose(0);
}

bool inSome(const std::vector<Nogood>& boxes, const Assignment& assignment) {
  return std::ranges::any_of(boxes, [&](const Nogood& box) { return contains(box, assignment); });
}

}  // namespace

TEST_CASE("boxes that differ at one site become one") {
  BoxSet set;
  set.add({0b001, 0b011, 0b111, 0b111});
  set.add({0b010, 0b111, 0b111, 0b111});
  REQUIRE(set.all().size() == 2);
  CHECK(inSome(set.all(), {0, 0, 0, 0}));
  CHECK(inSome(set.all(), {1, 2, 0, 0}));
  CHECK_FALSE(inSome(set.all(), {0, 2, 0, 0}));
  // The first one holds what the second one has at its first site.
  CHECK(std::ranges::any_of(set.all(), [](const Nogood& box) {
    return box == Nogood{0b011, 0b011, 0b111, 0b111};
  }));
}

TEST_CASE("a set of boxes holds what was added, and nothing else") {
  std::uint64_t state = 5;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33) % below;
  };
  for (int round = 0; round < 200; ++round) {
    BoxSet set;
    std::vector<Nogood> added;
    for (int i = 0; i < 8; ++i) {
      Nogood box;
      for (std::size_t s = 0; s < kSites; ++s) {
        box.push_back(1 + random((1U << kVariants) - 1));
      }
      set.add(box);
      added.push_back(std::move(box));
    }
    forEachAssignment([&](const Assignment& assignment) {
      CHECK(inSome(set.all(), assignment) == inSome(added, assignment));
    });
    CHECK(set.all().size() <= added.size());
  }
}

TEST_CASE("a assignment outside of all boxes is found where there is one") {
  std::uint64_t state = 11;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33) % below;
  };
  const auto randomBox = [&] {
    Nogood box;
    for (std::size_t i = 0; i < kSites; ++i) {
      box.push_back(1 + random((1U << kVariants) - 1));
    }
    return box;
  };
  int covered = 0;
  for (int round = 0; round < 400; ++round) {
    BoxSet set;
    for (int i = 0; i < 12; ++i) {
      set.add(randomBox());
    }
    const Nogood within = randomBox();
    bool any = false;
    forEachAssignment(
        [&](const Assignment& w) { any = any || (contains(within, w) && !inSome(set.all(), w)); });
    PacedLook look;
    const auto found = set.outside(within, look);
    CHECK(found.has_value() == any);
    covered += any ? 0 : 1;
    if (found) {
      CHECK(contains(within, *found));
      CHECK(set.holding(*found) == nullptr);
    }
  }
  CHECK(covered > 20);
  CHECK(covered < 380);
}
