#include "serve/envelope.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace hrfcheck;
using nlohmann::json;

TEST_CASE("envelope: what a command prints, and its status") {
  const json inJson = json::parse(envelope({3, "", R"({"words": 2})", "careful\n", 0.25}, true));
  CHECK(inJson["status"] == 3);
  CHECK(inJson["ended"].is_null());
  CHECK(inJson["seconds"] == 0.25);
  CHECK(inJson["errors"] == "careful\n");
  CHECK(inJson["answer"]["words"] == 2);
  CHECK(json::parse(envelope({0, "", "text\377", "", 0}, false))["answer"] == "text\xef\xbf\xbd");
}

TEST_CASE("envelope: half of a JSON text is no answer, and neither is nothing") {
  CHECK(json::parse(envelope({0, "signal 9", R"({"results": [)", "", 0}, true))["answer"].is_null());
  CHECK(json::parse(envelope({0, "", "", "", 0}, true))["answer"].is_null());
  const json ended = json::parse(envelope({0, "time limit", "", "", 1}, false));
  CHECK(ended["answer"].is_null());
  CHECK(ended["ended"] == "time limit");
}
