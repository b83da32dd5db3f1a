// A candidate execution is determined by few choices: which values the reads return and from where, which
// barriers stay closed, the coherence order of each location, the orders a model chose. The rest (tens of
// kilobytes of bit rows) follows from the code. An answer may hold an execution for each of many thousand
// final states, of which few are ever looked at, so only the choices are kept, as numbers of mostly one byte:
//
//   reads:      how many; for each the distance from the one before, the source, the value (zigzag)
//   closed:     how many arrivals; for each the distance from the one before
//   coherence:  for each location how many writes but the initial one, and these in order
//   late:       at how many barriers; for each its number, how many arrivals, and these in order
//   choices:    how many; for each how many sequences, by first event; for each its length and its events
//
// Total orders are kept as sequences, n numbers rather than n * (n - 1) / 2 pairs. Every list has one
// canonical order, so equal executions have equal bytes.

#include "execution/witness/witness.h"

#include <algorithm>

#include "execution/witness/structure_run.h"
#include "util/invariant.h"
#include "util/varint.h"

namespace hrfcheck::inline execution {
namespace {

using Sequences = std::vector<std::vector<EventId>>;

bool isInitial(const EventStructure& structure, EventId e) {
  return structure.events()[e].kind == EventKind::InitialWrite;
}

// Total orders as sequences

/// The successor that comes right after `e` in a strict total order of each of some disjoint sets: the one
/// that has all other successors after it. kNoEvent at the end.
EventId nextIn(const Relation& order, EventId e) {
  const EventSet& later = order.successors(e);
  const std::size_t count = later.count();
  EventId next = kNoEvent;
  later.forEach([&](EventId b) {
    const EventSet& rest = order.successors(b);
    if (next == kNoEvent && rest.count() + 1 == count && !rest.contains(b) && rest.subsetOf(later)) {
      next = b;
    }
  });
  INVARIANT((next == kNoEvent) == (count == 0), "an order is total on each of its sets");
  return next;
}

/// Calls `f` with the first event of each sequence of two events or more, in increasing order.
template <typename F>
void forEachFirst(const Relation& order, F&& f) {
  const EventSet later = order.range();
  for (EventId e = 0; e < order.size(); ++e) {
    if (!later.contains(e) && !order.successors(e).empty()) {
      f(e);
    }
  }
}

void insertSequence(Relation& order, const std::vector<EventId>& sequence) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    for (std::size_t j = i + 1; j < sequence.size(); ++j) {
      order.insert(sequence[i], sequence[j]);
    }
  }
}

// Packing

void packReads(std::string& bytes, std::span<const WitnessRead> reads) {
  appendVarint(bytes, reads.size());
  EventId before = 0;
  for (const WitnessRead& read : reads) {
    INVARIANT(read.event >= before, "reads come in event order");
    appendVarint(bytes, read.event - before);
    appendVarint(bytes, read.source);
    appendVarint(bytes, zigzag(read.value));
    before = read.event;
  }
}

void packClosed(std::string& bytes, std::span<const EventId> closed) {
  appendVarint(bytes, closed.size());
  EventId before = 0;
  for (const EventId arrival : closed) {
    INVARIANT(arrival >= before, "closed barriers come in event order");
    appendVarint(bytes, arrival - before);
    before = arrival;
  }
}

void packSequence(std::string& bytes, std::span<const EventId> sequence) {
  appendVarint(bytes, sequence.size());
  for (const EventId e : sequence) {
    appendVarint(bytes, e);
  }
}

void packCoherence(std::string& bytes, const EventStructure& structure,
                   std::span<const std::vector<EventId>> coherence) {
  INVARIANT(coherence.size() == structure.program().locations.size(), "one coherence order per location");
  for (const std::vector<EventId>& order : coherence) {
    const std::span<const EventId> writes(order);
    packSequence(bytes, !writes.empty() && isInitial(structure, writes[0]) ? writes.subspan(1) : writes);
  }
}

