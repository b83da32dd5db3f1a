#include "engine/explicit/partial_execution.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck::inline engine {
namespace {

bool mayOverlap(const std::vector<LocationId>& a, const std::vector<LocationId>& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) {
      return true;
    }
    ++(a[i] < b[j] ? i : j);
  }
  return false;
}

bool isWrite(const Event& event) {
  return event.kind == EventKind::Write || event.kind == EventKind::InitialWrite;
}

}  // namespace

PartialExecution::PartialExecution(const EventStructure& structure, PartialEvaluator& evaluator,
                                   const Deadline& deadline)
    : structure_(&structure), evaluator_(&evaluator), neededUpper_(evaluator.neededUpper()) {
  const std::size_t size = structure.size();
  for (Words* words :
       {&executed_, &placed_, &wantsPlace_, &promised_, &valueKnown_, &value_, &order_, &postponedAt_}) {
    words->assign(size, 0);
  }
  location_.assign(size, kNoLocation);
  for (Words* words : {&source_, &next_, &previous_}) {
    words->assign(size, kNoEvent);
  }
  const std::vector<MemoryLocation>& locations = structure.program().locations;
  last_.assign(locations.size(), kNoEvent);
  atLocation_.resize(locations.size());
  firstOf_.assign(structure.threads().size() + 1, static_cast<EventId>(size));
  for (EventId e = static_cast<EventId>(size); e-- > structure.initialWrites();) {
    firstOf_[structure.events()[e].thread] = e;
  }
  for (ThreadId t = static_cast<ThreadId>(structure.threads().size()); t-- > 0;) {
    firstOf_[t] = std::min(firstOf_[t], firstOf_[t + 1]);
  }
  initialiseUpper(deadline);
  for (LocationId l = 0; l < locations.size(); ++l) {
    const EventId e = initialWrite(l);
    if (e == kNoEvent) {
      continue;
    }
    atLocation_[l] = BitRows::set(size);
    deadline.check();
    happens(e);
    locate(e, l);
    execute(e, locations[l].initial);
    placed_[e] = 1;
    last_[l] = e;
  }
  evaluator.changed(0, ~Inputs{0});
}

/// Everything that the structure leaves possible.
void PartialExecution::initialiseUpper(const Deadline& deadline) {
  KnownParts& upper = evaluator_->upper();
  const std::size_t size = structure_->size();
  const std::vector<Event>& events = structure_->events();
  PacedLook look(deadline);
  const std::vector<std::vector<LocationId>>& locations = structure_->mayLocations();
  for (EventId a = 0; a < size; ++a) {
    look.spend(size);
    upper.happened.insert(a);
    for (EventId b = 0; b < size; ++b) {
      if (mayOverlap(locations[a], locations[b])) {
        upper.loc.insert(a, b);
        if (isWrite(events[a]) && events[b].kind == EventKind::Read) {
          upper.rf.insert(a, b);
        }
        if (isWrite(events[a]) && events[b].kind == EventKind::Write && a != b) {
          upper.co.insert(a, b);
        }
      }
      if (events[a].kind == EventKind::Read && structure_->po().contains(a, b)) {
        for (BitRows* dependency : {&upper.addr, &upper.data, &upper.ctrl}) {
          dependency->insert(a, b);
        }
      }
      if (events[a].kind == EventKind::Arrive && events[b].kind == EventKind::Depart &&
          events[a].barrier == events[b].barrier) {
        upper.sync.insert(a, b);
      }
    }
  }
}

void PartialExecution::set(BitRows& rows, std::size_t row, EventId e, Inputs lower, Inputs upper) {
  std::uint64_t& word = rows.row(row)[e / 64];
  trail_.write(word, word | (std::uint64_t{1} << (e % 64)), lower, upper);
}

void PartialExecution::clear(BitRows& rows, std::size_t row, EventId e, Inputs upper) {
  std::uint64_t& word = rows.row(row)[e / 64];
  trail_.write(word, word & ~(std::uint64_t{1} << (e % 64)), 0, upper);
}

void PartialExecution::tellEvaluator() {
  const Trail::Changes changes = trail_.takeChanges();
  if (changes.lower != 0 || changes.upper != 0) {
    evaluator_->changed(changes.lower, changes.upper);
  }
}

