#include "frontend/lowlevel/write_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "frontend/lowlevel/same_exchanges.h"
#include "frontend/lowlevel/specialize/specialize.h"
#include "frontend/lowlevel/specialize/specializer.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

/// What writing the code of all threads has shown.
struct Shown {
  std::vector<WrittenThread> threads = {};
  std::set<std::uint32_t> written = {};
  Exchanges said = {};
  bool refused = false;
  std::optional<std::uint32_t> openExchange = std::nullopt;
  bool inTurn = false;  ///< ways of a thread have waited for other lanes, and come in another order than else

  void add(WrittenThread thread);
};

/// What all lanes have said in an exchange so far.
void settle(const std::deque<Specializer>& threads, std::uint32_t exchange, Exchanges& exchanges) {
  for (const Specializer& thread : threads) {
    const auto said = thread.written().said.find({thread.warp(), exchange});
    if (said != thread.written().said.end()) {
      for (const auto& [lane, number] : said->second) {
        exchanges[said->first].insert_or_assign(lane, number);
      }
    }
  }
}

void Shown::add(WrittenThread thread) {
  written.insert(thread.written.begin(), thread.written.end());
  refused = refused || thread.refusal.has_value();
  openExchange = openExchange ? openExchange : thread.openExchange;
  for (const auto& [key, lanes] : thread.said) {
    said[key].insert(lanes.begin(), lanes.end());
  }
  threads.push_back(std::move(thread));
}

/// Writes the code of all threads side by side: before an exchange, lanes wait until all ways of the others
/// have come to it or have ended. So what each gives is known at once, and not after as many passes as there
/// are exchanges.
/// @param facts their exchanges are those that are shown, afterwards
/// @throws OutOfTime
Shown writtenInTurn(const Module& module, LivenessOfFunctions& liveness, LaunchFacts& facts,
                    const Deadline& deadline) {
  facts.exchanges.clear();
  std::deque<Specializer> threads;
  for (ThreadId t = 0; t < facts.launches.threadCount(); ++t) {
    threads.emplace_back(module, liveness, facts, t, deadline);
  }
  Shown shown;
  facts.settled = 0;
  for (bool waits = true; waits; ++*facts.settled) {
    waits = false;
    for (Specializer& thread : threads) {
      deadline.check();
      thread.run();
      waits = waits || thread.waits();
    }
    // Ways that were waiting may have stopped where they were.
    for (std::uint32_t exchange = *facts.settled - (*facts.settled == 0 ? 0 : 1); exchange <= *facts.settled;
         ++exchange) {
      settle(threads, exchange, facts.exchanges);
    }
    shown.inTurn = shown.inTurn || waits;
  }
  facts.settled.reset();
  for (Specializer& thread : threads) {
    shown.add(thread.take());
  }
  return shown;
}

constexpr unsigned kMostPasses = 2000;
/// Passes before what changes from one to the next is taken for read, where exchanges go by their places.
constexpr unsigned kMostGuesses = 50;

/// @throws Refusal where some lane that an exchange names may come or not
void requireAll(const std::vector<WrittenThread>& threads, const LaunchFacts& facts,
                const Exchanges& exchanges) {
  std::map<std::uint32_t, std::vector<ThreadId>> threadsOf;  // by warp
  for (ThreadId t = 0; t < facts.launches.threadCount(); ++t) {
    threadsOf[facts.launches.warpOf(t)].push_back(t);
  }
  for (const auto& [key, lanes] : exchanges) {
    const auto& [warp, number] = key;
    std::uint64_t mask = 0;
    for (const auto& [lane, said] : lanes) {
      mask |= said.mask;
    }
    for (std::uint32_t lane = 0; lane < threadsOf[warp].size(); ++lane) {
      if ((mask >> lane & 1) == 0) {
        continue;
      }
      const WrittenThread& thread = threads[threadsOf[warp][lane]];
      const bool comes = lanes.contains(lane);
      if (comes ? thread.fewestExchanges <= number : thread.mostExchanges > number) {
        throw Refusal{
            0, "whether a lane reaches an exchange of values between lanes depends on values that are read",
            "", true};
      }
    }
  }
}

/// With what writing the code before has shown.
Shown writtenOnce(const Module& module, LivenessOfFunctions& liveness, const LaunchFacts& facts,
                  const Deadline& deadline) {
  Shown shown;
  for (ThreadId t = 0; t < facts.launches.threadCount(); ++t) {
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
            "lanes exchange values, and on some path they do not take part in one operation, or its "
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
  throw Refusal{0, "the exchanges between the lanes of a warp do not end"};
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
