#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"
#include "support/json_schema.h"
#include "support/slice.h"
#include "support/temp_folder.h"

using namespace hrfcheck::test;

namespace {

using Words = std::vector<std::string>;

Finished price(Words words) {
  words.insert(words.begin(), "price");
  return runProgram(words);
}

nlohmann::json priceRowsOf(const Words& words) {
  Words all = words;
  all.insert(all.end(), {"--format", "json"});
  const Finished finished = price(all);
  CHECK(finished.status == 0);
  const auto document = nlohmann::json::parse(finished.out);
  CHECK(schemaMistakes("price", document) == "");
  CHECK(document["complete"] == true);
  return document["rows"];
}

double measured(const nlohmann::json& rows, const nlohmann::json& of, const std::string& column) {
  for (const auto& row : rows) {
    if (row["of"] == of) {
      return row["measured"][column];
    }
  }
  FAIL("no such row");
  return 0;
}

}  // namespace

TEST_CASE("price stealing: the scenarios on every input, with the means") {
  const auto rows = priceRowsOf({"stealing", "--vertices", "4096", "--machine", "rsp-fix"});
  CHECK(rows.size() == 11 * 5);  // ten inputs and the mean, five scenarios
  const auto of = [](const char* scenario) {
    return nlohmann::json{{"machine", "rsp-fix"}, {"input", "grid push"}, {"scenario", scenario}};
  };
  CHECK(measured(rows, of("baseline"), "speed-up") == 1);
  CHECK(measured(rows, of("scope-only"), "speed-up") > 1);  // what it is for
  for (const char* scenario : {"baseline", "scope-only", "steal-only", "rem-sync"}) {
    CHECK(measured(rows, of(scenario), "twice") == 0);
  }
}

TEST_CASE("price stealing: write-through caches unless write-back ones are asked for") {
  const Words words{"stealing", "--vertices", "2048", "--machine", "rsp-fix"};
  Words back = words, lazy = words;
  back.insert(back.end(), {"--caches", "write-back"});
  const TempFolder folder;
  folder.write("late", "drain-after 100\n");
  lazy.insert(lazy.end(), {"--latency", folder / "late"});
  CHECK(has(price(words).out, "write-through caches: dirty lines move on after 1 cycle\n"));
  CHECK(has(price(back).out, "write-back caches"));
  CHECK(has(price(lazy).out, "write-through caches: dirty lines move on after 100 cycles\n"));
}

TEST_CASE("price programs: the paper's programs with their steals, and the mean") {
  const auto rows =
      priceRowsOf({"programs", "--program", "SSSP-1", "--program", "color-1", "--machine", "rsp-lit"});
  CHECK(rows.size() == 3 * 4);
  const auto of = [](const char* scenario) {
    return nlohmann::json{{"machine", "rsp-lit"},
                          {"input", "color-1"},
                          {"graph", "power-law pull 19928"},
                          {"scenario", scenario}};
  };
  CHECK(measured(rows, of("steal-only"), "stolen %") > 0);
  CHECK(measured(rows, of("steal-only"), "stolen % (paper)") == 9.6);
  CHECK(measured(rows, of("rem-sync"), "failed % (paper)") == 2.7);
  CHECK(price({"programs", "--program", "SSSP-4"}).status == 64);
}

TEST_CASE("price load-balance: the spread of the times of work-groups") {
  const auto rows = priceRowsOf({"load-balance", "--program", "PR-1", "--machine", "rsp-fix"});
  REQUIRE(rows.size() == 4);
  for (const auto& row : rows) {
    const auto& times = row["measured"];
    CHECK(times["least"] <= times["25 %"]);
    CHECK(times["25 %"] <= times["median"]);
    CHECK(times["median"] <= times["75 %"]);
    CHECK(times["75 %"] <= times["most"]);
  }
  CHECK(rows[2]["measured"]["most"] < rows[0]["measured"]["most"]);  // stealing is for the last
}

TEST_CASE("price: the sweeps have a row for each value, scenario and machine") {
  CHECK(priceRowsOf({"queue-length", "--machine", "rsp-lit"}).size() == 6 * 5);
  CHECK(priceRowsOf({"imbalance", "--vertices", "4096"}).size() == 2 * 6 * 5);
  CHECK(priceRowsOf({"compute-units", "--vertices", "4096", "--machine", "rsp-fix2"}).size() == 6 * 5);
}

