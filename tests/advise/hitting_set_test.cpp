#include "advise/hitting_set.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

namespace {

/// The same by looking at every wording.
std::optional<Cost> cheapestByForce(const std::vector<EditSite>& sites,
                                    const std::vector<WordingBox>& boxes) {
  std::optional<Cost> best;
  Wording wording(sites.size(), 0);
  while (true) {
    bool held = false;
    for (const WordingBox& box : boxes) {
      held = held || contains(box, wording);
    }
    if (!held && (!best || costOf(sites, wording) < *best)) {
      best = costOf(sites, wording);
    }
    std::size_t i = 0;
    while (i < sites.size() && ++wording[i] == sites[i].variants.size()) {
      wording[i++] = 0;
    }
    if (i == sites.size()) {
      return best;
    }
  }
}

}  // namespace

TEST_CASE("the cheapest wording outside of boxes is the one that a search of all finds") {
  std::size_t none = 0;
  std::uint64_t state = 7;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33) % below;
  };
  for (int round = 0; round < 400; ++round) {
    std::vector<EditSite> sites(1 + random(4));
    for (EditSite& site : sites) {
      site.variants.resize(1 + random(4));
      for (Variant& variant : site.variants) {
        variant.cost = random(6);
      }
    }
    std::vector<WordingBox> boxes(random(12));
    for (WordingBox& box : boxes) {
      for (const EditSite& site : sites) {
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
      CHECK(costOf(sites, found->wording) == found->cost);
      for (const WordingBox& box : boxes) {
        CHECK_FALSE(contains(box, found->wording));
      }
    }
  }
  CHECK(none > 10);
}