void packLate(std::string& bytes, const LateArrivals& late) {
  appendVarint(bytes, late.size());
  for (const auto& [barrier, arrivals] : late) {
    appendVarint(bytes, barrier);
    packSequence(bytes, arrivals);
  }
}

/// All but the choices of the model.
void packCandidate(std::string& bytes, const EventStructure& structure, const WitnessParts& parts) {
  packReads(bytes, parts.reads);
  packClosed(bytes, parts.closed);
  packCoherence(bytes, structure, parts.coherence);
  packLate(bytes, parts.late);
}

void packChoice(std::string& bytes, const Relation& choice) {
  std::size_t sequences = 0;
  forEachFirst(choice, [&](EventId) { ++sequences; });
  appendVarint(bytes, sequences);
  std::size_t pairs = 0;
  forEachFirst(choice, [&](EventId first) {
    const std::size_t length = choice.successors(first).count() + 1;
    pairs += length * (length - 1) / 2;
    appendVarint(bytes, length);
    for (EventId e = first; e != kNoEvent; e = nextIn(choice, e)) {
      appendVarint(bytes, e);
    }
  });
  INVARIANT(pairs == choice.count(), "a choice is a total order of each of some disjoint sets");
}

void packParts(std::string& bytes, const EventStructure& structure, const WitnessParts& parts) {
  packCandidate(bytes, structure, parts);
  appendVarint(bytes, parts.choices.size());
  for (const Relation& choice : parts.choices) {
    packChoice(bytes, choice);
  }
}

std::string packed(const Execution& execution, std::span<const Relation> choices) {
  const EventStructure& structure = *execution.structure;
  std::vector<WitnessRead> reads;
  std::vector<EventId> closed;
  execution.happened.forEach([&](EventId e) {
    const Event& event = structure.events()[e];
    if (event.kind == EventKind::Read) {
      reads.push_back({e, execution.readsFrom[e], execution.value[e]});
    } else if (event.kind == EventKind::Arrive && !execution.happened.contains(event.partner)) {
      closed.push_back(e);
    }
  });
  Sequences coherence(structure.program().locations.size());
  for (LocationId l = 0; l < coherence.size(); ++l) {
    const EventId initial = structure.initialWrite(l);
    if (initial == kNoEvent) {
      continue;
    }
    for (EventId e = nextIn(execution.co, initial); e != kNoEvent; e = nextIn(execution.co, e)) {
      coherence[l].push_back(e);
    }
  }
  std::string bytes;
  packParts(bytes, structure, {reads, closed, coherence, choices, execution.late});
  bytes.shrink_to_fit();
  return bytes;
}

// Unpacking

struct Unpacked {
  std::vector<WitnessRead> reads;
  std::vector<EventId> closed;
  Sequences coherence;
  LateArrivals late;
  std::vector<Sequences> choices;
};

EventId nextEvent(VarintReader& in) {
  return static_cast<EventId>(in.next());
}

std::vector<EventId> unpackSequence(VarintReader& in) {
  std::vector<EventId> sequence(in.next());
  for (EventId& e : sequence) {
    e = nextEvent(in);
  }
  return sequence;
}

Unpacked unpacked(const EventStructure& structure, const std::string& bytes) {
  VarintReader in(bytes);
  Unpacked result;
  result.reads.resize(in.next());
  EventId before = 0;
  for (WitnessRead& read : result.reads) {
    before = read.event = before + nextEvent(in);
    read.source = nextEvent(in);
    read.value = unzigzag(in.next());
  }
  result.closed.resize(in.next());
  before = 0;
  for (EventId& arrival : result.closed) {
    before = arrival = before + nextEvent(in);
  }
  result.coherence.resize(structure.program().locations.size());
  for (std::vector<EventId>& order : result.coherence) {
    order = unpackSequence(in);
  }
  for (auto barriers = in.next(); barriers > 0; --barriers) {
    const auto barrier = static_cast<std::uint32_t>(in.next());
    result.late.emplace(barrier, unpackSequence(in));
  }
  result.choices.resize(in.next());
  for (Sequences& choice : result.choices) {
    choice.resize(in.next());
    for (std::vector<EventId>& sequence : choice) {
      sequence = unpackSequence(in);
    }
  }
  INVARIANT(in.atEnd(), "a witness has no bytes to spare");
  return result;
}

