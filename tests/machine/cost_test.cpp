#include "machine/cost/cost.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "frontend/test_file.h"
#include "machine_support.h"
#include "programs.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

CostReport cost(const std::string& text, const Setting& setting, const CostSample& sample = {}) {
  return costOf(programOf(text), setting.options(), sample);
}

const CostRange& named(const CostReport& report, const CostOfOutcome& of, const std::string& counter) {
  const auto at = std::ranges::find(report.counters, counter);
  REQUIRE(at != report.counters.end());
  return of.counters.at(static_cast<std::size_t>(at - report.counters.begin()));
}

using Extent = std::pair<std::uint64_t, std::optional<std::uint64_t>>;

Extent extent(const CostReport& report, const std::string& counter) {
  const CostRange& range = named(report, report.all, counter);
  return {range.least, range.most};
}

constexpr const char* kAlone =
    "HSA Alone\n{ x=0; }\n P0@wg 0 ;\n st x, 1 ;\n ld r0, x ;\n st.rel.cmp x, 2 ;\nexists (0:r0=1)\n";

}  // namespace

TEST_CASE("What one thread costs can be counted by hand") {
  const CostReport report = cost(kAlone, {"qr", Environment::Fifo});
  CHECK(report.incomplete == "");
  CHECK(report.sharesKnown);
  CHECK(report.outcomes.size() == 1);
  CHECK(extent(report, "L1 writes") == Extent{1, 1});
  CHECK(extent(report, "L1 write-backs") == Extent{1, 1});  // the release flushes x=1
  CHECK(extent(report, "L1 flush markers") == Extent{1, 1});
  CHECK(extent(report, "L2 writes") == Extent{1, 1});  // the release's own store
  // The line may be written back and, clean, be gone before it is read.
  CHECK(extent(report, "L1 hits") == Extent{0, 1});
  CHECK(extent(report, "L1 misses") == Extent{0, 1});
  CHECK(extent(report, "remote operations") == Extent{0, 0});
}

TEST_CASE("A read that an invalidation made miss is an invalidation miss") {
  const std::string again =
      "HSA Again\n{ x=0; y=0; }\n P0@wg 0 ;\n ld r0, x ;\n ld.acq.cmp r1, y ;\n ld r2, x ;\nexists (0:r2=0)\n";
  const CostReport report = cost(again, {"qr", Environment::Fifo});
  CHECK(extent(report, "L1 lines invalidated") == Extent{1, 1});
  CHECK(extent(report, "L1 misses") == Extent{2, 2});
  CHECK(extent(report, "L1 invalidation misses") == Extent{1, 1});
  // The first read of a line misses, too, but nothing had taken it.
  const CostReport first = cost(kAlone, {"qr", Environment::Fifo});
  CHECK(extent(first, "L1 invalidation misses") == Extent{0, 0});
}

TEST_CASE("Shares are those of a walk that takes each step with the same probability") {
  // One of two threads goes first, with probability one half; who comes second finds the line.
  const std::string two =
      "HSA Two\n{ x=0; }\n P0@wg 0 | P1@wg 0 ;\n ld r0, x | ld r0, x ;\nexists (0:r0=0)\n";
  const CostReport report = cost(two, {"qr", Environment::Fifo});
  // A clean line may also have been evicted: of the second's two ways one misses.
  const CostRange& misses = named(report, report.all, "L1 misses");
  REQUIRE(misses.shares.size() == 2);
  CHECK(misses.shares[0].first == 1);
  CHECK(misses.shares[0].second == doctest::Approx(0.5));
  CHECK(misses.shares[1].second == doctest::Approx(0.5));
}

TEST_CASE("Executions that go round have a least and no most") {
  const std::string spin =
      "HSA Spin\n{ f=0; }\n P0@wg 0 | P1@wg 1 ;\n st.rel.cmp f, 1 | AGAIN: ;\n"
      "  | ld.acq.cmp r0, f ;\n  | beq r0, 0, AGAIN ;\nexists (1:r0=1)\n";
  const CostReport report = cost(spin, {"qr"});
  CHECK(report.incomplete == "");
  CHECK_FALSE(report.sharesKnown);
  CHECK(extent(report, "L2 hits") == Extent{1, std::nullopt});
  CHECK(extent(report, "L2 writes") == Extent{1, 1});
  const CostReport sampled = cost(spin, {"qr"}, {500, 3});
  CHECK(sampled.sharesKnown);
  CHECK(sampled.all.share == doctest::Approx(1));
}

TEST_CASE("A remote operation stalls others") {
  const CostReport report = cost(kTwoAdds, {"rsp-fix"});
  CHECK(extent(report, "remote operations") == Extent{1, 1});
  CHECK(extent(report, "stalls") == Extent{0, 1});
  CHECK(extent(cost(kTwoAdds, {"rsp-fix", Environment::Evict, Hierarchy::H2, {"rm-ar-stall"}}), "stalls") ==
        Extent{0, 0});
}

TEST_CASE("Executions that get stuck have a share, and no cost") {
  const std::string file = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/machines/b9-lock.litmus";
  SimulationOptions options =
      Setting{"rsp-lit", Environment::Evict, Hierarchy::H2, {}, {"flush-dirty"}}.options();
  const CostReport report = costOf(readTestFile(file), options);
  CHECK(report.unfinished > 0);
  CHECK(report.all.share + report.unfinished == doctest::Approx(1));
}

TEST_CASE("Exact costs and sampled ones agree on every test of the machines") {
  std::size_t compared = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/machines")) {
    if (entry.path().extension() != ".litmus") {
      continue;
    }
    CAPTURE(entry.path().string());
    const std::shared_ptr<const Program> program = readTestFile(entry.path().string());
    for (const char* machine : {"rsp-lit", "rsp-fix"}) {
      const SimulationOptions options = Setting{machine}.options();
      const CostReport exact = costOf(program, options);
      REQUIRE(exact.incomplete == "");
      const Reached reached = reach(program, options);
      std::set<std::vector<Value>> outcomes;
      for (const CostOfOutcome& outcome : exact.outcomes) {
        outcomes.insert(outcome.values);
      }
      CHECK(outcomes == reached.outcomes());
      const CostReport sampled = costOf(program, options, {1000, 7});
      for (const CostOfOutcome& drawn : sampled.outcomes) {
        const auto same = std::ranges::find(exact.outcomes, drawn.values, &CostOfOutcome::values);
        REQUIRE(same != exact.outcomes.end());
        for (std::size_t c = 0; c < exact.counters.size(); ++c) {
          CAPTURE(exact.counters[c]);
          CHECK(same->counters[c].least <= drawn.counters[c].least);
          CHECK((!same->counters[c].most || *drawn.counters[c].most <= *same->counters[c].most));
          ++compared;
        }
        // Five standard deviations of a share in a thousand draws are at most 0.08.
        CHECK((!exact.sharesKnown || std::abs(same->share - drawn.share) < 0.08));
      }
    }
  }
  CHECK(compared > 1000);
}

TEST_CASE("Costs that a limit cuts off are not told") {
  SimulationOptions options = Setting{"rsp-fix"}.options();
  options.mostStates = 5;
  const CostReport report = costOf(programOf(kAlone), options);
  CHECK(report.incomplete == "state limit");
  CHECK(report.outcomes.empty());
}
