#include "frontend/lowlevel/exchanges_in_turn.h"

#include <deque>

#include "frontend/lowlevel/specializer.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

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

}  // namespace

void Shown::add(WrittenThread thread) {
  written.insert(thread.written.begin(), thread.written.end());
  refused = refused || thread.refusal.has_value();
  openExchange = openExchange ? openExchange : thread.openExchange;
  for (const auto& [key, lanes] : thread.said) {
    said[key].insert(lanes.begin(), lanes.end());
  }
  threads.push_back(std::move(thread));
}

Shown writtenInTurn(const Module& module, LivenessOfFunctions& liveness, LaunchFacts& facts,
                    const Deadline& deadline) {
  facts.exchanges.clear();
  std::deque<Specializer> threads;
  for (ThreadId t = 0; t < facts.grid.threadCount(); ++t) {
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

}  // namespace hrfcheck::frontend::lowlevel