std::vector<ThreadRun> replay(const EventStructure& structure, const Unpacked& choices) {
  std::vector<const WitnessRead*> readAt(structure.size(), nullptr);
  for (const WitnessRead& read : choices.reads) {
    readAt[read.event] = &read;
  }
  const ReadOracle read = [&](EventId e, LocationId) {
    INVARIANT(readAt[e] != nullptr, "a witness knows the value of every read that happens");
    return readAt[e]->value;
  };
  const BarrierOracle passes = [&](EventId arrival) {
    return !std::ranges::binary_search(choices.closed, arrival);
  };
  std::vector<ThreadRun> runs;
  for (ThreadId t = 0; t < structure.threads().size(); ++t) {
    runs.push_back(runThread(structure, t, read, passes));
  }
  return runs;
}

// Renaming

void rename(Unpacked& choices, const std::vector<EventId>& renaming) {
  const auto renameAll = [&](std::vector<EventId>& events) {
    for (EventId& e : events) {
      e = renaming[e];
    }
  };
  for (WitnessRead& read : choices.reads) {
    read.event = renaming[read.event];
    read.source = renaming[read.source];
  }
  std::ranges::sort(choices.reads, {}, &WitnessRead::event);
  renameAll(choices.closed);
  std::ranges::sort(choices.closed);
  std::ranges::for_each(choices.coherence, renameAll);
  for (auto& [barrier, arrivals] : choices.late) {
    renameAll(arrivals);
  }
  for (Sequences& choice : choices.choices) {
    std::ranges::for_each(choice, renameAll);
    std::ranges::sort(choice);
  }
}

std::string packed(const EventStructure& structure, const Unpacked& choices) {
  std::string bytes;
  packCandidate(bytes, structure, {choices.reads, choices.closed, choices.coherence, {}, choices.late});
  appendVarint(bytes, choices.choices.size());
  for (const Sequences& choice : choices.choices) {
    appendVarint(bytes, choice.size());
    for (const std::vector<EventId>& sequence : choice) {
      packSequence(bytes, sequence);
    }
  }
  bytes.shrink_to_fit();
  return bytes;
}

}  // namespace

Witness::Witness(const Execution& execution, std::span<const Relation> choices)
    : structure_(execution.structure), bytes_(packed(execution, choices)) {}

Execution Witness::execution() const {
  INVARIANT(!empty(), "an empty witness is of no execution");
  const std::size_t size = structure_->size();
  const Unpacked choices = unpacked(*structure_, bytes_);
  std::vector<EventId> readsFrom(size, kNoEvent);
  for (const WitnessRead& read : choices.reads) {
    readsFrom[read.event] = read.source;
  }
  Relation co(size);
  for (LocationId l = 0; l < choices.coherence.size(); ++l) {
    for (const EventId write : choices.coherence[l]) {
      co.insert(structure_->initialWrite(l), write);
    }
    insertSequence(co, choices.coherence[l]);
  }
  Execution execution = assemble(structure_, replay(*structure_, choices), readsFrom, co, choices.late);
  for (const Sequences& choice : choices.choices) {
    Relation& order = execution.choices.emplace_back(size);
    for (const std::vector<EventId>& sequence : choice) {
      insertSequence(order, sequence);
    }
  }
  return execution;
}

Witness Witness::renamed(const std::vector<EventId>& renaming) const {
  INVARIANT(!empty(), "an empty witness is of no execution");
  INVARIANT(renaming.size() == structure_->size(), "a renaming is of all events of the structure");
  Unpacked choices = unpacked(*structure_, bytes_);
  rename(choices, renaming);
  return {structure_, packed(*structure_, choices)};
}

Witness WitnessPacker::pack(const WitnessParts& parts) {
  bytes_.clear();
  packParts(bytes_, *structure_, parts);
  return {structure_, bytes_};
}

}  // namespace hrfcheck::inline execution
