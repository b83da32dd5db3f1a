#include "frontend/lowlevel/write_threads.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr unsigned kMostPasses = 2000;

/// @throws Refusal where some lane that an exchange names may come or not
void requireAll(const std::vector<WrittenThread>& threads, const LaunchFacts& facts,
                const Exchanges& exchanges) {
  const std::uint32_t warpsOfGroup = (facts.grid.itemCount() + 31) / 32;
  const auto threadOf = [&](std::uint32_t warp, std::uint32_t lane) {
    return warp / warpsOfGroup * facts.grid.itemCount() + warp % warpsOfGroup * 32 + lane;
  };
  for (const auto& [key, lanes] : exchanges) {
    const auto& [warp, number] = key;
    std::uint64_t mask = 0;
    for (const auto& [lane, said] : lanes) {
      mask |= said.mask;
    }
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const bool there = (warp % warpsOfGroup) * 32 + lane < facts.grid.itemCount();
      if (!there || (mask >> lane & 1) == 0) {
        continue;
      }
      const WrittenThread& thread = threads[threadOf(warp, lane)];
      const bool comes = lanes.contains(lane);
      if (comes ? thread.fewestExchanges <= number : thread.mostExchanges > number) {
        throw Refusal{
            0, "whether a lane comes to where lanes give each other numbers hangs on values that are read"};
      }
    }
  }
}

}  // namespace

std::vector<WrittenThread> writeThreads(const Module& module, LaunchFacts& facts, const Deadline& deadline) {
  std::vector<Liveness> liveness;
  liveness.reserve(module.functions.size());
  for (const Function& function : module.functions) {
    liveness.emplace_back(function, deadline);
  }
  for (unsigned pass = 0; pass < kMostPasses; ++pass) {
    std::vector<WrittenThread> threads;
    std::set<std::uint32_t> written;
    Exchanges said;
    bool refused = false;
    std::optional<std::uint32_t> openExchange;
    for (ThreadId t = 0; t < facts.grid.threadCount(); ++t) {
      deadline.check();
      threads.push_back(writeThread(module, liveness, facts, t, deadline));
      WrittenThread& thread = threads.back();
      written.insert(thread.written.begin(), thread.written.end());
      refused = refused || thread.refusal.has_value();
      openExchange = openExchange ? openExchange : thread.openExchange;
      for (const auto& [key, lanes] : thread.said) {
        said[key].insert(lanes.begin(), lanes.end());
      }
    }
    // Behind what is refused there may be more that writes: what has been seen is a guess that the next pass
    // looks at. Only a pass that writes what it took for written counts, and what that refuses, it refuses
    // for good.
    if (refused && facts.written) {
      written.insert(facts.written->begin(), facts.written->end());
    }
    if (written == facts.written && said == facts.exchanges) {
      for (const WrittenThread& thread : threads) {
        if (thread.refusal) {
          throw *thread.refusal;
        }
      }
      if (openExchange) {
        throw Refusal{
            *openExchange,
            "lanes give each other numbers, and on some way they do not take part in one operation, or its "
            "lanes are others"};
      }
      requireAll(threads, facts, said);
      return threads;
    }
    facts.written = std::move(written);
    facts.exchanges = std::move(said);
  }
  throw Refusal{0, "what the lanes of a warp give each other does not come to an end"};
}

}  // namespace hrfcheck::frontend::lowlevel