TEST_CASE("price ghost-zone: group barriers are cheaper than global ones, the more so the wider the zone") {
  const auto rows = priceRowsOf({"ghost-zone", "--machine", "hrf0-fix"});
  const auto cycles = [&](const char* width, const char* barriers) {
    return measured(rows, {{"machine", "hrf0-fix"}, {"ghost zone", width}, {"barriers", barriers}}, "cycles");
  };
  CHECK(cycles("1", "group and global") < cycles("1", "all global"));
  CHECK(cycles("16", "all global") / cycles("16", "group and global") >
        cycles("1", "all global") / cycles("1", "group and global"));
}

TEST_CASE("price needleman-wunsch: all launches, and the longest, beside Table 3") {
  const auto rows = priceRowsOf({"needleman-wunsch", "--grid", "62", "--grid", "93"});
  CHECK(rows.size() == 2 * 3);
  const nlohmann::json tiny = {{"machine", "qr-fix"}, {"grid", "62x62"}, {"scheme", "lock bits"}};
  CHECK(measured(rows, tiny, "turns") == 3);
  CHECK(measured(rows, tiny, "cycles") > 2.5 * measured(rows, tiny, "longest launch"));
  CHECK(measured(rows, tiny, "us (paper)") == 49);
  CHECK_FALSE(rows[3]["measured"].contains("us (paper)"));  // the paper has no grid of 93 points
  CHECK(price({"needleman-wunsch", "--grid", "30"}).status == 64);
  CHECK(price({"needleman-wunsch", "--grid", "x"}).status == 64);
}

TEST_CASE("price warp-chain: a row for each scheme, with what Tables 1 and 2 have of it") {
  const auto rows = priceRowsOf({"warp-chain"});
  REQUIRE(rows.size() == 5);
  const nlohmann::json shared = {{"machine", "qr-fix"}, {"scheme", "shrd lock"}};
  CHECK(measured(rows, shared, "bytes") == 64);
  CHECK(measured(rows, shared, "bytes (paper)") == 128);
  CHECK(rows[0]["measured"]["speed-up"] == 1);
}

TEST_CASE("price: the same seed gives the same numbers, and another one others") {
  const Words words{"stealing", "--vertices", "2048", "--machine", "rsp-fix"};
  Words other = words;
  other.insert(other.end(), {"--seed", "2"});
  CHECK(price(words).out == price(words).out);
  CHECK(price(words).out != price(other).out);
}

TEST_CASE("price: plots, latencies, limits and mistakes") {
  const TempFolder folder;
  const std::string plot = folder / "plot.svg";
  CHECK(price({"ghost-zone", "--plot", plot}).status == 0);
  CHECK(has(folder.read("plot.svg"), "<svg"));
  folder.write("slow", "level global memory 0 0 1000 1\n");
  const std::string slow = folder / "slow";
  CHECK(price({"ghost-zone", "--latency", slow}).out != price({"ghost-zone"}).out);
  const Finished cut = price({"stealing", "--vertices", "1000000", "--timeout", "0.2"});
  CHECK(cut.status == 3);
  CHECK(has(cut.out, "not all of it: time limit"));
  CHECK(price({"stealing", "--machine", "no-such"}).status == 2);
  CHECK(price({"stealing", "--machine", "hrf0"}).status == 2);
  CHECK(price({"no-figure"}).status == 64);
  CHECK(price({}).status == 64);
}

TEST_CASE("price: the pictures of the manual are what the commands draw") {
  using Figure = std::pair<std::string, std::string>;
  const TempFolder folder;
  for (const auto& [figure, machine] : sliceOf(std::vector<Figure>{{"ghost-zone", "hrf0"},
                                                                   {"stealing", "rsp-lit"},
                                                                   {"programs", "rsp-lit"},
                                                                   {"compute-units", "rsp-fix"},
                                                                   {"imbalance", "rsp-fix"},
                                                                   {"queue-length", "rsp-fix"}})) {
    CAPTURE(figure);
    CHECK(price({figure, "--machine", machine, "--plot", folder / "drawn.svg"}).status == 0);
    std::ifstream kept(std::string(HRFCHECK_SOURCE_DIR) + "/docs/pictures/price-" + figure + ".svg");
    std::ostringstream text;
    text << kept.rdbuf();
    CHECK(folder.read("drawn.svg") == text.str());
  }
}
