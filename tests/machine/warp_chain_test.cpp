#include "machine/workloads/warp_chain.h"

#include <doctest/doctest.h>

#include "machine/timed/run.h"

using namespace hrfcheck;

namespace {

struct ChainRun {
  TimedReport report;
  std::uint64_t cycles = 0;
  std::size_t bytes = 0, bits = 0;
};

ChainRun runChain(ChainScheme scheme) {
  WarpChainWorkload workload(scheme);
  TimedOptions options;
  options.machine = "qr-fix";
  ChainRun run{runTimed(workload, options), workload.reductionCycles(), workload.lockBytes(),
               workload.lockBits()};
  CHECK(run.report.unfinished == "");
  CHECK(workload.sums() == workload.reference());
  return run;
}

}  // namespace

TEST_CASE("A chain of warps: every scheme has the sums of the chain") {
  for (const ChainScheme scheme : kChainSchemes) {
    CAPTURE(std::string(nameOf(scheme)));
    const ChainRun run = runChain(scheme);
    CHECK(run.cycles > 0);
    CHECK(run.cycles < run.report.cycles);
  }
}

TEST_CASE(
    "A chain of warps: what the schemes need (Table 1, but for locks of whole warps, of which there are 16)") {
  const auto needs = [](ChainScheme scheme, std::size_t bytes, std::size_t bits) {
    CAPTURE(std::string(nameOf(scheme)));
    const ChainRun run = runChain(scheme);
    CHECK(run.bytes == bytes);
    CHECK(run.bits == bits);
  };
  needs(ChainScheme::AtomicLocks, 2048, 512);
  needs(ChainScheme::WarpBarriers, 0, 0);
  needs(ChainScheme::SharedLocks, 64, 16);
  needs(ChainScheme::LockBits, 0, 512);
  needs(ChainScheme::WarpVotes, 0, 16);
}

TEST_CASE("A chain of warps: lock bits are faster than spin locks") {
  CHECK(runChain(ChainScheme::LockBits).cycles < runChain(ChainScheme::AtomicLocks).cycles);
}
