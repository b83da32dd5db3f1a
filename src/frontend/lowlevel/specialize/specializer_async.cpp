#include <fmt/format.h>

#include <algorithm>

#include "frontend/lowlevel/specialize/specializer.h"
#include "frontend/lowlevel/values/known.h"

// Asynchronous operations that a thread issues, and waits for (async_agents.h). Which they are must be known.

namespace hrfcheck::frontend::lowlevel {

ObjectPlace Specializer::placeOfCopy(const NumberPtr& address, Space space, unsigned bytes) {
  const std::uint64_t number = known(address, "the address of an asynchronous operation");
  const auto place = placeOf(space, number);
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

void Specializer::execute(const AsyncCopy& copy) {
  AsyncAgent agent;
  agent.to = placeOfCopy(copy.to, Space::Shared, copy.bytes);
  agent.bytes = copy.bytes;
  const std::uint64_t given = known(copy.given, "how much an asynchronous copy copies");
  if (given > copy.bytes) {
    refuse(fmt::format("it is not defined what a copy of {} bytes of {} is", copy.bytes, given));
  }
  agent.given = static_cast<unsigned>(given);
  if (given > 0) {
    agent.from = placeOfCopy(copy.from, Space::Global, copy.bytes);
    Access bytes;
    bytes.bytes = 1;
    for (unsigned b = 0; b < given; ++b) {
      const auto value = foldedElement(bytes, agent.from, b);
      agent.known.push_back(value && value->isKnown() ? std::optional(static_cast<std::uint8_t>(value->bits))
                                                      : std::nullopt);
    }
  }
  result_.written.insert(agent.to.object);
  state_.async.ungrouped.push_back(state_.async.issued);
  issue(std::move(agent));
}

void Specializer::issue(AsyncAgent agent) {
  agent.origin = instructionHere().origin;
  const std::uint32_t number = state_.async.issued++;
  if (number < result_.agents.size()) {
    const AsyncAgent& other = result_.agents[number];
    const auto same = [](const ObjectPlace& a, const ObjectPlace& b) {
      return a.object == b.object && a.offset == b.offset;
    };
    if (other.origin != agent.origin || !same(other.to, agent.to) || !same(other.from, agent.from) ||
        other.given != agent.given || other.behind != agent.behind) {
      refuse("which asynchronous operations a thread issues depends on values that are read from memory");
    }
  } else {
    result_.agents.push_back(std::move(agent));
  }
  emit(StartAgent{number});
}

void Specializer::execute(const CommitCopies&) {
  state_.async.groups.push_back(std::move(state_.async.ungrouped));
  state_.async.ungrouped.clear();
}

void Specializer::execute(const AwaitCopies& await) {
  const std::uint64_t pending = known(await.pending, "how many groups of copies may be pending");
  std::vector<std::vector<std::uint32_t>>& groups = state_.async.groups;
  JoinAgents joined;
  while (groups.size() > pending) {
    std::ranges::copy(groups.front(), std::back_inserter(joined.numbers));
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

void Specializer::execute(const ArriveBehindCopies& arrive) {
  AsyncAgent agent;
  agent.arrival = &arrive.arrival;
  agent.to = placeOfCopy(arrive.arrival.address, arrive.arrival.space, arrive.arrival.bytes);
  const std::uint32_t number = state_.async.issued;
  for (std::uint32_t copy = 0; copy < number; ++copy) {
    if (result_.agents[copy].arrival == nullptr) {
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