void PartialExecution::happens(EventId e) {
  if (happened(e)) {
    return;
  }
  set(evaluator_->lower().happened, 0, e, kHappenedInput);
  if (e < location_.size() && structure_->mayLocations()[e].size() == 1) {
    locate(e, structure_->mayLocations()[e].front());
  }
}

void PartialExecution::locate(EventId access, LocationId location) {
  if (location_[access] == location) {
    return;
  }
  INVARIANT(location_[access] == kNoLocation, "an access has one location");
  trail_.write(location_[access], location);
  set(atLocation_[location], 0, access, 0);
  BitRows& loc = evaluator_->lower().loc;
  const BitRows& here = atLocation_[location];
  const std::uint64_t* others = here.row(0);
  for (std::size_t w = 0; w < here.words(); ++w) {
    trail_.write(loc.row(access)[w], others[w], kLocInput);
    for (std::uint64_t rest = others[w]; rest != 0; rest &= rest - 1) {
      const auto other = static_cast<EventId>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      set(loc, other, access, kLocInput);
    }
  }
}

void PartialExecution::foresee(EventId e, Value value) {
  trail_.write(valueKnown_[e], 1);
  trail_.write(value_[e], static_cast<std::uint64_t>(value));
}

void PartialExecution::execute(EventId e, Value value) {
  happens(e);
  foresee(e, value);
  trail_.write(executed_[e], 1);
  trail_.write(order_[e], executedCount_);
  trail_.write(executedCount_, executedCount_ + 1);
  if (promised(e)) {
    trail_.write(openPromises_, openPromises_ - 1);
  }
}

void PartialExecution::promise(EventId e) {
  if (!executed(e) && !promised(e)) {
    happens(e);
    trail_.write(promised_[e], 1);
    trail_.write(openPromises_, openPromises_ + 1);
  }
}

void PartialExecution::wantPlace(EventId write) {
  if (!placed(write)) {
    trail_.write(wantsPlace_[write], 1);
  }
}

void PartialExecution::readFrom(EventId read, EventId write) {
  trail_.write(source_[read], write);
  set(evaluator_->lower().rf, write, read, kRfInput);
  if ((neededUpper_ & kRfInput) != 0) {
    for (EventId other = 0; other < source_.size(); ++other) {
      if (other != write && evaluator_->upper().rf.contains(other, read)) {
        clear(evaluator_->upper().rf, other, read, kRfInput);
      }
    }
  }
}

void PartialExecution::place(EventId write, EventId after) {
  const EventId before = coherenceNext(after);
  trail_.write(placed_[write], 1);
  trail_.write(wantsPlace_[write], 0);
  trail_.write(next_[after], write);
  trail_.write(previous_[write], after);
  trail_.write(next_[write], before);
  if (before == kNoEvent) {
    trail_.write(last_[location(write)], write);
  } else {
    trail_.write(previous_[before], write);
  }
  BitRows& co = evaluator_->lower().co;
  BitRows& mayCo = evaluator_->upper().co;
  const bool upper = (neededUpper_ & kCoInput) != 0;
  const auto order = [&](EventId a, EventId b) {
    set(co, a, b, kCoInput);
    if (upper) {
      clear(mayCo, b, a, kCoInput);
    }
  };
  for (EventId e = after; e != kNoEvent; e = coherencePrevious(e)) {
    order(e, write);
  }
  for (EventId e = before; e != kNoEvent; e = coherenceNext(e)) {
    order(write, e);
  }
}

void PartialExecution::depends(Inputs kind, EventId read, EventId on) {
  KnownParts& lower = evaluator_->lower();
  BitRows& rows = kind == kAddrInput ? lower.addr : kind == kDataInput ? lower.data : lower.ctrl;
  set(rows, read, on, kind);
}

void PartialExecution::meet(EventId arrival, EventId departure) {
  set(evaluator_->lower().sync, arrival, departure, kSyncInput);
}

void PartialExecution::exclude(EventId e) {
  if ((neededUpper_ & kHappenedInput) != 0) {
    clear(evaluator_->upper().happened, 0, e, kHappenedInput);
  }
}

}  // namespace hrfcheck::inline engine
