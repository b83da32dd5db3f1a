#include <fmt/format.h>

#include <algorithm>

#include "frontend/lowlevel/specialize/specializer.h"
#include "frontend/lowlevel/values/known.h"

// Asynchronous operations that a thread issues, and waits for (async_agents.h). Which they are must be known.

namespace hrfcheck::frontend::lowlevel {

namespace {

constexpr unsigned kBulkUnit = 16;
/// Each element is two events. A test is small.
constexpr std::uint64_t kMostCopied = 4096;

bool samePlace(const ObjectPlace& a, const ObjectPlace& b) {
  return a.object == b.object && a.offset == b.offset && a.rank == b.rank;
}
bool samePlace(const std::optional<ObjectPlace>& a, const std::optional<ObjectPlace>& b) {
  return a.has_value() == b.has_value() && (!a || samePlace(*a, *b));
}

}  // namespace

ObjectPlace Specializer::placeOfCopy(const NumberPtr& address, Space space, unsigned bytes) {
  const std::uint64_t number = known(address, "the address of an asynchronous operation");
  const auto place = placeInCluster(space, number);
  const auto fits = [&](Space of) {
    return of == space || (space == Space::Global && of == Space::Constant) || space == Space::Generic;
  };
  if (!place || place->object >= module_.objects.size() || !fits(module_.objects[place->object].space)) {
    refuse(fmt::format("the address {:#x} does not belong to any object", number));
  }
  if (place->offset % bytes != 0) {
    refuse(fmt::format("byte {} of '{}' is not aligned to {} bytes", place->offset,
                       module_.objects[place->object].name, bytes));
  }
  return *place;
}

/// How many bytes it copies. Of a bulk copy, "size must be a multiple of 16 ... otherwise the behavior is
/// undefined" (PTX ISA, cp.async.bulk).
unsigned Specializer::bytesOfCopy(const AsyncCopy& copy) {
  const std::uint64_t bytes = known(copy.bytes, "how much an asynchronous copy copies");
  if (copy.bulk && bytes % kBulkUnit != 0) {
    refuse(fmt::format("a bulk copy of {} bytes, which is not a multiple of 16, is not defined", bytes));
  }
  if (bytes > kMostCopied) {
    refuse(fmt::format("an asynchronous copy of {} bytes is too large for a test: at most {}", bytes,
                       kMostCopied));
  }
  return static_cast<unsigned>(bytes);
}

void Specializer::execute(const AsyncCopy& copy) {
  AsyncAgent agent;
  agent.copy = &copy;
  agent.bytes = bytesOfCopy(copy);
  const unsigned unit = copy.bulk ? kBulkUnit : agent.bytes;
  const std::uint64_t given =
      copy.given == nullptr ? agent.bytes : known(copy.given, "how much an asynchronous copy copies");
  if (given > agent.bytes) {
    refuse(fmt::format("it is not defined what a copy of {} bytes of {} is", agent.bytes, given));
  }
  agent.given = static_cast<unsigned>(given);
  if (given > 0) {
    agent.from = placeOfCopy(copy.from, copy.fromSpace, unit);
    Access bytes;
    bytes.bytes = 1;
    for (unsigned b = 0; b < given; ++b) {
      const auto value = foldedElement(bytes, agent.from, b);
      agent.known.push_back(value && value->isKnown() ? std::optional(static_cast<std::uint8_t>(value->bits))
                                                      : std::nullopt);
    }
  }
  placeDestination(copy, unit, agent);
  if (!copy.completion) {
    state_.async.of(copy.bulk).ungrouped.push_back(state_.async.issued);
  }
  issue(std::move(agent));
}

/// Where it goes, and the barrier object that counts it: both in one block of the cluster.
void Specializer::placeDestination(const AsyncCopy& copy, unsigned unit, AsyncAgent& agent) {
  agent.to = placeOfCopy(copy.to, copy.toSpace, unit);
  result_.written.insert(agent.to.object);
  if (copy.toOther && !agent.to.rank) {
    refuse("it is not defined for the shared memory of the own block");
  }
  if (copy.completion) {
    agent.completion = placeOfCopy(copy.completion->address, copy.completion->space, copy.completion->bytes);
    result_.written.insert(agent.completion->object);
    if (agent.completion->rank != agent.to.rank) {
      refuse("it is not defined where the barrier object lies in another block than the destination");
    }
  }
}

/// What is stored must be known: what a thread has read is in its registers.
void Specializer::execute(const AsyncStore& store) {
  AsyncAgent agent;
  agent.copy = &store.made;
  for (const NumberPtr& number : store.values) {
    const std::uint64_t bits = known(number, "what is stored asynchronously");
    for (unsigned b = 0; b < store.bytes; ++b) {
      agent.known.emplace_back(static_cast<std::uint8_t>(bits >> (b * kBitsOfByte)));
    }
  }
  agent.bytes = agent.given = static_cast<unsigned>(agent.known.size());
  placeDestination(store.made, store.bytes, agent);
  issue(std::move(agent));
}

void Specializer::issue(AsyncAgent agent) {
  agent.origin = instructionHere().origin;
  const std::uint32_t number = state_.async.issued++;
  if (number < result_.agents.size()) {
    const AsyncAgent& other = result_.agents[number];
    if (other.origin != agent.origin || !samePlace(other.to, agent.to) ||
        !samePlace(other.from, agent.from) || !samePlace(other.completion, agent.completion) ||
        other.bytes != agent.bytes || other.given != agent.given || other.behind != agent.behind ||
        (agent.copy != nullptr && agent.copy->from == nullptr && other.known != agent.known)) {
      refuse("which asynchronous operations a thread issues depends on values that are read from memory");
    }
  } else {
    result_.agents.push_back(std::move(agent));
  }
  emit(StartAgent{number});
}

void Specializer::execute(const CommitCopies& commit) {
  AsyncGroups& async = state_.async.of(commit.bulk);
  async.groups.push_back({std::move(async.ungrouped)});
  async.ungrouped.clear();
}

void Specializer::execute(const AwaitCopies& await) {
  const std::uint64_t pending = known(await.pending, "how many groups of copies may be pending");
  if (await.sources) {
    awaitSources(pending);
    return;
  }
  std::vector<AsyncGroup>& groups = state_.async.of(await.bulk).groups;
  JoinAgents joined;
  while (groups.size() > pending) {
    std::ranges::copy(groups.front().copies, std::back_inserter(joined.numbers));
    groups.erase(groups.begin());
  }
  for (const std::uint32_t number : joined.numbers) {
    auto& awaited = result_.agents[number].awaitedBy;
    const bool byThread = std::ranges::any_of(awaited, [](const auto& by) { return !by; });
    if (!byThread) {
      awaited.emplace_back(std::nullopt);
    }
  }
  if (!joined.numbers.empty()) {
    emit(std::move(joined));
  }
}

/// Until "all the reads ... from the source locations" are done (PTX ISA, cp.async.bulk.wait_group).
void Specializer::awaitSources(std::uint64_t pending) {
  JoinAgents joined{{}, true};
  std::vector<AsyncGroup>& groups = state_.async.bulk.groups;
  for (std::size_t g = 0; g + pending < groups.size(); ++g) {
    if (!groups[g].sourcesRead) {
      groups[g].sourcesRead = true;
      std::ranges::copy(groups[g].copies, std::back_inserter(joined.numbers));
    }
  }
  for (const std::uint32_t number : joined.numbers) {
    result_.agents[number].sourceAwaited = true;
  }
  if (!joined.numbers.empty()) {
    emit(std::move(joined));
  }
}

/// Behind "all prior cp.async operations initiated by the executing thread": not behind bulk copies.
void Specializer::execute(const ArriveBehindCopies& arrive) {
  AsyncAgent agent;
  agent.arrival = &arrive.arrival;
  agent.to = placeOfCopy(arrive.arrival.address, arrive.arrival.space, arrive.arrival.bytes);
  const std::uint32_t number = state_.async.issued;
  for (std::uint32_t copy = 0; copy < number; ++copy) {
    const AsyncAgent& other = result_.agents[copy];
    if (other.arrival == nullptr && !other.copy->bulk) {
      agent.behind.push_back(copy);
      auto& awaited = result_.agents[copy].awaitedBy;
      if (std::ranges::find(awaited, number) == awaited.end()) {
        awaited.emplace_back(number);
      }
    }
  }
  result_.written.insert(agent.to.object);
  issue(std::move(agent));
}

}  // namespace hrfcheck::frontend::lowlevel
