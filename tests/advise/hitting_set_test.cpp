#include "advise/search/hitting_set.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

namespace {

/// The same by looking at every assignment.
std::optional<Cost> cheapestByForce(const std::vector<EditVariable>& sites,
                                    const std::vector<Nogood>& boxes) {
  std::optional<Cost> best;
  Assignment assignment(sites.size(), 0);
  while (true) {
    bool held = false;
    for (const Nogood& box : boxes) {
      held = held || contains(box, assignment);
    }
    if (!held && (!best || costOf(sites, assignment) < *best)) {
      best = costOf(sites, assignment);
    }
    std::size_t i = 0;
    while (i < sites.size() && ++assignment[i] == sites[i].variants.size()) {
      assignment[i++] = 0;
    }
    if (i == sites.size()) {
      return best;
    }
  }
}

}  // namespace

TEST_CASE("the cheapest assignment outside of boxes is the one that a search of all finds") {
  std::size_t none = 0;
  std::uint64_t state = 7;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33) % below;
  };
  for (int round = 0; round < 400; ++round) {
    std::vector<EditVariable> sites(1 + random(4));
    for (EditVariable& site : sites) {
      site.variants.resize(1 + random(4));
      for (Variant& variant : site.variants) {
        variant.cost = random(6);
      }
    }
    std::vector<Nogood> boxes(random(12));
    for (Nogood& box : boxes) {
      for (const EditVariable& site : sites) {
        const std::uint64_t some = random(everyVariant(site)) + 1;
        box.push_back(random(3) == 0 ? everyVariant(site) : some);
      }
    }
    const auto found = cheapestOutside(sites, boxes, {});
    const auto forced = cheapestByForce(sites, boxes);
    REQUIRE(found.has_value() == forced.has_value());
    none += found ? 0 : 1;
    if (found) {
      CHECK(found->cost == *forced);
      CHECK(costOf(sites, found->assignment) == found->cost);
      for (const Nogood& box : boxes) {
        CHECK_FALSE(contains(box, found->assignment));
      }
    }
  }
  CHECK(none > 10);
}
