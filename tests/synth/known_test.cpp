#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "synth/models.h"
#include "synth/synth.h"

// Results of the literature, and what runs print.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

struct Run {
  SynthResult result;
  std::vector<WrittenTest> tests;

  std::uint64_t found() const {
    std::uint64_t sum = 0;
    for (const auto& [group, count] : result.tally) {
      sum += count;
    }
    return sum;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const WrittenTest& test : tests) {
      names.push_back(test.name);
    }
    return names;
  }
};

Run run(const SynthOptions& options) {
  Run run;
  const std::atomic<bool> cancelled{false};
  const SynthCalls calls{[](const SynthQuestion&) {},
                         [&](const WrittenTest& test) { run.tests.push_back(test); },
                         [](unsigned, std::uint64_t, std::uint64_t, std::uint64_t) {}};
  run.result = runSynth(options, modelLibrary(), calls, cancelled);
  return run;
}

SynthOptions differ(const std::string& first, const std::string& second) {
  SynthOptions options;
  options.models = {first, second};
  options.bounds.kinds = {SynthKind::Load, SynthKind::Store};
  options.workers = 2;
  return options;
}

std::string tso() {
  return std::string(HRFCHECK_SOURCE_DIR) + "/docs/listings/tso.cat";
}

}  // namespace

TEST_CASE("HRF-direct and HRF-indirect: three threads and two scopes") {
  SynthOptions options = differ("hrf-indirect", "hrf-direct");
  options.bounds.locations = 1;
  const Run three = run(options);
  CHECK(three.result.complete());
  REQUIRE(three.found() > 0);
  for (const auto& [group, count] : three.result.tally) {
    CHECK(group.events == 4);
    CHECK(group.threads == 3);
    CHECK(group.answers == std::vector{SynthAnswer::Allowed, SynthAnswer::Racy});
  }
  options.bounds.threads = 2;
  CHECK(run(options).found() == 0);
  options.models = {"hrf-direct", "hrf-indirect"};
  CHECK(run(options).found() == 0);
}

TEST_CASE("one scope: nothing tells HRF-direct from HRF-indirect") {
  SynthOptions options = differ("hrf-indirect", "hrf-direct");
  options.bounds.levels = {kDeviceLevel};
  options.bounds.locations = 1;
  CHECK(run(options).found() == 0);
}

TEST_CASE("TSO and SC: store buffering and R, up to four events") {
  SynthOptions options = differ(tso(), "sc");
  options.bounds.levels = {kDeviceLevel};
  options.bounds.orders = {SynthOrder::Ordinary};
  options.ordersChosen = true;
  const Run four = run(options);
  CHECK(four.names() == std::vector<std::string>{"sb", "r"});
  options.models = {"sc", tso()};
  CHECK(run(options).found() == 0);
}

TEST_CASE("rsp and rsp-literal: a remote operation against one that it does not promote") {
  SynthOptions options = differ("rsp", "rsp-literal");
  options.bounds.threads = 2;
  options.bounds.events = 2;
  const Run two = run(options);
  REQUIRE(two.found() > 0);
  const std::vector<std::string> names = two.names();
  CHECK(std::ranges::count(names, "Rx_Wx+rm_acq.cmp+rel.wg") > 0);
}

TEST_CASE("workers change nothing, and what is not kept is counted") {
  SynthOptions options = differ("rsp", "hrf-indirect-relaxed");
  options.bounds.threads = 2;
  options.bounds.events = 2;
  options.workers = 1;
  const Run one = run(options);
  options.workers = 3;
  const Run three = run(options);
  CHECK(one.names() == three.names());
  CHECK(one.result.tally == three.result.tally);
  CHECK(one.result.sizes.back().counts == three.result.sizes.back().counts);
  options.keep = 2;
  const Run two = run(options);
  CHECK(two.tests.size() == 2);
  CHECK(two.result.written == 2);
  CHECK(two.result.tally == one.result.tally);
  const std::vector<std::string> names = one.names();
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
}

TEST_CASE("a search that is stopped says how far it is exhaustive") {
  SynthOptions options = differ("rsp", "rsp-literal");
  options.bounds.events = 8;
  options.keep = 0;
  options.timeout = 0.5;
  const Run stopped = run(options);
  CHECK_FALSE(stopped.result.complete());
  CHECK(stopped.result.exhaustiveTo() < 8);
  CHECK_FALSE(stopped.result.sizes.back().complete());
}
