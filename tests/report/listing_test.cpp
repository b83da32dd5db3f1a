#include "report/text/listing.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace hrfcheck;

namespace {

const std::vector<ListedItem> kItems{{"rsp", "Promotion", {{"Source", "Orr"}, {"Status", "checked"}}},
                                     {"hrf0", "HRF0", {}}};

}  // namespace

TEST_CASE("lists for people") {
  CHECK(listingText(kItems, {"Source"}) == "rsp   Promotion\n      source: Orr\nhrf0  HRF0\n");
}

TEST_CASE("lists for programs") {
  const auto document = nlohmann::json::parse(listingJson("models", kItems));
  REQUIRE(document["models"].size() == 2);
  CHECK(document["models"][0]["source"] == "Orr");
  CHECK(document["models"][0]["status"] == "checked");
  CHECK(document["models"][1]["name"] == "hrf0");
}
