#include "frontend/lowlevel/write_threads.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/lowlevel/exchanges_in_turn.h"
#include "frontend/lowlevel/same_exchanges.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr unsigned kMostPasses = 2000;
/// Passes before what changes from one to the next is taken for read, where exchanges go by their places.
constexpr unsigned kMostGuesses = 50;

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
            0, "whether a lane comes to where lanes give each other numbers hangs on values that are read",
            "", true};
      }
    }
  }
}

/// With what writing the code before has shown.
Shown writtenOnce(const Module& module, LivenessOfFunctions& liveness, const LaunchFacts& facts,
                  const Deadline& deadline) {
  Shown shown;
  for (ThreadId t = 0; t < facts.grid.threadCount(); ++t) {
    deadline.check();
    shown.add(writeThread(module, liveness, facts, t, deadline));
  }
  return shown;
}

/// What a lane says in different ways from pass to pass is taken for read.
void forgetWhatChanges(const Exchanges& before, Exchanges& now) {
  for (auto& [key, lanes] : now) {
    const auto earlier = before.find(key);
    for (auto& [lane, said] : lanes) {
      if (earlier != before.end() && earlier->second.contains(lane) &&
          earlier->second.at(lane).value != said.value) {
        said.value.reset();
      }
    }
  }
}

/// Pass by pass, with what the one before has found, until nothing new is found.
std::vector<WrittenThread> settledThreads(const Module& module, LivenessOfFunctions& liveness,
                                          LaunchFacts& facts, const Deadline& deadline) {
  bool inTurn = facts.places == nullptr;
  for (unsigned pass = 0; pass < kMostPasses; ++pass) {
    Shown shown = inTurn ? writtenInTurn(module, liveness, facts, deadline) : Shown{};
    if (!inTurn || (shown.inTurn && facts.written)) {
      shown = writtenOnce(module, liveness, facts, deadline);
    }
    // Behind what is refused there may be more that writes: what has been seen is a guess that the next pass
    // looks at. Only a pass that writes what it took for written counts, and what that refuses, it refuses
    // for good.
    if (shown.refused && facts.written) {
      shown.written.insert(facts.written->begin(), facts.written->end());
    }
    if (facts.places != nullptr && pass > kMostGuesses) {
      forgetWhatChanges(facts.exchanges, shown.said);
    }
    const bool sameWritten = shown.written == facts.written;
    inTurn = !sameWritten && facts.places == nullptr;
    if (sameWritten && shown.said == facts.exchanges) {
      for (const WrittenThread& thread : shown.threads) {
        if (thread.refusal) {
          throw *thread.refusal;
        }
      }
      if (shown.openExchange) {
        throw Refusal{
            *shown.openExchange,
            "lanes give each other numbers, and on some way they do not take part in one operation, or its "
            "lanes are others",
            "", true};
      }
      if (facts.places != nullptr) {
        requireSameExchanges(shown.threads, facts);
      } else {
        requireAll(shown.threads, facts, shown.said);
      }
      return std::move(shown.threads);
    }
    facts.written = std::move(shown.written);
    facts.exchanges = std::move(shown.said);
  }
  throw Refusal{0, "what the lanes of a warp give each other does not come to an end"};
}

}  // namespace

/// By their counts where that goes; else by their places in the code.
std::vector<WrittenThread> writeThreads(const Module& module, LivenessOfFunctions& liveness,
                                        LaunchFacts& facts, const Deadline& deadline) {
  if (facts.places != nullptr) {
    return settledThreads(module, liveness, facts, deadline);
  }
  try {
    return settledThreads(module, liveness, facts, deadline);
  } catch (const Refusal& byCount) {
    if (!byCount.ofCounts) {
      throw;
    }
    facts.places = std::make_shared<ExchangePlaces>();
    facts.exchanges.clear();
    try {
      return settledThreads(module, liveness, facts, deadline);
    } catch (const Refusal& byPlace) {
      facts.places = nullptr;
      throw byCount.inRounds ? byPlace : byCount;
    }
  }
}

}  // namespace hrfcheck::frontend::lowlevel
