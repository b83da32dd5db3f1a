#pragma once

#include <set>
#include <string>
#include <vector>

#include "frontend/lowlevel/module/liveness.h"
#include "frontend/lowlevel/residual/residual.h"
#include "frontend/lowlevel/specialize/launch_facts.h"
#include "program/expr/value.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::lowlevel {

/// Why a kernel is not read, and at which instruction.
struct Refusal {
  std::uint32_t origin = 0;
  std::string message;
  std::string hint = {};
  bool ofCounts = false;  ///< lanes cannot be seen to take part in exchanges by their count,
  bool inRounds = false;  ///< for there is a loop
  bool large = false;     ///< less of it may be written if less is told apart (LaunchFacts::bounds)
};

/// What an asynchronous operation of a thread does (async_agents.h).
struct AsyncAgent {
  std::uint32_t origin = 0;
  ObjectPlace to = {};
  ObjectPlace from = {};
  unsigned bytes = 0;
  unsigned given = 0;                                        ///< so many are copied, zeros after them
  std::vector<std::optional<std::uint8_t>> known = {};       ///< what these bytes are
  const AsyncCopy* copy = nullptr;                           ///< what it is as written
  std::optional<ObjectPlace> completion = std::nullopt;      ///< of a copy: the barrier object that counts it
  const Access* arrival = nullptr;                           ///< in place of a copy
  std::vector<std::uint32_t> behind = {};                    ///< of an arrival: the copies it waits for
  std::vector<std::optional<std::uint32_t>> awaitedBy = {};  ///< arrivals, or the thread; in order
  bool sourceAwaited = false;                                ///< the thread waits until the source is read
};

/// The code of a thread, and what writing it has shown.
struct WrittenThread {
  ResidualThread code;
  std::set<std::uint32_t> written = {};  ///< objects that threads share, which it may write to
  Exchanges said = {};
  std::uint32_t fewestExchanges = ~std::uint32_t{0};  ///< on any way to the end
  std::uint32_t mostExchanges = 0;
  std::vector<AsyncAgent> agents = {};
  std::uint32_t fewestAgents = ~std::uint32_t{0};  ///< on any way to the end
  std::uint32_t mostAgents = 0;
  std::optional<ThreadId> owner = std::nullopt;              ///< of the code of an agent: whose it is
  std::optional<std::uint32_t> openExchange = std::nullopt;  ///< the origin of one whose result is not known
  std::set<std::uint32_t> knownReads = {};    ///< objects that nobody writes, of which it reads what is said
  std::set<std::uint32_t> openReads = {};     ///< objects that nobody writes and nothing says, which it reads
  bool unwritten = false;                     ///< it reads what it has not written of its own
  std::set<std::uint32_t> notComputed = {};   ///< origins of what it takes for open
  std::set<std::uint32_t> approximated = {};  ///< of what need not give what it gives here
  std::set<std::uint32_t> misaligned = {};    ///< of accesses that PTX leaves undefined
  std::optional<Refusal> refusal = std::nullopt;  ///< the first; there the code ends
};

/// Writes the code of one thread.
/// @throws OutOfTime
WrittenThread writeThread(const Module& module, LivenessOfFunctions& liveness, const LaunchFacts& facts,
                          ThreadId thread, const Deadline& deadline);

}  // namespace hrfcheck::frontend::lowlevel
